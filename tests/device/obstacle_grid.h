/// A few blocks of nodes for tests of obstacles on the twin, and colliders to meet them.
#pragma once
#include <map>
#include <random>

#include "device/obstacle_set.h"

namespace weft::twin {

struct ObstacleGrid {
  Control control{};
  std::vector<Lattice> origin;
  std::vector<Quad> node;
  std::vector<BlockKey> key;
  std::vector<int> number;
  SortView view{};
  double dx;

  /// All blocks with coordinates in [lower, upper)^3.
  ObstacleGrid(int lower, int upper, double spacing) : dx(spacing) {
    key.assign(64, kNoKey), number.assign(64 * kRegionBlocks, -1);
    view.slots = 64;
    view.table[0] = view.table[1] = {key.data(), number.data()};
    for (int x = lower; x < upper; ++x)
      for (int y = lower; y < upper; ++y)
        for (int z = lower; z < upper; ++z) {
          const Lattice b{x, y, z};
          const int slot = take_region(view.table[0], view.slots, region_of(b));
          number[std::size_t(slot * kRegionBlocks + place_in_region(b))] = int(origin.size());
          origin.push_back({4 * x - 1, 4 * y - 1, 4 * z - 1});
        }
    node.resize(origin.size() * kBlockNodesOnDevice);
    view.control = &control;
    view.blocks.origin = origin.data(), view.blocks.node = node.data();
    view.blocks.capacity = control.blocks = int(origin.size());
    view.h = {float(dx), float(1 / dx)};
    control.load_unit = control.spin_unit = 0x1p-36;
    control.carried = 0.01;
  }
  MergeNodes merge() const { return {view, {0, 0, 0}, 1e-12f}; }
  std::array<int, 3> lattice(std::size_t i) const {
    const Lattice o = origin[i / kBlockNodesOnDevice];
    const int k = int(i % kBlockNodesOnDevice);
    return {o.x + 1 + (k >> 4), o.y + 1 + ((k >> 2) & 3), o.z + 1 + (k & 3)};
  }
  Vec3d place(std::size_t i) const {
    const auto at = lattice(i);
    return {{at[0] * dx, at[1] * dx, at[2] * dx}};
  }
  void randomise(std::mt19937_64& g) {
    std::normal_distribution<float> n;
    for (Quad& q : node) q = {n(g), n(g), n(g), std::fabs(n(g)) + 0.1f};
  }
};

inline Vec3d random_vector(std::mt19937_64& g, double scale = 1) {
  std::normal_distribution<double> n;
  const double x = n(g), y = n(g), z = n(g);
  return Vec3d{{x, y, z}} * scale;
}
inline Quaternion<double> random_rotation(std::mt19937_64& g) {
  return Quaternion<double>::from_rotation_vector(random_vector(g));
}

/// A ball with bumps: an octahedron whose faces are divided.
inline TriangleMesh bumpy_ball(int levels, double radius, double bumps) {
  TriangleMesh m;
  m.vertices = {{{1, 0, 0}}, {{-1, 0, 0}}, {{0, 1, 0}}, {{0, -1, 0}}, {{0, 0, 1}}, {{0, 0, -1}}};
  m.triangles = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
  for (int l = 0; l < levels; ++l) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> known;
    const auto half = [&](std::uint32_t a, std::uint32_t b) {
      const auto [at, made] = known.try_emplace({std::min(a, b), std::max(a, b)}, std::uint32_t(m.vertices.size()));
      if (made) m.vertices.push_back(normalized(m.vertices[a] + m.vertices[b]));
      return at->second;
    };
    std::vector<std::array<std::uint32_t, 3>> finer;
    for (const auto& t : m.triangles) {
      const std::uint32_t a = half(t[0], t[1]), b = half(t[1], t[2]), c = half(t[2], t[0]);
      finer.insert(finer.end(), {{t[0], a, c}, {a, t[1], b}, {c, b, t[2]}, {a, b, c}});
    }
    m.triangles = std::move(finer);
  }
  for (Vec3d& x : m.vertices)
    x *= radius * (1 + bumps * std::sin(5 * x[0]) * std::cos(4 * x[1] + 1) * std::sin(3 * x[2]));
  return m;
}

/// One of each kind: plane, sphere, box, capsule, cylinder, mesh, mesh that deforms.
constexpr int kKinds = 7;
inline Collider random_collider(std::mt19937_64& g, int kind, double size) {
  std::uniform_real_distribution<double> u(0.5, 1);
  Collider c;
  c.name = "c";
  switch (kind) {
    case 0:
      c.shape = Plane{normalized(random_vector(g))};
      break;
    case 1:
      c.shape = Sphere{u(g) * size};
      break;
    case 2:
      c.shape = Box{Vec3d{{u(g), u(g), u(g)}} * size};
      break;
    case 3:
      c.shape = Capsule{0.6 * u(g) * size, u(g) * size};
      break;
    case 4:
      c.shape = Cylinder{u(g) * size, u(g) * size};
      break;
    default:
      c.shape = MeshShape{std::make_shared<DistanceMesh>(bumpy_ball(3, size, 0.3))};
  }
  if (kind == 6) {
    const auto& x = std::get<MeshShape>(c.shape).mesh->mesh().vertices;
    for (int k = 0; k < 4; ++k) {
      c.sequence_times.push_back(0.1 * k);
      c.sequence.push_back(x);
      for (Vec3d& y : c.sequence.back())
        y += Vec3d{{0.2 * size * k * y[1], 0.1 * size * k, 0.15 * size * std::sin(3 * y[0] + k)}};
    }
  }
  c.start = {random_vector(g, 0.3 * size), random_rotation(g)};
  if (g() % 2) {
    for (int k = 0; k < 3; ++k) c.keys.push_back({0.11 * k, {random_vector(g, 0.3 * size), random_rotation(g)}});
  } else {
    c.velocity = random_vector(g), c.spin = random_vector(g);
  }
  c.boundary = Boundary(g() % 3);
  c.friction = 0.5 * u(g);
  return c;
}

}  // namespace weft::twin
