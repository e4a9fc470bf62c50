/// Meshes and random points that the geometry tests share.
#pragma once
#include <cmath>
#include <map>

#include "geometry/mesh.h"
#include "geometry/random.h"

namespace weft {

/// An axis-aligned box with two triangles per side.
inline TriangleMesh box_mesh(const Vec3d& half) {
  TriangleMesh mesh;
  for (int c = 0; c < 8; ++c)
    mesh.vertices.push_back(
        {{c & 1 ? half[0] : -half[0], c & 2 ? half[1] : -half[1], c & 4 ? half[2] : -half[2]}});
  mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return mesh;
}

/// An octahedron whose triangles are split `levels` times, its vertices pushed onto the unit sphere.
inline TriangleMesh sphere_mesh(int levels) {
  TriangleMesh mesh;
  mesh.vertices = {{{1, 0, 0}}, {{-1, 0, 0}}, {{0, 1, 0}}, {{0, -1, 0}}, {{0, 0, 1}}, {{0, 0, -1}}};
  mesh.triangles = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
  for (int level = 0; level < levels; ++level) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middle;
    const auto split = [&](std::uint32_t a, std::uint32_t b) {
      const auto [at, is_new] =
          middle.try_emplace({std::min(a, b), std::max(a, b)}, std::uint32_t(mesh.vertices.size()));
      if (is_new) mesh.vertices.push_back(normalized(mesh.vertices[a] + mesh.vertices[b]));
      return at->second;
    };
    std::vector<std::array<std::uint32_t, 3>> finer;
    for (const auto& t : mesh.triangles) {
      const std::uint32_t a = split(t[0], t[1]), b = split(t[1], t[2]), c = split(t[2], t[0]);
      finer.insert(finer.end(), {{t[0], a, c}, {a, t[1], b}, {c, b, t[2]}, {a, b, c}});
    }
    mesh.triangles = finer;
  }
  return mesh;
}

/// A square frame (a box with a square hole along z): the simplest mesh with concave edges and a handle.
inline TriangleMesh frame_mesh(double outer, double inner, double half_height) {
  TriangleMesh mesh;
  const double ring[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  for (double z : {-half_height, half_height})
    for (double size : {outer, inner})
      for (const auto& c : ring) mesh.vertices.push_back({{size * c[0], size * c[1], z}});
  const auto quad = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    mesh.triangles.push_back({a, b, c});
    mesh.triangles.push_back({a, c, d});
  };
  for (std::uint32_t k = 0; k < 4; ++k) {
    const std::uint32_t n = (k + 1) % 4;
    quad(k, n, 8 + n, 8 + k);            // outer wall
    quad(4 + n, 4 + k, 12 + k, 12 + n);  // inner wall
    quad(8 + k, 8 + n, 12 + n, 12 + k);  // top
    quad(n, k, 4 + k, 4 + n);            // bottom
  }
  return mesh;
}

/// Uniform in the cube of half size `half`.
inline Vec3d random_point(std::uint64_t index, double half, std::uint64_t seed = 7) {
  return (Random{seed}.uniform3(index) * 2.0 - Vec3d::filled(1)) * half;
}

}  // namespace weft
