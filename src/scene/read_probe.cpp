/// [[probe]].
#include <fmt/format.h>

#include "scene/reading.h"
#include "scene/suggest.h"

namespace weft {
namespace {

template <class List>
void check_reference(TableReader& measure, const std::string& key, const std::string& name,
                     const List& list) {
  std::vector<std::string> names;
  for (const auto& item : list) names.push_back(item.name);
  for (const std::string& n : names)
    if (n == name) return;
  throw measure.error("E0206", fmt::format("there is no {} '{}'", key, name), key, suggestion(name, names));
}

Bounds read_box(TableReader& measure) {
  static const KeyInfo corner{.name = "box", .unit = "m", .low = -1e6, .high = 1e6};
  const toml::node& node = *measure.node("box");
  const toml::array* a = node.as_array();
  if (!a || a->size() != 2)
    throw measure.error("E0213", "a box has two corners", "box", "write box = [[x, y, z], [x, y, z]]");
  Bounds b;
  b.lower = measure.vector_of((*a)[0], corner);
  b.upper = measure.vector_of((*a)[1], corner);
  for (int k = 0; k < 3; ++k)
    if (b.lower[k] > b.upper[k])
      throw measure.error("E0209", "the box is inside out", "box", "the lower corner comes first");
  return b;
}

}  // namespace

Probe read_probe(TableReader probe, const Scene& scene) {
  Probe p;
  if (!probe.has("name")) probe.text("name");
  p.name = read_name(probe, "");
  probe.retitle(fmt::format("[[probe]] \"{}\"", p.name));
  p.every_step = probe.word("every") == "step";
  TableReader m = probe.table("measure", scene_table("measure"));
  if (m.has("object")) check_reference(m, "object", p.object = m.text("object"), scene.objects);
  if (m.has("collider")) check_reference(m, "collider", p.collider = m.text("collider"), scene.colliders);
  if (m.has("quantity")) p.quantity = m.text("quantity");
  if (m.has("take")) p.take = m.text("take");
  if (m.has("nearest")) p.nearest = m.vector("nearest");
  if (m.has("id")) p.id = std::uint32_t(m.integer("id"));
  if (m.has("box")) p.box = read_box(m);
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
