/// Writing in pictures: a stroke font of its own, drawn with smooth edges at any size.
#pragma once
#include <string>

#include "output/picture/image.h"

namespace weft {

struct Ink {
  float size = 16;                                 ///< height of a capital letter [pixels]
  std::array<std::uint8_t, 3> colour{38, 41, 46};  ///< sRGB
  bool halo = true;                                ///< a pale edge, so that it can be read on anything
};

/// Width of a line [pixels].
float text_width(const std::string& text, float size);
/// Draws a line whose first letter stands at x on the baseline y.
void draw_text(Pixels& picture, float x, float y, const std::string& text, const Ink& ink);

}  // namespace weft
