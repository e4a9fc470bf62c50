#include "contact/surfaces/element_motion.h"

#include <algorithm>
#include <cmath>

#include "exec/loops.h"
#include "geometry/mesh.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = 2048;
constexpr double kMostCells = 1000;  // along an axis
constexpr double kSteps = 8;         // of the present motion that budgets are for
constexpr double kFewSteps = 2;
constexpr double kGrow = 2;  // of a spent budget

double budget_for(double step, const ElementMotion::Wish& w) {
  return std::max(w.least, std::max(kFewSteps * step, std::min(kSteps * step, w.most)));
}

/// Calls f(corner) for the vertices of an element.
template <class F>
void each_corner(const SurfaceElement& e, F&& f) {
  for (int k = 0; k < e.corners(); ++k) f(e.vertex[std::size_t(k)]);
}

}  // namespace

void ElementMotion::begin(const SurfaceScene& scene, const Wish& wish) {
  apart_ = wish.apart;
  start_ = scene.x;
  double longest = 0;
  for (const auto& e : scene.edges)
    if (scene.yields(e[0])) longest = std::max(longest, norm2(scene.x[e[0]] - scene.x[e[1]]));
  longest_ = std::sqrt(longest);
  find_neighbours(scene, gather(scene, 2 * longest_ + apart_));
  find_frames(scene);
  element_.assign(scene.elements.size(), {});
  group_.assign(cells_, {});
  measure(scene);
  set_budgets(scene, wish);
}

ElementMotion::Cells ElementMotion::gather(const SurfaceScene& scene, double side) {
  Cells cells;
  Bounds all;
  order_.clear();
  std::vector<std::uint32_t> stiff;  // elements that do not yield, by parts
  for (std::uint32_t e = 0; e < scene.elements.size(); ++e) {
    const std::uint32_t v = scene.elements[e].vertex[0];
    if (!scene.yields(v)) {
      stiff.push_back(e);
      continue;
    }
    all.add(scene.x[v]);
    order_.push_back({0, e});
  }
  const auto place = [&](const KeyIndex& e) {
    const Vec3d& x = scene.x[scene.elements[e.index].vertex[0]];
    std::array<std::uint32_t, 3> c;
    for (int k = 0; k < 3; ++k)
      c[k] = std::min(cells.count[k] - 1, std::uint32_t((x[k] - cells.origin[k]) / cells.side));
    return c;
  };
  cells.side = side;
  if (!order_.empty()) {
    cells.origin = all.lower;
    for (int k = 0; k < 3; ++k) cells.side = std::max(cells.side, (all.upper[k] - all.lower[k]) / kMostCells);
    for (int k = 0; k < 3; ++k)
      cells.count[k] = std::uint32_t((all.upper[k] - all.lower[k]) / cells.side) + 1;
    for (KeyIndex& e : order_) {
      const auto c = place(e);
      e.key = (c[0] * cells.count[1] + c[1]) * cells.count[2] + c[2];
    }
    radix_sort(order_, scratch_, 30);
  }
  group_of_.resize(scene.elements.size());
  begin_.clear();
  for (std::size_t i = 0; i < order_.size(); ++i) {
    if (i == 0 || order_[i].key != order_[i - 1].key) {
      begin_.push_back(std::uint32_t(i));
      cells.keys.push_back(order_[i].key);
      cells.place.push_back(place(order_[i]));
    }
    group_of_[order_[i].index] = std::uint32_t(cells.keys.size() - 1);
  }
  cells_ = cells.keys.size();
  std::uint32_t last = kNone;
  for (const std::uint32_t e : stiff) {
    const std::uint32_t part = scene.part_of[scene.elements[e].vertex[0]];
    if (part != last) begin_.push_back(std::uint32_t(order_.size()));
    last = part;
    group_of_[e] = std::uint32_t(begin_.size() - 1);
    order_.push_back({0, e});
  }
  begin_.push_back(std::uint32_t(order_.size()));
  return cells;
}

