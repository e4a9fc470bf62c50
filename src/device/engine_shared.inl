/// The engine's steps where the host makes a part of each: no graph, the host looks several times a step.
///   try_shared     service, if wanted;  p2g -> merge, for which nobody waits
///   read, write    nodes of some blocks go to the host and come back
///   meet_shared    obstacles
///   decide_shared  the host's verdict and bound of dt -> decide -> bodies
#pragma once

namespace weft::WEFT_DEVICE {

inline void Engine::begin_shared(double t_end, std::uint64_t most, const DeviceSteps& steps,
                                 const StepMemory& before, const HostLimit& limit) {
  open(t_end, most, steps, before, limit);
  begin();
  decided_.reset();
}

inline std::optional<SharedTry> Engine::try_shared() {
  for (;;) {
    const bool known = decided_ && !decided_->halt && !decided_->last && !decided_->sort && !decided_->remake;
    const Control c = known ? *decided_ : look();
    decided_.reset();
    if (c.halt || (c.last && !c.sort)) {
      if (mend()) continue;
      if (is_over(c)) return {};
      end();  // points have left their lists' room: new ones
      begin();
      continue;
    }
    if (c.sort || c.remake) {
      service();
      continue;
    }
    merge();
    return SharedTry{c.time, c.ahead, c.carried, c.tries};
  }
}

/// Blocks by their names; numbers hold until the next sort.
inline WantedBlocks Engine::want(std::span<const std::uint64_t> keys) {
  const std::size_t n = keys.size();
  if (n > wanted_.size()) {
    const std::size_t room = n + n / 2;
    wanted_key_.resize(room), wanted_.resize(room), others_.resize(room),
        shared_.resize(room * kBlockNodesOnDevice);
  }
  stream_.copy(wanted_key_.data(), keys.data(), keys.size_bytes());
  const WantedBlocks wanted{wanted_key_.data(), wanted_.data(), int(n)};
  launch(stream_, blocks_for<FindWanted>(n),
         FindWanted{grid_.view(), wanted, geometric_.data(), others_.data()});
  return wanted;
}

inline void Engine::read_shared(SharedNodes& s) {
  const std::size_t n = s.keys.size();
  s.here.resize(n), s.others.resize(n), s.nodes.resize(n * kBlockNodesOnDevice);
  if (!n) return;
  phase("share", [&] {
    const WantedBlocks wanted = want(s.keys);
    launch(stream_, n, ReadNodes{grid_.view(), wanted, shared_.data()});
    static_assert(sizeof(SharedNodes::Node) == sizeof(Quad));
    std::vector<int> number(n);
    stream_.copy(s.nodes.data(), shared_.data(), s.nodes.size() * sizeof(Quad));
    stream_.copy(s.others.data(), others_.data(), n);
    stream_.copy(number.data(), wanted_.data(), n * sizeof(int));
    stream_.wait();
    for (std::size_t i = 0; i < n; ++i) s.here[i] = number[i] >= 0;
  });
}

inline void Engine::write_shared(const SharedNodes& s) {
  const std::size_t n = s.keys.size();
  if (!n) return;
  phase("share", [&] {
    stream_.copy(shared_.data(), s.nodes.data(), s.nodes.size() * sizeof(Quad));
    launch(stream_, n,
           WriteNodes{grid_.view(),
                      {wanted_key_.data(), wanted_.data(), int(n)},
                      shared_.data(),
                      obstacles_.view().mark});
  });
}

inline void Engine::find_places(std::span<const std::uint64_t> keys, SharedPlaces& out) {
  const std::size_t n = keys.size(), sets = grid_.sets().size();
  out.sets.assign(sets, {});
  out.begins.assign(sets, std::vector<unsigned>(n + 1, 0));
  out.whose.clear();
  for (std::size_t b = 0; b < bodies_.size(); ++b)
    for (std::size_t s = 0; s < bodies_[b]->sets().size(); ++s) out.whose.push_back({b, s});
  if (!n) return;
  phase("share", [&] {
    const WantedBlocks wanted = want(keys);
    if (n * sets > count_.size()) count_.resize(n * sets * 3 / 2);
    launch(stream_, blocks_for<CountWanted>(n * sets), CountWanted{grid_.view(), wanted, count_.data()});
    std::vector<unsigned> count(n * sets), to(n * sets), size(sets, 0);
    stream_.copy(count.data(), count_.data(), count.size() * sizeof(unsigned));
    stream_.wait();
    unsigned all = 0;
    for (std::size_t s = 0; s < sets; ++s)
      for (std::size_t i = 0; i < n; ++i) {
        to[i * sets + s] = all;
        all += count[i * sets + s];
        size[s] += count[i * sets + s];
        out.begins[s][i + 1] = size[s];
      }
    if (!all) return;
    if (all > places_.size()) places_.resize(std::size_t(all) * 3 / 2);
    stream_.copy(count_.data(), to.data(), to.size() * sizeof(unsigned));
    launch(stream_, n, CopyWanted{grid_.view(), wanted, count_.data(), places_.data()});
    static_assert(sizeof(SharedPlaces::Place) == sizeof(Quad));
    unsigned at = 0;
    for (std::size_t s = 0; s < sets; ++s) {
      out.sets[s].resize(size[s]);
      stream_.copy(out.sets[s].data(), places_.data() + at, size[s] * sizeof(Quad));
      at += size[s];
    }
    stream_.wait();
  });
}

inline std::optional<double> Engine::meet_shared() {
  meet();
  const Control c = look();
  if (c.halt || c.trouble) {
    decide();  // which halts, if nothing has yet
    return {};
  }
  const double fast = std::sqrt(double(as_float(c.fastest2))) * c.carried / dx_;
  return fast < 1e300 ? fast : INFINITY;
}

inline double Engine::decide_shared(bool good, const HostLimit& limit) {
  Control c = look();
  c.verdict = good ? 1 : -1;
  c.bound = limit.dt < 1e300 ? limit.dt : 0, c.bound_limit = limit.limit;
  put(c);
  decide();
  decided_ = look();
  points(When::plain);
  return good ? c.ahead : c.time;
}

inline DeviceReport Engine::end_shared() {
  const Control c = look();
  end();
  return report(c);
}

}  // namespace weft::WEFT_DEVICE
