/// Where the action of a frame is.
#pragma once
#include <memory>

#include "output/frame_file.h"
#include "output/picture/camera.h"

namespace weft {

class Stage;

/// Where nearly all points of a frame are (a stray one does not count), obstacles of similar size included.
Bounds busy_bounds(const Frame& frame);

/// The action of some frames, and how well it is seen from somewhere.
class Action {
 public:
  Action();
  ~Action();
  void add(const Frame& frame);
  const Bounds& bounds() const { return bounds_; }
  /// Takes in these bounds as well.
  void widen(const Bounds& bounds);
  /// Share of the objects' points that no obstacle hides from the camera, 0..1.
  double seen_from(const Camera& camera) const;
  /// A camera that sees it whole: from the front and the right where that shows nearly as much as anything
  /// else, or from where obstacles hide less.
  Camera best_camera(double aspect) const;

 private:
  /// Obstacles of one frame, and some of its points.
  struct Scene {
    std::unique_ptr<Stage> obstacles;
    std::vector<Vec3<float>> points;
  };
  std::vector<Scene> scenes_;
  std::vector<Vec3d> outline_;  ///< what must be in the picture
  Bounds bounds_;
  bool plane_ = false;
};

}  // namespace weft
