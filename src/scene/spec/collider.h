/// [[collider]].
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "contact/collider.h"
#include "scene/spec/shape.h"

namespace weft {

/// Vertex positions from one file per frame.
struct SequenceSpec {
  std::string files;  ///< "wave_####.obj", relative to the scene
  double fps = 24;
};

struct ColliderSpec {
  std::string name;
  ShapeSpec shape = Plane{};
  Placement place;
  Boundary boundary = Boundary::separate;
  double friction = 0;
  bool visible = true;
  Colour colour{0.62f, 0.62f, 0.64f};
  std::string look = "auto";                   ///< how pictures show it; auto: matt
  Vec3d velocity{{0, 0, 0}}, spin{{0, 0, 0}};  ///< [m/s], [rad/s]
  std::vector<KeySpec> keys;
  std::optional<SequenceSpec> sequence;
};

}  // namespace weft
