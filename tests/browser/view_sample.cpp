/// view_sample GRAINS CLOTH: two made-up runs of two frames for the browser test, a million grains of sand and a cloth
/// of half a million triangles, as large as the viewer is meant for.
#include <cmath>
#include <random>

#include "output/frame_file.h"
#include "output/run_folder.h"

namespace weft {
namespace {

/// A heap that slides: a million points on a lattice, shaken.
FrameObject grains(double time) {
  FrameObject o;
  o.name = "sand";
  o.kind = "points";
  o.look = "sand";
  o.colour = {0.80f, 0.62f, 0.38f};
  o.radius = 0.005;
  std::mt19937 random(1);
  std::uniform_real_distribution<float> shake(-0.5f, 0.5f);
  for (int k = 0; k < 100; ++k)
    for (int j = 0; j < 100; ++j)
      for (int i = 0; i < 100; ++i) {
        const float x = 0.01f * (float(i) - 50 + shake(random)), y = 0.01f * (float(j) - 50 + shake(random)),
                    z = 0.01f * (float(k) + 0.5f + shake(random));
        const float spread = 1 + float(time) * 4 * (1 - z);
        o.position.push_back({{x * spread, y * spread, z / (spread * spread)}});
        o.velocity.push_back({{x, y, -z}});
        o.id.push_back(std::uint32_t(o.id.size()));
      }
  return o;
}

FrameObject cloth(double time) {
  FrameObject o;
  o.name = "cloth";
  o.kind = "mesh";
  o.look = "cloth";
  o.colour = {0.25f, 0.42f, 0.62f};
  constexpr std::uint32_t n = 501;
  for (std::uint32_t j = 0; j < n; ++j)
    for (std::uint32_t i = 0; i < n; ++i) {
      const float x = float(i) / (n - 1) - 0.5f, y = float(j) / (n - 1) - 0.5f;
      const float wave = std::sin(14 * x + 9 * y * y + 6 * float(time)),
                  w = std::cos(14 * x + 9 * y * y + 6 * float(time));
      o.position.push_back({{2 * x, 2 * y, 0.06f * wave + 0.4f * y * y + 0.5f}});
      o.velocity.push_back({{0, 0, 0.36f * w}});
      o.id.push_back(std::uint32_t(o.id.size()));
    }
  for (std::uint32_t j = 0; j + 1 < n; ++j)
    for (std::uint32_t i = 0; i + 1 < n; ++i) {
      const std::uint32_t a = j * n + i;
      for (const std::uint32_t v : {a, a + 1, a + n + 1, a, a + n + 1, a + n}) o.corners.push_back(v);
      o.faces.insert(o.faces.end(), {3, 3});
    }
  return o;
}

void make_run(const char* path, FrameObject (*object)(double)) {
  RunFolder folder = RunFolder::create(path, {"format = 1\n", "format = 1\n", true});
  RunInfo info = describe_program();
  info.status = "done";
  info.last = info.frame = 2;
  for (std::int64_t n = 1; n <= 2; ++n) {
    Frame f;
    f.number = n;
    f.time = double(n - 1) / 24;
    f.dx = 0.02;
    f.objects = {object(f.time)};
    FrameCollider floor;
    floor.name = "floor";
    floor.kind = "plane";
    floor.size = {{0, 0, 1}};
    f.colliders = {floor};
    info.points = f.objects[0].position.size();
    write_frame(folder.frame_path(n), f);
  }
  write_run_info(path, info);
}

}  // namespace
}  // namespace weft

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  weft::make_run(argv[1], weft::grains);
  weft::make_run(argv[2], weft::cloth);
}
