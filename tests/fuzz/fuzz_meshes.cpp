/// Feeds mutated meshes to every reader: an Error is a fine answer, anything else (a crash, another
/// exception, a mesh that breaks its own promises, an input that takes seconds) is a failure.
///   fuzz_meshes SECONDS SEED CORPUS_FOLDER
/// Exit status 0 when all went well; the offending input is written to fuzz_meshes.failure otherwise.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "exec/error.h"
#include "fuzz/mutate.h"
#include "geometry/mesh_checks.h"
#include "geometry/mesh_io.h"
#include "geometry/tets/tet_io.h"

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The files of the corpus in the order of their names, so that a seed means the same everywhere. Good ones
/// count many times: what is broken already is refused before it gets far.
std::vector<std::string> read_corpus(const fs::path& folder) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> corpus;
  for (const fs::path& path : paths) {
    std::ifstream in(path, std::ios::binary);
    const std::string data{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    corpus.insert(corpus.end(), path.parent_path().filename() == "good" ? 20 : 1, data);
  }
  return corpus;
}

/// What a reader promises about a mesh it returns; null when it holds.
const char* broken_promise(const weft::TriangleMesh& mesh) {
  if (mesh.vertices.empty() || mesh.triangles.empty()) return "an empty mesh was returned";
  for (const auto& x : mesh.vertices)
    for (int k = 0; k < 3; ++k)
      if (!std::isfinite(x[k])) return "a vertex is not finite";
  for (const auto& t : mesh.triangles)
    for (std::uint32_t v : t)
      if (v >= mesh.vertices.size()) return "an index is out of range";
  const weft::MeshReport report = weft::check_mesh(mesh);
  return std::isfinite(report.volume) && report.area >= 0 ? nullptr : "the mesh has no finite measure";
}

const char* broken_promise(const weft::TetMesh& mesh) {
  if (mesh.tetrahedra.empty()) return "a mesh without tetrahedra was returned";
  for (const auto& t : mesh.tetrahedra) {
    for (std::uint32_t v : t)
      if (v >= mesh.vertices.size()) return "an index is out of range";
    const auto& o = mesh.vertices[t[0]];
    if (!(dot(mesh.vertices[t[1]] - o, cross(mesh.vertices[t[2]] - o, mesh.vertices[t[3]] - o)) > 0))
      return "a tetrahedron is inverted or flat";
  }
  return nullptr;
}

constexpr int kReaders = 8;
constexpr const char* kNodes = "4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n";
constexpr const char* kElements = "1 4 0\n1 1 2 3 4\n";

const char* feed(int reader, const std::string& data) {
  switch (reader) {
    case 0:
      return broken_promise(weft::parse_obj(data, "fuzz.obj"));
    case 1:
      return broken_promise(weft::parse_ply(data, "fuzz.ply"));
    case 2:
      return broken_promise(weft::parse_stl(data, "fuzz.stl"));
    case 3:
      return broken_promise(weft::parse_gmsh(data, "fuzz.msh"));
    case 4:
      return broken_promise(weft::parse_vtk(data, "fuzz.vtk"));
    case 5:
      return broken_promise(weft::parse_tetgen({data, "fuzz.node"}, {kElements, "fuzz.ele"}));
    case 6:
      return broken_promise(weft::parse_tetgen({kNodes, "fuzz.node"}, {data, "fuzz.ele"}));
    default: {
      const weft::PointCache cache = weft::parse_pc2(data, "fuzz.pc2");
      for (const auto& sample : cache.samples)
        if (sample.size() != cache.points) return "a sample has the wrong size";
      return nullptr;
    }
  }
}

int fail(const std::string& data, int reader, unsigned long long count, const char* why) {
  std::ofstream("fuzz_meshes.failure", std::ios::binary) << data;
  std::printf("FAILED reader %d, execution %llu: %s (input in fuzz_meshes.failure)\n", reader, count, why);
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::printf("usage: fuzz_meshes SECONDS SEED CORPUS_FOLDER\n");
    return 2;
  }
  const double limit = std::atof(argv[1]);
  const auto seed = std::strtoull(argv[2], nullptr, 10);
  const std::vector<std::string> corpus = read_corpus(argv[3]);
  if (corpus.empty()) {
    std::printf("the corpus is empty\n");
    return 2;
  }
  weft::fuzz::Dice dice(seed);
  const auto start = Clock::now();
  unsigned long long executions = 0, accepted = 0, refused = 0;
  while (seconds_since(start) < limit) {
    const std::string data = weft::fuzz::mutate(corpus, dice);
    for (int reader = 0; reader < kReaders; ++reader, ++executions) {
      const auto begin = Clock::now();
      try {
        if (const char* why = feed(reader, data)) return fail(data, reader, executions, why);
        ++accepted;
      } catch (const weft::Error& e) {
        ++refused;
        if (e.code.size() != 5 || e.hint.empty() || e.where.empty())
          return fail(data, reader, executions, "a bare error");
      } catch (const std::exception& e) {
        return fail(data, reader, executions, e.what());
      }
      if (seconds_since(begin) > 5) return fail(data, reader, executions, "it took more than 5 seconds");
    }
  }
  std::printf("fuzz_meshes: %llu executions in %.1f s, %llu accepted, %llu refused, seed %llu: no failure\n",
              executions, seconds_since(start), accepted, refused, seed);
  return 0;
}
