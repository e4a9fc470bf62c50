/// scene.resolved.toml: a scene with every default spelled out.
#include <sstream>

#include "scene/kinds/kind.h"

namespace weft {
namespace {

template <class T>
void write_table(Writer& w, const std::string& title, const Table<T>& table, const T& from,
                 const std::string& folder) {
  w.line("\n" + title);
  table.keys.write(w, from, folder);
}

/// What validation reads travels unchanged.
std::string other_tables(const Scene& scene) {
  if (!scene.document) return {};
  toml::table rest;
  for (const char* name : {"case", "run", "expect", "point", "transfer", "shell", "solid"})
    if (const toml::node* n = scene.document->root.get(name)) rest.insert_or_assign(name, *n);
  if (rest.empty()) return {};
  std::ostringstream out;
  out << "\n" << toml::toml_formatter(rest) << "\n";
  return out.str();
}

}  // namespace

std::string write_resolved(const Scene& scene) {
  const std::string& folder = scene.folder;
  Writer w;
  w.line("# Every value that was used, in SI units. Written by the program; edit the scene itself instead.");
  w.line("format = 1");
  w.key("title", quoted(scene.title));
  write_table(w, "[time]", time_table(), scene.time, folder);
  write_table(w, "[solver]", solver_table(), scene.solver, folder);
  for (const ObjectSpec& o : scene.objects) write_table(w, "[[object]]", kind_of(o).table, o, folder);
  for (const ColliderSpec& c : scene.colliders) write_table(w, "[[collider]]", collider_table(), c, folder);
  for (const PairSpec& p : scene.pairs) write_table(w, "[[pair]]", pair_table(), p, folder);
  for (const JointSpec& j : scene.joints) write_table(w, "[[joint]]", joint_table(), j, folder);
  for (const Probe& p : scene.probes) write_table(w, "[[probe]]", probe_table(), p, folder);
  write_table(w, "[output]", output_table(), scene.output, folder);
  write_table(w, "[render]", render_table(), scene.render, folder);
  return w.text() + other_tables(scene);
}

}  // namespace weft
