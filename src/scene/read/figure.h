/// What names a figure: pins that follow its bones, hair that grows on its head.
#pragma once
#include "scene/figures.h"
#include "scene/read/reading.h"

namespace weft {

/// figure = { }.
FigureOptions read_figure(TableReader figure, const Scene& scene);
/// The figure that a key names. Error E0206 when no object before this one has the name, E0242 when it is none.
const ObjectSpec& figure_named(TableReader& reader, const std::string& key, const Scene& scene);
/// `on` and `figure` of shape = { hair = { } }.
GrowsOn read_grows_on(TableReader& hair, const Scene& scene);
/// `at` and `rotate` of an object, or the head of the figure it grows on, which leaves no choice.
Placement read_place_of_hair(TableReader& object, const Scene& scene, const GrowsOn& on);

}  // namespace weft
