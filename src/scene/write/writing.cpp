#include "scene/write/writing.h"

#include <filesystem>

namespace weft {
namespace {

struct ValueText {
  std::string operator()(std::monostate) const { return {}; }
  std::string operator()(double x) const { return fmt::format("{}", x); }
  std::string operator()(std::int64_t x) const { return std::to_string(x); }
  std::string operator()(bool x) const { return x ? "true" : "false"; }
  std::string operator()(const std::string& x) const { return quoted(x); }
  std::string operator()(const Vec3d& x) const { return list(x); }
};

}  // namespace

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (unsigned char c : text) {
    if (c == '"' || c == '\\') out += '\\', out += char(c);
    else if (c < 32 || c == 127) out += fmt::format("\\u{:04X}", int(c));
    else out += char(c);
  }
  return out + "\"";
}

std::string list(const Vec3d& v) { return fmt::format("[{}, {}, {}]", v[0], v[1], v[2]); }
std::string list(const Colour& c) {
  return fmt::format("[{}, {}, {}]", double(c[0]), double(c[1]), double(c[2]));
}
std::string list(const Formulas& f) {
  return fmt::format("[{}, {}, {}]", quoted(f[0].text()), quoted(f[1].text()), quoted(f[2].text()));
}

std::string value_text(const Value& value) { return std::visit(ValueText{}, value); }

std::string whole_path(const std::string& folder, const std::string& path) {
  return quoted(std::filesystem::absolute(std::filesystem::path(folder) / path).lexically_normal().string());
}

std::string box_text(const Bounds& box) { return fmt::format("[{}, {}]", list(box.lower), list(box.upper)); }

std::string material_text(const Material& material) {
  std::string out = fmt::format("{{ law = \"{}\"", material_name(material));
  visit_fields(material, [&](const FieldInfo& f, const double& value) {
    out += fmt::format(", {} = {}", f.name, value);
  });
  return out + " }";
}

}  // namespace weft
