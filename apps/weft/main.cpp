/// weft: the command line. Each verb is a file; this one finds the verb and turns errors into text and exit
/// codes.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <new>

#include "exec/error.h"
#include "scene/suggest.h"
#include "verbs.h"

namespace weft {
namespace {

/// "--frmes" -> an error that names the option that was meant.
Error command_line_error(const CLI::App& app, const CLI::ParseError& e, int argc, char** argv) {
  const CLI::App* verb = &app;
  for (const CLI::App* v : app.get_subcommands([](const CLI::App*) { return true; }))
    if (argc > 1 && v->get_name() == argv[1]) verb = v;
  const std::string name = verb == &app ? "weft" : "weft " + verb->get_name();
  std::vector<std::string> options;
  for (const CLI::Option* o : verb->get_options())
    for (const std::string& l : o->get_lnames()) options.push_back("--" + l);
  for (int i = 2; i < argc && e.get_exit_code() == int(CLI::ExitCodes::ExtrasError); ++i) {
    const std::string word(argv[i]), plain = word.substr(0, word.find('='));
    if (plain.starts_with("--") && std::find(options.begin(), options.end(), plain) == options.end())
      return Error("E0602", fmt::format("`{}` has no option '{}'", name, plain), {},
                   suggestion(plain, options));
  }
  return Error("E0602", e.what(), {}, fmt::format("see `{} --help`", name));
}

void check_verb(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  std::vector<std::string> verbs;
  for (const CLI::App* v : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (v->get_name() == argv[1]) return;
    verbs.push_back(v->get_name());
  }
  throw Error("E0601", fmt::format("there is no verb '{}'", argv[1]), {}, suggestion(argv[1], verbs));
}

int main_of(int argc, char** argv) {
  int exit_code = 0;
  CLI::App app{"weft simulates things that touch, slide, fold and tangle.", "weft"};
  app.set_version_flag("--version", std::string("weft ") + WEFT_VERSION);
  app.require_subcommand(0, 1);
  app.footer("Begin with `weft new first.toml`, `weft check first.toml`, `weft run first.toml`.");
  for (auto add : {add_new, add_check, add_run, add_resume, add_status, add_render, add_export, add_list, add_explain,
                   add_validate, add_bench, add_diff, add_verify})
    add(app, exit_code);
  try {
    check_verb(app, argc, argv);
    app.parse(argc, argv);
    if (app.get_subcommands().empty()) {
      std::cout << app.help();
      return int(Exit::bad_input);
    }
  } catch (const CLI::Success& e) {
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    throw command_line_error(app, e, argc, argv);
  }
  return exit_code;
}

}  // namespace
}  // namespace weft

int main(int argc, char** argv) {
  using namespace weft;
  try {
    return main_of(argc, argv);
  } catch (const Error& e) {
    print_error(e);
    return int(e.exit);
  } catch (const std::bad_alloc&) {
    print_error(
        Error("E0422", "out of memory", {}, "use a larger dx, or a machine with more memory", Exit::memory));
    return int(Exit::memory);
  }
}
