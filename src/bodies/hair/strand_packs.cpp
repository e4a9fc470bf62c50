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

std::size_t StrandPacks::accelerate(const RodStepOptions& o, bool implicit) {
  return reduce_chunks(
      packs_.size(), 1, std::size_t(0),
      [&](Range r) {
        if (implicit) return std::size_t(implicit_velocities(packs_[r.begin], o, scratch_->local()));
        explicit_velocities(packs_[r.begin], o, scratch_->local());
        return std::size_t(0);
      },
      std::plus<>());
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
