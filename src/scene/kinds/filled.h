/// shape = { } of what is filled, with points or tetrahedra: a simple shape or a figure.
#pragma once
#include "scene/keys/shared_keys.h"

namespace weft {

/// The simple shapes that have an inside, what the kind adds, and `figure`.
std::vector<KeyInfo> filled_shape_keys(const std::vector<KeyInfo>& more);
/// The shape that the table names. Error E0205 when it names none.
std::string read_filled_kind(TableReader& object, TableReader& shape, const TableInfo& info);
/// { figure = { } }.
std::string figure_text(const FigureOptions& figure);
/// Of a shape that is no file.
Bounds bounds_of(const ShapeSpec& shape);
/// Fails with E0216 when the scene asks for more points than the program can hold.
void check_counts(TableReader& object, const ObjectSpec& spec, const Scene& scene);

}  // namespace weft
