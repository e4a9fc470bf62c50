#include "geometry/weave/makers.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "exec/error.h"

namespace weft {

namespace {

/// Calls f with a default value of each maker in turn.
template <class Maker, class F>
void for_each_maker(F&& f) {
  [&]<class... One>(std::variant<One...>*) { (f(One{}), ...); }(static_cast<Maker*>(nullptr));
}

std::string listed(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

std::vector<std::string> split(const std::string& words) {
  std::istringstream in(words);
  std::vector<std::string> list;
  for (std::string word; in >> word;) list.push_back(word);
  return list;
}

template <class Maker>
[[noreturn]] void no_parameter(const Maker& maker, const std::string& name) {
  std::vector<std::string> names;
  visit_numbers(maker, [&](const FieldInfo& f, double) { names.push_back(f.name); });
  visit_words(maker, [&](const WordInfo& f, const std::string&) { names.push_back(f.name); });
  throw Error("E0141", fmt::format("'{}' has no parameter '{}'", maker_name(maker), name), {},
              "parameters: " + listed(names));
}

}  // namespace

template <class Maker>
std::vector<std::string> maker_names() {
  std::vector<std::string> names;
  for_each_maker<Maker>([&](const auto& m) { names.push_back(m.name); });
  return names;
}

template <class Maker>
Maker maker_named(const std::string& name) {
  Maker maker;
  bool found = false;
  for_each_maker<Maker>([&](const auto& m) {
    if (name != m.name) return;
    maker = m;
    found = true;
  });
  if (!found)
    throw Error("E0140", fmt::format("nothing is called '{}' here", name), {},
                "known: " + listed(maker_names<Maker>()));
  return maker;
}

template <class Maker>
std::string maker_name(const Maker& maker) {
  return std::visit([](const auto& m) { return std::string(m.name); }, maker);
}

template <class Maker>
std::string maker_summary(const Maker& maker) {
  return std::visit([](const auto& m) { return std::string(m.summary); }, maker);
}

template <class Maker>
void set_number(Maker& maker, const std::string& name, double value) {
  bool found = false;
  visit_numbers(maker, [&](const FieldInfo& f, double& member) {
    if (f.name != name) return;
    if (!(value >= f.low && value <= f.high))
      throw Error("E0142",
                  fmt::format("{} = {} {} is not allowed in '{}'", name, value, f.unit, maker_name(maker)),
                  {}, fmt::format("{}: from {} to {} {}", f.meaning, f.low, f.high, f.unit));
    member = value;
    found = true;
  });
  if (!found) no_parameter(maker, name);
}

template <class Maker>
void set_word(Maker& maker, const std::string& name, const std::string& word) {
  bool found = false;
  visit_words(maker, [&](const WordInfo& f, std::string& member) {
    if (f.name != name) return;
    const std::vector<std::string> allowed = split(f.words);
    if (std::find(allowed.begin(), allowed.end(), word) == allowed.end())
      throw Error("E0142", fmt::format("{} = '{}' is not allowed in '{}'", name, word, maker_name(maker)), {},
                  fmt::format("{}: {}", f.meaning, listed(allowed)));
    member = word;
    found = true;
  });
  if (!found) no_parameter(maker, name);
}

template <class Maker>
std::size_t vertex_count(const Maker& maker) {
  return std::visit([](const auto& m) { return m.count(); }, maker);
}

Sheet make_thin(const SheetMaker& maker) {
  return std::visit([](const auto& m) { return m.make(); }, maker);
}
Strands make_thin(const StrandMaker& maker) {
  return std::visit([](const auto& m) { return m.make(); }, maker);
}
QuadSheet make_thin(const ShellMaker& maker) {
  return std::visit([](const auto& m) { return m.make(); }, maker);
}

#define WEFT_MAKERS(Maker)                                                \
  template std::vector<std::string> maker_names<Maker>();                 \
  template Maker maker_named<Maker>(const std::string&);                  \
  template std::string maker_name(const Maker&);                          \
  template std::string maker_summary(const Maker&);                       \
  template void set_number(Maker&, const std::string&, double);           \
  template void set_word(Maker&, const std::string&, const std::string&); \
  template std::size_t vertex_count(const Maker&);
WEFT_MAKERS(SheetMaker)
WEFT_MAKERS(StrandMaker)
WEFT_MAKERS(ShellMaker)
#undef WEFT_MAKERS

}  // namespace weft
