#include "output/picture/colour_map.h"

#include <cmath>

#include "output/picture/colour.h"

namespace weft {

namespace {

/// Linear sRGB of a colour in Oklab.
Vec3f from_oklab(float L, float a, float b) {
  const auto cube = [](float x) { return x * x * x; };
  const float l = cube(L + 0.3963377774f * a + 0.2158037573f * b),
              m = cube(L - 0.1055613458f * a - 0.0638541728f * b),
              s = cube(L - 0.0894841775f * a - 1.2914855480f * b);
  return {{4.0767416621f * l - 3.3077115913f * m + 0.2309699292f * s,
           -1.2684380046f * l + 2.6097574011f * m - 0.3413193965f * s,
           -0.0041960863f * l - 0.7034186147f * m + 1.7076147010f * s}};
}

bool shown(const Vec3f& c) {
  for (int k = 0; k < 3; ++k)
    if (!(c[k] >= 0 && c[k] <= 1)) return false;
  return true;
}

}  // namespace

std::array<float, 3> colour_at(float t) {
  t = std::clamp(t, 0.0f, 1.0f);
  const float L = 0.32f + 0.58f * t, hue = (300 - 195 * t) * kPi / 180;
  float chroma = 0.15f + 0.02f * t;
  Vec3f c = from_oklab(L, chroma * std::cos(hue), chroma * std::sin(hue));
  while (!shown(c) && chroma > 0) {  // as colourful as a screen can show
    chroma -= 0.002f;
    c = from_oklab(L, chroma * std::cos(hue), chroma * std::sin(hue));
  }
  return {to_srgb(std::clamp(c[0], 0.0f, 1.0f)), to_srgb(std::clamp(c[1], 0.0f, 1.0f)),
          to_srgb(std::clamp(c[2], 0.0f, 1.0f))};
}

}  // namespace weft
