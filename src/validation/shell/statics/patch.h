/// A rectangle of faces laid over a smooth surface X(u, v), with what may happen at its four edges: benchmark
/// shells. An extended edge has one more row of faces beyond it, which are bare: the shell's own faces are
/// then bicubic patches without the zero curvature that an open edge has built in, and edge conditions are
/// linear relations of three rows.
///   position on the edge  (u_-1 + 4 u_0 + u_1)/6,   slope across it  (u_1 - u_-1)/2
#pragma once
#include <functional>

#include "validation/shell/statics/loads.h"
#include "validation/shell/statics/ties.h"

namespace weft {

enum class EdgeKind {
  extended,
  open,   ///< the mesh ends there
  joined  ///< to the opposite edge: both must be
};

/// Edges as in FaceEdge: v = 0, u = 1, v = 1, u = 0.
struct PatchOptions {
  int faces_u = 8, faces_v = 8;
  std::function<Vec3d(double, double)> surface;  ///< on [0, 1]^2 and a face beyond where an edge is extended
  std::array<EdgeKind, 4> edges{EdgeKind::extended, EdgeKind::extended, EdgeKind::extended,
                                EdgeKind::extended};
};

class Patch {
 public:
  explicit Patch(PatchOptions options);

  const QuadMesh& mesh() const { return mesh_; }
  const std::vector<bool>& bare() const { return bare_; }
  /// Vertex at row i of u and j of v; -1 and faces + 1 are rows beyond extended edges.
  std::uint32_t vertex(int i, int j) const;
  std::uint32_t face(int i, int j) const;
  /// The place of (u, v) in [0, 1]^2.
  SurfacePlace place(double u, double v) const;
  std::vector<FaceEdge> edge(int which) const;

  /// Component k of the displacement on the edge is s c.
  void hold(Ties& ties, int edge, int k, double c = 0) const;
  /// Component k neither moves on the edge nor turns across it. On an open edge two rows are fixed, which is
  /// a little too stiff (GHF18's clamp).
  void clamp(Ties& ties, int edge, int k) const;
  /// The edge lies in a plane of symmetry with normal k.
  void mirror(Ties& ties, int edge, int k) const;

 private:
  /// Vertices of rows -1, 0, 1 and so on inwards from an edge, at position m along it.
  std::uint32_t from_edge(int edge, int row, int m) const;
  template <class Act>
  void along(int edge, Act&& act) const;
  bool is_extended(int edge) const { return options_.edges[std::size_t(edge)] == EdgeKind::extended; }
  int low_u() const { return is_extended(3) ? -1 : 0; }
  int high_u() const;
  int low_v() const { return is_extended(0) ? -1 : 0; }
  int high_v() const;

  PatchOptions options_;
  QuadMesh mesh_;
  std::vector<bool> bare_;
};

/// The limit surface at a place.
Vec3d limit_point(const ShellModel& m, const SurfacePlace& at, const Points& x);

}  // namespace weft
