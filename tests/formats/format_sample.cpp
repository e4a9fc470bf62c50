/// What the checks of formats in other programs begin with.
///   format_sample make RUN FRAMES          a run folder with every kind of thing
///                                          (tests/output/export_sample.h)
///   format_sample heap RUN FRAMES POINTS   a run folder with so many points, to measure memory with
///   format_sample dump RUN FOLDER          the frames of a run as plain arrays and one index.json
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "exec/error.h"
#include "output/export_sample.h"

namespace weft {
namespace {

namespace fs = std::filesystem;

class Dump {
 public:
  explicit Dump(fs::path folder) : folder_(std::move(folder)) { fs::create_directories(folder_); }
  /// Bytes into a file of their own; its name goes to the index.
  template <class T>
  std::string array(const std::vector<T>& values) {
    const std::string name = std::to_string(count_++) + ".raw";
    std::ofstream(folder_ / name, std::ios::binary)
        .write(reinterpret_cast<const char*>(values.data()), std::streamsize(values.size() * sizeof(T)));
    return name;
  }
  void finish(const nlohmann::json& index) { std::ofstream(folder_ / "index.json") << index.dump(1); }

 private:
  fs::path folder_;
  int count_ = 0;
};

nlohmann::json describe(const FrameObject& o, Dump& dump) {
  nlohmann::json j = {{"name", o.name},
                      {"kind", o.kind},
                      {"radius", o.radius},
                      {"position", dump.array(o.position)},
                      {"velocity", dump.array(o.velocity)},
                      {"id", dump.array(o.id)},
                      {"colour", dump.array(o.colours)},
                      {"radii", dump.array(o.radii)},
                      {"faces", dump.array(o.faces)},
                      {"corners", dump.array(o.corners)},
                      {"uv", dump.array(o.uv)},
                      {"curves", dump.array(o.curves)}};
  j["scalars"] = nlohmann::json::object();
  for (const auto& [name, values] : o.scalars) j["scalars"][name] = dump.array(values);
  return j;
}

/// A collider's own numbers; the reader places it and checks the surface against its equation.
nlohmann::json describe(const FrameCollider& c, Dump& dump) {
  std::vector<double> rotation;
  for (int i = 0; i < 9; ++i) rotation.push_back(c.rotation(i / 3, i % 3));
  return {{"name", c.name},
          {"kind", c.kind},
          {"size", {c.size[0], c.size[1], c.size[2]}},
          {"position", {c.position[0], c.position[1], c.position[2]}},
          {"rotation", rotation},
          {"vertices", dump.array(c.vertices)},
          {"triangles", dump.array(c.triangles)}};
}

void dump_run(const fs::path& run, const fs::path& folder) {
  Dump dump(folder);
  nlohmann::json index = nlohmann::json::array();
  for (const std::int64_t n : numbered_files(run / "frames", ".weft")) {
    const Frame f = read_frame(run / "frames" / (frame_name(n) + ".weft"));
    nlohmann::json j = {{"number", f.number}, {"time", f.time}};
    for (const FrameObject& o : f.objects) j["objects"].push_back(describe(o, dump));
    for (const FrameCollider& c : f.colliders) j["colliders"].push_back(describe(c, dump));
    index.push_back(j);
  }
  dump.finish(index);
}

/// Points all over a cube, each frame others; nothing about them compresses.
Frame heap_frame(std::int64_t number, std::size_t points) {
  Frame f;
  f.number = number;
  f.time = double(number) / 24;
  FrameObject o;
  o.name = "heap";
  o.kind = "points";
  o.radius = 0.5 / std::cbrt(double(points));
  std::uint64_t seed = std::uint64_t(number);
  const auto random = [&] {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return float(seed >> 40) / float(1 << 24);
  };
  for (std::size_t i = 0; i < points; ++i) {
    o.position.push_back({{random(), random(), random()}});
    o.velocity.push_back({{random(), random(), random()}});
    o.id.push_back(std::uint32_t(i));
  }
  f.objects.push_back(std::move(o));
  return f;
}

int main_of(const std::vector<std::string>& words) {
  if (words.size() == 3 && words[0] == "make")
    make_sample_run(words[1], std::atoi(words[2].c_str()), sample_frame);
  else if (words.size() == 4 && words[0] == "heap")
    make_sample_run(words[1], std::atoi(words[2].c_str()),
                    [&](std::int64_t n) { return heap_frame(n, std::size_t(std::atoll(words[3].c_str()))); });
  else if (words.size() == 3 && words[0] == "dump") dump_run(words[1], words[2]);
  else return 2;
  return 0;
}

}  // namespace
}  // namespace weft

int main(int argc, char** argv) {
  try {
    return weft::main_of(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const weft::Error& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return int(e.exit);
  }
}