void ElementMotion::find_neighbours(const SurfaceScene& scene, const Cells& cells) {
  std::vector<Bounds> stiff;
  for (std::size_t g = cells_; g + 1 < begin_.size(); ++g) {
    Bounds b;
    for (std::uint32_t i = begin_[g]; i < begin_[g + 1]; ++i)
      each_corner(scene.elements[order_[i].index], [&](std::uint32_t v) { b.add(scene.x[v]); });
    stiff.push_back(b);
  }
  near_begin_.assign(1, 0);
  near_.clear();
  for (std::uint32_t g = 0; g < cells_; ++g) {
    const auto& c = cells.place[g];
    for (int dx = -1; dx <= 1; ++dx)
      for (int dy = -1; dy <= 1; ++dy)
        for (int dz = -1; dz <= 1; ++dz) {
          const std::int64_t p[3] = {std::int64_t(c[0]) + dx, std::int64_t(c[1]) + dy,
                                     std::int64_t(c[2]) + dz};
          bool inside = true;
          for (int k = 0; k < 3; ++k) inside &= p[k] >= 0 && p[k] < std::int64_t(cells.count[k]);
          if (!inside) continue;
          const std::uint32_t key = std::uint32_t((p[0] * cells.count[1] + p[1]) * cells.count[2] + p[2]);
          const auto at = std::lower_bound(cells.keys.begin(), cells.keys.end(), key);
          if (at == cells.keys.end() || *at != key) continue;
          const std::uint32_t h = std::uint32_t(at - cells.keys.begin());
          if (h != g) near_.push_back(h);
        }
    for (std::uint32_t k = 0; k < stiff.size(); ++k) {
      bool near = true;
      for (int a = 0; a < 3; ++a) {
        const double low = cells.origin[a] + (double(c[a]) - 1) * cells.side, high = low + 3 * cells.side;
        near &= low <= stiff[k].upper[a] && stiff[k].lower[a] <= high;
      }
      if (near) near_.push_back(std::uint32_t(cells_) + k);
    }
    near_begin_.push_back(std::uint32_t(near_.size()));
  }
}

/// The median of each component: a mean would go with nobody where some lie still and others fall.
void ElementMotion::find_frames(const SurfaceScene& scene) {
  frame_.resize(begin_.size() - 1);
  steps_ = 0;
  parallel_each(frame_.size(), 4, [&](std::size_t g) {
    const std::size_t n = begin_[g + 1] - begin_[g];
    std::vector<double> along(n);
    for (int k = 0; k < 3; ++k) {
      for (std::size_t i = 0; i < n; ++i)
        along[i] = scene.u[scene.elements[order_[begin_[g] + i].index].vertex[0]][k];
      std::nth_element(along.begin(), along.begin() + std::ptrdiff_t(n / 2), along.end());
      frame_[g][k] = along[n / 2];
    }
  });
}

/// What something fast is about to hit will move as well: of each element the fastest step in a cube of its size.
std::vector<double> ElementMotion::fastest_nearby(const SurfaceScene& scene) {
  std::vector<KeyIndex> at(order_);
  const double side = std::max(longest_, 1e-300);
  for (KeyIndex& e : at) {
    e.key = 0;
    for (int k = 0; k < 3; ++k) {
      const double x = scene.x[scene.elements[e.index].vertex[0]][k] / side;
      e.key = e.key * 1024 + (std::uint32_t(std::int64_t(std::floor(x))) & 1023u);  // far cubes may share one
    }
  }
  radix_sort(at, scratch_, 30);
  std::vector<double> fastest(at.size());
  for (std::size_t i = 0, end = 0; i < at.size(); i = end) {
    double most = 0;
    for (end = i; end < at.size() && at[end].key == at[i].key; ++end)
      most = std::max(most, element_[at[end].index].step);
    for (std::size_t k = i; k < end; ++k) fastest[at[k].index] = most;
  }
  return fastest;
}

void ElementMotion::set_budgets(const SurfaceScene& scene, const Wish& wish) {
  drift_.resize(near_.size());
  for (std::uint32_t g = 0; g < cells_; ++g) {
    double most = 0;
    for (std::uint32_t k = near_begin_[g]; k < near_begin_[g + 1]; ++k)
      most = std::max(most, norm2(frame_[g] - frame_[near_[k]]));
    group_[g].step = std::sqrt(most);
  }
  most_drift_.assign(frame_.size(), 0);
  for (std::uint32_t g = 0; g < cells_; ++g)
    for (std::uint32_t k = near_begin_[g]; k < near_begin_[g + 1]; ++k) {
      const std::uint32_t h = near_[k];
      drift_[k] = budget_for(norm(frame_[g] - frame_[h]), wish);
      most_drift_[g] = std::max(most_drift_[g], drift_[k]);
      most_drift_[h] = std::max(most_drift_[h], drift_[k]);
    }
  budget_.resize(scene.elements.size());
  const std::vector<double> fastest = fastest_nearby(scene);
  double own = 0;
  for (std::size_t e = 0; e < scene.elements.size(); ++e) {
    budget_[e] = budget_for(fastest[e], wish);
    if (group_of_[e] < cells_) own = std::max(own, budget_[e]);
  }
  first_budget_ = budget_;
  grown_ = 0;
  start_longest_ = longest_;
  longest_ += 2 * own;
}

