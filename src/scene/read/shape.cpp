/// Shapes, placements, colours and formulas: what objects and colliders share.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "scene/read/reading.h"
#include "scene/suggest.h"

namespace weft {
namespace {

struct NamedColour {
  const char* name;
  Colour colour;
};
constexpr NamedColour kColours[] = {
    {"white", {0.95f, 0.95f, 0.95f}},  {"black", {0.03f, 0.03f, 0.03f}},  {"grey", {0.5f, 0.5f, 0.5f}},
    {"gray", {0.5f, 0.5f, 0.5f}},      {"red", {0.80f, 0.16f, 0.13f}},    {"green", {0.22f, 0.60f, 0.27f}},
    {"blue", {0.16f, 0.36f, 0.75f}},   {"yellow", {0.95f, 0.78f, 0.22f}}, {"orange", {0.93f, 0.49f, 0.13f}},
    {"purple", {0.49f, 0.27f, 0.66f}}, {"pink", {0.93f, 0.55f, 0.66f}},   {"teal", {0.12f, 0.55f, 0.55f}},
    {"brown", {0.45f, 0.29f, 0.17f}},  {"sand", {0.82f, 0.68f, 0.45f}},   {"snow", {0.93f, 0.95f, 0.98f}},
    {"water", {0.20f, 0.45f, 0.80f}},  {"steel", {0.55f, 0.57f, 0.60f}},  {"clay", {0.66f, 0.40f, 0.29f}},
};

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::string read_path(TableReader& reader, const std::string& key) {
  const std::string path = reader.text(key);
  for (unsigned char c : path)
    if (c < 32)
      throw reader.error("E0217", "this cannot be the name of a file", key, "it holds a control character");
  std::error_code ec;
  const std::filesystem::path full = std::filesystem::path(reader.document().folder) / path;
  if (path.empty() || !std::filesystem::is_regular_file(full, ec))
    throw reader.error("E0219", fmt::format("there is no file '{}'", full.string()), key,
                       "paths begin at the scene's folder");
  return path;
}

Pose Placement::pose() const {
  Pose p;
  p.position = at;
  if (angle != 0) p.rotation = Quaternion<double>::from_axis_angle(normalized(axis), angle);
  return p;
}

std::string read_name(TableReader& reader, const std::string& fallback) {
  if (!reader.has("name")) return fallback;
  const std::string name = reader.text("name");
  bool good = !name.empty() && name.size() <= 64;
  for (char c : name)
    good = good && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                    c == '-');
  if (!good)
    throw reader.error("E0217", "this cannot be a name", "name", "use 1 to 64 letters, digits, _ and -");
  return name;
}

Placement read_placement(TableReader& reader) {
  Placement p;
  p.at = reader.vector("at");
  if (!reader.has("rotate")) return p;
  TableReader rotate = reader.table("rotate", scene_table("rotate"));
  p.axis = rotate.vector("axis");
  p.angle = rotate.number("angle");
  if (!(norm(p.axis) > 1e-9))
    throw rotate.error("E0209", "a rotation axis needs a direction", "axis", "not all numbers may be 0");
  rotate.finish();
  return p;
}

ShapeSpec read_shape(TableReader& parent, bool is_collider) {
  TableReader shape = parent.table("shape", scene_table("shape"));
  static const std::vector<std::string> kinds = {"box", "sphere", "capsule", "cylinder", "mesh", "plane"};
  std::string kind;
  for (const std::string& k : kinds) {
    if (!shape.has(k)) continue;
    if (!kind.empty())
      throw shape.error("E0204", fmt::format("a shape cannot be a {} and a {}", kind, k), k, "keep one");
    kind = k;
  }
  ShapeSpec out = Sphere{1};
  if (kind == "box") {
    out = Box{shape.vector("box") * 0.5};
  } else if (kind == "sphere") {
    out = Sphere{shape.number("sphere")};
  } else if (kind == "capsule") {
    TableReader t = shape.table("capsule", scene_table("capsule"));
    out = Capsule{t.number("radius"), 0.5 * t.number("length")};
    t.finish();
  } else if (kind == "cylinder") {
    TableReader t = shape.table("cylinder", scene_table("cylinder"));
    out = Cylinder{t.number("radius"), 0.5 * t.number("height")};
    t.finish();
  } else if (kind == "mesh") {
    out = MeshFile{read_path(shape, "mesh"), shape.number("scale")};
  } else if (kind == "plane") {
    if (!is_collider)
      throw shape.error("E0204", "an object cannot fill a half space", "plane",
                        "planes are for colliders; use a box");
    const Vec3d n = shape.vector("plane");
    if (!(norm(n) > 1e-9))
      throw shape.error("E0209", "a plane needs a normal", "plane", "not all numbers may be 0");
    // An exact unit normal keeps its digits, so that a resolved scene says the same again.
    out = Plane{std::abs(norm(n) - 1) < 1e-15 ? n : normalized(n)};
  } else {
    shape.finish();
    throw parent.error("E0205", fmt::format("the shape of {} is not said", parent.title()), "shape",
                       fmt::format("one of: {}", fmt::join(kinds, " ")));
  }
  shape.finish();
  return out;
}

Colour read_colour(TableReader& reader, const toml::node& node, const std::string& key) {
  static const KeyInfo part{.name = "colour", .low = 0, .high = 1};
  if (node.is_array()) {
    const Vec3d c = reader.vector_of(node, part);
    return {float(c[0]), float(c[1]), float(c[2])};
  }
  if (!node.is_string())
    throw reader.error_at("E0207", fmt::format("'{}' in {} is not a colour", key, reader.title()), node,
                          "write a name, \"#rrggbb\" or [r, g, b]");
  const std::string text = node.as_string()->get();
  if (text.size() == 7 && text[0] == '#') {
    int d[6];
    bool good = true;
    for (int k = 0; k < 6; ++k) good = (d[k] = hex_digit(text[k + 1])) >= 0 && good;
    if (good) return {(16 * d[0] + d[1]) / 255.0f, (16 * d[2] + d[3]) / 255.0f, (16 * d[4] + d[5]) / 255.0f};
  }
  std::vector<std::string> names;
  for (const NamedColour& c : kColours) {
    if (text == c.name) return c.colour;
    names.push_back(c.name);
  }
  throw reader.error_at("E0211", fmt::format("unknown colour '{}'", text), node,
                        suggestion(text, names) + " (or \"#rrggbb\", or [r, g, b] from 0 to 1)");
}

namespace {

Expression formula_of(TableReader& reader, const toml::node& node, const std::string& key,
                      const std::vector<std::string>& variables) {
  std::string text;
  if (const auto* s = node.as_string()) {
    text = s->get();
  } else if (node.is_number()) {
    const double v = node.is_integer() ? double(node.as_integer()->get()) : node.as_floating_point()->get();
    if (!std::isfinite(v))
      throw reader.error_at("E0210", fmt::format("'{}' in {} is not a finite number", key, reader.title()),
                            node, "write a formula");
    text = fmt::format("{}", v);
  } else {
    throw reader.error_at(
        "E0207", fmt::format("'{}' in {} must be formulas in quotes or numbers", key, reader.title()), node,
        "write a formula");
  }
  try {
    return Expression(text, variables);
  } catch (const Error& e) {
    throw reader.error_at(e.code, fmt::format("'{}' in {}: {}", key, reader.title(), e.what()), node,
                          fmt::format("may use {} and pi", fmt::join(variables, " ")));
  }
}

}  // namespace

Expression read_formula(TableReader& reader, const std::string& key,
                        const std::vector<std::string>& variables) {
  return formula_of(reader, *reader.node(key), key, variables);
}

Formulas read_formulas(TableReader& reader, const std::string& key,
                       const std::vector<std::string>& variables) {
  const toml::array* a = reader.node(key)->as_array();
  if (!a || a->size() != 3)
    throw reader.error("E0213", fmt::format("'{}' in {} must be a list of three", key, reader.title()), key,
                       "one formula an axis");
  const auto one = [&](std::size_t k) { return formula_of(reader, (*a)[k], key, variables); };
  return {one(0), one(1), one(2)};
}

}  // namespace weft
