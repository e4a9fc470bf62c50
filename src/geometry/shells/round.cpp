#include "geometry/shells/round.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/shells/vertex_limits.h"

namespace weft {
namespace {

using Row = Quilt::Row;
constexpr double kPi = std::numbers::pi;

Vec3d on_circle(double r, double z, double turns) {
  return {{r * std::cos(2 * kPi * turns), r * std::sin(2 * kPi * turns), z}};
}

}  // namespace

std::size_t disc_side(double radius, double spacing) { return quads_in(1.35 * radius, spacing, 2); }

/// The middle square reaches to 0.6 of the radius and bulges towards a circle; `rings` of 4 side quads lie
/// around it.
Row add_disc(Quilt& quilt, double radius, std::size_t side, double spacing, double z, bool from_below) {
  const double core = 0.62 * radius;
  const std::size_t rings = quads_in(0.42 * radius, spacing);
  // A square's point (p, q) in -1..1, drawn towards the circle's point at an angle that grows evenly along
  // the sides.
  const auto place = [&](double p, double q) {
    if (p == 0 && q == 0) return Vec3d{{0, 0, z}};
    const bool sideways = std::fabs(p) >= std::fabs(q);
    const double reach = sideways ? std::fabs(p) : std::fabs(q);
    const double angle =
        sideways ? (p > 0 ? 0 : kPi) + kPi / 4 * q / p : (q > 0 ? 0.5 : -0.5) * kPi - kPi / 4 * p / q;
    const auto mixed = [&](double round, double square) {
      return core * (0.6 * reach * round + 0.32 * square);
    };
    return Vec3d{{mixed(std::cos(angle), p), mixed(std::sin(angle), q), z}};
  };
  const auto band = [&](const Row& a, const Row& b, bool closed) {
    const auto uv = [&](const Row& row) {
      return [&quilt, row](std::size_t i) {
        const Vec3d& x = quilt.at(row[i % row.size()]);
        return Quilt::Uv{float(x[0]), float(x[1])};
      };
    };
    const auto low = uv(from_below ? b : a), high = uv(from_below ? a : b);
    quilt.band(from_below ? b : a, from_below ? a : b, closed,
               [&](std::size_t i, int above) { return above ? high(i) : low(i); });
  };
  std::vector<Row> square;
  for (std::size_t j = 0; j <= side; ++j) {
    square.push_back(quilt.add_row(side + 1, [&](std::size_t i) {
      return place(2.0 * double(i) / double(side) - 1, 2.0 * double(j) / double(side) - 1);
    }));
    if (j > 0) band(square[j - 1], square[j], false);
  }
  Row ring;  // the square's edge, counter-clockwise from its corner at (1, -1)
  for (std::size_t k = 0; k < side; ++k) ring.push_back(square[k][side]);
  for (std::size_t k = side; k > 0; --k) ring.push_back(square[side][k]);
  for (std::size_t k = side; k > 0; --k) ring.push_back(square[k][0]);
  for (std::size_t k = 0; k < side; ++k) ring.push_back(square[0][k]);
  const Row first = ring;
  for (std::size_t r = 1; r <= rings; ++r) {
    const double s = double(r) / double(rings);
    const Row next = quilt.add_row(4 * side, [&](std::size_t i) {
      const Vec3d outer = on_circle(radius, z, (double(i) / double(side) - 0.5) / 4);
      return (1 - s) * quilt.at(first[i]) + s * outer;
    });
    band(next, ring, true);  // outwards is downwards, seen from +z with the rim running to the right
    ring = next;
  }
  return ring;
}

std::size_t CylinderShell::count() const {
  return quads_in(2 * kPi * radius, spacing, 6) * (quads_in(height, spacing) + 1);
}

QuadSheet CylinderShell::make() const {
  Quilt quilt;
  const std::size_t n = quads_in(2 * kPi * radius, spacing, 6), rows = quads_in(height, spacing);
  const double du = 2 * kPi * radius / double(n), dv = height / double(rows);
  Row last;
  for (std::size_t j = 0; j <= rows; ++j) {
    const Row row = quilt.add_row(n, [&](std::size_t i) {
      return on_circle(radius, dv * double(j) - height / 2, double(i) / double(n));
    });
    if (j > 0)
      quilt.band(last, row, true, [&](std::size_t i, int above) {
        return Quilt::Uv{float(du * double(i)), float(dv * (double(j) - 1 + above))};
      });
    if (j == 0 || j == rows) quilt.rim(j == 0 ? "bottom" : "top", row), quilt.rim("ends", row);
    last = row;
  }
  QuadSheet mesh = quilt.take();
  fit_limit(mesh);
  return mesh;
}

std::size_t SphereShell::count() const {
  const std::size_t m = quads_in(kPi / 2 * radius, spacing, 2);
  return 6 * m * m + 2;
}

/// Each side of the cube is a grid of even angles; sides share the vertices of their edges, found by place.
QuadSheet SphereShell::make() const {
  Quilt quilt;
  const int m = int(quads_in(kPi / 2 * radius, spacing, 2));
  std::map<std::array<int, 3>, std::uint32_t> known;
  const auto vertex = [&](const std::array<int, 3>& c) {
    if (const auto it = known.find(c); it != known.end()) return it->second;
    Vec3d x;
    for (int k = 0; k < 3; ++k) x[k] = std::tan(kPi / 4 * double(c[std::size_t(k)]) / m);
    return known[c] = quilt.add(radius * normalized(x));
  };
  for (int side = 0; side < 6; ++side) {
    const std::size_t n = std::size_t(side % 3), s = (n + 1) % 3, t = (n + 2) % 3;
    const int sign = side < 3 ? 1 : -1;
    Row last;
    for (int j = 0; j <= m; ++j) {
      Row row;
      for (int i = 0; i <= m; ++i) {
        std::array<int, 3> c{};
        c[n] = sign * m, c[s] = sign * (2 * i - m), c[t] = 2 * j - m;
        row.push_back(vertex(c));
      }
      const double step = kPi / 2 * radius / m;
      if (j > 0)
        quilt.band(last, row, false, [&](std::size_t i, int above) {
          return Quilt::Uv{float(step * double(i)), float(step * (j - 1 + above))};
        });
      last = row;
    }
  }
  QuadSheet mesh = quilt.take();
  fit_limit(mesh);
  return mesh;
}

std::size_t CupShell::count() const {
  const double n = 4.0 * double(disc_side(0.5 * (radius + top), spacing));
  return std::size_t(kPi * radius * radius / (spacing * spacing) +
                     n * (height / spacing + 1 + (lip > 0 ? 3 : 0)));
}

/// Bottom, wall and lip are one profile (r, z) that is turned about the axis.
QuadSheet CupShell::make() const {
  Quilt quilt;
  const std::size_t side = disc_side(0.5 * (radius + top), spacing), n = 4 * side;
  // The bottom's edge is round by about a quad: the surface keeps off the corner.
  const double edge = std::min({0.7 * spacing, 0.3 * radius, 0.3 * height});
  Row ring = add_disc(quilt, radius - edge, side, spacing, 0, true);
  quilt.rim("base", ring);
  std::vector<std::array<double, 2>> profile;
  profile.push_back({radius - 0.29 * edge, 0.29 * edge});
  const std::size_t rows = quads_in(height - edge, spacing);
  for (std::size_t j = 0; j <= rows; ++j) {
    const double z = edge + (height - edge) * double(j) / double(rows);
    profile.push_back({radius + (top - radius) * z / height, z});
  }
  if (lip > 0) {
    const std::size_t steps = quads_in(1.25 * kPi * lip, spacing, 3);
    for (std::size_t k = 1; k <= steps; ++k) {
      const double a = 1.25 * kPi * double(k) / double(steps);
      profile.push_back({top + lip - lip * std::cos(a), height + lip * std::sin(a)});
    }
  }
  double v = 0, r = radius - edge, z = 0;
  for (const auto& [next_r, next_z] : profile) {
    const double step = std::hypot(next_r - r, next_z - z);
    const Row row = quilt.add_row(
        n, [&](std::size_t i) { return on_circle(next_r, next_z, (double(i) / double(side) - 0.5) / 4); });
    quilt.band(ring, row, true, [&](std::size_t i, int above) {
      return Quilt::Uv{float(2 * kPi * radius * double(i) / double(n)), float(v + above * step)};
    });
    ring = row, v += step, r = next_r, z = next_z;
  }
  quilt.rim("lip", ring);
  return quilt.take();
}

std::size_t SleeveShell::count() const {
  return quads_in(2 * kPi * std::max(radius, cuff), spacing, 6) * (quads_in(length, spacing) + 1);
}

QuadSheet SleeveShell::make() const {
  Quilt quilt;
  const double wide = std::max(radius, cuff);
  const std::size_t n = quads_in(2 * kPi * wide, spacing, 6), rows = quads_in(length, spacing);
  const double around = 2 * kPi * wide / double(n), along = length / double(rows);
  Row last;
  for (std::size_t j = 0; j <= rows; ++j) {
    const double s = double(j) / double(rows), r = radius + (cuff - radius) * s;
    const Row row = quilt.add_row(n, [&](std::size_t i) {
      const Vec3d c = on_circle(r, length * (s - 0.5), double(i) / double(n));
      return Vec3d{{c[2], c[0], c[1]}};  // z becomes x and keeps the sides: an even permutation
    });
    if (j > 0)
      quilt.band(last, row, true, [&](std::size_t i, int above) {
        return Quilt::Uv{float(along * (double(j) - 1 + above)), -float(around * double(i))};
      });
    if (j == 0 || j == rows) quilt.rim(j == 0 ? "shoulder" : "cuff", row), quilt.rim("ends", row);
    last = row;
  }
  QuadSheet mesh = quilt.take();
  fit_limit(mesh);
  return mesh;
}

}  // namespace weft
