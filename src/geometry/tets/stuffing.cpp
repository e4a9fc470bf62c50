#include "geometry/tets/stuffing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "exec/error.h"
#include "exec/parallel.h"
#include "geometry/tets/stencils.h"

namespace weft {
namespace {

using Place = Lattice::Place;

// A lattice point is moved onto the surface when it crosses an edge of the point within these parts of the
// edge's length (table 1 of the paper, the choice with the best proven angles).
constexpr double kWarpLong = 0.24999, kWarpShort = 0.41189;
constexpr double kMostPoints = 1e8;
constexpr std::int64_t kBrick = 8;
constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// Where an edge from `u` to `v` meets the surface.
struct Cut {
  std::uint32_t u, v;
  bool is_long;
  double t;  ///< x = (1 - t) x_u + t x_v
  Vec3d x;
};

class Stuffing {
 public:
  Stuffing(const LevelSet& phi, const Bounds& bounds, double spacing) : phi_(phi) {
    lattice_.a = spacing;
    double count = 2;
    for (std::size_t k = 0; k < 3; ++k) {
      const double extent = bounds.upper[int(k)] - bounds.lower[int(k)];
      const double n = std::ceil(extent / spacing - 1e-6) + 2;  // a cube on either side stays outside
      count *= n + 1;
      if (!(spacing > 0 && extent > 0 && count < kMostPoints))
        throw Error("E0146", fmt::format("tetrahedra of {:.3g} m cannot fill {:.3g} m", spacing, extent), {},
                    "give the object a spacing above zero, and less than some hundreds of them across");
      lattice_.cubes[k] = std::int64_t(n);
      lattice_.lower[int(k)] = 0.5 * (bounds.lower[int(k)] + bounds.upper[int(k)] - n * spacing);
    }
  }

  TetMesh run() {
    find_sides();
    find_cuts();
    list_cuts();
    warp();
    fill();
    return compact();
  }

 private:
  /// Which side of the surface each lattice point lies on. |phi| beyond a brick's half diagonal decides all
  /// of it.
  void find_sides() {
    side_.assign(std::size_t(lattice_.size()), 0);
    std::array<std::int64_t, 3> bricks{};
    for (std::size_t k = 0; k < 3; ++k) bricks[k] = lattice_.cubes[k] / kBrick + 1;
    parallel_for(std::size_t(bricks[0] * bricks[1] * bricks[2]), [&](std::size_t b) {
      const auto i = std::int64_t(b);
      brick(
          {i % bricks[0] * kBrick, i / bricks[0] % bricks[1] * kBrick, i / (bricks[0] * bricks[1]) * kBrick});
    });
  }

  void brick(const std::array<std::int64_t, 3>& first) {
    Place middle{};
    for (std::size_t k = 0; k < 3; ++k) middle[k] = 2 * first[k] + kBrick;
    const double here = phi_(lattice_.position(middle));
    const double radius = 0.5 * std::sqrt(3.0) * double(kBrick) * lattice_.a * (1 + 1e-9);
    const int all = here > radius ? -1 : here < -radius ? 1 : 0;
    for (std::int64_t k = 0; k < 2 * kBrick; ++k)
      for (std::int64_t j = k & 1; j < 2 * kBrick; j += 2)
        for (std::int64_t i = k & 1; i < 2 * kBrick; i += 2) {
          const Place p{2 * first[0] + i, 2 * first[1] + j, 2 * first[2] + k};
          if (lattice_.contains(p))
            side_[std::size_t(lattice_.index(p))] = char(all ? all : side_of(lattice_.position(p)));
        }
  }

  int side_of(const Vec3d& x) const {
    const double value = phi_(x);
    return value < 0 ? 1 : value > 0 ? -1 : 0;
  }

  void find_cuts() {
    constexpr std::size_t kChunk = 1 << 14;
    const auto n = std::size_t(lattice_.size());
    std::vector<std::vector<Cut>> part(chunk_count(n, kChunk));
    parallel_chunks(n, kChunk, [&](Range r) {
      for (std::size_t u = r.begin; u < r.end; ++u) cuts_of(std::uint32_t(u), part[r.begin / kChunk]);
    });
    for (const auto& p : part) cuts_.insert(cuts_.end(), p.begin(), p.end());
  }

  void cuts_of(std::uint32_t u, std::vector<Cut>& out) const {
    if (side_[u] == 0) return;
    const Place p = lattice_.place(u);
    for (std::size_t d = 0; d < kLaterNeighbours.size(); ++d) {
      const Place q = step(p, kLaterNeighbours[d]);
      if (!lattice_.contains(q)) continue;
      const auto v = std::uint32_t(lattice_.index(q));
      if (side_[u] * side_[v] >= 0) continue;
      const Vec3d a = lattice_.position(p), b = lattice_.position(q);
      const double t = crossing(a, b);
      out.push_back({u, v, d < kLongNeighbours, t, a * (1 - t) + b * t});
    }
  }

  /// The zero between two places of opposite sides: regula falsi, an end that stays counts half (Illinois).
  double crossing(const Vec3d& a, const Vec3d& b) const {
    double s = 0, t = 1, f_s = phi_(a), f_t = phi_(b), r = 0.5;
    for (int round = 0; round < 30; ++round) {
      r = (s * f_t - t * f_s) / (f_t - f_s);
      const double f = phi_(a * (1 - r) + b * r);
      if (std::fabs(f) < 1e-6 * lattice_.a) break;
      if ((f > 0) == (f_t > 0)) t = r, f_t = f, f_s *= 0.5;
      else s = t, f_s = f_t, t = r, f_t = f;
    }
    return std::clamp(r, 0.0, 1.0);
  }

