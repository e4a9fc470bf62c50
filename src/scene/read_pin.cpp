/// pins = [{ }] and the shape's kind: what cloth, fibres, shells and solids share.
#include <fmt/format.h>

#include "scene/read_maker.h"

namespace weft {

std::string read_shape_kind(TableReader& shape, const std::string& table) {
  std::string kind;
  for (const KeyInfo& k : scene_table(table).keys) {
    if (k.name == "scale" || !shape.has(k.name)) continue;
    if (!kind.empty())
      throw shape.error("E0204", fmt::format("a shape cannot be a {} and a {}", kind, k.name), k.name,
                        "keep one");
    kind = k.name;
  }
  return kind;
}

PinSpec read_pin(TableReader& pin, const Scene& scene, Pinned what) {
  PinSpec p;
  if (pin.has("box")) p.box = read_box(pin, "box");
  if (pin.has("nearest")) p.nearest = pin.vector("nearest");
  if (pin.has("ids"))
    for (const double id : pin.numbers("ids")) {
      if (!(id >= 0 && id < 4e9 && id == double(std::uint32_t(id))))
        throw pin.error("E0207", "vertices are numbered 0, 1, 2, ...", "ids", "write ids = [0, 17]");
      p.ids.push_back(std::uint32_t(id));
    }
  if (what == Pinned::shell) {
    if (pin.has("where")) p.where = pin.text("where");
    p.clamp = pin.flag("clamp");
  } else if (what == Pinned::thin) {
    p.roots = pin.flag("roots");
    p.ends = pin.flag("ends");
  } else {
    p.bones = pin.flag("bones");
  }
  if (!p.box && !p.nearest && p.ids.empty() && !p.roots && !p.ends && !p.bones && p.where.empty()) {
    static constexpr const char* kWays[] = {"roots = true or ends = true", "or where", "or bones = true"};
    throw pin.error("E0205", "a pin must say which vertices it holds", "box",
                    fmt::format("say box, nearest, ids, {}", kWays[int(what)]));
  }
  for (const char* other : {"follow", "velocity", "spin", "keys", "about", "box", "nearest", "ids"})
    if (p.bones && pin.has(other))
      throw pin.error("E0204", "bones hold their own vertices and move as the figure walks", other,
                      "remove it");
  if (pin.has("follow")) {
    p.follow = pin.text("follow");
    check_reference(pin, "follow", "collider", p.follow, names_of(scene.colliders));
    for (const char* other : {"velocity", "spin", "keys", "about"})
      if (pin.has(other))
        throw pin.error("E0204", "a pin that follows a collider has no motion of its own", other,
                        "remove it");
  }
  p.about = pin.vector("about");
  if (pin.has("keys")) {
    p.keys = read_keys(pin);
  } else {
    p.velocity = pin.vector("velocity");
    p.spin = pin.vector("spin");
  }
  if (pin.has("release")) p.release = pin.number("release");
  pin.finish();
  return p;
}

}  // namespace weft
