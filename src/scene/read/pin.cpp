/// pins = [{ }] and the shape's kind: what cloth, fibres, shells and solids share.
#include <fmt/format.h>

#include <algorithm>

#include "scene/read/figure.h"
#include "scene/read/maker.h"

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

namespace {

/// A pin that goes with something else: a collider, or a bone of a figure.
void read_follow(TableReader& pin, const Scene& scene, PinSpec& p) {
  p.follow = pin.text("follow");
  const std::vector<std::string> colliders = names_of(scene.colliders);
  const bool collider = std::find(colliders.begin(), colliders.end(), p.follow) != colliders.end();
  if (pin.has("bone")) {
    if (collider)
      throw pin.error("E0204", fmt::format("'{}' is a collider, which has no bones", p.follow), "bone",
                      "remove it, or follow a figure");
    const ObjectSpec& figure = figure_named(pin, "follow", scene);
    if (!has_led_bones(figure))
      throw pin.error("E0243", fmt::format("nothing leads the bones of '{}'", p.follow), "follow",
                      fmt::format("give '{}' pins = [{{ bones = true }}]", p.follow));
    p.bone = pin.text("bone");
    check_reference(pin, "bone", "bone", p.bone, bone_names());
  } else if (!collider) {
    for (const ObjectSpec& o : scene.objects) {
      if (o.name != p.follow) continue;
      if (find_figure(scene, o.name))
        throw pin.error("E0205", fmt::format("which bone of '{}' the pin follows is not said", o.name),
                        "bone", fmt::format("one of: {}", fmt::join(bone_names(), ", ")));
      throw pin.error("E0242", fmt::format("a pin cannot follow '{}', which is of type {}", o.name, o.type),
                      "follow",
                      "it follows a collider or a bone of a figure: things whose motion is told, not found");
    }
    check_reference(pin, "follow", "collider", p.follow, colliders);
  }
  for (const char* other : {"velocity", "spin", "keys", "about"})
    if (pin.has(other))
      throw pin.error("E0204", "a pin that follows something has no motion of its own", other, "remove it");
}

}  // namespace

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
  } else if (what == Pinned::thin || what == Pinned::hair) {
    p.roots = pin.flag("roots");
    p.ends = pin.flag("ends");
    if (what == Pinned::hair) p.tips = pin.flag("tips");
  } else if (what == Pinned::solid) {
    p.bones = pin.flag("bones");
  }
  if (!p.box && !p.nearest && p.ids.empty() && !p.roots && !p.tips && !p.ends && !p.bones &&
      p.where.empty()) {
    static constexpr const char* kWays[] = {", ids, roots = true or ends = true", ", ids, or where",
                                            ", ids, or bones = true",
                                            ", ids, roots = true, tips = true or ends = true", " or ids"};
    throw pin.error("E0205", "a pin must say which vertices it holds", "box",
                    fmt::format("say box, nearest{}", kWays[int(what)]));
  }
  for (const char* other : {"follow", "velocity", "spin", "keys", "about", "box", "nearest", "ids"})
    if (p.bones && pin.has(other))
      throw pin.error("E0204", "bones hold their own vertices and move as the figure walks", other,
                      "remove it");
  if (pin.has("follow")) read_follow(pin, scene, p);
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
