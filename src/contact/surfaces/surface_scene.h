/// All surfaces that may meet in a step, laid end to end.
///
///   part       one body's or collider's surface
///   vertex     x where it is, u how far it goes, v its velocity when the step ends, w its inverse mass
///   element    a triangle, or a segment of a strand: what the search knows
///   edge       of triangles once each, and the segments
///   mover      what has mass: a vertex, or where vertices are means of something else, that (bodies/contact_surface.h)
///
/// Movers that are no vertices stand behind the vertices of their part: one numbering for x, u, v and w. A vertex that
/// is carried has the mean of its movers' u; its w is the share of an impulse on it that comes back as its own velocity.
/// Vertices of rigid bodies and obstacles have no mass of their own (w = 0): a rigid body answers as a whole.
#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "bodies/contact_surface.h"
#include "exec/parallel.h"

namespace weft {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

struct SurfacePart {
  const ContactMesh* mesh = nullptr;
  bool meets_itself = false;
  bool yields = true;           ///< its vertices have masses: neither rigid nor an obstacle
  bool meets_obstacles = true;  ///< those given by a signed distance
  bool meets_meshes = true;     ///< triangles of obstacles
  bool strands = false;         ///< contact/strands/ lets them meet each other
  std::uint32_t rigid = kNone;  ///< which rigid body
  bool obstacle = false;        ///< a collider's mesh: goes where it goes
};

/// A triangle (three vertices) or a segment (two, the third is kNone), with the vertices and edges that it
/// stands for in the search: each vertex and each edge belongs to exactly one element.
struct SurfaceElement {
  std::array<std::uint32_t, 3> vertex;
  std::array<std::uint32_t, 3> edge;  ///< kNone: another element's
  std::uint8_t owned = 0;             ///< bit k: vertex k is its own
  int corners() const { return vertex[2] == kNone ? 2 : 3; }
};

class SurfaceScene {
 public:
  /// New surfaces: everything that depends on who is joined to whom.
  void lay_out(std::vector<SurfacePart> parts);
  std::size_t size() const { return x.size(); }
  std::uint32_t first(std::size_t part) const { return first_[part]; }
  std::size_t count(std::size_t part) const { return parts[part].mesh->rest.size(); }  ///< vertices
  /// The first of what moves in a part.
  std::uint32_t first_mover(std::size_t part) const {
    return first_[part] + (parts[part].mesh->carried() ? std::uint32_t(count(part)) : 0);
  }
  /// Not a mover that is no vertex.
  bool is_vertex(std::uint32_t i) const {
    return i - first_[part_of[i]] < parts[part_of[i]].mesh->rest.size();
  }
  /// A vertex that is a mean of movers.
  bool carried(std::uint32_t i) const {
    const SurfacePart& p = parts[part_of[i]];
    return p.mesh->carried() && i - first_[part_of[i]] < p.mesh->rest.size();
  }
  /// Calls f(mover, weight) for what moves a vertex.
  template <class F>
  void each_mover(std::uint32_t i, F&& f) const {
    if (!carried(i)) return f(i, 1.0);
    const std::uint32_t p = part_of[i], first = first_mover(p);
    parts[p].mesh->each_mover(i - first_[p], [&](std::uint32_t k, double weight) { f(first + k, weight); });
  }
  /// Means of movers: a carried vertex's own number in a list over movers.
  Vec3d mean_of_movers(const std::vector<Vec3d>& of, std::uint32_t i) const {
    Vec3d mean = Vec3d::zero();
    each_mover(i, [&](std::uint32_t k, double weight) { mean += of[k] * weight; });
    return mean;
  }
  /// lower, upper and fastest, of what yields.
  void measure();
  /// x, u, v and w of vertices that are carried follow their movers.
  void carry();
  /// u alone.
  void carry_motion();

  /// Of triangles, not of strands.
  bool triangled(std::uint32_t vertex) const { return !parts[part_of[vertex]].mesh->triangles.empty(); }
  bool yields(std::uint32_t vertex) const { return parts[part_of[vertex]].yields; }
  const Vec3d& rest(std::uint32_t vertex) const {
    const std::uint32_t p = part_of[vertex];
    return parts[p].mesh->rest[vertex - first_[p]];
  }
  bool any_carried() const { return any_carried_; }
  double radius(std::uint32_t vertex) const { return parts[part_of[vertex]].mesh->radius; }
  Range edges_of(std::size_t part) const { return {first_edge_[part], first_edge_[part + 1]}; }
  /// Edges around a vertex.
  std::pair<const std::uint32_t*, const std::uint32_t*> edges_at(std::uint32_t vertex) const {
    return {edge_at_.data() + edge_begin_[vertex], edge_at_.data() + edge_begin_[vertex + 1]};
  }
  std::uint32_t other_end(std::uint32_t edge, std::uint32_t vertex) const {
    return edges[edge][0] == vertex ? edges[edge][1] : edges[edge][0];
  }
  /// The edge between two vertices, or kNone.
  std::uint32_t edge_between(std::uint32_t a, std::uint32_t b) const;

  std::vector<SurfacePart> parts;
  std::vector<std::uint32_t> part_of;  ///< vertices
  std::vector<Vec3d> x, u, v;
  std::vector<double> w;
  Vec3d lower, upper;  ///< around all vertices that yield
  double fastest = 0;  ///< the longest u of them [m]
  std::vector<Vec3d> given_u,
      given_v;  ///< u and v as bodies told them: what obstacles moved goes farther than dt v
  std::vector<SurfaceElement> elements;
  std::vector<std::array<std::uint32_t, 2>> edges;
  std::vector<std::array<std::uint32_t, 2>>
      opposite;  ///< of edges: third vertices of its triangles, or kNone

 private:
  void add_edges(std::size_t part);
  template <class F>
  void each_carried(F&& f) const;

  bool any_carried_ = false;
  std::vector<std::uint32_t> first_;     ///< vertices and movers of parts
  std::vector<std::size_t> first_edge_;  ///< edges of parts
  std::vector<std::uint32_t> edge_begin_, edge_at_;
};

}  // namespace weft
