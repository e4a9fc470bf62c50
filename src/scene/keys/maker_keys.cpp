#include "scene/keys/maker_keys.h"

#include <fmt/format.h>

#include <sstream>

namespace weft {
namespace {

/// Calls f with a default value of each maker of a list in turn.
template <class List, class F>
void for_each_maker(F&& f) {
  [&]<class... Maker>(std::variant<Maker...>*) { (f(Maker{}), ...); }(static_cast<List*>(nullptr));
}

std::vector<std::string> split(const char* words) {
  std::istringstream in(words);
  std::vector<std::string> out;
  for (std::string w; in >> w;) out.push_back(w);
  return out;
}

template <class List>
void add_keys(std::vector<KeyInfo>& keys, const std::string& before) {
  for_each_maker<List>([&](const auto& maker) {
    keys.push_back({.name = maker.name, .type = KeyType::table, .meaning = before + maker.summary});
  });
}

template <class Maker>
TableInfo table_of(const Maker& maker) {
  TableInfo t{maker_table<Maker>(), fmt::format("{} = {{ }}", maker.name), maker.summary, {}};
  if constexpr (requires { Maker::rims; }) {
    t.title += " of shells";
    if (*Maker::rims) t.meaning += fmt::format(". Rims: {}.", fmt::join(split(Maker::rims), ", "));
  }
  for (const auto& f : maker.fields())
    t.keys.push_back({.name = f.name,
                      .unit = std::string(f.unit) == "1" ? "" : f.unit,
                      .fallback = fmt::format("{}", maker.*f.member),
                      .low = f.low,
                      .high = f.high,
                      .meaning = f.meaning});
  for (KeyInfo& k : t.keys)
    if (k.name == "spacing") k.fallback.clear(), k.meaning += "; default: the grid spacing";
  for (const auto& w : maker.words())
    t.keys.push_back({.name = w.name,
                      .type = KeyType::word,
                      .fallback = fmt::format("\"{}\"", maker.*w.member),
                      .words = split(w.words),
                      .meaning = w.meaning});
  if (t.name == "hair") {
    t.keys.push_back(
        {.name = "on",
         .type = KeyType::text,
         .meaning = "a mesh to grow on instead of the sphere, .obj .ply or .stl, relative to the scene"});
    t.keys.push_back({.name = "figure",
                      .type = KeyType::text,
                      .meaning = "an object before this one with shape = { figure = { } }: hair grows on "
                                 "its head, wherever that is"});
  }
  return t;
}

}  // namespace

std::vector<KeyInfo> maker_keys() {
  std::vector<KeyInfo> keys;
  add_keys<SheetMaker>(keys, "cloth: ");
  add_keys<StrandMaker>(keys, "fibre: ");
  return keys;
}

std::vector<KeyInfo> shell_maker_keys() {
  std::vector<KeyInfo> keys;
  add_keys<ShellMaker>(keys, "");
  return keys;
}

std::vector<KeyInfo> strand_maker_keys() {
  std::vector<KeyInfo> keys;
  add_keys<StrandMaker>(keys, "");
  return keys;
}

std::vector<TableInfo> maker_tables() {
  std::vector<TableInfo> tables;
  const auto add = [&](const auto& maker) { tables.push_back(table_of(maker)); };
  for_each_maker<SheetMaker>(add);
  for_each_maker<StrandMaker>(add);
  for_each_maker<ShellMaker>(add);
  return tables;
}

}  // namespace weft
