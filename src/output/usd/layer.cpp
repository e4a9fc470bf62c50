#include "output/usd/layer.h"

namespace weft::usd {

namespace {

std::vector<Field> fields_of(Crate& crate, const Attribute& a) {
  std::vector<Field> f{{"typeName", crate.value(Token{a.type})}};
  if (a.custom) f.emplace_back("custom", crate.value(true));
  if (a.uniform) f.emplace_back("variability", crate.uniform());
  if (!a.interpolation.empty()) f.emplace_back("interpolation", crate.value(Token{a.interpolation}));
  if (std::holds_alternative<std::monostate>(a.value)) return f;
  const Reference value = crate.value(a.value);
  if (a.time) f.emplace_back("timeSamples", crate.time_sample(*a.time, value));
  else f.emplace_back("default", value);
  return f;
}

template <class T>
void add_names(Crate& crate, std::vector<Field>& fields, const char* word, const std::vector<T>& things) {
  std::vector<std::string> names;
  for (const T& t : things) names.push_back(t.name);
  if (!names.empty()) fields.emplace_back(word, crate.words(names));
}

void add_prim(Crate& crate, int parent, const Prim& p) {
  std::vector<Field> f{{"specifier", crate.specifier(!p.type.empty())}};
  if (!p.type.empty()) f.emplace_back("typeName", crate.value(Token{p.type}));
  add_names(crate, f, "properties", p.attributes);
  add_names(crate, f, "primChildren", p.children);
  const int at = crate.add(Kind::prim, parent, p.name, f);
  for (const Attribute& a : p.attributes) crate.add(Kind::attribute, at, a.name, fields_of(crate, a));
  for (const Prim& child : p.children) add_prim(crate, at, child);
}

}  // namespace

Crate crate(const Layer& layer) {
  Crate out;
  std::vector<Field> f;
  for (const auto& [word, value] : layer.metadata) f.emplace_back(word, out.value(value));
  f.emplace_back("primChildren", out.words({layer.root.name}));
  const int root = out.add(Kind::root, -1, "", f);
  add_prim(out, root, layer.root);
  out.close();
  return out;
}

}  // namespace weft::usd
