/// Figures that other things hold on to: pins follow their bones, hair grows on their heads.
#pragma once
#include "scene/reading.h"

namespace weft {

/// The object of this name when its shape is a figure; null otherwise.
const ObjectSpec* find_figure(const Scene& scene, const std::string& name);
/// The figure that a key names. Error E0206 when no object before this one has the name, E0242 when it is
/// none.
const ObjectSpec& figure_named(TableReader& reader, const std::string& key, const Scene& scene);
/// Whether its bones lead it, so that its flesh is where they are.
bool has_led_bones(const ObjectSpec& figure);

/// A motion in the axes of something that stands at `at`.
Motion placed(const Pose& at, Motion motion);
/// How a bone moves in the world.
Motion bone_motion(const ObjectSpec& figure, const std::string& bone);

/// `on` and `figure` of shape = { hair = { } }.
GrowsOn read_grows_on(TableReader& hair, const Scene& scene);
/// `at` and `rotate` of an object, or the head of the figure it grows on, which leaves no choice.
Placement read_place_of_hair(TableReader& object, const Scene& scene, const GrowsOn& on);

}  // namespace weft
