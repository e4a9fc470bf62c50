/// [[object]].
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "geometry/fill.h"
#include "materials/material.h"
#include "scene/spec/hair.h"
#include "scene/spec/putty.h"
#include "scene/spec/rigid.h"
#include "scene/spec/shell.h"
#include "scene/spec/solid.h"
#include "scene/spec/thin.h"

namespace weft {

struct ColourSpec {
  Colour colour{0.8f, 0.7f, 0.5f};
  std::string by;  ///< "height", "x", "random", "layers", or empty: one colour
  Colour from{0.25f, 0.4f, 0.8f}, to{0.95f, 0.75f, 0.3f};
};

/// Pours new points over time.
struct SourceSpec {
  double rate = 0;             ///< [kg/s]; 0: follows from velocity
  Vec3d velocity{{0, 0, 0}};   ///< of new points [m/s]
  double from = 0, until = 0;  ///< [s]
};

struct ObjectSpec {
  std::string name, type = "grains";
  ShapeSpec shape = Sphere{1};
  Placement place;
  std::string preset;  ///< the preset the material came from; may be empty
  Material material;   ///< density override included
  double spacing = 0;  ///< distance of neighbouring points [m]
  Sampling sampling = Sampling::jittered;
  std::uint64_t seed = 1;
  Vec3d velocity{{0, 0, 0}};            ///< [m/s]
  std::optional<Formulas> velocity_of;  ///< of x y z, instead of velocity
  Vec3d spin{{0, 0, 0}};                ///< about place.at [rad/s]
  Vec3d stretch{{1, 1, 1}};             ///< F at time 0
  double damping = 0;                   ///< nu
  std::optional<Formulas> force;        ///< of X Y Z x y z t [m/s^2]
  ColourSpec colour;
  std::string look = "auto";  ///< how pictures show it; auto: by its material
  std::optional<SourceSpec> source;
  std::optional<ThinSpec> thin;  ///< cloth and fibre, which have no `shape`, `spacing`, `sampling`, `source`
  std::optional<ShellSpec> shell;  ///< shells, which have none of these either
  std::optional<RigidSpec> rigid;  ///< rigid bodies: a shape without points inside
  std::optional<SolidSpec> solid;  ///< solids; `spacing` is the length of their edges
  std::optional<HairSpec> hair;    ///< hair
  std::optional<PuttySpec> putty;  ///< putty

  bool filled() const {
    return !thin && !shell && !solid && !rigid && !hair && !putty;
  }  ///< made of points that fill `shape`
};

}  // namespace weft
