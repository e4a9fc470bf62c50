/// Catmull-Clark limit surfaces: a quad control mesh, and for places on its limit surface the weights of the
/// control points in position and in first and second derivatives,
///   x(s, t) = sum N_p x_p,   x_,1 = sum N_p,1 x_p,  ...
///   (s, t) in [0, 1]^2 of a face: s from corner 0 to corner 1, t from corner 0 to corner 3
/// The weights depend on the mesh's connections alone. Evaluated by OpenSubdiv (Bfr) in double precision.
#pragma once
#include <cstddef>
#include <span>

#include "geometry/quad_mesh.h"

namespace weft {

/// What an open boundary does: a smooth curve with sharp corners (where one face meets), or without.
enum class BoundaryRule { edge_and_corner, edge_only };

struct SurfacePlace {
  std::uint32_t face;
  double s, t;
};

/// N, N_,1, N_,2, N_,11, N_,12, N_,22 of one control point.
using BasisWeights = std::array<double, 6>;

/// The control points that a place depends on, and their weights.
struct Stencil {
  std::span<const std::uint32_t> vertices;
  std::span<const BasisWeights> weights;
};

/// Stencils of many places. Consecutive places of one face share their list of vertices, and places with
/// equal weights (those of regular faces) share the weights: `block_of` names the block of each place.
class LimitStencils {
 public:
  std::size_t size() const { return places_.size(); }
  Stencil operator[](std::size_t i) const {
    const Place& p = places_[i];
    return {{vertices_.data() + p.first_vertex, p.count}, {weights_.data() + p.first_weight, p.count}};
  }
  /// Where the weights of place i begin in weights(); equal for places that share them.
  std::uint32_t block_of(std::size_t i) const { return places_[i].first_weight; }
  std::span<const BasisWeights> weights() const { return weights_; }

 private:
  friend class StencilBuilder;
  struct Place {
    std::uint32_t first_vertex, first_weight, count;
  };
  std::vector<Place> places_;
  std::vector<std::uint32_t> vertices_;
  std::vector<BasisWeights> weights_;
};

/// Stencils of `places`; fastest when places of one face follow each other. OpenSubdiv isolates extraordinary
/// vertices so far that each place lies outside the cell it approximates; places nearer than 1/1024 to such a
/// vertex are approximate. Throws Error E0150 when the mesh is no surface, E0151 for a place outside of it.
LimitStencils limit_stencils(const QuadMesh& mesh, BoundaryRule rule, std::span<const SurfacePlace> places);

/// The levels of isolation for places that keep at least `distance` (in parameters, larger of the two) from
/// the corners of their faces.
int isolation_level(double distance);

/// The first Catmull-Clark subdivision: all quads, whatever the polygons were.
QuadMesh subdivide(const PolygonMesh& mesh, BoundaryRule rule);

/// The quads as they are when there is nothing else, the first subdivision otherwise.
QuadMesh control_mesh(const PolygonMesh& mesh, BoundaryRule rule);

}  // namespace weft
