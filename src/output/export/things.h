/// What a frame holds, for formats that know points, polygons and polylines alone: its objects as they are,
/// its colliders as meshes (a plane has no end and is left out), each with a name that can be a file's.
#pragma once
#include "output/frame_file.h"

namespace weft {

struct Thing {
  std::string file;  ///< its name, safe and unique
  const FrameObject* object;
};

class Things {
 public:
  /// Holds pointers into `frame`, which must stay.
  explicit Things(const Frame& frame);
  Things(const Things&) = delete;
  Things& operator=(const Things&) = delete;
  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }

 private:
  std::vector<FrameObject> meshes_;  ///< of the colliders
  std::vector<Thing> all_;
};

/// Letters, digits, '-', '_' and everything beyond ASCII; all else becomes '_'.
std::string safe_file_name(const std::string& name);
/// The surface of a collider in the world; its topology does not depend on where the collider stands.
FrameObject collider_mesh(const FrameCollider& collider);

}  // namespace weft