  /// Which cuts each lattice point has: of_[first_[u]] .. of_[first_[u + 1]].
  void list_cuts() {
    first_.assign(side_.size() + 1, 0);
    for (const Cut& c : cuts_) ++first_[c.u], ++first_[c.v];
    exclusive_scan(first_);
    of_.resize(2 * cuts_.size());
    std::vector<std::uint32_t> at(first_.begin(), first_.end());
    for (std::uint32_t i = 0; i < cuts_.size(); ++i) of_[at[cuts_[i].u]++] = of_[at[cuts_[i].v]++] = i;
  }

  /// One after the other: a point that moves takes the cuts of its edges away, so that its neighbours may not
  /// need to.
  void warp() {
    gone_.assign(cuts_.size(), 0);
    moved_.assign(side_.size(), kNone);
    for (std::uint32_t u = 0; u < side_.size(); ++u) {
      double best = std::numeric_limits<double>::infinity();
      for (std::uint32_t k = first_[u]; k < first_[u + 1]; ++k) {
        const Cut& c = cuts_[of_[k]];
        const double part = c.u == u ? c.t : 1 - c.t, length = part * (c.is_long ? 1.0 : std::sqrt(0.75));
        if (gone_[of_[k]] || part >= (c.is_long ? kWarpLong : kWarpShort) || length >= best) continue;
        best = length;
        moved_[u] = of_[k];
      }
      if (moved_[u] == kNone) continue;
      side_[u] = 0;
      for (std::uint32_t k = first_[u]; k < first_[u + 1]; ++k) gone_[of_[k]] = 1;
    }
  }

  /// Vertices are lattice points, then cuts.
  std::uint32_t cut_between(std::uint32_t u, std::uint32_t v) const {
    for (std::uint32_t k = first_[u]; k < first_[u + 1]; ++k)
      if (cuts_[of_[k]].u == v || cuts_[of_[k]].v == v) return std::uint32_t(side_.size()) + of_[k];
    return kNone;
  }

  void fill() {
    const auto layers = std::size_t(lattice_.cubes[2]);
    std::vector<std::vector<std::array<std::uint32_t, 4>>> part(layers);
    parallel_for(layers, [&](std::size_t k) {
      for (std::int64_t j = 0; j < lattice_.cubes[1]; ++j)
        for (std::int64_t i = 0; i < lattice_.cubes[0]; ++i)
          for_each_tetrahedron(lattice_, {2 * i + 1, 2 * j + 1, 2 * std::int64_t(k) + 1},
                               [&](const std::array<Place, 4>& places) { add(places, part[k]); });
    });
    for (const auto& p : part) tetrahedra_.insert(tetrahedra_.end(), p.begin(), p.end());
  }

  void add(const std::array<Place, 4>& places, std::vector<std::array<std::uint32_t, 4>>& out) const {
    CrossedTet tet{.place = places, .vertex = {}, .side = {}};
    bool any = false;
    for (std::size_t k = 0; k < 4; ++k) {
      tet.vertex[k] = std::uint32_t(lattice_.index(places[k]));
      tet.side[k] = side_[tet.vertex[k]];
      any = any || tet.side[k] > 0;
    }
    if (!any) return;
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 4; ++j)
        if (tet.side[i] > 0 && tet.side[j] < 0) tet.cut[i][j] = cut_between(tet.vertex[i], tet.vertex[j]);
    const std::size_t before = out.size();
    cut_tetrahedron(tet, out);
    for (std::size_t e = before; e < out.size(); ++e) {
      auto& t = out[e];
      const Vec3d x = position(t[0]);
      if (dot(position(t[1]) - x, cross(position(t[2]) - x, position(t[3]) - x)) < 0) std::swap(t[2], t[3]);
    }
  }

  Vec3d position(std::uint32_t vertex) const {
    if (vertex >= side_.size()) return cuts_[vertex - side_.size()].x;
    if (moved_[vertex] != kNone) return cuts_[moved_[vertex]].x;
    return lattice_.position(lattice_.place(vertex));
  }

  /// Only the vertices that are used, in their order.
  TetMesh compact() {
    if (tetrahedra_.empty())
      throw Error("E0147", fmt::format("no tetrahedron of {:.3g} m fits into the shape", lattice_.a), {},
                  "make the spacing smaller than the shape's thinnest part");
    std::vector<std::uint32_t> number(side_.size() + cuts_.size(), kNone);
    for (const auto& t : tetrahedra_)
      for (const std::uint32_t v : t) number[v] = 0;
    TetMesh mesh;
    for (std::uint32_t v = 0; v < number.size(); ++v) {
      if (number[v] == kNone) continue;
      number[v] = std::uint32_t(mesh.vertices.size());
      mesh.vertices.push_back(position(v));
    }
    mesh.tetrahedra = std::move(tetrahedra_);
    for (auto& t : mesh.tetrahedra)
      for (std::uint32_t& v : t) v = number[v];
    return mesh;
  }

  const LevelSet& phi_;
  Lattice lattice_;
  std::vector<char> side_;  ///< of each lattice point: 1 inside, 0 on the surface, -1 outside
  std::vector<Cut> cuts_;
  std::vector<std::uint32_t> first_, of_;
  std::vector<char> gone_;            ///< cuts that a moved point took away
  std::vector<std::uint32_t> moved_;  ///< the cut a lattice point was moved to
  std::vector<std::array<std::uint32_t, 4>> tetrahedra_;
};

}  // namespace

TetMesh stuff(const LevelSet& level_set, const Bounds& bounds, double spacing) {
  return Stuffing(level_set, bounds, spacing).run();
}

}  // namespace weft
