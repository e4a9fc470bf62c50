/// Completion for fish: a line per verb and option.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "option_words.h"

namespace weft {
namespace {

constexpr const char* kHead = R"(# fish completion for weft; made by `weft completion fish`
function __weft_scenes
    __fish_complete_suffix .toml | string match -r '^.*(?:\.toml|/)(?:\t.*)?$'
    for name in SHIPPED
        printf '%s\tshipped scene\n' $name
    end
end
function __weft_runs
    for folder in (__fish_complete_directories (commandline -ct))
        set -l path (string split -f1 \t -- $folder)
        test -e $path/run.json; and printf '%s\trun\n' $path; or printf '%s\n' $folder
    end
end
# __weft_place N OPTIONS...: do N words without a dash stand between the verb and the cursor? OPTIONS take a value.
function __weft_place
    set -l words (commandline -opc)
    set -l bare 0
    set -l value no
    for word in $words[3..-1]
        if test $value = yes
            set value no
        else if contains -- $word $argv[2..-1]
            set value yes
        else if not string match -q -- '-*' $word
            set bare (math $bare + 1)
        end
    end
    test $bare -eq $argv[1]
end
complete -c weft -f
complete -c weft -n __fish_use_subcommand -l version -d 'version, commit, precision, instruction set'
complete -c weft -n __fish_use_subcommand -s h -l help -d 'what there is'
)";

/// In single quotes.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

/// What a value can be, as -a wants it; -F lets files stand.
std::string offer(const OptionWords& o) {
  switch (o.takes) {
    case Takes::scene:
      return " -a '(__weft_scenes)'";
    case Takes::run:
      return " -a '(__weft_runs)'";
    case Takes::folder:
      return " -a '(__fish_complete_directories (commandline -ct))'";
    case Takes::file:
      return " -F";
    case Takes::anything:
      break;
  }
  return o.words.empty() ? "" : " -a " + quoted(fmt::format("{}", fmt::join(o.words, " ")));
}

std::string of_verb(const VerbWords& v) {
  std::string text =
      fmt::format("complete -c weft -n __fish_use_subcommand -a {} -d {}\n", v.name, quoted(v.help));
  const std::string here = fmt::format("complete -c weft -n '__fish_seen_subcommand_from {}", v.name);
  std::string valued;
  for (const OptionWords& o : v.options)
    if (!o.value.empty() && !o.value_optional) valued += fmt::format(" {}", fmt::join(o.dashed, " "));
  for (std::size_t k = 0; k < v.places.size(); ++k)
    if (const std::string values = offer(v.places[k]); !values.empty())
      text += fmt::format("{}{}'{}\n", here,
                          v.places[k].many ? "" : fmt::format("; and __weft_place {}{}", k, valued), values);
  for (const OptionWords& o : v.options) {
    std::string names;
    for (const std::string& d : o.dashed)
      names += d.starts_with("--") ? " -l " + d.substr(2) : " -s " + d.substr(1);
    text += fmt::format("{}'{}{}{} -d {}\n", here, names, o.value.empty() || o.value_optional ? "" : " -x",
                        o.value.empty() || o.value_optional ? "" : offer(o), quoted(o.help));
  }
  return text;
}

}  // namespace

std::string fish_completion(const std::vector<VerbWords>& verbs) {
  std::string text = kHead;
  const std::string gap = "SHIPPED";
  text.replace(text.find(gap), gap.size(), fmt::format("{}", fmt::join(shipped_scene_names(), " ")));
  for (const VerbWords& v : verbs) text += of_verb(v);
  return text;
}

}  // namespace weft
