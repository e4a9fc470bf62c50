#include "bodies/hair/strand_packs.h"

#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "exec/parallel.h"

namespace weft {
struct StrandPacks::Scratches {
  tbb::enumerable_thread_specific<RodScratch<P>> each;
  RodScratch<P>& local() { return each.local(); }
};

StrandPacks::~StrandPacks() = default;

StrandPacks::StrandPacks(std::span<const StrandSpec> specs) : scratch_(std::make_unique<Scratches>()) {
  where_.resize(specs.size());
  for (std::size_t s = 0; s < specs.size(); ++s) {
    where_[s].first = std::uint32_t(vertices_);
    vertices_ += specs[s].rest.size();
  }
  std::vector<std::uint32_t> order(specs.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return specs[a].rest.size() < specs[b].rest.size();
  });
  for (const std::uint32_t s : order) {
    const std::size_t n = specs[s].rest.size();
    if (members_.empty() || packs_.back().vertices() != n ||
        members_.back().size() == std::size_t(P::width)) {
      members_.emplace_back();
      packs_.emplace_back().resize(n);
    }
    where_[s].pack = std::uint32_t(packs_.size() - 1);
    where_[s].lane = std::uint32_t(members_.back().size());
    members_.back().push_back(s);
  }
  parallel_for(packs_.size(), [&](std::size_t p) {
    // Lanes without a strand compute along with a copy of the first that is held everywhere.
    for (int lane = 0; lane < P::width; ++lane) {
      const std::size_t member = std::size_t(lane) < members_[p].size() ? std::size_t(lane) : 0;
      const StrandSpec& s = specs[members_[p][member]];
      set_strand(packs_[p], lane, s.rest, s.stiffness, s.director);
      if (std::size_t(lane) < members_[p].size()) continue;
      for (P& free : packs_[p].free_x) free.set(lane, 0);
      for (P& free : packs_[p].free_theta) free.set(lane, 0);
    }
  });
}

/// Obstacles near the strands of one pack, their points numbered `vertex * lanes + lane`.
struct StrandPacks::PackBarriers {
  std::vector<Barrier> barriers;
  std::vector<std::uint32_t> number;  ///< among all
  std::vector<Vec3d> given;
};

std::vector<StrandPacks::PackBarriers> StrandPacks::share_out(std::span<const Barrier> barriers) const {
  std::vector<PackBarriers> out(packs_.size());
  for (std::size_t k = 0; k < barriers.size(); ++k) {
    Barrier b = barriers[k];
    const auto after = std::upper_bound(where_.begin(), where_.end(), b.point,
                                        [](std::uint32_t point, const Place& s) { return point < s.first; });
    const Place& s = *(after - 1);
    const std::size_t i = b.point - s.first;
    if (!(packs_[s.pack].free_x[i][int(s.lane)] > 0)) continue;
    b.point = std::uint32_t(i * std::size_t(P::width) + s.lane);
    out[s.pack].barriers.push_back(b);
    out[s.pack].number.push_back(std::uint32_t(k));
  }
  return out;
}

std::size_t StrandPacks::accelerate_pack(std::size_t p, const RodStepOptions& o, PackBarriers& near) {
  if (near.barriers.empty()) return std::size_t(implicit_velocities(packs_[p], o, scratch_->local()));
  RodObstacles<P> obstacles(packs_[p], near.barriers, o.dt, norm(o.gravity));
  const int made = implicit_velocities(packs_[p], o, scratch_->local(), &obstacles);
  near.given.assign(near.barriers.size(), Vec3d::zero());
  obstacles.give(near.given);
  return std::size_t(made);
}

std::size_t StrandPacks::accelerate(const RodStepOptions& o, How how, const StrandCompany& company) {
  if (how != How::stages) stages_.clear();
  else stages_.resize(packs_.size());
  const bool implicit = how != How::explicitly;
  std::vector<PackBarriers> near = share_out(implicit ? company.barriers : std::span<const Barrier>());
  const std::size_t made = reduce_chunks(
      packs_.size(), 1, std::size_t(0),
      [&](Range r) {
        if (how == How::stages) return std::size_t(stage(r.begin, o, company.touched, near[r.begin]));
        if (implicit) return accelerate_pack(r.begin, o, near[r.begin]);
        explicit_velocities(packs_[r.begin], o, scratch_->local());
        return std::size_t(0);
      },
      std::plus<>());
  for (const PackBarriers& n : near)
    for (std::size_t k = 0; k < n.number.size(); ++k) company.given[n.number[k]] = n.given[k];
  return made;
}

