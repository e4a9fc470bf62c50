#include "bodies/thin/hinges.h"

#include <algorithm>
#include <cmath>

#include "exec/loops.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = 512;
constexpr double kTiny = 1e-6;     // parts of phi below it are rounding
constexpr double kSmooth = 1e-4;   // of the trace: near it combinations of angles are not told apart
constexpr double kSliver = 1e-12;  // of the squared edges: a triangle without area

/// A point in the plane into which the triangles around an edge are unfolded.
Vec2d unfold(const Vec2d& u, const Vec2d& v, const std::array<Vec3d, 3>& x) {
  // x: places of u, of v and of the apex, which comes to lie on the right of u -> v.
  const Vec3d e = x[1] - x[0], a = x[2] - x[0];
  const double l2 = norm2(e), l = std::sqrt(l2);
  const double along = dot(a, e) / l2, off = norm(cross(e, a)) / l;
  const Vec2d t = (v - u) * (1 / l), right{{t[1], -t[0]}};
  return u + (v - u) * along + right * off;
}

/// How far the slope across u -> v, at its middle, turns from the plane of the triangle u v apex, apex on the left,
/// for unit curvatures xx, xy, yy:
///   s = h/2 M_nn - a M_tn + (a^2/2 - l^2/8)/h M_tt,   the apex at a along the edge and h across it
Vec3d turning(const Vec2d& u, const Vec2d& v, const Vec2d& apex) {
  const Vec2d e = v - u, at = apex - (u + v) * 0.5;
  const double l = std::sqrt(norm2(e));
  const Vec2d t = e * (1 / l), n{{t[1], -t[0]}};
  const double a = dot(at, t), h = -dot(at, n);
  const double tt = (0.5 * a * a - 0.125 * l * l) / h, tn = -a, nn = 0.5 * h;
  return {{tt * t[0] * t[0] + tn * t[0] * n[0] + nn * n[0] * n[0],
           2 * tt * t[0] * t[1] + tn * (t[0] * n[1] + t[1] * n[0]) + 2 * nn * n[0] * n[1],
           tt * t[1] * t[1] + tn * t[1] * n[1] + nn * n[1] * n[1]}};
}

/// Of s at a triangle's three edges, over D.
Mat3d stiffness_of(const std::array<Vec3d, 3>& x, double nu) {
  const std::array<Vec3d, 3> e{x[1] - x[0], x[2] - x[1], x[0] - x[2]};
  const double area = 0.5 * norm(cross(e[0], e[1]));
  Mat3d K;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const double li = norm(e[std::size_t(i)]), lj = norm(e[std::size_t(j)]);
      const double d = dot(e[std::size_t(i)], e[std::size_t(j)]) / (li * lj);
      K(i, j) = li * lj / area * ((1 - nu) * d * d + nu);
    }
  return K;
}

bool has_area(const std::array<Vec3d, 3>& x) {
  const Vec3d a = x[1] - x[0], b = x[2] - x[0];
  return norm2(cross(a, b)) > kSliver * norm2(a) * norm2(b);
}

}  // namespace

HingeMesh::HingeMesh(std::span<const Vec3d> rest, std::span<const Triangle> triangles, double rigidity,
                     double poisson)
    : rest_(rest.begin(), rest.end()),
      triangles_(triangles.begin(), triangles.end()),
      rigidity_(rigidity),
      poisson_(poisson) {
  find_edges();
}

void HingeMesh::find_edges() {
  struct Found {
    std::uint64_t edge;
    Side side;
  };
  std::vector<Found> found;
  for (std::size_t t = 0; t < triangles_.size(); ++t)
    for (int a = 0; a < 3; ++a) {
      const std::uint64_t p = triangles_[t][std::size_t(a)], q = triangles_[t][std::size_t((a + 1) % 3)];
      found.push_back({std::min(p, q) << 32 | std::max(p, q), {std::int32_t(t), a}});
    }
  std::stable_sort(found.begin(), found.end(),
                   [](const Found& a, const Found& b) { return a.edge < b.edge; });
  hinge_of_.assign(triangles_.size(), {-1, -1, -1});
  const auto corner = [&](const Side& s, int k) {
    return triangles_[std::size_t(s.triangle)][std::size_t((s.edge + k) % 3)];
  };
  for (std::size_t i = 0; i + 1 < found.size(); ++i) {
    if (found[i].edge != found[i + 1].edge) continue;
    const Side a = found[i].side, b = found[i + 1].side;
    // The first triangle runs along its edge as it does round its corners, so that theta has one sign.
    Bend bend{{corner(a, 0), corner(a, 1), corner(a, 2), corner(b, 2)}, 0, 0};
    bend.rest = hinge_angle(
        {place(bend.vertex[0]), place(bend.vertex[1]), place(bend.vertex[2]), place(bend.vertex[3])});
    for (const Side& s : {a, b})
      hinge_of_[std::size_t(s.triangle)][std::size_t(s.edge)] = std::int32_t(bends_.size());
    bends_.push_back(bend);
    hinges_.push_back({{a, b}, corner(b, 0) == corner(a, 1) ? 1.0 : -1.0});
    ++i;
  }
}

