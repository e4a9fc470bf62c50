/// Objects coloured by a quantity of their vertices, and the legend that says what the colours mean.
#pragma once
#include <array>
#include <string>

#include "output/frame_file.h"
#include "output/picture/image.h"

namespace weft {

struct ColourBy {
  std::string quantity;  ///< speed, height, or a scalar of the frame; empty: none
  std::array<double, 2> range{0, 1};
};

/// The quantity at each vertex, or nothing when the object does not have it.
std::vector<float> values_of(const FrameObject& object, const std::string& quantity);
/// From the smallest to the largest value but for the outermost hundredth; {0, 0} when no object has it.
std::array<double, 2> range_of(const Frame& frame, const std::string& quantity);
/// A quantity as a legend names it, with its unit: "speed [m/s]".
std::string title_of(const std::string& quantity);
/// What can be asked for in this frame: "speed height plastic_strain".
std::string known_quantities(const Frame& frame);
/// Gives every object that has the quantity a colour per vertex.
void colour_by(Frame& frame, const ColourBy& by);
/// A bar of colours with its numbers, in the lower left corner.
void draw_legend(Pixels& picture, const ColourBy& by);

}  // namespace weft
