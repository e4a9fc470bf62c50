/// How surfaces answer light. One small model whose numbers make sand, cloth, rubber, metal, ...:
///
///   f = (1 - s) (1 - t) base / pi + fuzz                      light that enters and comes back
///     + t base / pi                                           ... and leaves on the other side (thin things)
///     + D(h) G(wi, wo) F(wi.h) / (4 n.wi n.wo)                light mirrored by facets
///                                                             (GGX, Walter et al. 2007)
///
/// with s the share that facets mirror. Fibres have their own (Kajiya and Kay 1989, with the two highlights
/// of Marschner et al. 2003); water mirrors or refracts.
#pragma once
#include <string>

#include "output/picture/directions.h"

namespace weft {

struct Look {
  float roughness = 1;  ///< alpha of GGX
  float f0 = 0;         ///< mirrored share at right angles
  float sheen = 0;      ///< of fabric at grazing angles
  float through = 0;    ///< share that leaves on the other side
  float variation = 0;  ///< of the lightness of grains
  float depth = 0;      ///< how far light goes inside, in sizes of the scene; 0: not
  bool metal = false;   ///< facets mirror the base colour, nothing enters
  bool fibre = false;
  bool water = false;  ///< mirrors and refracts
  bool glass = false;  ///< a thin clear sheet: mirrors or lets pass
};

/// The look with this name; an unknown one is matt.
const Look& look_named(const std::string& name);
/// A frame's object without a look has one by its kind.
std::string look_of_kind(const std::string& kind);

/// A place on a surface. `n` faces the one who looks.
struct Facing {
  Vec3f n, tangent, base;
  const Look* look;
};

/// A direction chosen, and f cos / density.
struct Bounce {
  Vec3f wi, weight;
  bool possible = false;
};

/// f(wi, wo) |cos(n, wi)|.
Vec3f reflect(const Facing& p, const Vec3f& wo, const Vec3f& wi);
/// A direction with a density like f's.
Bounce choose_bounce(const Facing& p, const Vec3f& wo, const Vec2<float>& u, float which);
/// Share of light that a smooth boundary mirrors; `eta` = index of the far side over that of the near side.
float fresnel(float cos, float eta);

}  // namespace weft