bool HingeMesh::clamped(std::int32_t triangle, std::span<const char> held) const {
  if (held.empty()) return false;
  const Triangle& t = triangles_[std::size_t(triangle)];
  return held[t[0]] && held[t[1]] && held[t[2]];
}

/// phi of an edge: weights c of the angles o with  sum c o(M) = s(M) - theta_e(M)/2  for every constant M.
HingeMesh::Turn HingeMesh::turn_of(std::size_t e, std::span<const char> held) const {
  Turn out{};
  const Hinge& mine = hinges_[e];
  if (clamped(mine.side[0].triangle, held) || clamped(mine.side[1].triangle, held)) return out;
  const Bend& b = bends_[e];
  const auto at = [&](std::uint32_t v) { return place(v); };
  const double l = norm(at(b.vertex[1]) - at(b.vertex[0]));
  const Vec2d u{{0, 0}}, v{{l, 0}};
  // The second triangle lies on the right of u -> v.
  const Vec2d high = unfold(v, u, {at(b.vertex[1]), at(b.vertex[0]), at(b.vertex[2])});
  const Vec2d low = unfold(u, v, {at(b.vertex[0]), at(b.vertex[1]), at(b.vertex[3])});
  const Vec3d above = turning(u, v, high), below = turning(v, u, low);
  std::array<Vec3d, 5> column{above + below};
  std::array<double, 5> sign{1};
  std::array<std::uint32_t, 5> of{std::uint32_t(e)};
  std::size_t n = 1;
  // The other edges of both, and what lies beyond them.
  for (int side = 0; side < 2; ++side) {
    const Side& s = mine.side[side];
    const Triangle& c = triangles_[std::size_t(s.triangle)];
    for (int k = 1; k < 3; ++k) {
      const int edge = (s.edge + k) % 3;
      const std::int32_t f = hinge_of_[std::size_t(s.triangle)][std::size_t(edge)];
      if (f < 0) continue;
      const std::uint32_t from = c[std::size_t(edge)], to = c[std::size_t((edge + 1) % 3)];
      const auto flat = [&](std::uint32_t w) {
        return w == b.vertex[0] ? u : w == b.vertex[1] ? v : side == 0 ? high : low;
      };
      // The triangle itself lies on the left of p -> q.
      Vec2d p = flat(from), q = flat(to);
      const bool mirrored = (side == 1) && mine.turn < 0;
      if (mirrored) std::swap(p, q);
      const Vec2d own = flat(c[std::size_t((edge + 2) % 3)]);
      const Hinge& other = hinges_[std::size_t(f)];
      const int here = other.side[0].triangle == s.triangle && other.side[0].edge == edge ? 0 : 1;
      const Side& beyond = other.side[1 - here];
      column[n] = turning(p, q, own);
      if (!clamped(beyond.triangle, held)) {
        const std::uint32_t apex =
            triangles_[std::size_t(beyond.triangle)][std::size_t((beyond.edge + 2) % 3)];
        const std::uint32_t first = mirrored ? to : from, second = mirrored ? from : to;
        column[n] += turning(q, p, unfold(p, q, {at(first), at(second), at(apex)}));
      }
      sign[n] = (here == 0 ? 1 : other.turn) * (side == 0 ? 1 : mine.turn);
      of[n++] = std::uint32_t(f);
    }
  }
  Mat3d B{};
  for (std::size_t k = 0; k < n; ++k)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) B(i, j) += column[k][i] * column[k][j];
  const double all = trace(B);
  Mat3d smooth = B;
  for (int i = 0; i < 3; ++i) smooth(i, i) += kSmooth * all;
  const Mat3d inverted = inverse(smooth);
  // Refined: what can be told apart is then right to rounding, what cannot is left alone.
  const Vec3d wanted = (above - below) * 0.5;
  Vec3d y = inverted * wanted;
  for (int k = 0; k < 3; ++k) y += inverted * (wanted - B * y);
  for (std::size_t k = 0; k < n; ++k) {
    const double w = dot(column[k], y) * sign[k];
    out[k] = {of[k], std::fabs(w) > kTiny ? w : 0};
  }
  return out;
}

