/// Triangles with what shading needs at their corners: obstacles, cloth, the surface of a heap of points.
#pragma once
#include <span>

#include "output/frame_file.h"
#include "output/picture/colour.h"

namespace weft {

struct Solid {
  std::vector<Vec3f> x, n;     ///< corners: places and normals
  std::vector<Vec3f> colours;  ///< linear, one per corner, or one for all
  std::vector<std::array<std::uint32_t, 3>> triangles;
  Vec3f colour(std::size_t i) const { return colours[colours.size() == 1 ? 0 : i]; }
};

/// The surface of an obstacle; nothing for a plane. Edges sharper than 40 degrees stay sharp.
Solid solid_of(const FrameCollider& collider);
/// The polygons of a frame's mesh, cut into triangles; normals are means over the faces around a vertex.
Solid solid_of(const FrameObject& mesh, std::span<const Vec3f> colours);
/// The smooth surface of a frame's points; colours are means over the points around.
Solid surface_of(const FrameObject& points, std::span<const Vec3f> colours);
/// Lets what is close to a plane sink into it: contact on a grid keeps liquids a little above the ground, and
/// the gap would show.
void settle(Solid& solid, const Vec3f& point, const Vec3f& normal, float reach);
/// Normals as means over the triangles around each corner, by area.
void find_normals(Solid& solid);

}  // namespace weft
