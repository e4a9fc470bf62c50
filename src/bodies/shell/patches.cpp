#include "bodies/shell/patches.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "exec/parallel.h"

namespace weft {

std::vector<FacePlace> gauss_places(int side) {
  const double r = side == 3 ? std::sqrt(0.6) : std::sqrt(1.0 / 3);
  const std::vector<double> x = side == 3 ? std::vector{-r, 0.0, r} : std::vector{-r, r};
  const std::vector<double> w = side == 3 ? std::vector{5.0 / 9, 8.0 / 9, 5.0 / 9} : std::vector{1.0, 1.0};
  std::vector<FacePlace> places;
  for (std::size_t j = 0; j < x.size(); ++j)
    for (std::size_t i = 0; i < x.size(); ++i)
      places.push_back({0.5 + 0.5 * x[i], 0.5 + 0.5 * x[j], 0.25 * w[i] * w[j]});
  return places;
}

std::vector<FacePlace> middle_places(int side) {
  std::vector<FacePlace> places;
  for (int j = 0; j < side; ++j)
    for (int i = 0; i < side; ++i)
      places.push_back({(i + 0.5) / side, (j + 0.5) / side, 1.0 / (side * side)});
  return places;
}

namespace {

constexpr std::size_t kWorthSharing = 8;  // faces with the same weights that get groups of their own

/// Every third bit of the result is one of x.
std::uint64_t spread(std::uint64_t x) {
  std::uint64_t r = 0;
  for (int b = 0; b < 20; ++b) r |= (x >> b & 1) << (3 * b);
  return r;
}

/// Faces in the order of a space-filling curve, so that neighbours share cache lines.
std::vector<std::uint32_t> along_curve(const QuadMesh& mesh, std::span<const std::uint32_t> faces) {
  Vec3d low = Vec3d::filled(1e300), high = Vec3d::filled(-1e300);
  for (const Vec3d& x : mesh.vertices)
    for (int a = 0; a < 3; ++a) low[a] = std::min(low[a], x[a]), high[a] = std::max(high[a], x[a]);
  const Vec3d size = high - low;
  const double scale = double((1 << 20) - 1) / std::max({size[0], size[1], size[2], 1e-300});
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keys;
  for (const std::uint32_t f : faces) {
    Vec3d middle = Vec3d::zero();
    for (const std::uint32_t v : mesh.quads[f]) middle += mesh.vertices[v] * 0.25;
    std::uint64_t key = 0;
    for (int a = 0; a < 3; ++a) key |= spread(std::uint64_t((middle[a] - low[a]) * scale)) << a;
    keys.emplace_back(key, f);
  }
  std::sort(keys.begin(), keys.end());
  std::vector<std::uint32_t> order;
  for (const auto& k : keys) order.push_back(k.second);
  return order;
}

}  // namespace

struct Patches::Builder {
  Patches& out;
  const LimitStencils& stencils;  ///< of each ordered face: bends, then touches
  std::span<const std::uint32_t> faces;
  std::size_t bends, touches;
  std::map<std::size_t, Blend> blends;  ///< of ordered faces that have their own weights

  std::size_t first(std::size_t face) const { return face * (bends + touches); }
  const Blend* blend(std::size_t face) const {
    const auto it = blends.find(face);
    return it == blends.end() ? nullptr : &it->second;
  }
  std::span<const std::uint32_t> vertices(std::size_t face) const {
    const Blend* b = blend(face);
    return b ? std::span<const std::uint32_t>(b->vertices) : stencils[first(face)].vertices;
  }
  std::uint32_t points(std::size_t face) const {
    const Blend* b = blend(face);
    return std::uint32_t(vertices(face).size() + (b ? b->ties.size() : 0));
  }

