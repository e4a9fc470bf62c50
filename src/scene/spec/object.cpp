#include "scene/spec/object.h"

namespace weft {

Pose Placement::pose() const {
  Pose p;
  p.position = at;
  if (angle != 0) p.rotation = Quaternion<double>::from_axis_angle(normalized(axis), angle);
  return p;
}

const std::vector<PinSpec>& ObjectSpec::pins() const {
  static const std::vector<PinSpec> none;
  return std::visit(
      [](const auto& spec) -> const std::vector<PinSpec>& {
        if constexpr (requires { spec.pins; }) return spec.pins;
        else return none;
      },
      kind);
}

}  // namespace weft
