#include "output/picture/colour_by.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "exec/parallel.h"
#include "output/picture/colour_map.h"
#include "output/picture/text.h"

namespace weft {

std::string title_of(const std::string& quantity) {
  static const std::map<std::string, std::string> units = {
      {"speed", "m/s"}, {"height", "m"},     {"stress", "Pa"},   {"pressure", "Pa"}, {"density", "kg/m^3"},
      {"force", "N"},   {"energy", "J"},     {"tension", "N/m"}, {"area", "m^2"},    {"displacement", "m"},
      {"x", "m"},       {"y", "m"},          {"z", "m"},         {"vx", "m/s"},      {"vy", "m/s"},
      {"vz", "m/s"},    {"temperature", "K"}};
  std::string words = quantity;
  std::replace(words.begin(), words.end(), '_', ' ');
  const auto unit = units.find(quantity);
  return unit == units.end() ? words : words + " [" + unit->second + "]";
}

std::vector<float> values_of(const FrameObject& o, const std::string& quantity) {
  if (const auto found = o.scalars.find(quantity); found != o.scalars.end()) return found->second;
  std::vector<float> out;
  if (quantity == "speed")
    for (const Vec3<float>& v : o.velocity) out.push_back(norm(v));
  if (quantity == "height")
    for (const Vec3<float>& x : o.position) out.push_back(x[2]);
  if (out.size() != o.position.size()) out.clear();
  return out;
}

std::array<double, 2> range_of(const Frame& frame, const std::string& quantity) {
  std::vector<float> all;
  for (const FrameObject& o : frame.objects) {
    const std::vector<float> v = values_of(o, quantity);
    const std::size_t stride = std::max<std::size_t>(1, v.size() / 20000);
    for (std::size_t i = 0; i < v.size(); i += stride)
      if (std::isfinite(v[i])) all.push_back(v[i]);
  }
  if (all.empty()) return {0, 0};
  std::sort(all.begin(), all.end());
  return {all[all.size() / 100], all[all.size() - 1 - all.size() / 100]};
}

std::string known_quantities(const Frame& frame) {
  std::string out = "speed height";
  std::map<std::string, int> names;
  for (const FrameObject& o : frame.objects)
    for (const auto& [name, values] : o.scalars) ++names[name];
  for (const auto& [name, count] : names) out += " " + name;
  return out;
}

void colour_by(Frame& frame, const ColourBy& by) {
  const double low = by.range[0], scale = by.range[1] > low ? 1 / (by.range[1] - low) : 0;
  for (FrameObject& o : frame.objects) {
    const std::vector<float> v = values_of(o, by.quantity);
    if (v.empty()) continue;
    // What mirrors or lets light pass would mix the colours with those of its surroundings.
    if (o.look == "water" || o.look == "goo" || o.look == "metal" || o.look == "glass") o.look = "matt";
    o.colours.resize(v.size());
    parallel_chunks(v.size(), 4096, [&](Range r) {
      for (std::size_t i = r.begin; i < r.end; ++i)
        o.colours[i] = colour_at(std::isfinite(v[i]) ? float((v[i] - low) * scale) : 0);
    });
  }
}

void draw_legend(Pixels& picture, const ColourBy& by) {
  const float h = float(picture.height), size = std::max(7.0f, 0.020f * h);
  const int width = int(0.30f * h), height = std::max(3, int(0.020f * h));
  const int left = int(0.045f * h), bottom = picture.height - int(0.085f * h);
  for (int j = bottom - height; j < bottom; ++j)
    for (int i = left; i < left + width; ++i) {
      if (i < 0 || j < 0 || i >= picture.width || j >= picture.height) continue;
      const auto c = colour_at((float(i - left) + 0.5f) / float(width));
      for (std::size_t k = 0; k < 3; ++k)
        picture.rgb[3 * (std::size_t(j) * std::size_t(picture.width) + std::size_t(i)) + k] =
            std::uint8_t(std::lround(255 * c[k]));
    }
  const Ink ink{size};
  draw_text(picture, float(left), float(bottom - height) - 0.6f * size, title_of(by.quantity), ink);
  for (double t : {0.0, 0.5, 1.0}) {
    const std::string number = fmt::format("{:.3g}", by.range[0] + t * (by.range[1] - by.range[0]));
    draw_text(picture, float(left) + float(t) * float(width) - float(t) * text_width(number, size),
              float(bottom) + 1.7f * size, number, ink);
  }
}

}  // namespace weft