double ElementMotion::drift(std::uint32_t a, std::uint32_t b) const {
  std::uint32_t g = group_of_[a], h = group_of_[b];
  if (g == h) return 0;
  if (g > h) std::swap(g, h);  // rigid bodies and obstacles know no neighbours
  for (std::uint32_t k = near_begin_[g]; k < near_begin_[g + 1]; ++k)
    if (near_[k] == h) return drift_[k];
  return -1;
}

ElementMotion::Two ElementMotion::two(std::uint32_t a, std::uint32_t b) const {
  const std::uint32_t g = group_of_[a], h = group_of_[b];
  return {a, b, g == h ? kNone : std::min(g, h)};
}

ElementMotion::Spent ElementMotion::spent(const SurfaceScene& scene, double fraction, double keep) const {
  const auto gone = [&](std::uint32_t v) { return scene.x[v] + scene.u[v] - start_[v]; };
  Spent all;
  for (std::uint32_t g = 0; g < cells_; ++g)
    for (std::uint32_t k = near_begin_[g]; k < near_begin_[g + 1]; ++k) {
      if (near_[k] < g) continue;
      const double went = norm(frame_[g] - frame_[near_[k]]) * double(steps_ + 1);
      if (went > fraction * drift_[k]) all.drifts.push_back({g, k, went});
    }
  struct Part {
    Vec3d low = Vec3d::filled(1e300), high = Vec3d::filled(-1e300);
    std::vector<Spent::Element> elements;
  };
  std::vector<Part> parts(chunk_count(scene.elements.size(), kChunk));
  parallel_chunks(scene.elements.size(), kChunk, [&](Range r) {
    Part& mine = parts[r.begin / kChunk];
    for (std::size_t e = r.begin; e < r.end; ++e) {
      const Vec3d frame = frame_[group_of_[e]] * double(steps_ + 1);
      double went = 0;
      each_corner(scene.elements[e], [&](std::uint32_t v) {
        const Vec3d d = gone(v);
        went = std::max(went, norm2(d - frame));
        for (int k = 0; k < 3; ++k)
          mine.low[k] = std::min(mine.low[k], d[k]), mine.high[k] = std::max(mine.high[k], d[k]);
      });
      const double most = fraction * budget_[e];
      if (went > most * most) mine.elements.push_back({std::uint32_t(e), std::sqrt(went)});
    }
  });
  Part sum;
  for (const Part& p : parts) {
    for (int k = 0; k < 3; ++k)
      sum.low[k] = std::min(sum.low[k], p.low[k]), sum.high[k] = std::max(sum.high[k], p.high[k]);
    all.elements.insert(all.elements.end(), p.elements.begin(), p.elements.end());
  }
  all.lost = !parts.empty() && norm(sum.high - sum.low) > fraction * (apart_ - keep);
  return all;
}

void ElementMotion::grow(const Spent::Element& e) {
  double& budget = budget_[e.element];
  budget = kGrow * std::max(budget, e.went);
  grown_ = std::max(grown_, budget - first_budget_[e.element]);
  longest_ = std::max(longest_, start_longest_ + 2 * budget);
}

void ElementMotion::grow(const Spent::Drift& d) {
  double& budget = drift_[d.at];
  budget = kGrow * std::max(budget, d.went);
  for (const std::uint32_t g : {d.group, near_[d.at]}) most_drift_[g] = std::max(most_drift_[g], budget);
}

void ElementMotion::measure(const SurfaceScene& scene) {
  parallel_each(scene.elements.size(), kChunk, [&](std::size_t e) {
    const Vec3d frame = frame_[group_of_[e]];
    double most = 0;
    each_corner(scene.elements[e],
                [&](std::uint32_t v) { most = std::max(most, norm2(scene.u[v] - frame)); });
    element_[e].step = std::sqrt(most);
  });
}

void ElementMotion::advance() {
  ++steps_;
  for (Way& w : element_) w.gone += w.step;
  for (Way& w : group_) w.gone += w.step;
}

}  // namespace weft