/// Adds what the angles give to the moment of hinge e by way of one triangle.
void HingeMesh::add_row(std::size_t e, std::int32_t triangle, std::span<const char> held,
                        const std::vector<Turn>& turns, std::vector<Part>& row) const {
  if (clamped(triangle, held)) return;
  const Triangle& c = triangles_[std::size_t(triangle)];
  const std::array<Vec3d, 3> x{place(c[0]), place(c[1]), place(c[2])};
  if (!has_area(x)) return;
  Mat3d K = stiffness_of(x, poisson_);
  const auto& around = hinge_of_[std::size_t(triangle)];
  for (int a = 0; a < 3; ++a) {
    if (around[std::size_t(a)] >= 0 || !(K(a, a) > 0)) continue;
    const Mat3d whole = K;  // a free edge turns as it likes
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) K(i, j) -= whole(i, a) * whole(a, j) / whole(a, a);
  }
  // s = theta/2 +- phi at each edge, as the triangle's own side sees it.
  std::array<std::array<Part, 6>, 3> s{};
  for (std::size_t a = 0; a < 3; ++a) {
    if (around[a] < 0) continue;
    const std::size_t f = std::size_t(around[a]);
    const Hinge& h = hinges_[f];
    const int side = h.side[0].triangle == triangle && h.side[0].edge == int(a) ? 0 : 1;
    const double sign = side == 0 ? 1 : h.turn;
    s[a][5] = {std::uint32_t(f), sign * (clamped(h.side[1 - side].triangle, held) ? 1 : 0.5)};
    for (std::size_t k = 0; k < 5; ++k)
      s[a][k] = {turns[f][k].hinge, turns[f][k].weight * sign * (side == 0 ? 1 : -1)};
  }
  for (int a = 0; a < 3; ++a) {
    double mine = 0;
    for (const Part& p : s[std::size_t(a)])
      if (p.hinge == e) mine += p.weight;
    if (mine == 0) continue;
    for (int b = 0; b < 3; ++b)
      for (const Part& p : s[std::size_t(b)])
        if (p.weight != 0) row.push_back({p.hinge, rigidity_ * mine * K(a, b) * p.weight});
  }
}

BendMatrix HingeMesh::matrix(std::span<const char> held) const {
  std::vector<Turn> turns(bends_.size());
  parallel_each(turns.size(), kChunk, [&](std::size_t e) { turns[e] = turn_of(e, held); });
  std::vector<std::vector<BendMatrix::Entry>> rows(bends_.size());
  parallel_each(rows.size(), kChunk, [&](std::size_t e) {
    // Its own two triangles, and those beyond their other edges, whose phi it may be part of.
    std::vector<std::int32_t> near;
    for (const Side& s : hinges_[e].side) {
      near.push_back(s.triangle);
      for (const std::int32_t f : hinge_of_[std::size_t(s.triangle)])
        if (f >= 0)
          for (const Side& o : hinges_[std::size_t(f)].side) near.push_back(o.triangle);
    }
    std::sort(near.begin(), near.end());
    near.erase(std::unique(near.begin(), near.end()), near.end());
    std::vector<Part> row;
    for (const std::int32_t t : near) add_row(e, t, held, turns, row);
    row.push_back({std::uint32_t(e), 0});
    std::stable_sort(row.begin(), row.end(), [](const Part& a, const Part& b) { return a.hinge < b.hinge; });
    for (std::size_t k = 0; k < row.size();) {
      const std::uint32_t f = row[k].hinge;
      double sum = 0;
      for (; k < row.size() && row[k].hinge == f; ++k) sum += row[k].weight;
      rows[e].push_back({f, float(sum)});
    }
  });
  std::vector<std::uint32_t> begin(bends_.size() + 1, 0);
  for (std::size_t e = 0; e < rows.size(); ++e) begin[e + 1] = begin[e] + std::uint32_t(rows[e].size());
  std::vector<BendMatrix::Entry> entries(begin.back());
  parallel_each(rows.size(), kChunk, [&](std::size_t e) {
    std::copy(rows[e].begin(), rows[e].end(), entries.begin() + begin[e]);
  });
  return {std::move(begin), std::move(entries)};
}

}  // namespace weft
