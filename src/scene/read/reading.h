/// Readers of the single tables of a scene; read/scene.cpp puts them together.
#pragma once
#include "scene/read/table_reader.h"
#include "scene/scene.h"

namespace weft {

TimeSpec read_time(TableReader time, const Scene& scene);
Solver read_solver(TableReader solver, const Scene& scene);
ObjectSpec read_object(TableReader object, const Scene& scene, std::size_t number);
ColliderSpec read_collider(TableReader collider, const Scene& scene, std::size_t number);
PairSpec read_pair(TableReader pair, const Scene& scene);
JointSpec read_joint(TableReader joint, const Scene& scene, std::size_t number);
Probe read_probe(TableReader probe, const Scene& scene);
OutputSpec read_output(TableReader output, const Scene& scene);
RenderSpec read_render(TableReader render, const Scene& scene);

/// Parts that several tables share.
std::string read_name(TableReader& reader, const std::string& fallback);
Placement read_placement(TableReader& reader, const Scene& scene);
ShapeSpec read_shape(TableReader& parent, const Scene& scene, bool is_collider);
/// Which shape the table names, of the keys that `info` lists; "" when none. Error E0204 when it names two.
std::string read_shape_kind(TableReader& shape, const TableInfo& info);
/// Those that have a name.
std::vector<std::string> colour_names();
Colour read_colour(TableReader& reader, const toml::node& node, const std::string& key);
/// One formula in quotes.
Expression read_formula(TableReader& reader, const std::string& key,
                        const std::vector<std::string>& variables);
Formulas read_formulas(TableReader& reader, const std::string& key,
                       const std::vector<std::string>& variables);
/// The material of an object, with `density` put into it; sets object.preset.
void read_material(TableReader& object, ObjectSpec& out);
std::vector<KeySpec> read_keys(TableReader& moving, const Scene& scene);
/// A file that the scene names: it must exist now, while there is a line to point at.
std::string read_path(TableReader& reader, const std::string& key);
template <class List>
std::vector<std::string> names_of(const List& list) {
  std::vector<std::string> names;
  for (const auto& item : list) names.push_back(item.name);
  return names;
}
/// Fails with E0206 when `name` is not among the names.
void check_reference(TableReader& reader, const std::string& key, const std::string& kind,
                     const std::string& name, const std::vector<std::string>& names);
/// [[x, y, z], [x, y, z]].
Bounds read_box(TableReader& reader, const std::string& key);

}  // namespace weft
