/// [render], its camera and its sun.
#include "scene/keys/shared_keys.h"

namespace weft {
namespace {

void read_camera(TableReader& render, const Scene& scene, RenderSpec& r) {
  if (!render.has("camera")) return;
  TableReader t = render.table("camera", camera_table().info);
  camera_table().read(t, scene, r.camera.emplace());
  if (!(norm(r.camera->from - r.camera->to) > 1e-9))
    throw t.error("E0209", "the camera looks at itself", "to", "'from' and 'to' must differ");
  t.finish();
}

void read_size(TableReader& render, const Scene&, RenderSpec& r) {
  static const KeyInfo pixels{.name = "size", .low = 16, .high = 16384};
  const toml::node* size = render.node("size");
  if (!size) return;
  const toml::array* a = size->as_array();
  if (!a || a->size() != 2)
    throw render.error("E0213", "'size' in [render] must be a list of two", "size",
                       "write size = [1280, 720]");
  r.width = int(render.number_of((*a)[0], pixels));
  r.height = int(render.number_of((*a)[1], pixels));
}

void read_sun(TableReader& render, const Scene& scene, RenderSpec& r) {
  if (!render.has("sun")) return;
  TableReader sun = render.table("sun", sun_table().info);
  sun_table().read(sun, scene, r.sun);
  if (!(norm(r.sun.direction) > 1e-9))
    throw sun.error("E0209", "the sun has no direction", "direction", "its length must not be zero");
  sun.finish();
}

void read_range(TableReader& render, const Scene&, RenderSpec& r) {
  if (!render.has("range")) return;
  const std::vector<double> range = render.numbers("range", 2);
  if (!(range[0] < range[1]))
    throw render.error("E0209", "'range' in [render] must ascend", "range", "write range = [0, 2]");
  r.range = {range[0], range[1]};
}

Keys<RenderSpec> render_keys() {
  using R = RenderSpec;
  using namespace describe;
  return {
      {{.name = "camera",
        .type = KeyType::table,
        .meaning = "where it stands; default: sees the action of the whole run from the front right"},
       read_camera,
       [](const R& r, const std::string& f) { return r.camera ? camera_table().keys.text(*r.camera, f) : ""; }},
      {{.name = "size",
        .type = KeyType::list,
        .fallback = "[1280, 720]",
        .meaning = "[width, height] in pixels"},
       read_size,
       [](const R& r, const std::string&) { return fmt::format("[{}, {}]", r.width, r.height); }},
      key_of<R>(integer<&R::samples>("samples", {1, 65536},
                                     "paths of light per pixel; noise is removed afterwards")),
      key_of<R>(integer<&R::still>(
          "still", {0, 1e9},
          "the frame that shows the scene best, for `weft render --still`; default: one in the middle")),
      {{.name = "background", .type = KeyType::any, .meaning = "a colour; default: a pale studio"},
       [](TableReader& render, const Scene&, R& r) {
         if (const toml::node* n = render.node("background"))
           r.background = read_colour(render, *n, "background");
       },
       [](const R& r, const std::string&) { return r.background ? list(*r.background) : ""; }},
      key_of<R>(flag<&R::ground>(
          "ground", "draw planes that face upwards, or a ground below everything where there is none")),
      key_of<R>(flag<&R::surfaces>(
          "surfaces", "show points by the smooth surface around them; sand always stays grains")),
      {{.name = "sun", .type = KeyType::table, .meaning = "the key light"},
       read_sun,
       [](const R& r, const std::string& f) { return sun_table().keys.text(r.sun, f); }},
      key_of<R>(number<&R::sky>("sky", "", {0, 100}, "strength of the light from all around")),
      key_of<R>(text<&R::colour>(
                    "colour",
                    "colour by a quantity, with a legend: speed, height, or one of `output.quantities`")
                    .or_nothing()),
      {{.name = "range",
        .type = KeyType::list,
        .meaning = "[low, high] of that quantity; default: what the run holds"},
       read_range,
       [](const R& r, const std::string&) {
         return r.range ? fmt::format("[{}, {}]", (*r.range)[0], (*r.range)[1]) : "";
       }}};
}

}  // namespace

const Table<RenderSpec>& render_table() {
  static const Table<RenderSpec> t{"render", "[render]", "", render_keys()};
  return t;
}

const Table<CameraSpec>& camera_table() {
  using C = CameraSpec;
  static const Table<C> t{
      "camera",
      "camera = { }",
      "",
      {key_of<C>(describe::vector<&C::from>("from", "m", {-kFar, kFar}, "where it stands").required()),
       key_of<C>(describe::vector<&C::to>("to", "m", {-kFar, kFar}, "what it looks at").required()),
       key_of<C>(describe::number<&C::angle>("angle", "rad", {0.01, 3}, "vertical angle of view"))}};
  return t;
}

const Table<SunSpec>& sun_table() {
  using S = SunSpec;
  using namespace describe;
  static const Table<S> t{
      "sun",
      "sun = { }",
      "",
      {key_of<S>(describe::vector<&S::direction>("direction", "", {-1e6, 1e6},
                                                 "from the scene towards the light")),
       colour_key<S>(&S::colour, {.name = "colour",
                                  .type = KeyType::any,
                                  .fallback = "[1, 0.97, 0.91]",
                                  .meaning = "of its light"}),
       key_of<S>(number<&S::strength>("strength", "", {0, 100}, "1 suits the sky")),
       key_of<S>(number<&S::softness>("softness", "rad", {0, 1},
                                      "half the angle it covers: large for soft shadows"))}};
  return t;
}

RenderSpec read_render(TableReader render, const Scene& scene) {
  RenderSpec r;
  render_table().read(render, scene, r);
  render.finish();
  return r;
}

}  // namespace weft
