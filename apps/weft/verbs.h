/// The verbs of the command line, one file each. A verb adds its own subcommand, and sets the exit code when
/// it ran.
#pragma once
#include <string>

namespace CLI {
class App;
}

namespace weft {

struct Error;

void add_new(CLI::App& app, int& exit_code);
void add_check(CLI::App& app, int& exit_code);
void add_run(CLI::App& app, int& exit_code);
void add_resume(CLI::App& app, int& exit_code);
void add_status(CLI::App& app, int& exit_code);
void add_list(CLI::App& app, int& exit_code);
void add_explain(CLI::App& app, int& exit_code);
void add_bench(CLI::App& app, int& exit_code);
void add_validate(CLI::App& app, int& exit_code);
void add_diff(CLI::App& app, int& exit_code);
void add_verify(CLI::App& app, int& exit_code);
void add_render(CLI::App& app, int& exit_code);
void add_export(CLI::App& app, int& exit_code);

/// Prints an error to stderr: code, place, excerpt, what to do. Colours only on a terminal.
void print_error(const Error& error);
/// Prints a warning the same way.
void print_warning(const std::string& code, const std::string& what, const std::string& hint);

}  // namespace weft
