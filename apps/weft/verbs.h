/// The verbs of the command line, one file each.
#pragma once
#include <string>

#include "command_line.h"

namespace weft {

struct Error;

Verb verb_new();
Verb verb_check();
Verb verb_run();
Verb verb_resume();
Verb verb_status();
Verb verb_view();
Verb verb_list();
Verb verb_explain();
Verb verb_bench();
Verb verb_validate();
Verb verb_diff();
Verb verb_verify();
Verb verb_render();
Verb verb_export();

/// Prints an error to stderr: code, place, excerpt, what to do. Colours only on a terminal.
void print_error(const Error& error);
/// Prints a warning the same way.
void print_warning(const std::string& code, const std::string& what, const std::string& hint);

}  // namespace weft
