/// Names, files, boxes, colours and formulas: what several tables share.
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

std::string read_shape_kind(TableReader& shape, const TableInfo& info) {
  std::string kind;
  for (const KeyInfo& k : info.keys) {
    if (k.name == "scale" || !shape.has(k.name)) continue;
    if (!kind.empty())
      throw shape.error("E0204", fmt::format("a shape cannot be a {} and a {}", kind, k.name), k.name,
                        "keep one");
    kind = k.name;
  }
  return kind;
}

void check_reference(TableReader& reader, const std::string& key, const std::string& kind,
                     const std::string& name, const std::vector<std::string>& names) {
  for (const std::string& n : names)
    if (n == name) return;
  throw reader.error("E0206", fmt::format("there is no {} '{}'", kind, name), key, suggestion(name, names));
}

Bounds read_box(TableReader& reader, const std::string& key) {
  static const KeyInfo corner{.name = "corner", .unit = "m", .low = -1e6, .high = 1e6};
  const toml::node& node = *reader.node(key);
  const toml::array* a = node.as_array();
  if (!a || a->size() != 2)
    throw reader.error("E0213", "a box has two corners", key, "write box = [[x, y, z], [x, y, z]]");
  Bounds b;
  b.lower = reader.vector_of((*a)[0], corner);
  b.upper = reader.vector_of((*a)[1], corner);
  for (int k = 0; k < 3; ++k)
    if (b.lower[k] > b.upper[k])
      throw reader.error("E0209", "the box is inside out", key, "the lower corner comes first");
  return b;
}

std::vector<std::string> colour_names() {
  std::vector<std::string> names;
  for (const NamedColour& c : kColours) names.push_back(c.name);
  return names;
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
  for (const NamedColour& c : kColours)
    if (text == c.name) return c.colour;
  const std::vector<std::string> names = colour_names();
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
