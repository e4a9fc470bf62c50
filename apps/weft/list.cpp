/// weft list WHAT: bodies, materials, presets, scenes, keys, errors, probes.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>

#include "exec/error.h"
#include "list_json.h"
#include "materials/presets.h"
#include "scene/explain.h"
#include "scene/keys/keys.h"
#include "scene/keys/material_keys.h"
#include "scene/keys/reference.h"
#include "scene/kinds/kind.h"
#include "scene/shipped.h"
#include "scene/suggest.h"
#include "verbs.h"

namespace weft {
namespace {

struct ListOptions {
  std::string what, only;
  bool markdown = false, json = false;
};

/// Words in lines of at most `width` characters, all but the first after `indent` blanks.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t width) {
  std::istringstream words(text);
  std::string out, word;
  for (std::size_t column = indent; words >> word; column += word.size() + 1) {
    if (column > indent && column + word.size() > width) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    }
    out += (column > indent ? " " : "") + word;
  }
  return out;
}

void list_bodies() {
  for (const Kind& kind : kinds())
    for (const Kind::Type& type : kind.types)
      fmt::print("{:<8} {}\n", type.name, wrapped(type.summary, 9, 120));
}

void list_materials(const std::string& only) {
  for (const std::string& name : material_names()) {
    if (name.find(only) == std::string::npos) continue;
    const Material m = make_material(name);
    fmt::print("{}: {}\n", name, material_summary(m));
    for (const KeyInfo& k : material_table(m).keys)
      if (k.name != "preset" && k.name != "law")
        fmt::print("  {:<22} {:<20} default {:<10} {}\n", k.name, type_text(k), k.fallback, k.meaning);
  }
}

void list_presets(const std::string& only) {
  for (const Preset& p : presets())
    if (p.name.find(only) != std::string::npos) fmt::print("{:<16} {:<12} {}\n", p.name, p.law, p.source);
}

/// Scenes under ./scenes, or those the program was shipped with, each with the first line of its comment.
void list_scenes() {
  std::vector<std::filesystem::path> paths;
  std::error_code ec;
  for (const auto& entry : std::filesystem::directory_iterator("scenes", ec))
    if (entry.path().extension() == ".toml") paths.push_back(entry.path());
  if (paths.empty()) paths = shipped_scenes();
  if (paths.empty())
    throw Error("E0604", "there are no scenes in ./scenes, nor beside the program", {},
                "go to the project's folder, or write one with `weft new NAME`");
  std::sort(paths.begin(), paths.end());
  for (const auto& path : paths) {
    std::ifstream in(path);
    std::string line;
    std::getline(in, line);
    fmt::print("{:<32} {}\n", path.string(), line.starts_with("# ") ? line.substr(2) : "");
  }
}

void list_errors() {
  for (const Explanation& e : explanations()) fmt::print("{}  {}\n", e.code, e.title);
}

void list_probes() {
  fmt::print(
      "measure = {{ ... }} of a [[probe]]:\n"
      "  of points       x y z vx vy vz speed displacement strain stress pressure plastic_strain "
      "volume_ratio density,\n"
      "                  x0 y0 z0 (where it started), or a formula of these: \"sqrt(x^2 + y^2)\"\n"
      "                  with take = min max mean sum count std p01 .. p99; object = NAME and box = [[..], "
      "[..]] narrow it\n"
      "  of one point    x y z vx vy vz speed displacement displacement_x displacement_y displacement_z\n"
      "                  with nearest = [x, y, z], or object = NAME and id = N\n"
      "  of an object    kinetic elastic gravity energy mass volume momentum_x.. angular_momentum_x.. "
      "centre_x.. extent_x..\n"
      "  of a collider   force force_x force_y force_z torque torque_x torque_y torque_z, with collider = "
      "NAME\n");
}

const std::vector<std::string>& topics() {
  static const std::vector<std::string> all = {"bodies", "materials", "presets", "scenes",
                                               "keys",   "errors",    "probes"};
  return all;
}

void list(const ListOptions& o) {
  if (o.what == "bodies") return list_bodies();
  if (o.what == "materials") return list_materials(o.only);
  if (o.what == "presets") return list_presets(o.only);
  if (o.what == "scenes") return list_scenes();
  if (o.what == "errors") return list_errors();
  if (o.what == "probes") return list_probes();
  if (o.what == "keys") {
    std::cout << (o.markdown ? reference_markdown() : reference_text(o.only));
    return;
  }
  if (o.what.empty()) {
    fmt::print("weft list WHAT, where WHAT is one of: {}\n", fmt::join(topics(), " "));
    return;
  }
  throw Error("E0604", fmt::format("there is no list of '{}'", o.what), {}, suggestion(o.what, topics()));
}

}  // namespace

Verb verb_list() {
  auto o = std::make_shared<ListOptions>();
  return {
      "list",
      "Bodies, materials, presets, scenes, keys, errors, probes",
      {{"WHAT", "bodies, materials, presets, scenes, keys, errors or probes", &o->what, {.words = topics()}},
       {"ONLY", "only names that contain this", &o->only},
       {"--markdown", "keys: the whole scene reference", &o->markdown},
       {"--json", "bodies, presets: for programs", &o->json}},
      [o] {
        if (o->json) std::cout << list_json(o->what) << "\n";
        else list(*o);
        return 0;
      }};
}

}  // namespace weft
