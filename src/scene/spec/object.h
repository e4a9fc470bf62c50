/// [[object]].
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "geometry/fill.h"
#include "materials/material.h"
#include "scene/spec/grains.h"
#include "scene/spec/hair.h"
#include "scene/spec/load.h"
#include "scene/spec/putty.h"
#include "scene/spec/rigid.h"
#include "scene/spec/shell.h"
#include "scene/spec/solid.h"
#include "scene/spec/thin.h"

namespace weft {

/// The registry of kinds, in the order of the manual: what a scene may write as `type`.
using KindSpec = std::variant<GrainsSpec,  //
                              ThinSpec,    //
                              ShellSpec,   //
                              SolidSpec,   //
                              RigidSpec,   //
                              HairSpec,    //
                              PuttySpec>;

struct ColourSpec {
  Colour colour{0.8f, 0.7f, 0.5f};
  std::string by;  ///< "height", "x", "random", "layers", or empty: one colour
  Colour from{0.25f, 0.4f, 0.8f}, to{0.95f, 0.75f, 0.3f};
};

struct ObjectSpec {
  std::string name, type = "grains";
  KindSpec kind;
  ShapeSpec shape = Sphere{1};  ///< of kinds that have none of their own
  Placement place;
  std::string preset;  ///< the preset the material came from; may be empty
  Material material;   ///< density override included
  double spacing = 0;  ///< distance of neighbouring points, length of a solid's edges [m]
  Sampling sampling = Sampling::jittered;
  std::uint64_t seed = 1;
  Vec3d velocity{{0, 0, 0}};      ///< [m/s]
  Vec3d spin{{0, 0, 0}};          ///< about place.at [rad/s]
  Vec3d stretch{{1, 1, 1}};       ///< F at time 0
  std::vector<LoadSpec> loads;    ///< on parts of it
  std::optional<Formulas> force;  ///< of X Y Z x y z t [m/s^2]
  ColourSpec colour;
  std::string look = "auto";  ///< how pictures show it; auto: by its material

  /// What a kind has besides; null when it is another.
  template <class Spec>
  const Spec* as() const {
    return std::get_if<Spec>(&kind);
  }
  /// Empty for kinds that cannot be pinned.
  const std::vector<PinSpec>& pins() const;
};

}  // namespace weft
