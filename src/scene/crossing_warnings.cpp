#include "scene/crossing_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "world/enclosed.h"
#include "world/world.h"

namespace weft {
namespace {

constexpr std::size_t kNamed = 3;  // couples of objects that are named
constexpr const char* kMove = "move one of them: what begins crossed may stay so";

std::string place_text(const Crossed& c) {
  const auto rounded = [&](int k) { return std::fabs(c.place[k]) < 1e-6 ? 0 : c.place[k]; };
  return fmt::format("{:.2g} mm deep near ({:.3g}, {:.3g}, {:.3g})", 1e3 * c.depth, rounded(0), rounded(1),
                     rounded(2));
}

std::string count_text(std::size_t n, const std::string& one) {
  return fmt::format("{} {}{}", n, one, n == 1 ? "" : "s");
}

/// `cross`, `inside`: what they do, "begin crossed" or "begin inside".
std::string text_of(const Crossed& c, const std::string& cross, const std::string& inside) {
  if (c.collider)
    return fmt::format("{} of \"{}\" {} collider \"{}\", {}",
                       count_text(c.pairs, c.lines ? "segment" : "triangle"), c.first, inside, c.second,
                       place_text(c));
  const std::string who = c.first == c.second ? fmt::format("\"{}\" with itself", c.first)
                                              : fmt::format("\"{}\" and \"{}\"", c.first, c.second);
  return fmt::format("{} of {} of {} {}, {}", count_text(c.pairs, "pair"),
                     c.lines ? "a segment and a triangle" : "triangles", who, cross, place_text(c));
}

bool cross(const CrossedSurfaces& all, const Enclosed& e) {
  return std::any_of(all.between.begin(), all.between.end(), [&](const Crossed& c) {
    return (c.first == e.inner && c.second == e.outer) || (c.first == e.outer && c.second == e.inner);
  });
}

}  // namespace

std::vector<Warning> starting_warnings(const World& world,
                                       const std::set<std::pair<std::string, std::string>>& told) {
  std::vector<FrameObject> drawn;
  for (const auto& body : world.bodies) drawn.push_back(body->frame({}));
  const CrossedSurfaces crossed = find_crossed(world, drawn);
  std::vector<Warning> out;
  std::size_t others = 0;
  for (const Crossed& c : crossed.between) {
    if (c.collider && told.contains({c.first, c.second})) continue;
    if (out.size() < kNamed)
      out.push_back({c.collider ? "W0205" : "W0216", text_of(c, "begin crossed", "begin inside"), kMove});
    else ++others;
  }
  if (others)
    out.push_back(
        {"W0216",
         fmt::format("{} of objects or colliders begin crossed; {} pairs of triangles or segments in all",
                     count_text(others, "more couple"), crossed.pairs),
         kMove});
  for (const Enclosed& e : find_enclosed(world, drawn))
    if (!cross(crossed, e))
      out.push_back({"W0204",
                     fmt::format("{:.3g} % of object \"{}\" begins inside object \"{}\"", 100 * e.part,
                                 e.inner, e.outer),
                     "move one of them"});
  return out;
}

Warning crossing_warning(const CrossedSurfaces& crossed, double time) {
  std::string what = fmt::format("at t = {:.4g} s", time);
  for (std::size_t i = 0; i < std::min(kNamed, crossed.between.size()); ++i)
    what += (i ? "; " : " ") + text_of(crossed.between[i], "cross", "are inside");
  if (crossed.between.size() > kNamed)
    what += fmt::format("; and {}", count_text(crossed.between.size() - kNamed, "more couple"));
  return {
      "W0501", what,
      "stats.csv counts them frame by frame (crossings); a finer mesh, slower motion or a smaller dx help"};
}

}  // namespace weft
