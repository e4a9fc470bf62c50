#include "scene/write/writing.h"

#include <filesystem>

namespace weft {

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

std::string whole_path(const std::string& folder, const std::string& path) {
  return quoted(std::filesystem::absolute(std::filesystem::path(folder) / path).lexically_normal().string());
}

namespace {

struct ShapeText {
  std::string folder;
  std::string operator()(const Plane& s) const { return fmt::format("plane = {}", list(s.normal)); }
  std::string operator()(const Sphere& s) const { return fmt::format("sphere = {}", s.radius); }
  std::string operator()(const Box& s) const { return fmt::format("box = {}", list(s.half * 2.0)); }
  std::string operator()(const Capsule& s) const {
    return fmt::format("capsule = {{ radius = {}, length = {} }}", s.radius, 2 * s.half_length);
  }
  std::string operator()(const Cylinder& s) const {
    return fmt::format("cylinder = {{ radius = {}, height = {} }}", s.radius, 2 * s.half_height);
  }
  std::string operator()(const MeshFile& s) const {
    return fmt::format("mesh = {}, scale = {}", whole_path(folder, s.path), s.scale);
  }
};

}  // namespace

std::string shape_text(const ShapeSpec& s, const std::string& folder) {
  return std::visit(ShapeText{folder}, s);
}

std::string rotation(const Placement& p) {
  return fmt::format("{{ axis = {}, angle = {} }}", list(p.axis), p.angle);
}

void write_place(Writer& w, const Placement& p) {
  w.key("at", list(p.at));
  if (p.angle != 0) w.key("rotate", rotation(p));
}

std::string keys_text(const std::vector<KeySpec>& keys) {
  std::string out = "[";
  for (const KeySpec& k : keys)
    out += fmt::format("{}{{ time = {}, at = {}{} }}", out.size() > 1 ? ", " : "", k.time, list(k.place.at),
                       k.place.angle == 0 ? "" : ", rotate = " + rotation(k.place));
  return out + "]";
}

}  // namespace weft
