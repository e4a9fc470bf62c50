#include "geometry/shells/plates.h"

#include <cmath>
#include <numbers>

#include "exec/error.h"
#include "geometry/shells/quilt.h"
#include "geometry/shells/round.h"
#include "geometry/shells/vertex_limits.h"

namespace weft {
namespace {

using Row = Quilt::Row;
using Place = std::function<Vec3d(double u, double v)>;  // u along the warp, v across, both from 0 [m]

std::size_t grid_vertices(double width, double height, double spacing) {
  return (quads_in(width, spacing) + 1) * (quads_in(height, spacing) + 1);
}

/// A rectangle width x height laid out by `place`; its rows from v = 0 upwards.
std::vector<Row> add_rectangle(Quilt& quilt, double width, double height, double spacing,
                               const Place& place) {
  const std::size_t nx = quads_in(width, spacing), ny = quads_in(height, spacing);
  const double du = width / double(nx), dv = height / double(ny);
  std::vector<Row> rows;
  for (std::size_t j = 0; j <= ny; ++j) {
    rows.push_back(
        quilt.add_row(nx + 1, [&](std::size_t i) { return place(du * double(i), dv * double(j)); }));
    if (j > 0)
      quilt.band(rows[j - 1], rows[j], false, [&](std::size_t i, int above) {
        return Quilt::Uv{float(du * double(i)), float(dv * (double(j) - 1 + above))};
      });
  }
  return rows;
}

Row column(const std::vector<Row>& rows, bool last) {
  Row out;
  for (const Row& r : rows) out.push_back(last ? r.back() : r.front());
  return out;
}

}  // namespace

std::size_t PlateShell::count() const { return grid_vertices(width, height, spacing); }

QuadSheet PlateShell::make() const {
  Quilt quilt;
  const std::vector<Row> rows = add_rectangle(quilt, width, height, spacing, [&](double u, double v) {
    return Vec3d{{u - width / 2, v - height / 2, 0}};
  });
  const Row left = column(rows, false), right = column(rows, true);
  quilt.rim("left", left), quilt.rim("right", right);
  quilt.rim("bottom", rows.front()), quilt.rim("top", rows.back());
  for (const char* name : {"ends", "all"}) quilt.rim(name, left), quilt.rim(name, right);
  for (const Row* r : {&rows.front(), &rows.back()})
    if (r->size() > 2) quilt.rim("all", Row(r->begin() + 1, r->end() - 1));
  return quilt.take();
}

std::size_t DiscShell::count() const {
  const std::size_t side = disc_side(radius, spacing);
  return (side + 1) * (side + 1) + 4 * side * quads_in(0.42 * radius, spacing);
}

QuadSheet DiscShell::make() const {
  Quilt quilt;
  const std::size_t side = disc_side(radius, spacing);
  const Row rim = add_disc(quilt, radius, side, spacing, 0);
  quilt.rim("rim", rim), quilt.rim("all", rim);
  QuadSheet mesh = quilt.take();
  fit_limit(mesh);
  return mesh;
}

std::size_t RibbonShell::count() const { return grid_vertices(length, width, spacing); }

QuadSheet RibbonShell::make() const {
  // A helix of radius r that climbs `drop` in all:  length^2 = (2 pi r turns)^2 + drop^2.
  const double around = 2 * std::numbers::pi * radius * turns;
  if (turns > 0 && around >= length)
    throw Error("E0144", "the ribbon is too short for so many turns of that radius", {},
                "make it longer than 2 pi radius turns, or lower turns or radius");
  const double drop = std::sqrt(std::max(0.0, length * length - around * around));
  const auto place = [&](double u, double v) {
    const double across = v - width / 2;
    if (turns == 0) return Vec3d{{u - length / 2, across, 0}};
    const double s = u / length, angle = 2 * std::numbers::pi * turns * s;
    // Along the helix t = (around e_angle - drop e_z) / length; across it, in the cylinder: (drop e_angle +
    // around e_z) / length.
    const double turn = angle + across * drop / (length * radius);
    return Vec3d{{radius * std::cos(turn), radius * std::sin(turn), -drop * s + across * around / length}};
  };
  Quilt quilt;
  const std::vector<Row> rows = add_rectangle(quilt, length, width, spacing, place);
  const Row start = column(rows, false), end = column(rows, true);
  quilt.rim("start", start), quilt.rim("end", end);
  quilt.rim("ends", start), quilt.rim("ends", end);
  QuadSheet mesh = quilt.take();
  if (turns > 0) fit_limit(mesh);
  return mesh;
}

std::size_t CardsShell::count() const { return std::size_t(cards) * grid_vertices(width, height, spacing); }

QuadSheet CardsShell::make() const {
  Quilt quilt;
  const std::size_t many = std::size_t(cards);
  const bool deck = arrangement == "deck";
  const double foot = height * std::sin(lean) + gap / 2;  // of a leaning card, from the middle of its pair
  for (std::size_t k = 0; k < many; ++k) {
    const double n = double(k);
    const double pair = 2 * foot * (double(k / 2) - 0.5 * double((many - 1) / 2)), side = k % 2 ? 1 : -1;
    const std::vector<Row> rows = add_rectangle(quilt, width, height, spacing, [&](double u, double v) {
      if (deck) return Vec3d{{u - width / 2 + shift * n, v - height / 2, gap * n}};
      // Seen from outside: the left one of a pair from -x, the right one from +x.
      return Vec3d{{pair + side * (foot - v * std::sin(lean)), side * (u - width / 2), v * std::cos(lean)}};
    });
    if (!deck || k == 0)
      for (const Row& r : rows)
        if (deck || &r == &rows.front()) quilt.rim("bottom", r);
    if (!deck || k + 1 == many)
      for (const Row& r : rows)
        if (deck || &r == &rows.back()) quilt.rim("top", r);
  }
  return quilt.take();
}

}  // namespace weft
