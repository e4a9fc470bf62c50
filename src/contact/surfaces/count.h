/// Where surfaces cross at one moment: the judge of contact. It has its own search and its own tests and shares no
/// routine with whoever it judges. An edge pq and a triangle abc without a common vertex cross when
///
///   h_p h_q < 0                   p and q are on different sides of the plane,
///                                 h_x = n.(x - a) / |n|,  n = (b - a) x (c - a),  0 where |h_x| < rounding
///   o_ab, o_bc, o_ca, one sign    and abc winds around the line pq,  o_xy = (q - p).((x - p) x (y - p))
///
/// Two triangles cross when an edge of one crosses the other. What lies in one plane touches and does not cross. So does
/// an edge that ends within rounding of the plane, unless its surface goes on beyond the plane there, and one that
/// passes a side of the triangle within rounding, unless the triangle's surface goes on beyond the side. A triangle
/// without area cannot be crossed, but its edges can cross others. Both triangles at a side see the same o there: a
/// line cannot slip between them.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "math/vec.h"

namespace weft {

/// What an object does to whom it is compared with.
enum class Part : std::uint8_t {
  soft,      ///< everything can cross it, itself too
  rigid,     ///< never changes its shape: cannot begin to cross itself
  obstacle,  ///< prescribed: other obstacles and itself are none of its business
};

/// Surfaces and lines of many objects, their vertices in one list.
struct SurfaceSoup {
  std::vector<Vec3d> x;                                 ///< vertices [m]
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< by vertices
  std::vector<std::array<std::uint32_t, 2>> segments;   ///< of fibres and hair, as lines without thickness
  std::vector<std::uint32_t> triangle_object, segment_object;
  std::vector<Part> parts;  ///< one per object
  double rounding = 1e-12;  ///< heights below this are none [m]
};

/// An edge or a segment that crosses a triangle.
struct Piercing {
  std::array<std::uint32_t, 2> edge;  ///< its vertices, the lower first
  std::uint32_t triangle;
  Vec3d place;   ///< [m]
  double depth;  ///< how far the nearer end of the edge is beyond the triangle [m]
  friend bool operator==(const Piercing&, const Piercing&) = default;
};

/// Two triangles (or a segment, then first, and a triangle), with the deepest of their piercings.
struct CrossedPair {
  std::array<std::uint32_t, 2> who;  ///< triangles: the lower first
  Piercing worst;
  friend bool operator==(const CrossedPair&, const CrossedPair&) = default;
};

/// The crossings of two objects, or of one with itself.
struct CrossedObjects {
  std::array<std::uint32_t, 2> objects;  ///< the lower first
  std::size_t pairs = 0;                 ///< of triangles, or of segments and triangles
  Vec3d place{{0, 0, 0}};                ///< of the deepest [m]
  double depth = -1;                     ///< of that [m]
  friend bool operator==(const CrossedObjects&, const CrossedObjects&) = default;
};

/// The same bits for any number of threads.
struct Crossings {
  std::vector<Piercing> piercings;     ///< each once, by triangle and edge
  std::vector<CrossedPair> triangles;  ///< by their numbers
  std::vector<CrossedPair> segments;
  std::vector<CrossedObjects> objects;  ///< by their numbers
  std::size_t pairs() const { return triangles.size() + segments.size(); }
};

Crossings find_surface_crossings(const SurfaceSoup& soup);

}  // namespace weft
