#include "command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <type_traits>

#include "exec/error.h"
#include "scene/suggest.h"
#include "version.h"

namespace weft {
namespace {

template <class T>
void add_checks(CLI::Option& option, const OptionRules& r, const T&) {
  if (r.range) {
    if constexpr (std::is_same_v<T, double>) option.check(CLI::Range(r.range->first, r.range->second));
    else option.check(CLI::Range(int(r.range->first), int(r.range->second)));
  }
  if (r.positive) option.check(CLI::PositiveNumber);
  if (!r.one_of.empty()) option.check(CLI::IsMember(r.one_of));
}

void add_option(CLI::App& verb, const CommandOption& o) {
  const OptionRules& r = o.rules;
  std::visit(
      [&](auto* value) {
        using T = std::remove_pointer_t<decltype(value)>;
        if constexpr (std::is_same_v<T, bool>) {
          verb.add_flag(o.names, *value, o.help);
        } else {
          CLI::Option& option = *verb.add_option(o.names, *value, o.help);
          if (r.required) option.required();
          if (r.show_default) option.capture_default_str();
          if (r.values) option.expected(r.values->first, r.values->second);
          if (r.delimiter) option.delimiter(r.delimiter);
          if (r.one_each) option.take_all()->allow_extra_args(false);
          else if constexpr (requires { value->push_back({}); })
            if (r.values) option.take_all();
          add_checks(option, r, *value);
        }
      },
      o.value);
}

/// An option that stands without a value is an empty text.
void fill_bare(const CLI::App& verb, const Verb& v) {
  for (const CommandOption& o : v.options)
    if (const auto* value = std::get_if<std::optional<std::string>*>(&o.value))
      if (verb.count(o.names) && !**value) **value = "";
}

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

void check_verb(const std::vector<Verb>& verbs, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  std::vector<std::string> names;
  for (const Verb& v : verbs) {
    if (v.name == argv[1]) return;
    if (!v.hidden) names.push_back(v.name);
  }
  throw Error("E0601", fmt::format("there is no verb '{}'", argv[1]), {}, suggestion(argv[1], names));
}

}  // namespace

int run_command_line(int argc, char** argv, const std::vector<Verb>& verbs) {
  int exit_code = 0;
  CLI::App app{"weft simulates things that touch, slide, fold and tangle.", "weft"};
  app.set_version_flag("--version", version_text());
  app.require_subcommand(0, 1);
  app.footer("Begin with `weft new first.toml`, `weft check first.toml`, `weft run first.toml`.");
  for (const Verb& v : verbs) {
    CLI::App& verb = *app.add_subcommand(v.name, v.help);
    for (const CommandOption& o : v.options) add_option(verb, o);
    if (v.hidden) verb.group("");
    verb.callback([&] {
      fill_bare(verb, v);
      exit_code = v.run();
    });
  }
  try {
    check_verb(verbs, argc, argv);
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

}  // namespace weft
