/// [output] and [render].
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scene/export_formats.h"
#include "scene/read/reading.h"
#include "scene/suggest.h"

namespace weft {

OutputSpec read_output(TableReader output) {
  std::vector<std::string> known = {"frames"};
  known.insert(known.end(), export_formats().begin(), export_formats().end());
  OutputSpec o;
  o.write = output.texts("write");
  for (const std::string& w : o.write)
    if (std::find(known.begin(), known.end(), w) == known.end())
      throw output.error("E0211", fmt::format("'write' in [output] cannot hold '{}'", w), "write",
                         suggestion_of_all(w, known, "it may hold"));
  o.quantities = output.texts("quantities");
  o.every = int(output.integer("every"));
  o.checkpoint = int(output.integer("checkpoint"));
  o.keep = int(output.integer("keep"));
  output.finish();
  return o;
}

namespace {

SunSpec read_sun(TableReader sun) {
  SunSpec s;
  s.direction = sun.vector("direction");
  if (!(norm(s.direction) > 1e-9))
    throw sun.error("E0209", "the sun has no direction", "direction", "its length must not be zero");
  if (const toml::node* n = sun.node("colour")) s.colour = read_colour(sun, *n, "colour");
  s.strength = sun.number("strength");
  s.softness = sun.number("softness");
  sun.finish();
  return s;
}

}  // namespace

RenderSpec read_render(TableReader render) {
  static const KeyInfo pixels{.name = "size", .low = 16, .high = 16384};
  RenderSpec r;
  if (render.has("camera")) {
    TableReader t = render.table("camera", scene_table("camera"));
    r.camera = CameraSpec{t.vector("from"), t.vector("to"), t.number("angle")};
    if (!(norm(r.camera->from - r.camera->to) > 1e-9))
      throw t.error("E0209", "the camera looks at itself", "to", "'from' and 'to' must differ");
    t.finish();
  }
  if (const toml::node* size = render.node("size")) {
    const toml::array* a = size->as_array();
    if (!a || a->size() != 2)
      throw render.error("E0213", "'size' in [render] must be a list of two", "size",
                         "write size = [1280, 720]");
    r.width = int(render.number_of((*a)[0], pixels));
    r.height = int(render.number_of((*a)[1], pixels));
  }
  if (const toml::node* n = render.node("background")) r.background = read_colour(render, *n, "background");
  r.samples = int(render.integer("samples"));
  if (render.has("still")) r.still = int(render.integer("still"));
  r.ground = render.flag("ground");
  r.surfaces = render.flag("surfaces");
  if (render.has("sun")) r.sun = read_sun(render.table("sun", scene_table("sun")));
  r.sky = render.number("sky");
  r.colour = render.text("colour");
  if (render.has("range")) {
    const std::vector<double> range = render.numbers("range", 2);
    if (!(range[0] < range[1]))
      throw render.error("E0209", "'range' in [render] must ascend", "range", "write range = [0, 2]");
    r.range = {range[0], range[1]};
  }
  render.finish();
  return r;
}

}  // namespace weft
