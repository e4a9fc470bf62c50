/// Obstacles as triangles.
#include <cmath>
#include <functional>

#include "output/picture/solid.h"

namespace weft {

namespace {

struct Corner {
  Vec3f x, n;
};

std::uint32_t add(Solid& out, const Corner& c) {
  out.x.push_back(c.x);
  out.n.push_back(c.n);
  return std::uint32_t(out.x.size() - 1);
}

/// Triangles of a grid of corners over (i, j) in [0, columns] x [0, rows].
void add_patch(int columns, int rows, const std::function<Corner(float, float)>& at, Solid& out) {
  const auto first = std::uint32_t(out.x.size()), stride = std::uint32_t(rows + 1);
  for (int i = 0; i <= columns; ++i)
    for (int j = 0; j <= rows; ++j) add(out, at(float(i) / float(columns), float(j) / float(rows)));
  for (std::uint32_t i = 0; i < std::uint32_t(columns); ++i)
    for (std::uint32_t j = 0; j < std::uint32_t(rows); ++j) {
      const std::uint32_t a = first + i * stride + j, b = a + stride;
      out.triangles.push_back({a, b, b + 1});
      out.triangles.push_back({a, b + 1, a + 1});
    }
}

/// A surface of revolution about z: profile(s) gives radius,
/// height and the profile's normal (outwards, upwards).
void add_round(int rows, const std::function<std::array<float, 4>(float)>& profile, Solid& out) {
  add_patch(
      96, rows,
      [&](float i, float j) {
        const auto [r, z, nr, nz] = profile(j);
        const float c = std::cos(2 * kPi * i), s = std::sin(2 * kPi * i);
        return Corner{{{r * c, r * s, z}}, {{nr * c, nr * s, nz}}};
      },
      out);
}

void add_box(const Vec3f& half, Solid& out) {
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

void add_cylinder(float r, float h, Solid& out) {
  const auto side = [&](float s) { return std::array<float, 4>{r, h * (2 * s - 1), 1, 0}; };
  add_round(1, side, out);
  for (float end : {-1.0f, 1.0f}) {
    const auto cap = [&](float s) { return std::array<float, 4>{r * s, end * h, 0, end}; };
    add_round(1, cap, out);
  }
}

void add_capsule(float r, float half, Solid& out) {
  const auto profile = [&](float s) {
    const float a = kPi * (s - 0.5f), z = std::sin(a);
    return std::array<float, 4>{r * std::cos(a), r * z + (z > 0 ? half : -half), std::cos(a), z};
  };
  add_round(48, profile, out);
}

/// Each triangle gets corners of its own, whose normals are means over those triangles around the vertex that
/// bend less than 40 degrees away.
void add_mesh(const FrameCollider& m, Solid& out) {
  const float crease = std::cos(40 * kPi / 180);
  std::vector<Vec3f> normal(m.triangles.size());  // length: twice the area
  std::vector<std::vector<std::uint32_t>> around(m.vertices.size());
  for (std::size_t t = 0; t < m.triangles.size(); ++t) {
    const auto& v = m.triangles[t];
    normal[t] = cross(m.vertices[v[1]] - m.vertices[v[0]], m.vertices[v[2]] - m.vertices[v[0]]);
    for (std::uint32_t k : v) around[k].push_back(std::uint32_t(t));
  }
  for (std::size_t t = 0; t < m.triangles.size(); ++t) {
    std::array<std::uint32_t, 3> own{};
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t v = m.triangles[t][k];
      Vec3f n = Vec3f::zero();
      for (std::uint32_t other : around[v])
        if (dot(normal[t], normal[other]) > crease * norm(normal[t]) * norm(normal[other]))
          n += normal[other];
      const float length = norm(n);
      own[k] = add(out, {m.vertices[v], length > 0 ? n * (1 / length) : Vec3f{{0, 0, 1}}});
    }
    out.triangles.push_back(own);
  }
}

}  // namespace

Solid solid_of(const FrameCollider& c) {
  Solid out;
  out.colours = {linear(c.colour)};
  const float r = float(c.size[0]), h = float(c.size[1]);
  if (c.kind == "box") add_box(c.size.as<float>(), out);
  if (c.kind == "mesh") add_mesh(c, out);
  if (c.kind == "sphere") add_capsule(r, 0, out);
  if (c.kind == "capsule") add_capsule(r, h, out);
  if (c.kind == "cylinder") add_cylinder(r, h, out);
  const Mat3<float> R = c.rotation.as<float>();
  const Vec3f at = c.position.as<float>();
  for (Vec3f& x : out.x) x = at + R * x;
  for (Vec3f& n : out.n) n = R * n;
  return out;
}

}  // namespace weft
