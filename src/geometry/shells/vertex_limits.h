/// Where the Catmull-Clark limit surface passes the vertices of its control mesh.
///   inside, n quads:  (n^2 x + 4 sum edge neighbours + sum opposite corners) / (n (n + 5))
///   on an edge:       (x- + 4 x + x+) / 6      a corner of one quad stays, unless corners are round
#pragma once
#include "geometry/quad_mesh.h"
#include "geometry/subdivision.h"

namespace weft {

/// Weights of the control points: those of vertex v are begin[v] .. begin[v + 1].
struct VertexLimits {
  std::vector<std::uint32_t> begin, vertices;
  std::vector<double> weights;
};
VertexLimits vertex_limits(const QuadMesh& mesh, BoundaryRule rule);

/// The limit surface at each vertex [m].
std::vector<Vec3d> limit_points(const QuadMesh& mesh, BoundaryRule rule = BoundaryRule::edge_and_corner);
/// Moves the control points until the limit surface passes where they were: x <- x + (x_0 - limit(x)).
void fit_limit(QuadMesh& mesh);

}  // namespace weft
