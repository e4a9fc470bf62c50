#include "scene/keys/pins.h"

#include <algorithm>

#include "scene/keys/shared_keys.h"
#include "scene/read/figure.h"

namespace weft {
namespace {

void read_ids(TableReader& pin, const Scene&, PinSpec& p) { p.ids = read_vertex_ids(pin); }

Keys<PinSpec> choosing_keys(Pinned what) {
  using namespace describe;
  using P = PinSpec;
  Keys<P> keys = {
      {{.name = "box",
        .type = KeyType::list,
        .meaning = "[[x, y, z], [x, y, z]]: vertices between these corners at time 0"},
       [](TableReader& pin, const Scene&, P& p) {
         if (pin.has("box")) p.box = read_box(pin, "box");
       },
       [](const P& p, const std::string&) { return p.box ? box_text(*p.box) : ""; }},
      key_of<P>(describe::vector<&P::nearest>("nearest", "m", {-kFar, kFar}, "the vertex nearest to here")),
      {{.name = "ids", .type = KeyType::list, .meaning = "vertices by number"},
       read_ids,
       [](const P& p, const std::string&) {
         return p.ids.empty() ? "" : fmt::format("[{}]", fmt::join(p.ids, ", "));
       }}};
  const auto chosen = [&](const Setting<P>& s) { keys.add(when_true<P>(s)); };
  if (what != Pinned::hair)
    keys.add(
        key_of<P>(text<&P::hold>("hold",
                                 "the coordinates that are held, in world axes: \"xz\" lets slide along y. "
                                 "Several pins may hold different coordinates of a vertex. Default: all")
                      .or_nothing()));
  if (what == Pinned::thin) {
    chosen(flag<&P::roots>("roots", "the roots of hair and carpet"));
    chosen(flag<&P::ends>("ends", "both ends of every strand"));
  } else if (what == Pinned::hair) {
    chosen(flag<&P::roots>("roots",
                           "the first two vertices of every strand: its root, with its direction and twist"));
    chosen(flag<&P::tips>("tips", "the last two vertices of every strand"));
    chosen(flag<&P::ends>("ends", "both"));
  } else if (what == Pinned::shell) {
    keys.add(key_of<P>(text<&P::where>("where",
                                       "a rim of the shape, by name: see the makers below; \"all\" of a mesh "
                                       "are its open edges")
                           .or_nothing()));
    chosen(flag<&P::clamp>(
        "clamp", "hold also the slope of the surface there. Without it an edge turns as on a hinge"));
    keys.add(
        key_of<P>(text<&P::symmetry>("symmetry",
                                     "\"x\": the edge lies in a plane of symmetry across x. It slides in the "
                                     "plane and its slope is that of a mirror image: half a shell does "
                                     "for the whole. Loads on the edge count half")
                      .or_nothing()));
  } else if (what == Pinned::solid) {
    chosen(flag<&P::bones>("bones", "the vertices in the bones of a figure, which move as it walks"));
  }
  return keys;
}

/// Which coordinates.
void check_axes(TableReader& pin, const PinSpec& p) {
  const auto check = [&](const char* key, const std::string& axes, std::size_t most) {
    std::string known = "xyz";
    for (const char c : axes) {
      const std::size_t at = known.find(c);
      if (at == std::string::npos || axes.size() > most)
        throw pin.error(
            "E0207", fmt::format("'{}' names no coordinates", axes), key,
            most == 1 ? "write \"x\", \"y\" or \"z\"" : "write \"z\", \"xy\", ...: each at most once");
      known[at] = ' ';
    }
  };
  check("hold", p.hold, 3);
  check("symmetry", p.symmetry, 1);
  for (const char* other : {"hold", "clamp"})
    if (!p.symmetry.empty() && pin.has(other))
      throw pin.error("E0204", "a plane of symmetry holds its own coordinate and slope", other,
                      "remove it, or symmetry");
  if (p.bones && pin.has("hold")) throw pin.error("E0204", "bones hold all coordinates", "hold", "remove it");
}

/// How they move: read_motion reads these.
Keys<PinSpec> motion_keys() {
  using namespace describe;
  using P = PinSpec;
  Keys<P> keys;
  const auto add = [&](const Setting<P>& s, bool (*written)(const P&)) {
    Key<P> key = key_of<P>(s);
    key.read = nullptr;
    key.write = [write = key.write, written](const P& p, const std::string& folder) {
      return written(p) ? write(p, folder) : "";
    };
    keys.add(std::move(key));
  };
  const auto free = [](const P& p) { return !p.bones && p.follow.empty(); };
  const auto steady = [](const P& p) { return !p.bones && p.follow.empty() && p.keys.empty(); };
  const auto following = [](const P& p) { return !p.bones; };
  add(text<&P::follow>(
          "follow",
          "a collider's name: they move as if glued to it, each to the nearest triangle where it "
          "deforms. Or the name of a figure, with `bone`")
          .or_nothing(),
      following);
  add(text<&P::bone>("bone", "of the figure to follow: head, chest, left hand, ...").or_nothing(), following);
  add(describe::vector<&P::about>("about", "m", {-kFar, kFar}, "centre of spin and keys"), free);
  keys.add(keyframes_key<P>("keyframes { time, at, rotate } of the centre instead of velocity and spin"));
  add(describe::vector<&P::velocity>("velocity", "m/s", {-1e4, 1e4}, "constant"), steady);
  add(describe::vector<&P::spin>("spin", "rad/s", {-1e4, 1e4}, "constant, about `about`"), steady);
  add(number<&P::release>("release", "s", {0, 1e6}, "let go at this time; default: never"),
      [](const P&) { return true; });
  return keys;
}

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

void read_motion(TableReader& pin, const Scene& scene, PinSpec& p) {
  if (pin.has("follow")) read_follow(pin, scene, p);
  p.about = pin.vector("about");
  if (pin.has("keys")) {
    p.keys = read_keys(pin, scene);
  } else {
    p.velocity = pin.vector("velocity");
    p.spin = pin.vector("spin");
  }
  if (pin.has("release")) p.release = pin.number("release");
}

void check_choice(TableReader& pin, const PinSpec& p, Pinned what) {
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
}

Table<PinSpec> make_table(Pinned what, const std::string& name, const std::string& of,
                          const std::string& which, const std::string& more = "") {
  return {name, "pins = [{ }]" + of,
          "Which " + which + ", and how they move; without a motion they are held." + more,
          choosing_keys(what).append(motion_keys())};
}

}  // namespace

std::vector<std::uint32_t> read_vertex_ids(TableReader& table) {
  std::vector<std::uint32_t> ids;
  if (!table.has("ids")) return ids;
  for (const double id : table.numbers("ids")) {
    if (!(id >= 0 && id < 4e9 && id == double(std::uint32_t(id))))
      throw table.error("E0207", "vertices are numbered 0, 1, 2, ...", "ids", "write ids = [0, 17]");
    ids.push_back(std::uint32_t(id));
  }
  return ids;
}

const Table<PinSpec>& pin_table(Pinned what) {
  static const Table<PinSpec> tables[] = {
      make_table(Pinned::thin, "pin", "", "vertices"),
      make_table(Pinned::shell, "shell_pin", " of shells", "control points"),
      make_table(Pinned::solid, "solid_pin", " of solids", "vertices"),
      make_table(Pinned::hair, "hair_pin", " of hair", "vertices",
                 " Where two neighbours are held by one pin, the twist between them is too."),
      make_table(Pinned::putty, "putty_pin", " of putty", "points")};
  return tables[int(what)];
}

PinSpec read_pin(TableReader& pin, const Scene& scene, Pinned what) {
  PinSpec p;
  pin_table(what).read(pin, scene, p);
  check_choice(pin, p, what);
  check_axes(pin, p);
  read_motion(pin, scene, p);
  pin.finish();
  return p;
}

std::string pins_text(const std::vector<PinSpec>& pins, Pinned what, const std::string& folder) {
  if (pins.empty()) return {};
  std::string out = "[\n";
  for (const PinSpec& p : pins) out += "  " + pin_table(what).keys.text(p, folder) + ",\n";
  return out + "]";
}

}  // namespace weft
