#include "option_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sstream>
#include <type_traits>

#include "scene/shipped.h"

namespace weft {
namespace {

std::vector<std::string> parts(const std::string& names) {
  std::vector<std::string> all;
  std::istringstream in(names);
  for (std::string one; std::getline(in, one, ',');) all.push_back(one);
  return all;
}

template <class T>
inline constexpr bool is_list = false;
template <class T>
inline constexpr bool is_list<std::vector<T>> = true;

std::string value_name(const CommandOption& o, const std::vector<std::string>& words) {
  constexpr std::size_t few = 4;
  if (o.rules.takes == Takes::scene) return "SCENE";
  if (o.rules.takes == Takes::run) return "RUN";
  if (o.rules.takes == Takes::folder) return "FOLDER";
  if (o.rules.takes == Takes::file) return "FILE";
  if (!words.empty() && words.size() <= few) return fmt::format("{}", fmt::join(words, "|"));
  return std::visit(
      [](auto* value) -> std::string {
        using T = std::remove_pointer_t<decltype(value)>;
        if constexpr (std::is_same_v<T, bool>) return "";
        else if constexpr (std::is_same_v<T, int> || std::is_same_v<T, std::size_t> ||
                           std::is_same_v<T, std::optional<int>>)
          return "N";
        else if constexpr (std::is_same_v<T, double>) return "X";
        else return "TEXT";
      },
      o.value);
}

std::string upper(std::string text) {
  for (char& c : text) c = char(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

OptionWords describe(const CommandOption& o) {
  OptionWords w;
  if (o.names.starts_with('-')) w.dashed = parts(o.names);
  w.words = o.rules.one_of.empty() ? o.rules.words : o.rules.one_of;
  w.value = w.dashed.empty() ? upper(o.names) : value_name(o, w.words);
  w.value_optional = o.rules.values && o.rules.values->first == 0;
  w.many = std::visit([](auto* value) { return is_list<std::remove_pointer_t<decltype(value)>>; }, o.value);
  w.required = o.rules.required;
  w.takes = o.rules.takes;
  w.help = o.help;
  return w;
}

VerbWords describe(const Verb& verb) {
  VerbWords v{verb.name, verb.help, {}, {}};
  for (const CommandOption& o : verb.options) {
    OptionWords w = describe(o);
    (w.dashed.empty() ? v.places : v.options).push_back(std::move(w));
  }
  OptionWords help;
  help.dashed = {"-h", "--help"};
  help.help = "what the verb does and its options";
  v.options.push_back(help);
  return v;
}

std::vector<VerbWords> describe(const std::vector<Verb>& verbs) {
  std::vector<VerbWords> all;
  for (const Verb& v : verbs)
    if (!v.hidden) all.push_back(describe(v));
  return all;
}

std::vector<std::string> shipped_scene_names() {
  std::vector<std::string> names;
  for (const std::filesystem::path& path : shipped_scenes()) names.push_back(path.stem().string());
  return names;
}

}  // namespace weft
