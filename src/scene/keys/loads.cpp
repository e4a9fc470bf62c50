#include "scene/keys/loads.h"

#include <algorithm>

#include "scene/keys/shared_keys.h"

namespace weft {
namespace {

using L = LoadSpec;

Key<L> over_time_key() {
  return {{.name = "over_time",
           .type = KeyType::text,
           .meaning = "a formula of t that multiplies the load: \"min(t, 1)\""},
          [](TableReader& load, const Scene&, L& l) {
            if (load.has("over_time")) l.over_time = read_formula(load, "over_time", {"t"});
          },
          [](const L& l, const std::string&) { return l.over_time ? quoted(l.over_time->text()) : ""; }};
}

Keys<L> rigid_keys() {
  using namespace describe;
  return {key_of<L>(describe::vector<&PinSpec::nearest>("nearest", "m", {-kFar, kFar},
                                                        "the point of the body that is here at time 0")),
          key_of<L>(describe::vector<&L::force>("force", "N", {-1e12, 1e12}, "a dead force that acts there")),
          over_time_key()};
}

Keys<L> load_keys(Pinned what) {
  using namespace describe;
  Keys<L> keys;
  if (what == Pinned::rigid) return rigid_keys();
  keys.add(when_true<L>(flag<&L::all>("all", "on all of it")));
  keys.add({{.name = "box",
             .type = KeyType::list,
             .meaning = "[[x, y, z], [x, y, z]]: vertices between these corners at time 0"},
            [](TableReader& load, const Scene&, L& l) {
              if (load.has("box")) l.box = read_box(load, "box");
            },
            [](const L& l, const std::string&) { return l.box ? box_text(*l.box) : ""; }});
  keys.add(key_of<L>(
      describe::vector<&PinSpec::nearest>("nearest", "m", {-kFar, kFar}, "the vertex nearest to here")));
  keys.add({{.name = "ids", .type = KeyType::list, .meaning = "vertices by number"},
            [](TableReader& load, const Scene&, L& l) { l.ids = read_vertex_ids(load); },
            [](const L& l, const std::string&) {
              return l.ids.empty() ? "" : fmt::format("[{}]", fmt::join(l.ids, ", "));
            }});
  if (what == Pinned::shell)
    keys.add(key_of<L>(text<&PinSpec::where>("where", "a rim of the shape, by name").or_nothing()));
  const auto dead = [&](const Setting<L>& s) {
    Key<L> key = key_of<L>(s);
    key.write = [write = key.write](const L& l, const std::string& folder) {
      const std::string text = write(l, folder);
      return text == "[0, 0, 0]" || text == "0" ? "" : text;
    };
    keys.add(std::move(key));
  };
  dead(describe::vector<&L::force>("force", "N", {-1e12, 1e12}, "a force, shared by the vertices equally"));
  if (what != Pinned::putty)
    dead(describe::vector<&L::line>(
        "line", "N/m", {-1e12, 1e12},
        "force per length, as it is at rest, of edges both ends of which are chosen"));
  if (what != Pinned::putty && what != Pinned::hair) {
    dead(describe::vector<&L::traction>(
        "traction", "Pa", {-1e12, 1e12},
        "force per area, as it is at rest, of faces all corners of which are chosen"));
    dead(number<&L::push>(
        "pressure", "Pa", {-1e12, 1e12},
        "along the normal of such faces, which turn: positive pulls at what is seen from outside"));
  }
  if (what == Pinned::shell)
    dead(number<&L::couple>("couple", "N", {-1e12, 1e12},
                            "moment per length of an open edge, which turns with it: positive lifts the edge "
                            "towards the side of the normal"));
  keys.add(over_time_key());
  return keys;
}

void check(TableReader& load, const L& l) {
  if (!l.all && !l.box && !l.nearest && l.ids.empty() && l.where.empty())
    throw load.error("E0205", "a load must say where it acts", "box", "say all, where, box, nearest or ids");
  const Vec3d none = Vec3d::zero();
  if (l.force == none && l.line == none && l.traction == none && l.push == 0 && l.couple == 0)
    throw load.error(
        "E0205", "a load must say what acts", "force",
        "say force, line, traction, pressure or couple: " + load.title() + " has those of the manual");
}

}  // namespace

const Table<LoadSpec>& load_table(Pinned what) {
  const auto make = [](Pinned w, const std::string& name, const std::string& of) {
    return Table<L>(
        name, "loads = [{ }]" + of,
        "Forces besides gravity. What is dead keeps its direction; pressure and couples turn with the "
        "surface.",
        load_keys(w));
  };
  static const Table<L> tables[] = {make(Pinned::thin, "load", ""),
                                    make(Pinned::shell, "shell_load", " of shells"),
                                    make(Pinned::solid, "solid_load", " of solids"),
                                    make(Pinned::hair, "hair_load", " of hair"),
                                    make(Pinned::putty, "putty_load", " of putty"),
                                    make(Pinned::rigid, "rigid_load", " of rigid bodies")};
  return tables[int(what)];
}

Key<ObjectSpec> loads_key(Pinned what) {
  using O = ObjectSpec;
  return {{.name = "loads",
           .type = KeyType::list,
           .meaning = "forces on parts of it: `loads = [{ nearest = [0, 0, 1], force = [0, 0, -2] }]`"},
          [what](TableReader& table, const Scene& scene, O& o) {
            for (TableReader& load : table.tables("loads", load_table(what).info)) {
              LoadSpec l;
              load_table(what).read(load, scene, l);
              check(load, l);
              load.finish();
              o.loads.push_back(std::move(l));
            }
          },
          [what](const O& o, const std::string& folder) {
            if (o.loads.empty()) return std::string();
            std::string out = "[\n";
            for (const LoadSpec& l : o.loads) out += "  " + load_table(what).keys.text(l, folder) + ",\n";
            return out + "]";
          }};
}

}  // namespace weft
