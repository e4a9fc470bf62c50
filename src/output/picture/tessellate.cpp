#include <algorithm>
#include <cmath>
#include <functional>

#include "output/picture/stage.h"

namespace weft {

namespace {

constexpr float kPi = 3.14159265f;
const Vec3f kColour{{0.16f, 0.19f, 0.23f}};  // a cool slate, apart from anything granular

/// Triangles of a grid of corners over (i, j) in [0, columns] x [0, rows].
void add_patch(int columns, int rows, const std::function<Corner(float, float)>& at,
               std::vector<Facet>& out) {
  for (int i = 0; i < columns; ++i)
    for (int j = 0; j < rows; ++j) {
      const Corner a = at(float(i) / float(columns), float(j) / float(rows)),
                   b = at(float(i + 1) / float(columns), float(j) / float(rows));
      const Corner c = at(float(i + 1) / float(columns), float(j + 1) / float(rows)),
                   d = at(float(i) / float(columns), float(j + 1) / float(rows));
      out.push_back({{a, b, c}, kColour});
      out.push_back({{a, c, d}, kColour});
    }
}

/// A surface of revolution about z: profile(s) gives radius, height and the profile's normal (outwards,
/// upwards).
void add_round(int rows, const std::function<std::array<float, 4>(float)>& profile, std::vector<Facet>& out) {
  add_patch(
      96, rows,
      [&](float i, float j) {
        const auto [r, z, nr, nz] = profile(j);
        const float c = std::cos(2 * kPi * i), s = std::sin(2 * kPi * i);
        return Corner{{{r * c, r * s, z}}, {{nr * c, nr * s, nz}}};
      },
      out);
}

void add_box(const Vec3f& half, std::vector<Facet>& out) {
  for (int k = 0; k < 3; ++k)
    for (float side : {-1.0f, 1.0f}) {
      const int a = (k + 1) % 3, b = (k + 2) % 3;
      add_patch(
          1, 1,
          [&](float i, float j) {
            Corner c{Vec3f::zero(), Vec3f::zero()};
            c.x[k] = side * half[k];
            c.x[a] = (2 * i - 1) * half[a];
            c.x[b] = (2 * j - 1) * half[b];
            c.n[k] = side;
            return c;
          },
          out);
    }
}

void add_mesh(const FrameCollider& m, std::vector<Facet>& out) {
  for (const auto& t : m.triangles) {
    Facet f{{}, kColour};
    for (std::size_t k = 0; k < 3; ++k) f.corner[k].x = m.vertices[t[k]];
    const Vec3f n = cross(f.corner[1].x - f.corner[0].x, f.corner[2].x - f.corner[0].x);
    const float length = norm(n);
    for (Corner& c : f.corner) c.n = length > 0 ? n * (1 / length) : Vec3f{{0, 0, 1}};
    out.push_back(f);
  }
}

}  // namespace

std::vector<Facet> tessellate(const FrameCollider& c) {
  std::vector<Facet> out;
  const float r = float(c.size[0]), h = float(c.size[1]);
  if (c.kind == "box") add_box(c.size.as<float>(), out);
  if (c.kind == "mesh") add_mesh(c, out);
  if (c.kind == "sphere" || c.kind == "capsule") {
    const float half = c.kind == "capsule" ? h : 0;
    add_round(
        48,
        [&](float s) {
          const float a = kPi * (s - 0.5f), cz = std::sin(a);
          return std::array<float, 4>{r * std::cos(a), r * cz + (cz > 0 ? half : -half), std::cos(a), cz};
        },
        out);
  }
  if (c.kind == "cylinder") {
    add_round(
        1,
        [&](float s) {
          return std::array<float, 4>{r, h * (2 * s - 1), 1, 0};
        },
        out);
    for (float side : {-1.0f, 1.0f})
      add_round(
          1,
          [&](float s) {
            return std::array<float, 4>{r * s, side * h, 0, side};
          },
          out);
  }
  const Mat3<float> R = c.rotation.as<float>();
  const Vec3f at = c.position.as<float>();
  for (Facet& f : out)
    for (Corner& k : f.corner) k = {at + R * k.x, R * k.n};
  return out;
}

}  // namespace weft
