/// Which surfaces of a world cross, and how deep anything is inside a collider, now.
///
///   cloth, shells, skins, rigid bodies   triangles: those that meet others as geometry where the body has such
///                                        (bodies/contact_surface.h), else its polygons as they are exported
///   fibres, hair                         segments, as lines
///   collider meshes                      triangles
///   other colliders                      signed distance: a triangle or segment crosses when its deepest place is
///                                        deeper than kTouch
///   grains, putty                        points: how deep they are in colliders
///
/// Bodies whose joint lets them overlap do not count, nor rigid bodies with themselves, nor colliders with each other.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "bodies/frame_object.h"
#include "math/vec.h"

namespace weft {

class World;

constexpr double kTouch = 1e-6;  ///< what is less deep inside a collider touches it [m]

/// Two objects that cross, one that crosses itself, or an object and a collider.
struct Crossed {
  std::string first, second;  ///< their names
  bool collider = false;      ///< the second is one
  bool lines = false;         ///< the first is made of segments
  std::size_t pairs = 0;      ///< of triangles, or of segments and triangles; pieces inside a collider
  Vec3d place{{0, 0, 0}};     ///< of the deepest [m]
  double depth = 0;           ///< there [m]
};

struct CrossedSurfaces {
  std::size_t pairs = 0;         ///< of all
  double penetration = 0;        ///< the deepest place inside a collider [m]
  std::vector<Crossed> between;  ///< most pairs first
};

/// `drawn`: the frames of all bodies, in their order.
CrossedSurfaces find_crossed(const World& world, std::span<const FrameObject> drawn);
CrossedSurfaces find_crossed(const World& world);

}  // namespace weft
