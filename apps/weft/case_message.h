/// A case's result as bytes, to travel from the process that ran it to the one that prints: every number keeps
/// its bits, an error its place.
#pragma once
#include <string>

#include "validation/case_run.h"

namespace weft {

/// Runs the case and packs what came of it, an Error too.
std::string run_and_pack(const Case& c, const CaseOptions& options);
/// Unpacks; throws the Error that was packed.
CaseResult unpack(const Case& c, const std::string& bytes);

}  // namespace weft
