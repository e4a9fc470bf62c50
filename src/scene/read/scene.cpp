/// A scene file, table by table.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "scene/kinds/kind.h"
#include "scene/read/copies.h"
#include "scene/read/overrides.h"
#include "scene/read/reading.h"

namespace weft {
namespace {

constexpr std::size_t kMostObjects = 1000;
constexpr std::uintmax_t kLargestFile = 64u << 20;

template <class List>
void check_unique(TableReader& reader, const List& list, const std::string& what) {
  for (std::size_t i = 0; i + 1 < list.size(); ++i)
    if (list[i].name == list.back().name)
      throw reader.error("E0212", fmt::format("two {} are called '{}'", what, list.back().name), "name",
                         "rename one of them");
}

template <class List>
void check_number(TableReader& top, const std::string& key, const List& readers) {
  if (readers.size() > kMostObjects)
    throw top.error("E0216", fmt::format("{} tables [[{}]]", readers.size(), key), key,
                    fmt::format("at most {}", kMostObjects));
}

std::string read_text(const std::string& path) {
  std::error_code ec;
  const auto status = std::filesystem::status(path, ec);
  if (!std::filesystem::exists(status))
    throw Error("E0201", "there is no such scene", path,
                "check the path; `weft new NAME` writes a scene to begin with");
  if (!std::filesystem::is_regular_file(status))
    throw Error("E0201", "this is not a file", path, "name the .toml file itself");
  if (std::filesystem::file_size(path, ec) > kLargestFile)
    throw Error("E0201", "this is too large to be a scene", path, "a scene is a small TOML text");
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) throw Error("E0201", "cannot read this scene", path, "check its permissions");
  return text.str();
}

}  // namespace

Quality parse_quality(const std::string& word) {
  if (word == "draft") return Quality::draft;
  if (word == "normal") return Quality::normal;
  if (word == "final") return Quality::final;
  throw Error("E0602", fmt::format("there is no quality '{}'", word), {}, "one of: draft normal final");
}

Scene read_scene(const std::string& path, const Overrides& overrides) {
  return parse_scene(read_text(path), path, overrides);
}

Scene parse_scene(std::string_view text, const std::string& name, const Overrides& overrides) {
  const std::shared_ptr<Document> document = parse_document(text, name);
  const double dx_factor = apply_overrides(*document, overrides);
  TableReader top(document, document->root, top_table(), "the scene");
  for (const char* others : {"quality", "case", "run", "expect", "point", "transfer", "shell", "solid"})
    top.ignore(others);

  Scene scene;
  scene.document = document;
  scene.folder = document->folder;
  if (top.integer("format") != 1)
    throw top.error("E0215", "this program cannot read this format of scenes", "format",
                    "it reads format = 1; a newer program is needed");
  scene.title = top.text("title");
  // Unknown keys first: a misspelt [[objct]] explains itself better than "there is nothing to simulate".
  for (const char* later :
       {"time", "solver", "object", "collider", "pair", "joint", "probe", "output", "render"})
    top.ignore(later);
  top.finish();
  for (const char* needed : {"time", "solver"})
    if (!top.has(needed))
      throw top.error("E0205", fmt::format("the scene has no [{}]", needed), needed,
                      std::string(needed) == "time" ? "add time = { fps = 24, frames = [1, 48] }"
                                                    : "add solver = { dx = \"1 cm\" }");
  scene.time = read_time(top.table("time", time_table().info), scene);
  scene.solver = read_solver(top.table("solver", solver_table().info), scene);
  scene.solver.dx *= dx_factor;

  // Colliders first: what follows one names it.
  auto colliders = top.tables("collider", collider_table().info);
  check_number(top, "collider", colliders);
  for (TableReader& t : colliders) {
    scene.colliders.push_back(read_collider(t, scene, scene.colliders.size() + 1));
    check_unique(t, scene.colliders, "colliders");
  }
  auto objects = top.tables("object", kinds().front().table.info);
  check_number(top, "object", objects);
  if (objects.empty())
    throw top.error("E0205", "the scene has no [[object]]", "object", "there is nothing to simulate");
  for (TableReader& t : objects) {
    const CopyList copies = read_copies(t, scene);
    const ObjectSpec o = read_object(t, scene, scene.objects.size() + 1);
    if (scene.objects.size() + copies.count() > kMostObjects)
      throw t.error("E0216", fmt::format("{} objects", scene.objects.size() + copies.count()), "copies",
                    fmt::format("at most {}", kMostObjects));
    for (std::size_t k = 0; k < copies.count(); ++k) {
      scene.objects.push_back(copies.of(o, k));
      check_unique(t, scene.objects, "objects");
    }
  }
  auto pairs = top.tables("pair", pair_table().info);
  check_number(top, "pair", pairs);
  for (TableReader& t : pairs) scene.pairs.push_back(read_pair(t, scene));
  auto joints = top.tables("joint", joint_table().info);
  check_number(top, "joint", joints);
  for (TableReader& t : joints) {
    scene.joints.push_back(read_joint(t, scene, scene.joints.size() + 1));
    check_unique(t, scene.joints, "joints");
  }
  auto probes = top.tables("probe", probe_table().info);
  check_number(top, "probe", probes);
  for (TableReader& t : probes) {
    scene.probes.push_back(read_probe(t, scene));
    check_unique(t, scene.probes, "probes");
  }
  if (top.has("output")) scene.output = read_output(top.table("output", output_table().info), scene);
  if (top.has("render")) scene.render = read_render(top.table("render", render_table().info), scene);
  return scene;
}

}  // namespace weft
