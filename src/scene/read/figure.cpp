#include "scene/read/figure.h"

#include <fmt/format.h>

#include "scene/keys/tables.h"

namespace weft {

const ObjectSpec& figure_named(TableReader& reader, const std::string& key, const Scene& scene) {
  const std::string name = reader.text(key);
  check_reference(reader, key, "object before this one called", name, names_of(scene.objects));
  if (const ObjectSpec* figure = find_figure(scene, name)) return *figure;
  throw reader.error("E0242", fmt::format("'{}' is no figure: it has neither bones nor a head", name), key,
                     "name an object of type = \"solid\" with shape = { figure = { } }");
}

FigureOptions read_figure(TableReader figure, const Scene& scene) {
  FigureOptions f;
  figure_table().read(figure, scene, f);
  f.duration = scene.time.end;
  figure.finish();
  return f;
}

GrowsOn read_grows_on(TableReader& hair, const Scene& scene) {
  GrowsOn on;
  if (hair.has("on")) on.mesh = read_path(hair, "on");
  if (!hair.has("figure")) return on;
  if (hair.has("on"))
    throw hair.error("E0204", "hair grows on a mesh or on a figure", "figure",
                     "remove one of 'on', 'figure'");
  on.figure = figure_named(hair, "figure", scene).name;
  return on;
}

Placement read_place_of_hair(TableReader& object, const Scene& scene, const GrowsOn& on) {
  if (on.figure.empty()) return read_placement(object, scene);
  for (const char* key : {"at", "rotate", "copies"})
    if (object.has(key))
      throw object.error("E0204", fmt::format("this hair is where the head of '{}' is", on.figure), key,
                         "remove it");
  const ObjectSpec& figure = *find_figure(scene, on.figure);
  Placement place = figure.place;
  place.at = figure.place.pose().to_world(head_of(*figure_of(figure)).centre);
  return place;
}

}  // namespace weft
