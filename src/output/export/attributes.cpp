#include "output/export/attributes.h"

#include <algorithm>

namespace weft {

std::vector<Attribute> attributes_of(const FrameObject& o) {
  std::vector<Attribute> all;
  const auto add = [&](const std::string& name, std::size_t components, bool integer, const auto& values) {
    const bool taken =
        std::any_of(all.begin(), all.end(), [&](const Attribute& a) { return a.name == name; });
    if (!values.empty() && !taken) all.push_back({name, components, integer, values.data()});
  };
  add("velocity", 3, false, o.velocity);
  add("id", 1, true, o.id);
  add("colour", 3, false, o.colours);
  add("radius", 1, false, o.radii);
  for (const auto& [name, values] : o.scalars) add(name, 1, false, values);
  return all;
}

std::vector<std::array<float, 2>> vertex_uv(const FrameObject& o) {
  if (o.uv.empty()) return {};
  std::vector<std::array<float, 2>> uv(o.position.size(), {0, 0});
  std::vector<bool> known(uv.size(), false);
  for (std::size_t c = 0; c < o.corners.size(); ++c) {
    const std::uint32_t v = o.corners[c];
    if (known[v] && uv[v] != o.uv[c]) return {};
    uv[v] = o.uv[c];
    known[v] = true;
  }
  return uv;
}

std::vector<std::array<std::uint32_t, 2>> segments_of(const FrameObject& o) {
  std::vector<std::array<std::uint32_t, 2>> pairs;
  std::uint32_t first = 0;
  for (const std::uint32_t n : o.curves) {
    for (std::uint32_t k = 1; k < n; ++k) pairs.push_back({first + k - 1, first + k});
    first += n;
  }
  return pairs;
}

}  // namespace weft
