/// Readers of the single tables of a scene; read_scene.cpp puts them together.
#pragma once
#include "scene/read/table_reader.h"
#include "scene/scene.h"

namespace weft {

TimeSpec read_time(TableReader time);
Solver read_solver(TableReader solver);
ObjectSpec read_object(TableReader object, const Scene& scene, std::size_t number);
ColliderSpec read_collider(TableReader collider, std::size_t number);
PairSpec read_pair(TableReader pair, const Scene& scene);
Probe read_probe(TableReader probe, const Scene& scene);
OutputSpec read_output(TableReader output);
RenderSpec read_render(TableReader render);

/// Parts that several tables share.
std::string read_name(TableReader& reader, const std::string& fallback);
Placement read_placement(TableReader& reader);
ShapeSpec read_shape(TableReader& parent, bool is_collider);
Colour read_colour(TableReader& reader, const toml::node& node, const std::string& key);
/// One formula in quotes.
Expression read_formula(TableReader& reader, const std::string& key,
                        const std::vector<std::string>& variables);
Formulas read_formulas(TableReader& reader, const std::string& key,
                       const std::vector<std::string>& variables);
/// The material of an object, with `density` put into it; sets object.preset.
void read_material(TableReader& object, ObjectSpec& out);
/// The rest of an object of type cloth or fibre.
void read_thin(TableReader& object, const Scene& scene, ObjectSpec& out);
/// The rest of an object of type shell.
void read_shell(TableReader& object, const Scene& scene, ObjectSpec& out);
/// The rest of an object of type rigid.
void read_rigid(TableReader& object, const Scene& scene, ObjectSpec& out);
JointSpec read_joint(TableReader joint, const Scene& scene, std::size_t number);
/// The rest of an object of type solid.
void read_solid(TableReader& object, const Scene& scene, ObjectSpec& out);
/// The rest of an object of type hair.
void read_hair(TableReader& object, const Scene& scene, ObjectSpec& out);
/// The rest of an object of type putty.
void read_putty(TableReader& object, const Scene& scene, ObjectSpec& out);
/// How a shape is filled with points.
Sampling read_sampling(TableReader& object);
/// figure = { }.
FigureOptions read_figure(TableReader figure, const Scene& scene);
/// Hair has roots and tips and strands have ends, shells have rims, figures of tetrahedra have bones.
enum class Pinned { thin, shell, solid, hair, putty };
PinSpec read_pin(TableReader& pin, const Scene& scene, Pinned what);
std::vector<KeySpec> read_keys(TableReader& moving);
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
/// Fails with E0216 when the scene asks for more points than the program can hold.
void check_counts(TableReader& object, const ObjectSpec& spec, const Scene& scene);

}  // namespace weft
