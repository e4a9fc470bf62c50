#include "geometry/weave/sheets.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/weave/rings.h"

namespace weft {

namespace {

using Place = RingMesh::Place;
constexpr double kTurn = 2 * std::numbers::pi;

/// Vertices in a patch of near-equilateral triangles: two triangles of area sqrt(3)/4 h^2 per vertex.
std::size_t vertices_in(double area, double rim, double spacing) {
  return std::size_t(area / (kRowGap * spacing * spacing) + rim / (2 * spacing)) + 1;
}

/// A closed row around the z axis; u runs along the largest circumference, v is given.
void add_circle(RingMesh& mesh, double r, double z, double v, double around, double spacing) {
  mesh.add_row(edges_in(kTurn * r, spacing, 5), [&](double p) {
    return Place{{{r * std::cos(kTurn * p), r * std::sin(kTurn * p), z}}, around * p, v};
  });
}

/// Squares of a grid, each cut once.
void cut_squares(Sheet& sheet, std::uint32_t nx, std::uint32_t ny, bool alternate) {
  for (std::uint32_t j = 0; j < ny; ++j)
    for (std::uint32_t i = 0; i < nx; ++i) {
      const std::uint32_t a = i + (nx + 1) * j, b = a + 1, c = a + nx + 1, d = c + 1;
      if (alternate && (i + j) % 2 == 1) {
        sheet.triangles.push_back({a, b, c});
        sheet.triangles.push_back({b, d, c});
      } else {
        sheet.triangles.push_back({a, b, d});
        sheet.triangles.push_back({a, d, c});
      }
    }
}

}  // namespace

std::size_t FlatSheet::count() const {
  if (diagonals == "equilateral") return vertices_in(width * height, 2 * (width + height), spacing);
  const double nx = std::max(1.0, std::round(width / spacing)),
               ny = std::max(1.0, std::round(height / spacing));
  return std::size_t((nx + 1) * (ny + 1) + (diagonals == "crossed" ? nx * ny : 0));
}

namespace {

/// x = int cos(a), z = int sin(a), a = angle cos(2 pi folds u / width): an isometry of the flat sheet.
void lay_in_folds(Sheet& sheet, double width, double folds, double angle) {
  const std::size_t steps = std::size_t(64 * (folds + 1));
  const double du = width / double(steps);
  std::vector<double> x(steps + 1, 0), z(steps + 1, 0);
  for (std::size_t k = 0; k < steps; ++k) {
    const double a = angle * std::cos(2 * std::numbers::pi * folds * (double(k) + 0.5) / double(steps));
    x[k + 1] = x[k] + du * std::cos(a);
    z[k + 1] = z[k] + du * std::sin(a);
  }
  for (std::size_t i = 0; i < sheet.vertices.size(); ++i) {
    const double at = std::clamp(double(sheet.uv[i][0]) / du, 0.0, double(steps));
    const std::size_t k = std::min(std::size_t(at), steps - 1);
    const double s = at - double(k);
    sheet.vertices[i][0] = (1 - s) * x[k] + s * x[k + 1] - 0.5 * x[steps];
    sheet.vertices[i][2] = (1 - s) * z[k] + s * z[k + 1];
  }
}

}  // namespace

Sheet FlatSheet::make() const {
  Sheet sheet = flat();
  if (folds > 0) lay_in_folds(sheet, width, folds, fold_angle);
  return sheet;
}

Sheet FlatSheet::flat() const {
  const auto place = [&](double p, double q) {
    return Place{{{width * (p - 0.5), height * (q - 0.5), 0}}, width * p, height * q};
  };
  if (diagonals == "equilateral") {
    RingMesh mesh(false);
    const std::size_t rows = edges_in(height, kRowGap * spacing), n = edges_in(width, spacing);
    for (std::size_t j = 0; j <= rows; ++j) {
      const double q = double(j) / double(rows);
      if (j % 2 == 0) {
        mesh.add_row(n, [&](double p) { return place(p, q); });
      } else {  // one edge more: its inner vertices stand between those of the rows beside it
        const double edge = 1.0 / double(n), step = 1.0 / double(n + 1);
        mesh.add_row(n + 1, [&](double p) {
          const double inner = (p / step - 0.5) * edge;
          return place(std::clamp(inner, 0.0, 1.0), q);
        });
      }
    }
    return mesh.take();
  }
  const auto nx = std::uint32_t(edges_in(width, spacing)), ny = std::uint32_t(edges_in(height, spacing));
  Sheet sheet;
  const auto add = [&](double i, double j) {
    const Place at = place(i / nx, j / ny);
    sheet.vertices.push_back(at.x);
    sheet.uv.push_back({float(at.u), float(at.v)});
  };
  for (std::uint32_t j = 0; j <= ny; ++j)
    for (std::uint32_t i = 0; i <= nx; ++i) add(i, j);
  if (diagonals != "crossed") {
    cut_squares(sheet, nx, ny, diagonals == "alternating");
    return sheet;
  }
  for (std::uint32_t j = 0; j < ny; ++j)
    for (std::uint32_t i = 0; i < nx; ++i) {
      const std::uint32_t a = i + (nx + 1) * j, b = a + 1, c = a + nx + 1, d = c + 1;
      const auto m = std::uint32_t(sheet.vertices.size());
      add(i + 0.5, j + 0.5);
      for (const auto& side : {std::array{a, b}, std::array{b, d}, std::array{d, c}, std::array{c, a}})
        sheet.triangles.push_back({side[0], side[1], m});
    }
  return sheet;
}

std::size_t DiscSheet::count() const {
  return vertices_in(kTurn / 2 * radius * radius, kTurn * radius, spacing);
}

Sheet DiscSheet::make() const {
  RingMesh mesh(true);
  const std::size_t rows = edges_in(radius, kRowGap * spacing);
  for (std::size_t k = rows; k > 0; --k) {  // from the rim inwards: seen from +z
    const double r = radius * double(k) / double(rows);
    mesh.add_row(edges_in(kTurn * r, spacing, 5), [&](double p) {
      const double x = r * std::cos(kTurn * p), y = r * std::sin(kTurn * p);
      return Place{{{x, y, 0}}, x, y};
    });
  }
  mesh.add_tip({{{0, 0, 0}}, 0, 0});
  return mesh.take();
}

std::size_t CapeSheet::count() const {
  const double area = angle / 2 * std::fabs(outer * outer - inner * inner);
  return vertices_in(area, angle * (inner + outer) + 2 * std::fabs(outer - inner), spacing);
}

Sheet CapeSheet::make() const {
  RingMesh mesh(false);
  const double low = std::min(inner, outer), high = std::max(inner, outer);
  const std::size_t rows = edges_in(high - low, kRowGap * spacing);
  for (std::size_t k = 0; k <= rows; ++k) {  // from the hem inwards: seen from +z
    const double r = high + (low - high) * double(k) / double(rows);
    mesh.add_row(edges_in(angle * r, spacing), [&](double p) {
      const double around = angle * (p - 0.5), x = r * std::sin(around), y = -r * std::cos(around);
      return Place{{{x, y, 0}}, x, y};
    });
  }
  return mesh.take();
}

std::size_t TubeSheet::count() const {
  return vertices_in(kTurn * radius * height, 2 * kTurn * radius, spacing);
}

Sheet TubeSheet::make() const {
  RingMesh mesh(true);
  const std::size_t rows = edges_in(height, kRowGap * spacing);
  for (std::size_t k = 0; k <= rows; ++k) {
    const double v = height * double(k) / double(rows);
    add_circle(mesh, radius, v - height / 2, v, kTurn * radius, spacing);
  }
  return mesh.take();
}

std::size_t BagSheet::count() const {
  const double deep = bottom == "round" ? std::min(radius, height) : 0;
  const double area = kTurn * radius * (height - deep) + kTurn / 2 * (radius * radius + deep * deep);
  return vertices_in(area, kTurn * radius, spacing);
}

/// The profile (r, z) is walked by its length from the bottom's middle to the mouth.
Sheet BagSheet::make() const {
  // A round bottom is a quarter of an ellipse with half axes `radius` and `deep`;
  // its length is summed finely.
  const double deep = bottom == "round" ? std::min(radius, height) : 0;
  std::vector<std::array<double, 3>> profile{{0, 0, 0}};  // r, z, length
  const auto walk_to = [&](double r, double z) {
    const auto& p = profile.back();
    profile.push_back({r, z, p[2] + std::hypot(r - p[0], z - p[1])});
  };
  constexpr int kSteps = 2000;
  for (int i = 1; i <= kSteps; ++i) {
    const double angle = kTurn / 4 * i / kSteps;
    if (deep > 0) walk_to(radius * std::sin(angle), deep * (1 - std::cos(angle)));
    else walk_to(radius * i / kSteps, 0);
  }
  const double bend = profile.back()[2];
  if (height > deep) walk_to(radius, height);
  const double length = profile.back()[2];

  RingMesh mesh(true);
  mesh.add_tip({{{0, 0, 0}}, 0, 0});
  std::size_t at = 0;
  const auto add_at = [&](double s) {
    while (at + 2 < profile.size() && profile[at + 1][2] < s) ++at;
    const auto &p = profile[at], &q = profile[at + 1];
    const double f = std::clamp((s - p[2]) / (q[2] - p[2]), 0.0, 1.0);
    add_circle(mesh, p[0] + f * (q[0] - p[0]), p[1] + f * (q[1] - p[1]), s, kTurn * radius, spacing);
  };
  const std::size_t low = edges_in(bend, kRowGap * spacing);
  for (std::size_t k = 1; k <= low; ++k) add_at(bend * double(k) / double(low));
  if (length > bend) {
    const std::size_t high = edges_in(length - bend, kRowGap * spacing);
    for (std::size_t k = 1; k <= high; ++k) add_at(bend + (length - bend) * double(k) / double(high));
  }
  return mesh.take();
}

}  // namespace weft
