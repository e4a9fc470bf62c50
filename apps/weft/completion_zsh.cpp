/// Completion for zsh: _arguments per verb.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "option_words.h"

namespace weft {
namespace {

constexpr const char* kBegin = R"(_weft_scenes() {
  _alternative 'files:scene file:_files -g "*.toml"' 'shipped:shipped scene:($_weft_shipped)'
}
_weft_runs() {
  local -a runs=(*/run.json(N:h))
  if (($#runs)) && [[ $PREFIX != */* ]]; then _alternative 'runs:run:compadd -S "" -a runs' ; else _directories; fi
}
_weft() {
  local line state
  _arguments -C '(- *)'{-h,--help}'[what there is]' '(- *)--version[version, commit, precision, instruction set]' \
    '1:verb:->verb' '*::argument:->argument'
  case $state in
    verb) _describe verb _weft_verbs ;;
    argument)
      case $line[1] in
)";

/// Inside single quotes, where brackets and colons divide.
std::string escaped(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '\'') out += "'\\'";
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string offer(const OptionWords& o) {
  switch (o.takes) {
    case Takes::scene:
      return "_weft_scenes";
    case Takes::run:
      return "_weft_runs";
    case Takes::folder:
      return "_directories";
    case Takes::file:
      return "_files";
    case Takes::anything:
      break;
  }
  return o.words.empty() ? " " : fmt::format("({})", fmt::join(o.words, " "));
}

std::string of_verb(const VerbWords& v) {
  std::string text = fmt::format("        {}) _arguments", v.name);
  for (const OptionWords& o : v.options) {
    const std::string again = o.many ? "*" : "";
    for (const std::string& d : o.dashed) {
      const std::string others = o.many ? "" : fmt::format("({})", fmt::join(o.dashed, " "));
      text += fmt::format(" \\\n          '{}{}{}[{}]", others, again, d, escaped(o.help));
      if (!o.value.empty())
        text += fmt::format("{}{}:{}", o.value_optional ? "::" : ":", escaped(o.value), offer(o));
      text += "'";
    }
  }
  for (const OptionWords& p : v.places)
    text += fmt::format(" \\\n          '{}:{}:{}'", p.many ? "*" : "", escaped(p.value), offer(p));
  return text + " ;;\n";
}

}  // namespace

std::string zsh_completion(const std::vector<VerbWords>& verbs) {
  std::string text =
      "#compdef weft\n# zsh completion for weft; made by `weft completion zsh`\n_weft_verbs=(\n";
  for (const VerbWords& v : verbs) text += fmt::format("  '{}:{}'\n", v.name, escaped(v.help));
  text += fmt::format(")\n_weft_shipped=({})\n{}", fmt::join(shipped_scene_names(), " "), kBegin);
  for (const VerbWords& v : verbs) text += of_verb(v);
  // Read as a function of $fpath it is called at once; sourced, it is made known.
  return text +
         "      esac ;;\n  esac\n}\n"
         "if [ \"${funcstack[1]}\" = _weft ]; then _weft \"$@\"; else compdef _weft weft; fi\n";
}

}  // namespace weft
