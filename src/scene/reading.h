/// Readers of the single tables of a scene; read_scene.cpp puts them together.
#pragma once
#include "scene/scene.h"
#include "scene/table_reader.h"

namespace weft {

TimeSpec read_time(TableReader time);
Solver read_solver(TableReader solver);
ObjectSpec read_object(TableReader object, const Scene& scene, std::size_t number);
ColliderSpec read_collider(TableReader collider, std::size_t number);
Probe read_probe(TableReader probe, const Scene& scene);
OutputSpec read_output(TableReader output);
RenderSpec read_render(TableReader render);

/// Parts that several tables share.
std::string read_name(TableReader& reader, const std::string& fallback);
Placement read_placement(TableReader& reader);
ShapeSpec read_shape(TableReader& parent, bool is_collider);
Colour read_colour(TableReader& reader, const toml::node& node, const std::string& key);
Formulas read_formulas(TableReader& reader, const std::string& key,
                       const std::vector<std::string>& variables);
/// The material of an object, with `density` put into it; sets object.preset.
void read_material(TableReader& object, ObjectSpec& out);
/// Fails with E0216 when the scene asks for more points than the program can hold.
void check_counts(TableReader& object, const ObjectSpec& spec, const Scene& scene);

}  // namespace weft
