#include "scene/kinds/filled.h"

#include <cmath>

namespace weft {
namespace {

constexpr double kMostPoints = 5e8;

}  // namespace

std::vector<KeyInfo> filled_shape_keys(const std::vector<KeyInfo>& more) {
  std::vector<KeyInfo> keys;
  for (const KeyInfo& k : shape_table().info.keys)
    if (k.name != "plane") keys.push_back(k);
  keys.insert(keys.end(), more.begin(), more.end());
  keys.push_back({.name = "figure",
                  .type = KeyType::table,
                  .meaning = "a person with bones, standing on its origin, ahead along x"});
  return keys;
}

std::string read_filled_kind(TableReader& object, TableReader& shape, const TableInfo& info) {
  const std::string kind = read_shape_kind(shape, info);
  if (!kind.empty()) return kind;
  shape.finish();
  std::vector<std::string> kinds;
  for (const std::string& name : info.names())
    if (name != "scale") kinds.push_back(name);
  throw object.error("E0205", fmt::format("the shape of {} is not said", object.title()), "shape",
                     fmt::format("one of: {}", fmt::join(kinds, " ")));
}

std::string figure_text(const FigureOptions& figure) {
  return "{ figure = " + figure_table().keys.text(figure, "") + " }";
}

Bounds bounds_of(const ShapeSpec& shape) {
  return std::visit(
      [](const auto& s) -> Bounds {
        if constexpr (std::is_same_v<std::decay_t<decltype(s)>, MeshFile>) return {};
        else return bounds(Shape{s});
      },
      shape);
}

void check_counts(TableReader& object, const ObjectSpec& o, const Scene& scene) {
  if (std::holds_alternative<MeshFile>(o.shape)) return;  // known only after it is read
  const Bounds b = bounds_of(o.shape);
  const Vec3d size = b.upper - b.lower;
  const double points = scene.solver.plane ? size[0] * size[2] / (o.spacing * o.spacing)
                                           : product(size) / std::pow(o.spacing, 3);
  if (!(points <= kMostPoints))
    throw object.error(
        "E0216", fmt::format("{} would have about {:.2g} points", object.title(), points), "shape",
        fmt::format("the program holds at most {:g}: raise solver.dx or make the shape smaller",
                    kMostPoints));
}

}  // namespace weft
