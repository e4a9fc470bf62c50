#include "scene/build/loads.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "bodies/shell/edge_rules.h"
#include "exec/error.h"
#include "geometry/shells/vertex_limits.h"
#include "scene/build/pins.h"

namespace weft {
namespace {

/// What of a mesh lies between chosen vertices.
template <class List>
List between(const List& all, const std::vector<char>& in) {
  List out;
  for (const auto& part : all)
    if (std::all_of(part.begin(), part.end(), [&](std::uint32_t v) { return in[v]; })) out.push_back(part);
  return out;
}

[[noreturn]] void acts_on_nothing(const ObjectSpec& o, const char* what, const char* hint) {
  throw Error("E0227", fmt::format("a load of object \"{}\" acts on no {}", o.name, what), {}, hint);
}

std::vector<std::uint32_t> chosen(const ObjectSpec& o, const LoadSpec& l, std::span<const Vec3d> now,
                                  std::vector<std::uint32_t> rim) {
  if (l.all)
    for (std::uint32_t i = 0; i < now.size(); ++i) rim.push_back(i);
  std::vector<std::uint32_t> all = vertices_of(o, l, now, std::move(rim), "load");
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

void append(std::vector<Load::Share>& to, const std::vector<Load::Share>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

Load make_load(const ObjectSpec& o, const LoadSpec& l, const LoadedMesh& mesh,
               const std::vector<std::uint32_t>& vertices) {
  const Vec3d none = Vec3d::zero();
  std::vector<char> in(mesh.now.size(), 0);
  for (const std::uint32_t v : vertices) in[v] = 1;
  Load load;
  if (l.over_time) load.of_time = std::make_shared<const Expression>(*l.over_time);
  if (l.force != none) append(load.shares, shared_force(vertices, l.force));
  if (l.line != none) {
    const auto edges = between(mesh.edges, in);
    if (edges.empty()) acts_on_nothing(o, "edge", "choose both ends of the edges that it is to act on");
    append(load.shares, shared_line(edges, mesh.rest, l.line));
  }
  if (l.traction == none && l.push == 0) return load;
  load.faces = between(mesh.faces, in);
  if (load.faces.empty()) acts_on_nothing(o, "face", "choose all corners of the faces that it is to act on");
  if (l.traction != none) append(load.shares, shared_traction(load.faces, mesh.rest, l.traction));
  load.pressure = l.push;
  return load;
}

using Loops = std::vector<std::vector<std::uint32_t>>;

std::vector<std::array<std::uint32_t, 2>> open_edges(const Loops& loops) {
  std::vector<std::array<std::uint32_t, 2>> out;
  for (const auto& loop : loops)
    for (std::size_t k = 0; k < loop.size(); ++k) out.push_back({loop[k], loop[(k + 1) % loop.size()]});
  return out;
}

/// The neighbour of a vertex of the rim that does not lie on the chosen part of it.
std::uint32_t inward(const std::vector<QuadEdge>& edges, std::uint32_t v, const std::vector<char>& in) {
  std::uint32_t best = v;
  for (const QuadEdge& e : edges) {
    if (e.a != v && e.b != v) continue;
    const std::uint32_t w = e.a == v ? e.b : e.a;
    if (in[w]) continue;
    const bool inside = e.forward + e.backward == 2;
    if (inside || best == v) best = w;
  }
  return best;
}

/// Loops have the surface to their left: tangent x inwards is the normal, and what lifts the edge pushes its second
/// row against it.
std::vector<Load::Lever> levers(const QuadMesh& mesh, const Loops& loops, const std::vector<char>& in,
                                std::span<const Vec3d> rest) {
  const std::vector<QuadEdge> edges = edges_of(mesh);
  std::vector<Load::Lever> out;
  for (const auto& loop : loops)
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const std::uint32_t v = loop[k], before = loop[(k + loop.size() - 1) % loop.size()],
                          after = loop[(k + 1) % loop.size()];
      if (!in[v] || (!in[before] && !in[after])) continue;
      const std::uint32_t row = inward(edges, v, in);
      if (row == v) continue;
      const std::uint32_t from = in[before] ? before : v, to = in[after] ? after : v;
      out.push_back({v, row, to, from, 0.5 * (norm(rest[to] - rest[v]) + norm(rest[v] - rest[from]))});
    }
  return out;
}

/// A force on the surface beside a control point acts on those that carry it there; at a plane of symmetry also on
/// those that the mirror image is made of.
class OntoSurface {
 public:
  OntoSurface(const QuadMesh& mesh, BoundaryRule rule, const std::vector<ShellEdge>& edges)
      : mesh_(mesh), limits_(vertex_limits(mesh, rule)), rules_(mesh, rule, edges, mesh.vertices) {
    for (std::uint32_t f = 0; f < mesh.quads.size(); ++f)
      for (std::size_t c = 0; c < 4; ++c) face_[mesh.quads[f][c]] = {f, kPlace[c][0], kPlace[c][1]};
  }
  std::vector<Load::Share> operator()(const std::vector<Load::Share>& shares) {
    std::vector<Load::Share> out;
    for (const Load::Share& s : shares) {
      const SurfacePlace place = face_.at(s.vertex);
      const LimitStencils stencils = limit_stencils(mesh_, rules_.rule(), {&place, 1});
      const Stencil plain = stencils[0];
      if (!rules_.changes(place.face, plain.vertices)) {
        for (std::uint32_t k = limits_.begin[s.vertex]; k < limits_.begin[s.vertex + 1]; ++k)
          out.push_back({limits_.vertices[k], s.force * limits_.weights[k]});
        continue;
      }
      const Blend b = rules_.blend(place.face, {&plain, 1}, {&place, 1});
      for (std::size_t k = 0; k < b.vertices.size(); ++k)
        if (std::abs(b.weights[0][k][0]) > 1e-12)
          out.push_back({b.vertices[k], s.force * b.weights[0][k][0]});
      for (std::size_t k = 0; k < b.ties.size(); ++k) {
        const Tie& t = rules_.ties()[b.ties[k]];
        out.push_back({t.vertex, t.along * (dot(t.along, s.force) * b.weights[0][b.vertices.size() + k][0])});
      }
    }
    return out;
  }

 private:
  static constexpr double kPlace[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  const QuadMesh& mesh_;
  VertexLimits limits_;
  EdgeRules rules_;
  std::map<std::uint32_t, SurfacePlace> face_;
};

}  // namespace

LoadedMesh loaded_triangles(std::span<const Vec3d> rest, std::span<const Vec3d> now,
                            std::vector<std::array<std::uint32_t, 3>> faces) {
  LoadedMesh mesh{rest, now, {}, std::move(faces)};
  std::map<std::array<std::uint32_t, 2>, int> edges;
  for (const auto& f : mesh.faces)
    for (std::size_t c = 0; c < 3; ++c)
      ++edges[{std::min(f[c], f[(c + 1) % 3]), std::max(f[c], f[(c + 1) % 3])}];
  for (const auto& [e, count] : edges)
    if (count == 1) mesh.edges.push_back(e);  // open ones; inside, lines are not meant
  if (mesh.edges.empty())
    for (const auto& [e, count] : edges) mesh.edges.push_back(e);
  return mesh;
}

LoadedMesh loaded_strands(std::span<const Vec3d> rest, std::span<const Vec3d> now,
                          std::span<const std::uint32_t> counts) {
  LoadedMesh mesh{rest, now, {}, {}};
  std::uint32_t first = 0;
  for (const std::uint32_t n : counts) {
    for (std::uint32_t i = 0; i + 1 < n; ++i) mesh.edges.push_back({first + i, first + i + 1});
    first += n;
  }
  return mesh;
}

std::vector<Load> make_loads(const ObjectSpec& o, const LoadedMesh& mesh) {
  std::vector<Load> out;
  for (const LoadSpec& l : o.loads) out.push_back(make_load(o, l, mesh, chosen(o, l, mesh.now, {})));
  return out;
}

std::vector<Load> make_shell_loads(const ObjectSpec& o, const QuadSheet& sheet, const LoadedMesh& flat,
                                   const ShellOptions& how) {
  std::vector<Load> out;
  if (o.loads.empty()) return out;
  const Loops loops = open_loops(sheet);
  LoadedMesh mesh = flat;
  mesh.edges = open_edges(loops);
  for (const auto& q : sheet.quads)  // twice: cut along either diagonal
    for (std::size_t c = 0; c < 4; ++c) mesh.faces.push_back({q[c], q[(c + 1) % 4], q[(c + 2) % 4]});
  const QuadMesh rest{{mesh.rest.begin(), mesh.rest.end()}, sheet.quads};
  OntoSurface onto_surface(rest, how.boundary, how.edges);
  for (LoadSpec l : o.loads) {
    l.traction *= 0.5, l.push *= 0.5;
    std::vector<std::uint32_t> rim;
    if (const auto it = sheet.rims.find(l.where); it != sheet.rims.end()) rim = it->second;
    const auto vertices = chosen(o, l, mesh.now, std::move(rim));
    const Vec3d force = l.force;
    l.force = Vec3d::zero();
    Load load = make_load(o, l, mesh, vertices);
    if (force != Vec3d::zero()) append(load.shares, onto_surface(shared_force(vertices, force)));
    if (l.couple != 0) {
      std::vector<char> in(mesh.now.size(), 0);
      for (const std::uint32_t v : vertices) in[v] = 1;
      load.levers = levers(sheet, loops, in, mesh.rest);
      load.couple = l.couple;
      if (load.levers.empty())
        acts_on_nothing(o, "open edge", "a couple turns open edges: choose their vertices");
    }
    out.push_back(std::move(load));
  }
  return out;
}

}  // namespace weft
