/// Colours as linear light, and the few functions that shading needs of them.
#pragma once
#include <algorithm>
#include <array>

#include "output/picture/image.h"

namespace weft {

constexpr float kPi = 3.14159265f;

inline Vec3f grey(float v) { return {{v, v, v}}; }
inline Vec3f mix(const Vec3f& a, const Vec3f& b, float t) { return a * (1 - t) + b * t; }
inline Vec3f times(const Vec3f& a, const Vec3f& b) { return {{a[0] * b[0], a[1] * b[1], a[2] * b[2]}}; }
inline float luminance(const Vec3f& c) { return 0.2126f * c[0] + 0.7152f * c[1] + 0.0722f * c[2]; }
inline float brightest(const Vec3f& c) { return std::max({c[0], c[1], c[2]}); }
/// The same hue, at most this bright.
inline Vec3f clamped(const Vec3f& c, float most) {
  const float b = brightest(c);
  return b > most ? c * (most / b) : c;
}
/// 0 below a, 1 above b, smooth between.
inline float smooth_step(float a, float b, float x) {
  const float t = std::clamp((x - a) / (b - a), 0.0f, 1.0f);
  return t * t * (3 - 2 * t);
}
inline Vec3f linear(const std::array<float, 3>& c) {
  return {{from_srgb(c[0]), from_srgb(c[1]), from_srgb(c[2])}};
}

}  // namespace weft
