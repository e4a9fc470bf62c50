/// Deforming meshes: a list of mesh files with one topology.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <system_error>

#include "exec/error.h"
#include "geometry/mesh_io.h"

namespace weft {

namespace fs = std::filesystem;

MeshSequence read_mesh_sequence(std::span<const fs::path> files) {
  if (files.empty()) throw Error("E0116", "the list of meshes is empty", {}, "name at least one mesh file");
  MeshSequence sequence;
  for (const fs::path& file : files) {
    TriangleMesh mesh = read_mesh(file);
    const bool is_first = sequence.frames.empty();
    if (!is_first && mesh.vertices.size() != sequence.frames[0].size())
      throw Error("E0114",
                  fmt::format("this mesh has {} vertices, the first of its sequence {}", mesh.vertices.size(),
                              sequence.frames[0].size()),
                  file.string(), "all meshes of a sequence must share one topology");
    if (!is_first && mesh.triangles != sequence.first.triangles)
      throw Error("E0114", "this mesh connects its vertices differently from the first of its sequence",
                  file.string(), "all meshes of a sequence must share one topology");
    sequence.numbers.push_back(long(sequence.frames.size()));
    sequence.frames.push_back(mesh.vertices);
    if (is_first) sequence.first = std::move(mesh);
  }
  return sequence;
}

MeshSequence read_mesh_sequence(const fs::path& pattern) {
  const std::string name = pattern.filename().string();
  const std::size_t begin = name.find('#'), end = name.find_last_of('#');
  if (begin == std::string::npos || name.find_first_not_of('#', begin) <= end)
    throw Error("E0116", "a mesh sequence needs one run of '#' for the frame number", pattern.string(),
                "write for example ball_####.obj");
  const std::string head = name.substr(0, begin), tail = name.substr(end + 1);
  const fs::path folder = pattern.has_parent_path() ? pattern.parent_path() : fs::path(".");
  std::vector<std::pair<long, fs::path>> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string file = entry.path().filename().string();
    if (file.size() <= head.size() + tail.size() || !file.starts_with(head) || !file.ends_with(tail))
      continue;
    const std::string digits = file.substr(head.size(), file.size() - head.size() - tail.size());
    const bool numeric = digits.size() <= 9 && std::all_of(digits.begin(), digits.end(),
                                                           [](unsigned char c) { return std::isdigit(c); });
    if (numeric) found.emplace_back(std::stol(digits), entry.path());
  }
  std::sort(found.begin(), found.end());
  if (found.empty())
    throw Error("E0116", "no file matches this mesh sequence", pattern.string(),
                "'#' stands for the frame number");
  std::vector<fs::path> files;
  for (const auto& [number, file] : found) files.push_back(file);
  MeshSequence sequence = read_mesh_sequence(std::span<const fs::path>(files));
  for (std::size_t i = 0; i < found.size(); ++i) sequence.numbers[i] = found[i].first;
  return sequence;
}

}  // namespace weft