  /// The weights of a face in the order of at_bend and at_touch, padded to `count` control points.
  void weights(std::size_t face, std::uint32_t count, std::vector<Real>& w) const {
    w.clear();
    const Blend* b = blend(face);
    for (std::size_t p = 0; p < bends + touches; ++p) {
      const std::span<const BasisWeights> of = b ? b->weights[p] : stencils[first(face) + p].weights;
      const std::size_t kinds = p < bends ? 6 : 3;
      for (std::uint32_t k = 0; k < count; ++k)
        for (std::size_t j = 0; j < kinds; ++j) w.push_back(k < of.size() ? Real(of[k][j]) : Real(0));
    }
  }
  /// One group of up to sixteen faces.
  void add(std::span<const std::size_t> some, bool shared) {
    Group g{};
    g.faces = std::uint32_t(some.size());
    g.shared = shared;
    for (const std::size_t f : some) g.points = std::max(g.points, points(f));
    add_members(some, g);
    for (std::size_t l = 0; l < 16; ++l) out.face_.push_back(l < some.size() ? faces[some[l]] : kNone);
    if (g.shared) g.first_weight = shared_at;
    else own_weights(some, g);
    out.groups_.push_back(g);
  }
  void add_members(std::span<const std::size_t> some, Group& g) {
    g.first_member = std::uint32_t(out.members_.size());
    g.first_local = std::uint32_t(out.local_.size());
    g.first_tie = std::uint32_t(out.tie_.size());
    std::map<std::uint32_t, std::uint16_t> known, ties;
    const auto lane = [&](std::size_t l) { return some[std::min(l, some.size() - 1)]; };
    for (std::uint32_t k = 0; k < g.points; ++k)
      for (std::size_t l = 0; l < 16; ++l) {
        const auto list = vertices(lane(l));
        const std::uint32_t v = list[k < list.size() ? k : 0];
        if (known.try_emplace(v, std::uint16_t(known.size())).second) out.members_.push_back(v);
      }
    g.real = std::uint32_t(known.size());
    for (std::size_t l = 0; l < some.size(); ++l)
      for (const std::uint32_t t : blend(lane(l)) ? blend(lane(l))->ties : std::vector<std::uint32_t>{})
        if (ties.try_emplace(t, std::uint16_t(g.real + ties.size())).second) {
          out.tie_.push_back(t);
          out.members_.push_back(out.ties[t].vertex);
        }
    for (std::uint32_t k = 0; k < g.points; ++k)
      for (std::size_t l = 0; l < 16; ++l) {
        const auto list = vertices(lane(l));
        const bool tied = k >= list.size() && k < points(lane(l));
        out.local_.push_back(tied ? ties.at(blend(lane(l))->ties[k - list.size()])
                                  : known.at(list[k < list.size() ? k : 0]));
      }
    g.members = std::uint32_t(known.size() + ties.size());
    out.most_points_ = std::max(out.most_points_, g.points);
    out.most_members_ = std::max(out.most_members_, g.members);
  }
  void own_weights(std::span<const std::size_t> some, Group& g) {
    std::vector<Real> w;
    g.first_weight = std::uint32_t(out.weights_.size());
    for (std::size_t l = 0; l < 16; ++l) {
      weights(some[std::min(l, some.size() - 1)], g.points, w);
      if (l == 0) out.weights_.resize(g.first_weight + w.size() * 16);
      for (std::size_t i = 0; i < w.size(); ++i) out.weights_[g.first_weight + i * 16 + l] = w[i];
    }
  }
  void add_all(std::span<const std::size_t> many, bool shared) {
    if (shared) {
      std::vector<Real> w;
      weights(many[0], points(many[0]), w);
      shared_at = std::uint32_t(out.weights_.size());
      out.weights_.insert(out.weights_.end(), w.begin(), w.end());
    }
    for (std::size_t b = 0; b < many.size(); b += 16)
      add(many.subspan(b, std::min<std::size_t>(16, many.size() - b)), shared);
  }
  std::uint32_t shared_at = 0;  ///< where the weights lie that faces now added share
};

Patches::Patches(const QuadMesh& mesh, std::span<const std::uint32_t> faces, const Where& where,
                 EdgeRules& rules)
    : bends_(int(where.bends.size())) {
  const std::vector<std::uint32_t> order = along_curve(mesh, faces);
  std::vector<SurfacePlace> places;
  for (const std::uint32_t f : order)
    for (const auto list : {where.bends, where.touches})
      for (const FacePlace& p : list) places.push_back({f, p.s, p.t});
  const LimitStencils stencils = limit_stencils(mesh, rules.rule(), places);
  Builder builder{*this, stencils, order, where.bends.size(), where.touches.size(), {}};

  // Faces whose weights are equal at every place; those at edges that are held have weights of their own.
  std::map<std::vector<std::uint32_t>, std::vector<std::size_t>> alike;
  std::map<std::vector<Real>, std::vector<std::size_t>> alike_at_edges;
  std::vector<std::uint32_t> key(where.bends.size() + where.touches.size());
  std::vector<Stencil> plain;
  std::vector<Real> weights;
  for (std::size_t f = 0; f < order.size(); ++f) {
    const std::size_t first = builder.first(f);
    if (!rules.changes(order[f], stencils[first].vertices)) {
      for (std::size_t p = 0; p < key.size(); ++p) key[p] = stencils.block_of(first + p);
      alike[key].push_back(f);
      continue;
    }
    plain.clear();
    for (std::size_t p = 0; p < key.size(); ++p) plain.push_back(stencils[first + p]);
    const auto& b = builder.blends[f] =
        rules.blend(order[f], plain, std::span(places).subspan(first, key.size()));
    builder.weights(f, builder.points(f), weights);
    weights.push_back(Real(b.vertices.size()));  // equal weights must also be of as many control points
    alike_at_edges[weights].push_back(f);
  }
  ties = EdgeTies(rules.ties());
  std::vector<std::size_t> rest;
  const auto sort_out = [&](const auto& map) {
    for (const auto& [weights, same] : map) {
      if (same.size() >= kWorthSharing) builder.add_all(same, true);
      else rest.insert(rest.end(), same.begin(), same.end());
    }
  };
  sort_out(alike);
  sort_out(alike_at_edges);
  std::sort(rest.begin(), rest.end());
  builder.add_all(rest, false);

  // Who puts forces on whom.
  force_begin_.assign(mesh.vertices.size() + 1, 0);
  for (const std::uint32_t v : members_) ++force_begin_[v + 1];
  for (std::size_t v = 0; v + 1 < force_begin_.size(); ++v) force_begin_[v + 1] += force_begin_[v];
  force_at_.resize(members_.size());
  std::vector<std::uint32_t> next(force_begin_.begin(), force_begin_.end() - 1);
  for (std::uint32_t i = 0; i < members_.size(); ++i) force_at_[next[members_[i]]++] = i;
}

void Patches::rename(std::span<const std::uint32_t> now) {
  parallel_chunks(members_.size(), 1 << 15, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) members_[i] = now[members_[i]];
  });
}

std::size_t Patches::bytes() const {
  return bytes_of(groups_) + bytes_of(face_) + bytes_of(members_) + bytes_of(local_) +
         bytes_of(force_begin_) + bytes_of(force_at_) + bytes_of(tie_) + bytes_of(weights_);
}

}  // namespace weft
