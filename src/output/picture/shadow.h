/// Soft shadows and occlusion.
#pragma once
#include "output/picture/raster.h"

namespace weft {

/// What the sun sees.
class SunMap {
 public:
  SunMap(const Stage& stage, const Vec3d& towards_sun, float softness);
  /// How much of the sun a point sees, 0..1; `turn` in 0..1 varies the places looked at.
  float light(const Vec3f& x, const Vec3f& n, float turn) const;

 private:
  float depth(float i, float j) const;
  View view_;
  Visible seen_;
  Vec3f sun_;
  float softness_, texel_;
};

/// How much of the sky each pixel sees, 0..1, from the points seen around it. `x` and `n` of each pixel; a
/// pixel whose n is zero sees nothing solid.
std::vector<float> occlusion(const View& pixels, const std::vector<Vec3f>& x, const std::vector<Vec3f>& n,
                             float reach);

/// A number in 0..1 for a place of the picture.
float dither(int i, int j);

}  // namespace weft
