#include "contact/surfaces/motion_cells.h"

#include <algorithm>

#include "exec/loops.h"
#include "geometry/mesh.h"

namespace weft {
namespace {

constexpr double kMostCells = 1000;  // along an axis

}  // namespace

void MotionCells::build(const SurfaceScene& scene, double apart) {
  apart_ = apart;
  start_ = scene.x;
  double longest = 0;
  for (const auto& e : scene.edges)
    if (scene.yields(e[0])) longest = std::max(longest, norm2(scene.x[e[0]] - scene.x[e[1]]));
  longest_ = std::sqrt(longest);
  side_ = 2 * longest_ + apart;
  Bounds all;
  order_.clear();
  for (std::uint32_t i = 0; i < scene.size(); ++i)
    if (scene.yields(i)) {
      all.add(scene.x[i]);
      order_.push_back({0, i});
    }
  cell_of_.assign(scene.size(), kNone);
  begin_.assign(1, 0);
  place_.clear();
  std::vector<std::uint32_t> keys;
  std::array<std::uint32_t, 3> count{1, 1, 1};
  if (!order_.empty()) {
    origin_ = all.lower;
    for (int k = 0; k < 3; ++k) side_ = std::max(side_, (all.upper[k] - all.lower[k]) / kMostCells);
    for (int k = 0; k < 3; ++k) count[k] = std::uint32_t((all.upper[k] - all.lower[k]) / side_) + 1;
    const auto cell_at = [&](const Vec3d& x) {
      std::array<std::uint32_t, 3> c;
      for (int k = 0; k < 3; ++k) c[k] = std::min(count[k] - 1, std::uint32_t((x[k] - origin_[k]) / side_));
      return c;
    };
    for (KeyIndex& e : order_) {
      const auto c = cell_at(scene.x[e.index]);
      e.key = (c[0] * count[1] + c[1]) * count[2] + c[2];
    }
    radix_sort(order_, scratch_, 30);
    for (std::size_t i = 0; i < order_.size(); ++i) {
      if (i == 0 || order_[i].key != order_[i - 1].key) {
        if (i) begin_.push_back(std::uint32_t(i));
        keys.push_back(order_[i].key);
        place_.push_back(cell_at(scene.x[order_[i].index]));
      }
      cell_of_[order_[i].index] = std::uint32_t(keys.size() - 1);
    }
    begin_.push_back(std::uint32_t(order_.size()));
  }
  find_neighbours(keys, count);
  find_bulk(scene);
  odometer_.assign(keys.size(), 0);
  step_.assign(keys.size(), 0);
}

void MotionCells::find_neighbours(std::span<const std::uint32_t> keys,
                                  const std::array<std::uint32_t, 3>& count) {
  near_begin_.assign(1, 0);
  near_.clear();
  for (const auto& c : place_) {
    for (int dx = -1; dx <= 1; ++dx)
      for (int dy = -1; dy <= 1; ++dy)
        for (int dz = -1; dz <= 1; ++dz) {
          const std::int64_t p[3] = {std::int64_t(c[0]) + dx, std::int64_t(c[1]) + dy,
                                     std::int64_t(c[2]) + dz};
          bool inside = true;
          for (int k = 0; k < 3; ++k) inside &= p[k] >= 0 && p[k] < std::int64_t(count[k]);
          if (!inside) continue;
          const std::uint32_t key = std::uint32_t((p[0] * count[1] + p[1]) * count[2] + p[2]);
          const auto at = std::lower_bound(keys.begin(), keys.end(), key);
          if (at != keys.end() && *at == key) near_.push_back(std::uint32_t(at - keys.begin()));
        }
    near_begin_.push_back(std::uint32_t(near_.size()));
  }
}

void MotionCells::find_bulk(const SurfaceScene& scene) {
  bulk_.clear();
  std::vector<Bounds> boxes;
  for (std::uint32_t p = 0; p < scene.parts.size(); ++p) {
    if (scene.parts[p].yields || scene.count(p) == 0) continue;
    bulk_.push_back(p);
    Bounds b;
    for (std::size_t i = 0; i < scene.count(p); ++i) b.add(scene.x[scene.first(p) + i]);
    boxes.push_back(b);
  }
  bulk_begin_.assign(1, 0);
  bulk_near_.clear();
  for (const auto& c : place_) {
    for (std::uint32_t k = 0; k < bulk_.size(); ++k) {
      bool near = true;
      for (int a = 0; a < 3; ++a) {
        const double low = origin_[a] + (double(c[a]) - 1) * side_, high = low + 3 * side_;
        near &= low <= boxes[k].upper[a] && boxes[k].lower[a] <= high;
      }
      if (near) bulk_near_.push_back(k);
    }
    bulk_begin_.push_back(std::uint32_t(bulk_near_.size()));
  }
}

template <class Of>
MotionCells::Spread MotionCells::spread(const SurfaceScene& scene, Of&& of,
                                        std::vector<double>* per_cell) const {
  const auto grow = [](Box& a, const Vec3d& low, const Vec3d& high) {
    for (int k = 0; k < 3; ++k) {
      a.lower[k] = std::min(a.lower[k], low[k]);
      a.upper[k] = std::max(a.upper[k], high[k]);
    }
  };
  const Box none{Vec3d::filled(1e300), Vec3d::filled(-1e300)};
  std::vector<Box> own(place_.size(), none), bulk(bulk_.size(), none);
  parallel_each(own.size(), 64, [&](std::size_t c) {
    for (std::uint32_t k = begin_[c]; k < begin_[c + 1]; ++k) {
      const Vec3d d = of(order_[k].index);
      grow(own[c], d, d);
    }
  });
  Box all = none;
  for (std::size_t k = 0; k < bulk_.size(); ++k) {
    for (std::size_t i = 0; i < scene.count(bulk_[k]); ++i) {
      const Vec3d d = of(scene.first(bulk_[k]) + std::uint32_t(i));
      grow(bulk[k], d, d);
    }
    grow(all, bulk[k].lower, bulk[k].upper);
  }
  for (const Box& b : own) grow(all, b.lower, b.upper);
  const auto part = [&](Range r) {
    double most = 0;
    for (std::size_t c = r.begin; c < r.end; ++c) {
      Box b = own[c];
      for (std::uint32_t k = near_begin_[c]; k < near_begin_[c + 1]; ++k)
        grow(b, own[near_[k]].lower, own[near_[k]].upper);
      if (per_cell) (*per_cell)[c] = norm(b.upper - b.lower);
      for (std::uint32_t k = bulk_begin_[c]; k < bulk_begin_[c + 1]; ++k)
        grow(b, bulk[bulk_near_[k]].lower, bulk[bulk_near_[k]].upper);
      most = std::max(most, norm(b.upper - b.lower));
    }
    return most;
  };
  Spread s;
  s.nearby = reduce_chunks(own.size(), 256, 0.0, part, [](double a, double b) { return std::max(a, b); });
  if (all.upper[0] >= all.lower[0]) s.all = norm(all.upper - all.lower);
  return s;
}

MotionCells::Spread MotionCells::measure_step(const SurfaceScene& scene) {
  return spread(
      scene, [&](std::uint32_t i) { return scene.u[i]; }, &step_);
}

MotionCells::Spread MotionCells::measure_since(const SurfaceScene& scene) const {
  return spread(
      scene, [&](std::uint32_t i) { return scene.x[i] + scene.u[i] - start_[i]; }, nullptr);
}

void MotionCells::advance() {
  for (std::size_t c = 0; c < odometer_.size(); ++c) odometer_[c] += step_[c];
}

}  // namespace weft
