/// Colours that people with any colour vision tell apart (Okabe and Ito 2008), and dashes that tell the same
/// lines apart in black and white.
#pragma once
#include <array>
#include <vector>

#include "output/plot/canvas.h"

namespace weft::plot {

inline constexpr Colour kBlack{0, 0, 0}, kOrange{0.902, 0.624, 0}, kSky{0.337, 0.706, 0.914},
    kGreen{0, 0.620, 0.451}, kYellow{0.941, 0.894, 0.259}, kBlue{0, 0.447, 0.698},
    kVermilion{0.835, 0.369, 0}, kPurple{0.800, 0.475, 0.655};

inline constexpr Colour kInk{0.13, 0.13, 0.13}, kGrey{0.45, 0.45, 0.45}, kPale{0.88, 0.88, 0.88},
    kSilver{0.70, 0.70, 0.70};

/// The k-th of several lines: seven colours (yellow is too pale for a line), then again with other dashes.
inline Stroke line_style(std::size_t k) {
  static constexpr std::array<Colour, 7> kColours{kBlue, kVermilion, kGreen, kPurple, kOrange, kSky, kBlack};
  static const std::array<std::vector<double>, 7> kDashes{
      {{}, {6, 2}, {8, 2, 1.5, 2}, {3, 1.5}, {1.5, 1.5}, {9, 3}, {5, 1.5, 1.5, 1.5, 1.5, 1.5}}};
  return {kColours[k % 7], 1.4, kDashes[(k + k / 7) % 7]};
}

/// The k-th of several areas that lie upon each other.
inline Colour area_colour(std::size_t k) {
  static constexpr std::array<Colour, 7> kColours{kBlue, kOrange, kGreen, kPurple, kSky, kVermilion, kYellow};
  return kColours[k % 7];
}

}  // namespace weft::plot
