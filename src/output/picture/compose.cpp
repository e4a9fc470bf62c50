#include "output/picture/compose.h"

#include <algorithm>

#include "output/picture/text.h"

namespace weft {

void draw_caption(Pixels& picture, const std::string& text) {
  const float h = float(picture.height);
  float size = std::max(8.0f, 0.030f * h);
  const float room = float(picture.width) - 0.09f * h, wide = text_width(text, size);
  if (wide > room) size *= room / wide;
  draw_text(picture, 0.045f * h, 0.045f * h + size, text, Ink{size});
}

int gap_between(int height) { return std::max(2, height / 180); }

Pixels side_by_side(std::span<const Pixels> pictures) {
  Pixels out;
  if (pictures.empty()) return out;
  const int gap = gap_between(pictures[0].height);
  for (const Pixels& p : pictures) {
    out.width += p.width + (out.width ? gap : 0);
    out.height = std::max(out.height, p.height);
  }
  out.rgb.assign(3 * std::size_t(out.width) * std::size_t(out.height), 255);
  std::size_t left = 0;
  for (const Pixels& p : pictures) {
    for (int j = 0; j < p.height; ++j)
      std::copy_n(p.rgb.begin() + std::ptrdiff_t(3 * std::size_t(j) * std::size_t(p.width)), 3 * p.width,
                  out.rgb.begin() + std::ptrdiff_t(3 * (std::size_t(j) * std::size_t(out.width) + left)));
    left += std::size_t(p.width + gap);
  }
  return out;
}

}  // namespace weft
