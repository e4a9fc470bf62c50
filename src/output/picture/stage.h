/// What stands before the camera, made from a frame: balls for points, triangles for obstacles, planes.
#pragma once
#include "output/frame_file.h"
#include "output/picture/view.h"

namespace weft {

struct Ball {
  Vec3f centre;
  float radius;
  Vec3f colour;   ///< linear
  Vec3f outward;  ///< towards emptier space, length 0..1: how much of a surface this is
};

struct Corner {
  Vec3f x, n;
};

struct Facet {
  Corner corner[3];
  Vec3f colour;
};

struct Floor {
  Vec3f point, normal;
};

struct Stage {
  std::vector<Ball> balls;
  std::vector<Facet> facets;
  std::vector<Floor> floors;
  Bounds bounds;  ///< of balls and facets
};

Stage set_stage(const Frame& frame);
/// Where nearly all points of a frame are (a stray one does not count), obstacles of similar size included.
Bounds busy_bounds(const Frame& frame);
/// The surface of an obstacle; nothing for a plane.
std::vector<Facet> tessellate(const FrameCollider& collider);
/// Finds `outward` of every ball from the density of the others around it.
void find_surfaces(std::vector<Ball>& balls);

}  // namespace weft
