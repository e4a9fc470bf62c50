/// Which way a point of a heap faces: against the gradient of the number density, n = -grad rho / |grad rho|,
/// on a lattice of a few spacings. It lights a million small balls as the one surface that they are.
#include <algorithm>
#include <atomic>
#include <cmath>

#include "exec/parallel.h"
#include "output/picture/stage.h"

namespace weft {

namespace {

struct Lattice {
  Vec3f lower;
  float cell = 1;
  int n[3] = {1, 1, 1};
  std::size_t at(int i, int j, int k) const {
    return (std::size_t(std::clamp(i, 0, n[0] - 1)) * std::size_t(n[1]) +
            std::size_t(std::clamp(j, 0, n[1] - 1))) *
               std::size_t(n[2]) +
           std::size_t(std::clamp(k, 0, n[2] - 1));
  }
};

/// Sums of three neighbours along an axis; ends count nothing outside.
void blur(const Lattice& l, int axis, const std::vector<float>& from, std::vector<float>& to) {
  parallel_for(std::size_t(l.n[0]), [&](std::size_t i) {
    for (int j = 0; j < l.n[1]; ++j)
      for (int k = 0; k < l.n[2]; ++k) {
        int c[3] = {int(i), j, k};
        float s = 2 * from[l.at(c[0], c[1], c[2])];
        const int here = c[axis];
        for (int d : {-1, 1}) {
          c[axis] = here + d;
          if (c[axis] >= 0 && c[axis] < l.n[axis]) s += from[l.at(c[0], c[1], c[2])];
        }
        to[l.at(int(i), j, k)] = s;
      }
  });
}

float sample(const Lattice& l, const std::vector<float>& rho, const Vec3f& x) {
  float w[3], sum = 0;
  int b[3];
  for (int k = 0; k < 3; ++k) {
    const float s = (x[k] - l.lower[k]) / l.cell - 0.5f;
    b[k] = int(std::floor(s));
    w[k] = s - float(b[k]);
  }
  for (int c = 0; c < 8; ++c) {
    const int i = b[0] + (c & 1), j = b[1] + (c >> 1 & 1), k = b[2] + (c >> 2);
    if (i < 0 || j < 0 || k < 0 || i >= l.n[0] || j >= l.n[1] || k >= l.n[2]) continue;
    sum += (c & 1 ? w[0] : 1 - w[0]) * (c & 2 ? w[1] : 1 - w[1]) * (c & 4 ? w[2] : 1 - w[2]) *
           rho[l.at(i, j, k)];
  }
  return sum;
}

bool finite(const Vec3f& x) { return std::isfinite(x[0]) && std::isfinite(x[1]) && std::isfinite(x[2]); }

}  // namespace

void find_surfaces(std::vector<Ball>& balls) {
  Bounds bounds;
  double radius = 0;
  for (const Ball& b : balls)
    if (finite(b.centre)) bounds.add(b.centre.as<double>()), radius = std::max(radius, double(b.radius));
  if (!(bounds.lower[0] <= bounds.upper[0]) || radius <= 0) return;
  Lattice l;
  constexpr double most_cells = 2e7;
  double cell = 2.2 * radius;
  const Vec3d extent = bounds.upper - bounds.lower;
  const auto cells = [&](double h) {
    return (extent[0] / h + 7) * (extent[1] / h + 7) * (extent[2] / h + 7);
  };
  while (cells(cell) > most_cells) cell *= 1.2;
  l.cell = float(cell);
  for (int k = 0; k < 3; ++k) {
    l.lower[k] = float(bounds.lower[k] - 3 * cell);
    l.n[k] = int(extent[k] / cell) + 7;
  }
  const std::size_t total = std::size_t(l.n[0]) * std::size_t(l.n[1]) * std::size_t(l.n[2]);
  std::vector<std::atomic<std::uint32_t>> count(total);  // whole numbers: their sum has no order
  parallel_chunks(balls.size(), 4096, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      if (!finite(balls[i].centre)) continue;
      const Vec3f s = (balls[i].centre - l.lower) * (1 / l.cell);
      count[l.at(int(s[0]), int(s[1]), int(s[2]))].fetch_add(1, std::memory_order_relaxed);
    }
  });
  std::vector<float> rho(total), other(total);
  parallel_chunks(total, 1 << 16, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) rho[i] = float(count[i].load(std::memory_order_relaxed));
  });
  for (int axis = 0; axis < 3; ++axis) {
    blur(l, axis, rho, other);
    rho.swap(other);
  }
  parallel_chunks(balls.size(), 4096, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      if (!finite(balls[i].centre)) continue;
      Vec3f g;
      for (int k = 0; k < 3; ++k) {
        Vec3f d = Vec3f::zero();
        d[k] = l.cell;
        g[k] = sample(l, rho, balls[i].centre - d) - sample(l, rho, balls[i].centre + d);
      }
      const float here = sample(l, rho, balls[i].centre), size = norm(g);
      if (size > 0) balls[i].outward = g * (std::min(1.0f, size / (here + 1e-6f)) / size);
    }
  });
}

}  // namespace weft
