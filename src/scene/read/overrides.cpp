#include "scene/read/overrides.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "scene/suggest.h"

namespace weft {
namespace {

Place place_of(const toml::source_region& r) {
  Place p;
  if (r.path) p.file = *r.path;
  p.line = int(r.begin.line);
  p.column = int(r.begin.column);
  if (r.end.line == r.begin.line && r.end.column > r.begin.column)
    p.length = int(r.end.column - r.begin.column);
  return p;
}

struct Merge {
  const SourceSet& sources;

  /// The table of an array of tables that a name or an index from 0 means.
  toml::table& item(toml::array& list, const toml::key& key, const std::string& what) const {
    const std::string word(key.str());
    std::vector<std::string> names;
    for (toml::node& n : list)
      if (toml::table* t = n.as_table()) {
        const auto name = (*t)["name"].value<std::string>();
        if (name && *name == word) return *t;
        names.push_back(name.value_or(fmt::format("{}", names.size())));
      }
    std::size_t index = 0;
    const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), index);
    if (status == std::errc() && end == word.data() + word.size() && index < list.size())
      if (toml::table* t = list[index].as_table()) return *t;
    throw sources.error("E0206", fmt::format("there is no {} '{}' to change", what, word),
                        place_of(key.source()), suggestion(word, names) + " (a name, or an index from 0)");
  }

  /// Nodes are moved, never copied: a copy forgets where it came from.
  void into(toml::table& target, toml::table& change) const {
    for (auto&& [key, value] : change) {
      toml::node* old = target.get(key);
      toml::table* sub = value.as_table();
      if (!old || !sub) {
        target.insert_or_assign(key, std::move(value));
        continue;
      }
      if (toml::table* t = old->as_table()) {
        into(*t, *sub);
      } else if (toml::array* list = old->as_array(); list && !list->empty() && list->get(0)->is_table()) {
        for (auto&& [k, v] : *sub) {
          toml::table& t = item(*list, k, std::string(key.str()));
          if (!v.is_table())
            throw sources.error("E0218", fmt::format("'{}.{}' is a whole table", key.str(), k.str()),
                                place_of(v.source()),
                                "name one of its keys: " + std::string(key.str()) + "." +
                                    std::string(k.str()) + ".KEY=VALUE");
          into(t, *v.as_table());
        }
      } else if (old->is_string() && key.str() == "material") {
        // material = "sand" is short for { preset = "sand" }.
        toml::table longer;
        longer.insert_or_assign("preset", std::move(*old->as_string()));
        into(longer, *sub);
        target.insert_or_assign(key, std::move(longer));
      } else {
        throw sources.error("E0218", fmt::format("'{}' holds no keys that could be changed", key.str()),
                            place_of(key.source()), "set the key itself");
      }
    }
  }
};

/// "solver.dx=1 cm" as TOML; a value that is no TOML is taken as a text.
toml::table parse_change(Document& document, const std::string& change) {
  const std::size_t equals = change.find('=');
  if (equals == std::string::npos || equals == 0)
    throw Error("E0218", fmt::format("'--set {}' is not KEY=VALUE", change), {},
                "write --set solver.dx=0.01");
  if (change.find('\n') != std::string::npos)
    throw Error("E0218", "'--set' takes one line", {}, "write --set solver.dx=0.01");
  std::string value = change.substr(equals + 1), quoted;
  for (char c : value) quoted += (c == '"' || c == '\\') ? std::string{'\\', c} : std::string{c};
  const std::string texts[] = {change, fmt::format("{}=\"{}\"", change.substr(0, equals), quoted)};
  for (const std::string& text : texts) {
    const std::string name = fmt::format("--set {}", change);
    try {
      toml::table table = toml::parse(text, name);
      document.sources.add(name, text);
      return table;
    } catch (const toml::parse_error&) {
      continue;
    }
  }
  throw Error("E0218", fmt::format("cannot read '--set {}'", change), {},
              "write --set solver.dx=0.01 or --set object.NAME.velocity='[0, 0, 1]'");
}

bool says_dx(const toml::table& change) { return bool(change["solver"]["dx"]); }

}  // namespace

double apply_overrides(Document& document, const Overrides& overrides) {
  static constexpr const char* kNames[] = {"draft", "normal", "final"};
  static constexpr double kFactor[] = {2, 1, 0.5};
  const int q = int(overrides.quality);
  double factor = kFactor[q];
  const Merge merge{document.sources};
  const auto qualities = document.root["quality"];
  if (toml::table* all = qualities.as_table()) {
    for (const auto& [key, value] : *all)
      if ((key.str() != kNames[0] && key.str() != kNames[1] && key.str() != kNames[2]) || !value.is_table())
        throw document.sources.error("E0203", fmt::format("unknown quality '{}'", key.str()),
                                     place_of(key.source()),
                                     "write [quality.draft], [quality.normal] or [quality.final]");
    if (const toml::table* mine = (*all)[kNames[q]].as_table()) {
      if (says_dx(*mine)) factor = 1;
      toml::table change = std::move(*(*all)[kNames[q]].as_table());
      merge.into(document.root, change);
    }
  } else if (qualities) {
    throw document.sources.error("E0207", "'quality' must be tables", place_of(qualities.node()->source()),
                                 "write [quality.draft]");
  }
  for (const std::string& text : overrides.set) {
    toml::table change = parse_change(document, text);
    if (says_dx(change)) factor = 1;
    merge.into(document.root, change);
  }
  return factor;
}

}  // namespace weft
