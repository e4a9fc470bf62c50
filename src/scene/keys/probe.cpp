/// [[probe]] and its measure = { }.
#include "scene/keys/shared_keys.h"

namespace weft {
namespace {

/// A text that names something of the scene.
Key<Probe> naming(const Setting<Probe>& setting, std::vector<std::string> (*names)(const Scene&)) {
  Key<Probe> key = key_of<Probe>(setting);
  key.read = [read = key.read, setting, names](TableReader& table, const Scene& scene, Probe& p) {
    read(table, scene, p);
    if (table.has(setting.key.name))
      check_reference(table, setting.key.name, setting.key.name, std::get<std::string>(setting.get(p)),
                      names(scene));
  };
  return key;
}

}  // namespace

const Table<Probe>& probe_table() {
  static const Table<Probe> t{
      "probe",
      "[[probe]]",
      "A measurement.",
      {name_key<Probe>("the column in probes.csv", true),
       {{.name = "measure", .type = KeyType::table, .meaning = "what", .required = true},
        {},
        [](const Probe& p, const std::string& folder) { return measure_table().keys.text(p, folder); }},
       key_of<Probe>(describe::choice<&Probe::every_step>("every", {{"frame", false}, {"step", true}},
                                                          "a row per frame or per step"))}};
  return t;
}

const Table<Probe>& measure_table() {
  using namespace describe;
  static const Table<Probe> t{
      "measure",
      "measure = { }",
      "",
      {naming(text<&Probe::object>("object", "an object's name; default: all of them").or_nothing(),
              [](const Scene& s) { return names_of(s.objects); }),
       naming(text<&Probe::collider>("collider", "a collider's name, for forces on it").or_nothing(),
              [](const Scene& s) { return names_of(s.colliders); }),
       key_of<Probe>(
           text<&Probe::quantity>("quantity",
                                  "what: see `weft list probes`; may be a formula such as sqrt(x^2 + y^2)")
               .or_nothing()),
       key_of<Probe>(
           text<&Probe::take>("take", "one number of many: min max mean sum count std, or p01 .. p99")
               .or_nothing()),
       key_of<Probe>(describe::vector<&Probe::nearest>("nearest", "m", {-kFar, kFar},
                                                       "follow the point that starts nearest to here")),
       key_of<Probe>(integer<&Probe::id>("id", {0, 4294967295.0}, "follow the point with this number")),
       {{.name = "box",
         .type = KeyType::list,
         .meaning = "[[x, y, z], [x, y, z]]: only points between these corners"},
        [](TableReader& table, const Scene&, Probe& p) {
          if (table.has("box")) p.box = read_box(table, "box");
        },
        [](const Probe& p, const std::string&) { return p.box ? box_text(*p.box) : ""; }}}};
  return t;
}

Probe read_probe(TableReader probe, const Scene& scene) {
  Probe p;
  if (!probe.has("name")) probe.text("name");
  p.name = read_name(probe, "");
  probe.retitle(fmt::format("[[probe]] \"{}\"", p.name));
  probe_table().read(probe, scene, p);
  TableReader measure = probe.table("measure", measure_table().info);
  measure_table().read(measure, scene, p);
  measure.finish();
  probe.finish();
  try {
    ProbeSet check({p});
  } catch (const Error& e) {
    throw probe.error(e.code, e.what(), "measure", e.hint);
  }
  return p;
}

}  // namespace weft
