/// Completion for bash: one function, one case per verb.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "option_words.h"

namespace weft {
namespace {

constexpr const char* kHead = R"(# bash completion for weft; made by `weft completion bash`
# Files and folders are offered with their places, so that words are completed one folder at a time.
_weft_words() { local IFS=$' \t\n'; COMPREPLY+=($(compgen -W "$*" -- "$cur")); }
_weft_paths() { compopt -o filenames 2>/dev/null; local path; while IFS= read -r path; do COMPREPLY+=("$path"); done; }
_weft_files() { _weft_paths < <(compgen -f -- "$cur"); }
_weft_folders() { _weft_paths < <(compgen -d -- "$cur"); }
_weft_scenes() {
  _weft_paths < <(compgen -f -X '!*.toml' -- "$cur"; compgen -d -- "$cur" | grep -v '\.run$')
  [[ $cur == */* ]] || _weft_words "$_weft_shipped"
}
# Run folders hold run.json; where there are none, any folder may lead to one.
_weft_runs() {
  local folder found=()
  while IFS= read -r folder; do [[ -e ${folder/#\~/$HOME}/run.json ]] && found+=("$folder"); done < <(compgen -d -- "$cur")
  if ((${#found[@]})); then _weft_paths < <(printf '%s\n' "${found[@]}"); else _weft_folders; fi
}
# _weft_place OPTIONS: how many words without a dash stand between the verb and the cursor; OPTIONS take a value.
_weft_place() {
  local k word before=
  place=0
  for ((k = 2; k < COMP_CWORD; ++k)); do
    word=${COMP_WORDS[k]}
    if [[ $word == = ]]; then before=; ((++k)); continue; fi
    if [[ -n $before ]]; then before=; continue; fi
    if [[ $word == -* ]]; then [[ " $1 " == *" $word "* && ${COMP_WORDS[k + 1]-} != = ]] && before=$word; continue; fi
    ((++place))
  done
}
)";

constexpr const char* kBegin = R"(_weft() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} place
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    case $cur in -*) _weft_words --help --version ;; *) _weft_words "$_weft_verbs" ;; esac
    return
  fi
  # "--quality=dr" comes as three words
  if [[ $cur == = ]]; then cur=; elif [[ $prev == = ]] && ((COMP_CWORD > 2)); then prev=${COMP_WORDS[COMP_CWORD - 2]}; fi
  case ${COMP_WORDS[1]} in
)";

/// The command that offers values.
std::string offer(const OptionWords& o) {
  switch (o.takes) {
    case Takes::scene:
      return "_weft_scenes";
    case Takes::run:
      return "_weft_runs";
    case Takes::folder:
      return "_weft_folders";
    case Takes::file:
      return "_weft_files";
    case Takes::anything:
      break;
  }
  return o.words.empty() ? ":" : fmt::format("_weft_words {}", fmt::join(o.words, " "));
}

std::string of_verb(const VerbWords& v) {
  std::vector<std::string> all, valued;
  std::string values;
  for (const OptionWords& o : v.options) {
    all.insert(all.end(), o.dashed.begin(), o.dashed.end());
    if (o.value.empty()) continue;
    if (!o.value_optional) valued.insert(valued.end(), o.dashed.begin(), o.dashed.end());
    // What may stand without its value is followed by anything.
    if (!o.value_optional)
      values += fmt::format("        {}) {}; return ;;\n", fmt::join(o.dashed, "|"), offer(o));
  }
  std::string places;
  for (std::size_t k = 0; k < v.places.size(); ++k)
    places +=
        fmt::format("        {}) {} ;;\n", v.places[k].many ? "*" : fmt::format("{}", k), offer(v.places[k]));
  std::string text = fmt::format("    {})\n", v.name);
  if (!values.empty()) text += "      case $prev in\n" + values + "      esac\n";
  text += fmt::format("      if [[ $cur == -* ]]; then _weft_words {}; return; fi\n", fmt::join(all, " "));
  if (!places.empty())
    text += fmt::format("      _weft_place \"{}\"\n      case $place in\n{}      esac ;;\n",
                        fmt::join(valued, " "), places);
  else text += "      ;;\n";
  return text;
}

}  // namespace

std::string bash_completion(const std::vector<VerbWords>& verbs) {
  std::vector<std::string> names;
  for (const VerbWords& v : verbs) names.push_back(v.name);
  std::string text = kHead;
  text += fmt::format("_weft_verbs=\"{}\"\n_weft_shipped=\"{}\"\n", fmt::join(names, " "),
                      fmt::join(shipped_scene_names(), " "));
  text += kBegin;
  for (const VerbWords& v : verbs) text += of_verb(v);
  return text + "  esac\n}\ncomplete -F _weft weft\n";
}

}  // namespace weft
