/// [[object]] of type cloth or fibre.
#include <fmt/format.h>

#include "scene/reading.h"
#include "scene/suggest.h"

namespace weft {
namespace {

constexpr double kMostVertices = 1e8;

template <class Variant>
std::vector<std::string> maker_names() {
  std::vector<std::string> names;
  [&]<class... M>(std::variant<M...>*) { (names.push_back(M::name), ...); }(static_cast<Variant*>(nullptr));
  return names;
}

template <class Maker>
Maker read_maker(TableReader& shape, double dx, std::string& hair_on) {
  Maker m;
  TableReader t = shape.table(m.name, scene_table(m.name));
  for (const auto& f : m.fields())
    m.*f.member = std::string(f.name) == "spacing" && !t.has("spacing") ? dx : t.number(f.name);
  for (const auto& w : m.words()) m.*w.member = t.word(w.name);
  if (std::is_same_v<Maker, HeadHair> && t.has("on")) hair_on = read_path(t, "on");
  t.finish();
  if (double(m.count()) > kMostVertices)
    throw t.error("E0216", fmt::format("this would have about {:.2g} vertices", double(m.count())),
                  m.fields()[0].name, fmt::format("the program can hold {:.0e}", kMostVertices));
  return m;
}

/// The maker whose key the table has, if there is one.
template <class Variant>
std::optional<Variant> read_makers(TableReader& shape, double dx, std::string& hair_on) {
  std::optional<Variant> found;
  const auto look = [&]<class M>(M*) {
    if (shape.has(M::name)) found = read_maker<M>(shape, dx, hair_on);
  };
  [&]<class... M>(std::variant<M...>*) {
    (look(static_cast<M*>(nullptr)), ...);
  }(static_cast<Variant*>(nullptr));
  return found;
}

ThinShape read_thin_shape(TableReader& object, const std::string& type, const Solver& solver,
                          std::string& hair_on) {
  const bool plane = solver.plane;
  TableReader shape = object.table("shape", scene_table("thin_shape"));
  const bool sheet = type == "cloth" && !plane;
  std::vector<std::string> kinds = sheet ? maker_names<SheetMaker>() : maker_names<StrandMaker>();
  kinds.push_back(sheet ? "mesh" : "curves");
  std::string kind;
  for (const KeyInfo& k : scene_table("thin_shape").keys) {
    if (k.name == "scale" || !shape.has(k.name)) continue;
    if (!kind.empty())
      throw shape.error("E0204", fmt::format("a shape cannot be a {} and a {}", kind, k.name), k.name,
                        "keep one");
    kind = k.name;
  }
  if (kind.empty()) {
    shape.finish();
    throw object.error("E0205", fmt::format("the shape of {} is not said", object.title()), "shape",
                       fmt::format("one of: {}", fmt::join(kinds, " ")));
  }
  if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
    throw shape.error("E0204",
                      fmt::format("a {} cannot be a {}{}", type, kind, plane ? " in a plane scene" : ""),
                      kind, fmt::format("one of: {}", fmt::join(kinds, " ")));
  ThinShape out;
  if (kind == "mesh") out = MeshFile{read_path(shape, "mesh"), shape.number("scale")};
  else if (kind == "curves") out = CurveFile{read_path(shape, "curves"), shape.number("scale")};
  else if (sheet) out = *read_makers<SheetMaker>(shape, solver.dx, hair_on);
  else out = *read_makers<StrandMaker>(shape, solver.dx, hair_on);
  shape.finish();
  return out;
}

PinSpec read_pin(TableReader& pin, const Scene& scene) {
  PinSpec p;
  if (pin.has("box")) p.box = read_box(pin, "box");
  if (pin.has("nearest")) p.nearest = pin.vector("nearest");
  if (pin.has("ids"))
    for (const double id : pin.numbers("ids")) {
      if (!(id >= 0 && id < 4e9 && id == double(std::uint32_t(id))))
        throw pin.error("E0207", "vertices are numbered 0, 1, 2, ...", "ids", "write ids = [0, 17]");
      p.ids.push_back(std::uint32_t(id));
    }
  p.roots = pin.flag("roots");
  p.ends = pin.flag("ends");
  if (!p.box && !p.nearest && p.ids.empty() && !p.roots && !p.ends)
    throw pin.error("E0205", "a pin must say which vertices it holds", "box",
                    "say box, nearest, ids, roots = true or ends = true");
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

void check_law(TableReader& object, const ObjectSpec& o, bool plane) {
  const std::string law = material_name(o.material);
  const std::vector<std::string> good = o.type == "fibre" && !plane ? std::vector<std::string>{"fibre"}
                                        : plane                     ? std::vector<std::string>{"cloth"}
                                                : std::vector<std::string>{"cloth", "woven"};
  if (std::find(good.begin(), good.end(), law) == good.end())
    throw object.error(
        "E0306", fmt::format("a {} cannot be made of '{}'{}", o.type, law, plane ? " in a plane scene" : ""),
        "material", fmt::format("it needs a material of the law {}", fmt::join(good, " or ")));
}

}  // namespace

void read_thin(TableReader& object, const Scene& scene, ObjectSpec& o) {
  const bool plane = scene.solver.plane;
  ThinSpec t;
  t.shape = read_thin_shape(object, o.type, scene.solver, t.hair_on);
  o.place = read_placement(object);
  read_material(object, o);
  check_law(object, o, plane);
  t.thickness = object.has("thickness") ? object.number("thickness") : 0.5 * scene.solver.dx;
  o.velocity = object.vector("velocity");
  o.spin = object.vector("spin");
  o.stretch = object.vector("stretch");
  o.damping = object.number("damping");
  t.bending = object.number("bending");
  t.tear = object.number("tear");
  if (t.tear > 0 && (o.type == "cloth" || t.tear <= 1))
    throw object.error("E0209",
                       o.type == "cloth" ? "only fibres tear" : "a fibre must be longer than it was to tear",
                       "tear", "for fibres, more than 1: 1.5 is half as long again");
  if (object.has("contact_points")) t.contact_points = int(object.integer("contact_points"));
  const std::string strain = object.word("strain");
  t.strain = strain == "grid"   ? Discretisation::grid
             : strain == "mesh" ? Discretisation::mesh
                                : Discretisation::hybrid;
  t.plastic = object.flag("plastic");
  for (TableReader& pin : object.tables("pins", scene_table("pin"))) t.pins.push_back(read_pin(pin, scene));
  if (object.has("force")) o.force = read_formulas(object, "force", {"X", "Y", "Z", "x", "y", "z", "t"});
  if (const toml::node* n = object.node("colour")) o.colour.colour = read_colour(object, *n, "colour");
  o.look = object.word("look");
  object.finish();
  o.thin = std::move(t);
}

}  // namespace weft
