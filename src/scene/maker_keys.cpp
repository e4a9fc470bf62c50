#include "scene/maker_keys.h"

#include <fmt/format.h>

#include <sstream>

namespace weft {
namespace {

/// Calls f with a default value of each maker in turn.
template <class F>
void for_each_maker(F&& f) {
  [&]<class... Maker>(std::variant<Maker...>*) {
    (f(Maker{}, "cloth"), ...);
  }(static_cast<SheetMaker*>(nullptr));
  [&]<class... Maker>(std::variant<Maker...>*) {
    (f(Maker{}, "fibre"), ...);
  }(static_cast<StrandMaker*>(nullptr));
}

std::vector<std::string> split(const char* words) {
  std::istringstream in(words);
  std::vector<std::string> out;
  for (std::string w; in >> w;) out.push_back(w);
  return out;
}

}  // namespace

std::vector<KeyInfo> maker_keys() {
  std::vector<KeyInfo> keys;
  for_each_maker([&](const auto& maker, const char* type) {
    keys.push_back(
        {.name = maker.name, .type = KeyType::table, .meaning = fmt::format("{}: {}", type, maker.summary)});
  });
  return keys;
}

std::vector<TableInfo> maker_tables() {
  std::vector<TableInfo> tables;
  for_each_maker([&](const auto& maker, const char*) {
    TableInfo t{maker.name, fmt::format("{} = {{ }}", maker.name), maker.summary, {}};
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
    if (t.name == "hair")
      t.keys.push_back(
          {.name = "on",
           .type = KeyType::text,
           .meaning = "a mesh to grow on instead of the sphere, .obj .ply or .stl, relative to the scene"});
    tables.push_back(std::move(t));
  });
  return tables;
}

}  // namespace weft
