/// The keys of procedural sheets and strands, made from the makers' own fields.
#pragma once
#include "geometry/weave/makers.h"
#include "scene/keys.h"

namespace weft {

/// One key a maker, for the table `shape` of cloth and fibre.
std::vector<KeyInfo> maker_keys();
/// One table a maker, named as the maker.
std::vector<TableInfo> maker_tables();

}  // namespace weft
