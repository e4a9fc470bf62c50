/// A frame: what the world looked like at one time, enough to draw, export and measure it; one file each.
///   sections   "meta" (JSON: number, time, objects, colliders), then for each object and collider its arrays
#pragma once
#include <cstdint>
#include <filesystem>

#include "bodies/body.h"
#include "geometry/mesh.h"

namespace weft {

class World;

/// An obstacle as it stood: x_world = position + rotation * x_local.
struct FrameCollider {
  std::string name;
  std::string kind;                                  ///< plane sphere box capsule cylinder mesh
  std::string look;                                  ///< how pictures show it; empty: matt
  std::array<float, 3> colour{0.62f, 0.62f, 0.64f};  ///< sRGB, 0..1
  Vec3d size{{0, 0, 0}};      ///< plane: normal; sphere: radius; box: half sizes; else radius, half length
  Vec3d position{{0, 0, 0}};  ///< [m]
  Mat3d rotation = Mat3d::identity();
  std::vector<Vec3<float>> vertices;  ///< mesh, in its own axes [m]
  std::vector<std::array<std::uint32_t, 3>> triangles;
};

struct Frame {
  std::int64_t number = 0;
  double time = 0;     ///< [s]
  double dx = 0;       ///< grid spacing [m]
  bool plane = false;  ///< a plane-strain world, to be seen from the front
  std::vector<FrameObject> objects;
  std::vector<FrameCollider> colliders;
};

/// What the world looks like now; `quantities` become scalars of the bodies that know them.
Frame capture_frame(const World& world, std::int64_t number, const std::vector<std::string>& quantities);
/// Where the first value that is not finite sits ("object 'sand', point 7: position"), or empty.
std::string first_not_finite(const Frame& frame);
/// Writes atomically; the caller has checked that the values are finite.
void write_frame(const std::filesystem::path& path, const Frame& frame);
/// Throws Error E0404..E0407 unless the file is whole and makes sense.
Frame read_frame(const std::filesystem::path& path);

}  // namespace weft
