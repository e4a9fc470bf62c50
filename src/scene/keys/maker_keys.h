/// The keys of procedural sheets, strands and shells, made from the makers' own fields.
#pragma once
#include "geometry/weave/makers.h"
#include "scene/keys/keys.h"

namespace weft {

/// One key per maker, for the table `shape` of cloth and fibre, for that of shells, and for that of hair.
std::vector<KeyInfo> maker_keys();
std::vector<KeyInfo> shell_maker_keys();
std::vector<KeyInfo> strand_maker_keys();
/// One table per maker, named as maker_table says.
std::vector<TableInfo> maker_tables();

/// Discs, spheres and cylinders are cloth or solids too: those of shells have tables of their own.
template <class Maker>
std::string maker_table() {
  if constexpr (requires { Maker::rims; }) return std::string("shell_") + Maker::name;
  else return Maker::name;
}

}  // namespace weft
