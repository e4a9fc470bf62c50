/// Signed distance to a closed triangle mesh: exact closest point, sign by angle-weighted pseudonormals
/// (Baerentzen and Aanaes 2005): phi = sign(dot(x - c, N(c))) |x - c| with N of the face, edge or vertex c
/// lies on. The result is the minimum over all triangles of (distance, index), both computed here in double;
/// the tree only decides which triangles need not be looked at, so results do not depend on how it was built.
#pragma once
#include <memory>
#include <span>

#include "geometry/mesh.h"

namespace weft {

/// The nearest place of a mesh.
struct Closest {
  double phi;  ///< signed distance [m], negative inside
  Vec3d n;     ///< outward unit gradient of phi
  std::uint32_t triangle;
  Vec3d barycentric;  ///< of the closest point in that triangle
};

class DistanceMesh {
 public:
  /// Triangles without area are ignored. Error E0103 or E0104 when nothing is left.
  explicit DistanceMesh(TriangleMesh mesh);
  ~DistanceMesh();
  DistanceMesh(DistanceMesh&&) noexcept;
  DistanceMesh& operator=(DistanceMesh&&) noexcept;

  /// Safe to call from many threads at once.
  Closest closest(const Vec3d& x) const;
  /// Moves the vertices; the topology stays. Error E0114 when their number differs.
  void update(std::span<const Vec3d> vertices);

  const TriangleMesh& mesh() const;
  const Bounds& bounds() const;
  double volume() const;  ///< [m^3]

  // Who is beside whom.
  std::span<const std::uint32_t> merged() const;  ///< of vertices: equal ones share their pseudonormals
  std::span<const std::array<std::uint32_t, 3>> across() const;  ///< over edge k of each triangle, or itself
  /// Sides of merged vertex v: sides()[first_side()[v] ...), 3 t + k.
  std::span<const std::uint32_t> first_side() const;
  std::span<const std::uint32_t> sides() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace weft
