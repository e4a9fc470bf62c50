/// pins = [{ }] of objects.
#pragma once
#include "scene/keys/key.h"
#include "scene/spec/pin.h"

namespace weft {

/// Rigid bodies have loads only. Hair has roots and tips and strands have ends, shells have rims, figures of tetrahedra have bones.
enum class Pinned { thin, shell, solid, hair, putty, rigid };

const Table<PinSpec>& pin_table(Pinned what);
PinSpec read_pin(TableReader& pin, const Scene& scene, Pinned what);
/// ids = [0, 17]: vertices by number.
std::vector<std::uint32_t> read_vertex_ids(TableReader& table);
/// pins = [ ... ], a line per pin; "" when there are none.
std::string pins_text(const std::vector<PinSpec>& pins, Pinned what, const std::string& folder);

}  // namespace weft
