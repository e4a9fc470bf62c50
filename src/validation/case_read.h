/// Readers of the tables of a case.
#pragma once
#include <map>
#include <memory>
#include <string>

#include "scene/read/table_reader.h"
#include "validation/point.h"
#include "validation/rod/rod.h"
#include "validation/shell/shell.h"
#include "validation/solid/solid.h"
#include "validation/transfer.h"

namespace weft {

/// A file as a parsed text. Throws Error E0201 when it cannot be read.
std::shared_ptr<Document> read_document(const std::string& path);
std::map<std::string, TransferCase> read_transfers(TableReader& root);
std::map<std::string, PointCase> read_points(TableReader& root);
std::map<std::string, ShellCase> read_shells(TableReader& root);
std::map<std::string, SolidCase> read_solids(TableReader& root);
std::map<std::string, RodCase> read_rods(TableReader& root);

}  // namespace weft
