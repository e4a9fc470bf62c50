/// [[probe]].
#include <fmt/format.h>

#include "scene/read/reading.h"
#include "scene/suggest.h"

namespace weft {
void check_reference(TableReader& reader, const std::string& key, const std::string& kind,
                     const std::string& name, const std::vector<std::string>& names) {
  for (const std::string& n : names)
    if (n == name) return;
  throw reader.error("E0206", fmt::format("there is no {} '{}'", kind, name), key, suggestion(name, names));
}

Bounds read_box(TableReader& reader, const std::string& key) {
  static const KeyInfo corner{.name = "corner", .unit = "m", .low = -1e6, .high = 1e6};
  const toml::node& node = *reader.node(key);
  const toml::array* a = node.as_array();
  if (!a || a->size() != 2)
    throw reader.error("E0213", "a box has two corners", key, "write box = [[x, y, z], [x, y, z]]");
  Bounds b;
  b.lower = reader.vector_of((*a)[0], corner);
  b.upper = reader.vector_of((*a)[1], corner);
  for (int k = 0; k < 3; ++k)
    if (b.lower[k] > b.upper[k])
      throw reader.error("E0209", "the box is inside out", key, "the lower corner comes first");
  return b;
}

Probe read_probe(TableReader probe, const Scene& scene) {
  Probe p;
  if (!probe.has("name")) probe.text("name");
  p.name = read_name(probe, "");
  probe.retitle(fmt::format("[[probe]] \"{}\"", p.name));
  p.every_step = probe.word("every") == "step";
  TableReader m = probe.table("measure", scene_table("measure"));
  if (m.has("object"))
    check_reference(m, "object", "object", p.object = m.text("object"), names_of(scene.objects));
  if (m.has("collider"))
    check_reference(m, "collider", "collider", p.collider = m.text("collider"), names_of(scene.colliders));
  if (m.has("quantity")) p.quantity = m.text("quantity");
  if (m.has("take")) p.take = m.text("take");
  if (m.has("nearest")) p.nearest = m.vector("nearest");
  if (m.has("id")) p.id = std::uint32_t(m.integer("id"));
  if (m.has("box")) p.box = read_box(m, "box");
  m.finish();
  probe.finish();
  try {
    ProbeSet check({p});
  } catch (const Error& e) {
    throw probe.error(e.code, e.what(), "measure", e.hint);
  }
  return p;
}

}  // namespace weft
