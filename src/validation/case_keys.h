/// The tables of a case file besides those of its scene.
#pragma once
#include "scene/keys/keys.h"

namespace weft {

const TableInfo& case_table();      ///< [case]
const TableInfo& run_table();       ///< [[run]]
const TableInfo& expect_table();    ///< [[expect]]
const TableInfo& transfer_table();  ///< [[transfer]]
const TableInfo& point_table();     ///< [[point]]
const TableInfo& shell_table();     ///< [[shell]]
const TableInfo& solid_table();     ///< [[solid]]
const TableInfo& rod_table();       ///< [[rod]]

}  // namespace weft
