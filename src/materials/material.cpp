#include "materials/material.h"

namespace weft {

namespace {
/// Calls f with a default value of each law in turn.
template <class F>
void for_each_law(F&& f) {
  [&]<class... Law>(std::variant<Law...>*) { (f(Law{}), ...); }(static_cast<Material*>(nullptr));
}
std::string listed(const std::vector<std::string>& names) {
  std::string r;
  for (const std::string& n : names) r += (r.empty() ? "" : ", ") + n;
  return r;
}
}  // namespace

std::vector<std::string> material_names() {
  std::vector<std::string> r;
  for_each_law([&](const auto& law) { r.push_back(law.name); });
  return r;
}

Material make_material(const std::string& name) {
  Material m;
  bool found = false;
  for_each_law([&](auto law) {
    if (found || name != law.name) return;
    law.prepare();
    m = law;
    found = true;
  });
  if (!found)
    throw Error("E0301", "there is no material law '" + name + "'", {}, "laws: " + listed(material_names()));
  return m;
}

std::string material_name(const Material& m) {
  return std::visit([](const auto& law) { return std::string(law.name); }, m);
}
std::string material_summary(const Material& m) {
  return std::visit([](const auto& law) { return std::string(law.summary); }, m);
}

namespace {
template <class M>
auto& field_value(M& m, const std::string& name) {
  decltype(&std::get<0>(m).density) found = nullptr;
  std::vector<std::string> names;
  visit_fields(m, [&](const FieldInfo& f, auto& value) {
    names.push_back(f.name);
    if (f.name == name) found = &value;
  });
  if (!found)
    throw Error("E0303", "the law '" + material_name(m) + "' has no parameter '" + name + "'", {},
                "parameters: " + listed(names));
  return *found;
}
}  // namespace

void set_field(Material& m, const std::string& name, double value) { field_value(m, name) = value; }
double get_field(const Material& m, const std::string& name) { return field_value(m, name); }

void prepare_material(Material& m) {
  std::visit([](auto& law) { law.prepare(); }, m);
}
double material_density(const Material& m) {
  return std::visit([](const auto& law) { return law.density; }, m);
}

}  // namespace weft
