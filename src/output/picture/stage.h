/// What stands before the camera, made from a frame, and what a ray meets there: balls, triangles, smooth
/// patches and strands in one Embree scene, and the planes beside it.
#pragma once
#include <embree3/rtcore.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "output/picture/look.h"
#include "output/picture/solid.h"

namespace weft {

struct StageOptions {
  bool surfaces = true;         ///< points of all looks but sand are shown by their smooth surface
  bool even = false;            ///< grains of one object do not differ in colour
  bool ground = true;           ///< planes that face upwards are drawn; others are clear as air
  std::optional<double> floor;  ///< height of a ground for a scene without one [m]
  Bounds action;                ///< where it happens: the ground fades away around it
};

/// What a ray met.
struct Hit {
  Vec3f x, geometric;  ///< place; normal of the shape itself, facing the ray
  Facing facing;
  float t = 0;          ///< distance
  float lift = 0;       ///< how far a new ray must begin above the surface
  float fade = 0;       ///< 1: so far away that it is background
  bool inside = false;  ///< the ray came from behind
};

/// One geometry of the scene.
struct Piece {
  enum Kind { balls, triangles, patches, strands } kind = balls;
  Look look;
  RTCGeometry geometry = nullptr;            ///< owned by the scene
  std::vector<std::array<float, 4>> points;  ///< x, y, z, radius
  std::vector<Vec3f> normals, colours;       ///< of points; one colour may do for all
  std::vector<std::uint32_t> index;          ///< of points: 3 per triangle, 4 per quad, 1 per segment
  std::vector<std::uint32_t> faces;          ///< patches: corners of each
  Vec3f colour(std::size_t i) const { return colours[colours.size() == 1 ? 0 : i]; }
};

class Stage {
 public:
  Stage(const Frame& frame, const StageOptions& options);
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  /// The first thing along a ray.
  bool meet(const Vec3f& x, const Vec3f& d, Hit& hit, bool from_camera) const;
  /// Share of light that passes from far away in direction d to x.
  Vec3f clear(const Vec3f& x, const Vec3f& d) const;
  /// How far a ray goes inside something before it leaves it.
  float depth_inside(const Vec3f& x, const Vec3f& d) const;
  /// Half the diagonal of the action [m].
  float size() const { return size_; }
  std::size_t primitives() const;

 private:
  struct Ground {
    Vec3f point, normal;
  };
  void add_object(const FrameObject& object, const StageOptions& options);
  int grains_across(const FrameObject& object) const;
  void add_balls(const FrameObject& object, std::vector<Vec3f> colours, bool even);
  void add_solid(Solid solid, const std::string& look);
  void add_patches(const FrameObject& object, std::vector<Vec3f> colours);
  void add_strands(const FrameObject& object, std::vector<Vec3f> colours, bool even);
  void attach(std::unique_ptr<Piece> piece);
  void describe(const RTCRayHit& ray, const Vec3f& d, Hit& hit) const;
  void meet_grounds(const Vec3f& x, const Vec3f& d, bool from_camera, Hit& hit) const;
  Vec3f ground_colour(const Vec3f& x, const Ground& g, float t) const;

  RTCDevice device_;
  RTCScene scene_;
  std::vector<std::unique_ptr<Piece>> pieces_;
  std::vector<Ground> grounds_;
  Look ground_look_;
  Vec3f centre_;
  float size_ = 1, tile_ = 1;
  bool plane_ = false, has_water_ = false, has_glass_ = false;
};

}  // namespace weft