/// Strands of one pack by stages or by backward Euler, each as it asks; where both are asked for, both are made of all.
int StrandPacks::stage(std::size_t pack, const RodStepOptions& o, std::span<const char> touched,
                       PackBarriers& near) {
  Rod<P>& rod = packs_[pack];
  RodStages<P>& s = stages_[pack];
  const Start& start = start_[pack];
  P euler(0);
  std::size_t count = 0;
  std::vector<char> meets(members_[pack].size(), 0);
  for (const Barrier& b : near.barriers) meets[b.point % std::size_t(P::width)] = 1;
  for (std::size_t lane = 0; lane < members_[pack].size(); ++lane)
    if (touched[members_[pack][lane]] || meets[lane]) euler.set(int(lane), 1), ++count;
  const std::size_t n = rod.vertices();
  s.v = start.v, s.theta_dot = start.theta_dot;
  s.own = start.own, s.own_theta = start.own_theta;
  const Array<Vec3<P>> fall = rod.v;
  const Array<P> turn = rod.theta_dot;
  int made = 0;
  if (count < members_[pack].size()) made += stage_velocities(rod, o, s, scratch_->local());
  else s.beyond.assign(n, Vec3<P>::zero()), s.beyond_theta.assign(n - 1, P(0));
  if (count == 0) return made;
  const Array<Vec3<P>> staged = rod.v, own = s.own;
  const Array<P> turned = rod.theta_dot, own_theta = s.own_theta;
  rod.v = fall;
  rod.theta_dot = turn;
  made += int(accelerate_pack(pack, o, near));
  find_own(rod, o, fall, turn, s);
  for (std::size_t k = 0; k < near.barriers.size(); ++k) {  // what obstacles gave is nothing of its own
    const std::size_t i = near.barriers[k].point / std::size_t(P::width);
    const int lane = int(near.barriers[k].point % std::size_t(P::width));
    for (int a = 0; a < 3; ++a)
      s.own[i][a].set(lane, s.own[i][a][lane] + Real(near.given[k][a] / (double(rod.mass[i][lane]) * o.dt)));
  }
  if (count == members_[pack].size()) return made;
  const auto by_euler = euler > P(0);
  for (std::size_t i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k) {
      rod.v[i][k] = select(by_euler, rod.v[i][k], staged[i][k]);
      s.own[i][k] = select(by_euler, s.own[i][k], own[i][k]);
      s.beyond[i][k] = select(by_euler, P(0), s.beyond[i][k]);
    }
  for (std::size_t j = 0; j + 1 < n; ++j) {
    rod.theta_dot[j] = select(by_euler, rod.theta_dot[j], turned[j]);
    s.own_theta[j] = select(by_euler, s.own_theta[j], own_theta[j]);
    s.beyond_theta[j] = select(by_euler, P(0), s.beyond_theta[j]);
  }
  return made;
}

void StrandPacks::go_beyond() {
  parallel_for(stages_.size(), [&](std::size_t p) {
    for (std::size_t i = 0; i < packs_[p].vertices(); ++i) packs_[p].v[i] += stages_[p].beyond[i];
    for (std::size_t j = 0; j + 1 < packs_[p].vertices(); ++j)
      packs_[p].theta_dot[j] += stages_[p].beyond_theta[j];
  });
}

void StrandPacks::move(const RodStepOptions& o) {
  parallel_for(packs_.size(), [&](std::size_t p) { advance(packs_[p], o, scratch_->local()); });
}

double StrandPacks::stable_step() const {
  double dt = 1e300;
  for (const Rod<P>& p : packs_) dt = std::min(dt, weft::stable_step(p));
  return dt;
}

RodTotals StrandPacks::totals() const {
  return reduce_chunks(
      packs_.size(), 1, RodTotals{},
      [&](Range r) { return totals_of(packs_[r.begin], int(members_[r.begin].size()), scratch_->local()); },
      [](RodTotals a, const RodTotals& b) {
        a.kinetic += b.kinetic, a.stretch += b.stretch, a.bend += b.bend, a.twist += b.twist;
        a.momentum += b.momentum;
        return a;
      });
}

/// f(pack, vertex in it, lane, flat index) for every vertex.
template <class F>
void StrandPacks::each_vertex(F&& f) const {
  parallel_for(packs_.size(), [&](std::size_t p) {
    for (std::size_t lane = 0; lane < members_[p].size(); ++lane) {
      const std::size_t first = where_[members_[p][lane]].first;
      for (std::size_t i = 0; i < packs_[p].vertices(); ++i) f(p, i, int(lane), first + i);
    }
  });
}

void StrandPacks::places(std::span<Vec3r> x) const {
  each_vertex([&](std::size_t p, std::size_t i, int lane, std::size_t at) {
    for (int k = 0; k < 3; ++k) x[at][k] = packs_[p].pose.x[i][k][lane];
  });
}
void StrandPacks::velocities(std::span<Vec3r> v) const {
  each_vertex([&](std::size_t p, std::size_t i, int lane, std::size_t at) {
    for (int k = 0; k < 3; ++k) v[at][k] = packs_[p].v[i][k][lane];
  });
}
void StrandPacks::set_velocities(std::span<const Vec3r> v) {
  each_vertex([&](std::size_t p, std::size_t i, int lane, std::size_t at) {
    for (int k = 0; k < 3; ++k) packs_[p].v[i][k].set(lane, v[at][k]);
  });
}

void StrandPacks::hold_root(std::size_t strand) {
  Rod<P>& rod = pack_of(strand);
  const int lane = lane_of(strand);
  rod.free_x[0].set(lane, 0);
  rod.free_x[1].set(lane, 0);
  rod.free_theta[0].set(lane, 0);
}

}  // namespace weft
