/// Figures that other things hold on to: pins follow their bones, hair grows on their heads.
#pragma once
#include "geometry/motion.h"
#include "scene/scene.h"

namespace weft {

/// The figure that an object is; null when it is none.
const FigureOptions* figure_of(const ObjectSpec& object);
/// The object of this name when its shape is a figure; null otherwise.
const ObjectSpec* find_figure(const Scene& scene, const std::string& name);
/// Whether pins hold its bones, so that its flesh is where they are.
bool has_led_bones(const ObjectSpec& figure);

/// A motion in the axes of something that stands at `at`.
Motion placed(const Pose& at, Motion motion);
/// How a bone moves in the world.
Motion bone_motion(const ObjectSpec& figure, const std::string& bone);

}  // namespace weft
