/// Small frames for tests of pictures.
#pragma once
#include "output/frame_file.h"

namespace weft {

/// A ball of points about (0, 0, 1).
inline FrameObject ball_of_points(const std::string& look, float spacing) {
  FrameObject o;
  o.name = "ball";
  o.kind = "points";
  o.look = look;
  o.radius = spacing / 2;
  o.colour = {0.9f, 0.1f, 0.1f};
  const int n = int(0.5f / spacing);
  for (int i = -n; i <= n; ++i)
    for (int j = -n; j <= n; ++j)
      for (int k = -n; k <= n; ++k)
        if (i * i + j * j + k * k <= n * n)
          o.position.push_back({{spacing * float(i), spacing * float(j), 1 + spacing * float(k)}});
  o.velocity.resize(o.position.size());
  for (std::size_t i = 0; i < o.position.size(); ++i) o.velocity[i] = {{0, 0, o.position[i][0]}};
  return o;
}

/// A square of quads from -1 to 1 at height z.
inline FrameObject sheet(int n, float z, bool smooth) {
  FrameObject o;
  o.name = "sheet";
  o.kind = "mesh";
  o.smooth = smooth;
  o.colour = {0.2f, 0.4f, 0.8f};
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= n; ++j)
      o.position.push_back({{2.0f * float(i) / float(n) - 1, 2.0f * float(j) / float(n) - 1, z}});
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const auto a = std::uint32_t(i * (n + 1) + j), b = a + std::uint32_t(n + 1);
      o.faces.push_back(4);
      for (std::uint32_t k : {a, b, b + 1, a + 1}) o.corners.push_back(k);
    }
  return o;
}

/// One straight strand along x from -1 to 1 at height z.
inline FrameObject strand(float z, float radius) {
  FrameObject o;
  o.name = "strand";
  o.kind = "curves";
  o.radius = radius;
  o.curves = {5};
  for (int i = 0; i < 5; ++i) o.position.push_back({{-1 + 0.5f * float(i), 0, z}});
  return o;
}

inline FrameCollider floor_plane() {
  FrameCollider c;
  c.name = "floor";
  c.kind = "plane";
  c.size = {{0, 0, 1}};
  return c;
}

inline FrameCollider box_at(const Vec3d& at, const Vec3d& half) {
  FrameCollider c;
  c.name = "box";
  c.kind = "box";
  c.size = half;
  c.position = at;
  return c;
}

}  // namespace weft
