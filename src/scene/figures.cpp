#include "scene/figures.h"

#include <fmt/format.h>

#include <algorithm>

#include "geometry/surface_motion.h"

namespace weft {

const FigureOptions* figure_of(const ObjectSpec& o) {
  const SolidSpec* solid = o.as<SolidSpec>();
  return solid ? std::get_if<FigureOptions>(&solid->shape) : nullptr;
}

const ObjectSpec* find_figure(const Scene& scene, const std::string& name) {
  for (const ObjectSpec& o : scene.objects)
    if (o.name == name && figure_of(o)) return &o;
  return nullptr;
}

bool has_led_bones(const ObjectSpec& figure) {
  return std::any_of(figure.pins().begin(), figure.pins().end(),
                     [](const PinSpec& p) { return p.bones; });
}

Motion placed(const Pose& at, Motion motion) {
  motion.start = combined(at, motion.start);
  for (Keyframe& k : motion.keys) k.pose = combined(at, k.pose);
  return motion;
}

Motion bone_motion(const ObjectSpec& figure, const std::string& bone) {
  const Figure made = make_figure(*figure_of(figure));
  const auto found =
      std::find_if(made.bones.begin(), made.bones.end(), [&](const Bone& b) { return b.name == bone; });
  return placed(figure.place.pose(), found->motion);
}

}  // namespace weft
