#include "bodies/shell/edge_rules.h"

#include <algorithm>

#include "geometry/shells/quad_sheet.h"

namespace weft {
namespace {

using Corner = std::pair<int, int>;  // of a face's 4 x 4: 1 and 2 are its own
constexpr Corner kCorners[4] = {{1, 1}, {2, 1}, {2, 2}, {1, 2}};

void add_to(std::vector<std::pair<std::uint32_t, double>>& list, std::uint32_t what, double by) {
  for (auto& [known, weight] : list)
    if (known == what) {
      weight += by;
      return;
    }
  list.emplace_back(what, by);
}

/// Cubic B-splines of points -1, 0, 1, 2 at s, and their first and second derivatives.
std::array<std::array<double, 3>, 4> splines(double s) {
  const double r = 1 - s;
  return {{{r * r * r / 6, -r * r / 2, r},
           {(3 * s * s * s - 6 * s * s + 4) / 6, (3 * s * s - 4 * s) / 2, 3 * s - 2},
           {(-3 * s * s * s + 3 * s * s + 3 * s + 1) / 6, (-3 * s * s + 2 * s + 1) / 2, 1 - 3 * s},
           {s * s * s / 6, s * s / 2, s}}};
}

}  // namespace

void EdgeRules::Sum::add(const Sum& b, double by) {
  for (const auto& [v, w] : b.real) add_to(real, v, by * w);
  for (const auto& [t, w] : b.tied) add_to(tied, t, by * w);
}

void EdgeRules::Sum::tie(std::uint32_t t, double by) {
  if (t != kNone) add_to(tied, t, by);
}

EdgeRules::EdgeRules(const QuadMesh& mesh, BoundaryRule rule, const std::vector<ShellEdge>& edges,
                     const std::vector<Vec3d>& now)
    : mesh_(mesh), rule_(rule), edges_(edges), now_(now) {
  if (edges.empty()) return;
  faces_of_.resize(mesh.vertices.size());
  rim_of_.resize(mesh.vertices.size());
  for (std::uint32_t f = 0; f < mesh.quads.size(); ++f)
    for (std::size_t c = 0; c < 4; ++c) {
      faces_at_[std::minmax(mesh.quads[f][c], mesh.quads[f][(c + 1) % 4])].push_back(f);
      faces_of_[mesh.quads[f][c]].push_back(f);
    }
  for (const auto& [side, faces] : faces_at_)
    if (faces.size() == 1)
      rim_of_[side.first].push_back(side.second), rim_of_[side.second].push_back(side.first);
  mark();
  hold_rows();
}

std::uint32_t EdgeRules::across(std::uint32_t face, std::uint32_t a, std::uint32_t b) const {
  const auto& faces = faces_at_.at(std::minmax(a, b));
  return faces.size() != 2 ? kNone : faces[0] == face ? faces[1] : faces[0];
}

EdgeRules::Across EdgeRules::beyond(std::uint32_t face, std::uint32_t a, std::uint32_t b) const {
  const std::uint32_t g = across(face, a, b);
  Across out{g, kNone, kNone};
  const auto& q = mesh_.quads[g];
  for (std::size_t c = 0; c < 4; ++c) {
    const std::uint32_t before = q[(c + 3) % 4], after = q[(c + 1) % 4];
    if (q[c] == a) out[1] = before == b ? after : before;
    if (q[c] == b) out[2] = before == a ? after : before;
  }
  return out;
}

bool EdgeRules::regular(std::uint32_t v) const {
  const std::size_t faces = faces_of_[v].size(), rim = rim_of_[v].size();
  if (rim == 0) return faces == 4;
  return rim == 2 && (faces == 2 || (faces == 1 && rule_ == BoundaryRule::edge_and_corner));
}

bool EdgeRules::regular_face(std::uint32_t f) const {
  const auto& q = mesh_.quads[f];
  return std::all_of(q.begin(), q.end(), [&](std::uint32_t v) { return regular(v); });
}

std::uint32_t EdgeRules::ruler(std::uint32_t v, std::uint32_t w) const {
  const auto of = [&](std::uint32_t u) {
    const auto it = ruler_of_.find(std::minmax(v, u));
    return it == ruler_of_.end() ? kNone : it->second;
  };
  if (of(w) != kNone || faces_of_[v].size() == 1) return of(w);
  for (const std::uint32_t u : rim_of_[v])
    if (of(u) != kNone) return of(u);
  return kNone;
}

/// Sides of the rim both ends of which an edge names; the last edge that does rules.
void EdgeRules::mark() {
  for (std::uint32_t e = 0; e < edges_.size(); ++e) {
    std::vector<char> in(mesh_.vertices.size(), 0);
    for (const std::uint32_t v : edges_[e].vertices) in[v] = 1;
    for (const std::uint32_t v : edges_[e].vertices)
      for (const std::uint32_t w : rim_of_[v])
        if (in[w]) ruler_of_[std::minmax(v, w)] = e;
  }
}

bool EdgeRules::well_clamped(std::uint32_t v, std::uint32_t edge) const {
  if (rim_of_[v].empty() || !regular(v)) return false;
  return std::any_of(rim_of_[v].begin(), rim_of_[v].end(),
                     [&](std::uint32_t w) { return ruler(v, w) == edge; });
}

/// The second row of a clamp is free where all around is regular, and held otherwise.
void EdgeRules::hold_rows() {
  masters_.resize(edges_.size());
  besides_.resize(edges_.size());
  for (std::uint32_t e = 0; e < edges_.size(); ++e) {
    if (edges_[e].kind != ShellEdge::Kind::clamp) continue;
    std::vector<char> in(mesh_.vertices.size(), 0);
    for (const std::uint32_t v : edges_[e].vertices) in[v] = 1;
    for (const std::uint32_t r : rows_from(mesh_, edges_[e].vertices, 2)) {
      if (in[r]) continue;
      bool good = true;
      std::uint32_t anchor = kNone;
      for (const std::uint32_t f : faces_of_[r])
        for (const std::uint32_t v : mesh_.quads[f]) {
          if (!in[v]) continue;
          good = good && regular_face(f) && well_clamped(v, e);
          const bool beside = faces_at_.count(std::minmax(v, r)) > 0;
          if (anchor == kNone || beside) anchor = v;
        }
      if (good) masters_[e][r] = anchor;
      else besides_[e].push_back(r);
    }
  }
}

Vec3d EdgeRules::normal_at(std::uint32_t v, const std::vector<Vec3d>& x) const {
  Vec3d n = Vec3d::zero();
  for (const std::uint32_t f : faces_of_[v]) {
    const auto& q = mesh_.quads[f];
    for (std::size_t c = 0; c < 4; ++c)
      if (q[c] == v) n += cross(x[q[(c + 1) % 4]] - x[v], x[q[(c + 3) % 4]] - x[v]);
  }
  return norm(n) > 0 ? normalized(n) : Vec3d::zero();
}

/// kNone where the control point is held, so that the tie would be zero.
std::uint32_t EdgeRules::tie_of(std::uint32_t edge, std::uint32_t vertex) {
  const ShellEdge& e = edges_[edge];
  const bool clamp = e.kind == ShellEdge::Kind::clamp;
  if (clamp && !masters_[edge].count(vertex)) return kNone;
  const auto [at, fresh] = tie_at_.try_emplace({edge, vertex}, std::uint32_t(ties_.size()));
  if (!fresh) return at->second;
  const std::uint32_t anchor = clamp ? masters_[edge].at(vertex) : e.vertices.front(),
                      from = clamp ? vertex : anchor;
  ties_.push_back({vertex, anchor, e.kind, now_[from], clamp ? normal_at(anchor, now_) : e.normal,
                   mesh_.vertices[from], clamp ? normal_at(anchor, mesh_.vertices) : e.normal});
  return at->second;
}

/// A control point, or what a clamp makes of it: u_0 = -u_1/2, at the corner of two clamps u_00 = u_11/4.
EdgeRules::Sum EdgeRules::point(std::uint32_t v) {
  Sum sum;
  sum.real.emplace_back(v, 1.0);
  if (rim_of_[v].size() != 2 || !regular(v)) return sum;
  const auto clamps = [&](std::uint32_t e) { return e != kNone && edges_[e].kind == ShellEdge::Kind::clamp; };
  const std::uint32_t a = rim_of_[v][0], b = rim_of_[v][1];
  const std::uint32_t by_a = ruler(v, a), by_b = ruler(v, b);
  if (faces_of_[v].size() == 1) {
    const auto& q = mesh_.quads[faces_of_[v][0]];
    if (clamps(by_a) && clamps(by_b)) {
      for (const std::uint32_t w : q)
        if (w != v && w != a && w != b) sum.tie(tie_of(by_a, w), 0.25);
    } else if (clamps(by_a)) {
      sum.tie(tie_of(by_a, b), -0.5);
    } else if (clamps(by_b)) {
      sum.tie(tie_of(by_b, a), -0.5);
    }
  } else if (clamps(by_a)) {
    const auto& f = faces_of_[v];
    for (const std::uint32_t w : mesh_.quads[f[0]]) {
      const auto it = faces_at_.find(std::minmax(v, w));
      if (w != v && it != faces_at_.end() && it->second.size() == 2) sum.tie(tie_of(by_a, w), -0.5);
    }
  }
  return sum;
}

/// The point beyond an edge of which `rim` lies on it and `inside` is the next one.
EdgeRules::Sum EdgeRules::outside(const Sum& rim, const Sum& inside, std::uint32_t edge) {
  Sum sum;
  if (edge == kNone) {
    sum.add(rim, 2), sum.add(inside, -1);
    return sum;
  }
  if (edges_[edge].kind == ShellEdge::Kind::mirror) {
    sum.add(inside, 1);
    for (const auto& [v, w] : inside.real) sum.tie(tie_of(edge, v), -2 * w);
    return sum;
  }
  sum.add(rim, 2), sum.add(inside, -1);
  std::erase_if(sum.tied, [&](const auto& t) { return ties_[t.first].kind == ShellEdge::Kind::clamp; });
  for (const auto& [v, w] : inside.real) sum.tie(tie_of(edge, v), 2 * w);
  for (const auto& [t, w] : inside.tied)
    if (ties_[t].kind == ShellEdge::Kind::clamp) sum.tie(t, w);
  return sum;
}

/// The face's own corners, then what lies across its sides, and where there is nothing what edges put there.
EdgeRules::Grid EdgeRules::grid(std::uint32_t f) {
  Grid g;
  for (std::size_t c = 0; c < 4; ++c)
    g[std::size_t(kCorners[c].first)][std::size_t(kCorners[c].second)] = point(mesh_.quads[f][c]);
  for (int side = 0; side < 4; ++side) {  // first the sides that have neighbours
    const auto& q = mesh_.quads[f];
    if (across(f, q[std::size_t(side)], q[std::size_t((side + 1) % 4)]) != kNone) fill_side(f, g, side);
  }
  for (int side = 0; side < 4; ++side) {
    const auto& q = mesh_.quads[f];
    if (across(f, q[std::size_t(side)], q[std::size_t((side + 1) % 4)]) == kNone) fill_side(f, g, side);
  }
  return g;
}

/// Side 0 is t < 0, 1 is s > 1, 2 is t > 1, 3 is s < 0: the four points beyond, from before corner `side` to after the
/// next.
void EdgeRules::fill_side(std::uint32_t f, Grid& g, int side) {
  const auto& q = mesh_.quads[f];
  const std::uint32_t a = q[std::size_t(side)], b = q[std::size_t((side + 1) % 4)];
  const Corner from = kCorners[side], to = kCorners[(side + 1) % 4];
  const int du = to.first - from.first,
            dv = to.second - from.second;  // along the side; outwards is (dv, -du)
  const auto at = [&](int along, int out) -> Sum& {
    return g[std::size_t(from.first + along * du + out * dv)]
            [std::size_t(from.second + along * dv - out * du)];
  };
  const std::uint32_t before = q[std::size_t((side + 3) % 4)], after = q[std::size_t((side + 2) % 4)];
  const bool has_before = across(f, before, a) != kNone, has_after = across(f, b, after) != kNone;
  if (across(f, a, b) != kNone) {
    const Across next = beyond(f, a, b);
    at(0, 1) = point(next[1]), at(1, 1) = point(next[2]);
    if (has_before) at(-1, 1) = point(beyond(next[0], a, next[1])[2]);
    if (has_after) at(2, 1) = point(beyond(next[0], b, next[2])[2]);
    return;
  }
  // Along the rim each point has the edge that rules there; beyond a corner that of the corner.
  const std::uint32_t here = ruler(a, b), there = ruler(b, a);
  const std::uint32_t first = has_before ? ruler(beyond(f, before, a)[2], a) : here;
  const std::uint32_t last = has_after ? ruler(beyond(f, b, after)[1], b) : there;
  const std::uint32_t rules[4] = {first, here, there, last};
  for (int k = -1; k <= 2; ++k) {
    if (at(k, 0).real.empty() || at(k, -1).real.empty()) continue;  // beyond a corner, from the other side
    at(k, 1) = outside(at(k, 0), at(k, -1), rules[k + 1]);
  }
}

bool EdgeRules::ruled(std::uint32_t f) const {
  const auto& q = mesh_.quads[f];
  for (const std::uint32_t v : q)
    for (const std::uint32_t w : rim_of_[v])
      if (ruler_of_.count(std::minmax(v, w))) return true;
  // A neighbour along the rim, whose point beyond it the face depends on.
  for (const std::uint32_t v : q)
    for (const std::uint32_t w : rim_of_[v])
      for (const std::uint32_t u : rim_of_[w])
        if (ruler_of_.count(std::minmax(w, u))) return true;
  return false;
}

bool EdgeRules::changes(std::uint32_t f, std::span<const std::uint32_t> vertices) const {
  if (edges_.empty()) return false;
  if (ruled(f) && regular_face(f)) return true;
  for (const std::uint32_t v : vertices)
    for (const std::uint32_t w : rim_of_[v]) {
      const auto it = ruler_of_.find(std::minmax(v, w));
      if (it != ruler_of_.end() && edges_[it->second].kind == ShellEdge::Kind::clamp) return true;
    }
  return false;
}

Blend EdgeRules::blend(std::uint32_t f, std::span<const Stencil> plain,
                       std::span<const SurfacePlace> places) {
  std::vector<Sum> sums;
  std::vector<std::vector<BasisWeights>> of_sums(places.size());
  if (ruled(f) && regular_face(f)) {
    Grid g = grid(f);
    for (std::size_t j = 0; j < 4; ++j)
      for (std::size_t i = 0; i < 4; ++i) sums.push_back(std::move(g[i][j]));
    for (std::size_t p = 0; p < places.size(); ++p) {
      const auto a = splines(places[p].s), b = splines(places[p].t);
      for (std::size_t j = 0; j < 4; ++j)
        for (std::size_t i = 0; i < 4; ++i)
          of_sums[p].push_back({a[i][0] * b[j][0], a[i][1] * b[j][0], a[i][0] * b[j][1], a[i][2] * b[j][0],
                                a[i][1] * b[j][1], a[i][0] * b[j][2]});
    }
  } else {
    for (const std::uint32_t v : plain[0].vertices) sums.push_back(point(v));
    for (std::size_t p = 0; p < places.size(); ++p)
      of_sums[p].assign(plain[p].weights.begin(), plain[p].weights.end());
  }
  Sum order;  // in which points and ties first appear
  for (const Sum& s : sums) order.add(s, 1);
  Blend out;
  std::map<std::uint32_t, std::size_t> real, tied;
  for (const auto& [v, w] : order.real) real[v] = out.vertices.size(), out.vertices.push_back(v);
  for (const auto& [t, w] : order.tied) tied[t] = real.size() + out.ties.size(), out.ties.push_back(t);
  for (std::size_t p = 0; p < places.size(); ++p) {
    std::vector<BasisWeights> weights(real.size() + tied.size(), BasisWeights{});
    for (std::size_t k = 0; k < sums.size(); ++k) {
      for (const auto& [v, w] : sums[k].real)
        for (std::size_t c = 0; c < 6; ++c) weights[real[v]][c] += w * of_sums[p][k][c];
      for (const auto& [t, w] : sums[k].tied)
        for (std::size_t c = 0; c < 6; ++c) weights[tied[t]][c] += w * of_sums[p][k][c];
    }
    out.weights.push_back(std::move(weights));
  }
  return out;
}

std::vector<Pin> held_pins(const ShellOptions& o) {
  std::vector<Pin> pins = o.pins;
  const QuadMesh mesh{o.rest, o.quads};
  const EdgeRules rules(mesh, o.boundary, o.edges, o.positions.empty() ? o.rest : o.positions);
  for (std::size_t e = 0; e < o.edges.size() && !rules.empty(); ++e) {
    Pin& pin = pins[o.edges[e].pin];
    for (const std::uint32_t v : rules.held_besides()[e]) {
      pin.vertices.push_back(v);
      if (pin.surface) pin.anchors.push_back(pin.anchors.front());
    }
  }
  return pins;
}

}  // namespace weft
