/// A run of two frames with every kind of thing in it, made without a simulation: what tests of exports use.
#pragma once
#include "output/frame_file.h"
#include "output/run_folder.h"

namespace weft {

/// Frame `number`: points with everything a vertex can have, cloth with and without seams, hair, a mesh, a
/// ball and a plane as colliders. Coordinates have no short decimal form, so that a lost digit shows.
inline Frame sample_frame(std::int64_t number) {
  const float t = float(number) / 7;
  Frame f;
  f.number = number;
  f.time = double(number - 1) / 24;
  f.dx = 0.1;
  FrameObject sand;
  sand.name = "sand";
  sand.kind = "points";
  sand.radius = 0.05;
  for (std::uint32_t i = 0; i < 60; ++i) {
    const float a = 0.1f * float(i % 4) + t / 31, b = 0.1f * float(i / 4 % 4) - t / 3,
                c = 0.1f * float(i / 16);
    sand.position.push_back({{a, b, c}});
    sand.velocity.push_back({{1 / 31.0f, -1 / 3.0f, t}});
    sand.id.push_back(i);
    sand.colours.push_back({1, float(i) / 59, 0.2f});
    sand.scalars["plastic_strain"].push_back(t / float(i + 3));
    sand.scalars["pressure"].push_back(-1000.0f / float(i + 3));
  }
  f.objects.push_back(sand);
  FrameObject cloth;  // a quad and a triangle; vertex 1 has two texture coordinates
  cloth.name = "cloth";
  cloth.kind = "mesh";
  cloth.radius = 0.001;
  cloth.position = {{{0, 0, t}}, {{1, 0, t}}, {{1, 1, t / 3}}, {{0, 1, 0.1f}}, {{2, 0, -t}}};
  cloth.velocity.assign(5, {{0, 0, 0.5f}});
  cloth.faces = {4, 3};
  cloth.corners = {0, 1, 2, 3, 1, 4, 2};
  cloth.uv = {{0, 0}, {0.5f, 0}, {0.5f, 1}, {0, 1}, {0.6f, 0}, {1, 0.3f}, {0.5f, 1}};
  f.objects.push_back(cloth);
  FrameObject flag = cloth;  // the same without the seam
  flag.name = "flag";
  flag.uv[4] = {0.5f, 0};
  f.objects.push_back(flag);
  FrameObject hair;
  hair.name = "hair";
  hair.kind = "curves";
  hair.radius = 0.0005;
  hair.curves = {2, 3};
  for (int i = 0; i < 5; ++i) hair.position.push_back({{0.3f, t * float(i), -float(i) / 7}});
  hair.radii = {1e-3f, 2e-3f, 3e-3f, 4e-3f, 5e-3f};
  f.objects.push_back(hair);
  FrameCollider tool;
  tool.name = "tool";
  tool.kind = "mesh";
  tool.position = {{1, 2, 3}};
  tool.vertices = {{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1 / 3.0f}}};
  tool.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  f.colliders.push_back(tool);
  FrameCollider ball;
  ball.name = "ball";
  ball.kind = "sphere";
  ball.size = {{0.5, 0, 0}};
  ball.position = {{double(number), 0, 0}};
  f.colliders.push_back(ball);
  FrameCollider floor;
  floor.name = "floor";
  floor.kind = "plane";
  floor.size = {{0, 0, 1}};
  f.colliders.push_back(floor);
  return f;
}

/// A finished run folder with frames 1 to `frames`, made by `frame_of(number)`.
template <class FrameOf>
void make_sample_run(const std::filesystem::path& path, int frames, FrameOf&& frame_of) {
  RunFolder folder = RunFolder::create(path, {"", "", false});
  for (int n = 1; n <= frames; ++n) write_frame(folder.frame_path(n), frame_of(n));
  RunInfo info = describe_program();
  info.status = "done";
  info.first = 1;
  info.frame = info.last = frames;
  write_run_info(path, info);
}

}  // namespace weft
