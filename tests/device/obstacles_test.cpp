/// Obstacles on the twin of a device against those of the processor: the same nodes meet them, with the same outcome.
#include <gtest/gtest.h>

#include "contact/resolve.h"
#include "device/obstacle_set.h"
#include "obstacle_grid.h"

namespace weft::twin {
namespace {

/// What never moves is marked when lists are made, the rest in each step.
void mark(Stream& stream, ObstacleSet& set, ObstacleGrid& grid) {
  grid.control.near = 0;
  grid.control.fresh = 1;
  set.mark_sorted(stream, grid.view);
  grid.control.fresh = 0;
  set.mark(stream, grid.view);
}

/// One try of a step that ends at `ahead`.
void try_step(Stream& stream, ObstacleSet& set, ObstacleGrid& grid) {
  mark(stream, set, grid);
  set.fold(stream, grid.merge());
  set.meet(stream, grid.merge());
}

/// Nodes, loads and the fastest node as the processor has them.
void expect_as_on_processor(std::vector<Collider> colliders, ObstacleGrid& grid, double time, double ahead) {
  Stream stream;
  ObstacleSet set;
  set.settle(stream, colliders, grid.dx, grid.view);
  grid.control.time = time, grid.control.ahead = ahead;
  set.move(stream);
  const std::vector<Quad> before = grid.node;
  grid.control.fastest2 = 0;
  try_step(stream, set, grid);
  for (Collider& c : colliders) c.move_to(ahead);
  std::vector<std::pair<Vec3d, Vec3d>> expected(colliders.size(), {Vec3d::zero(), Vec3d::zero()});
  std::vector<Touch> touches;
  float fastest = 0;
  std::size_t met = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const Quad &was = before[i], &now = grid.node[i];
    const bool marked = set.view().mark[i / kBlockNodesOnDevice] & kNearNodes;
    Vec3d v{{was.x, was.y, was.z}};
    const Vec3d x = grid.place(i);
    touches.clear();
    if (std::fabs(was.w) > 1e-12f) v = resolve(v, x, colliders, touches);
    if (!touches.empty()) {
      ++met;
      ASSERT_TRUE(marked);
    }
    for (const Touch& t : touches) {
      const Vec3d impulse = t.dv * -double(std::fabs(was.w));
      expected[t.collider].first += impulse;
      expected[t.collider].second += cross(x - colliders[t.collider].pose.position, impulse);
    }
    const double room = 2e-6 * (1 + norm(v));
    ASSERT_NEAR(now.x, v[0], room) << i;
    ASSERT_NEAR(now.y, v[1], room);
    ASSERT_NEAR(now.z, v[2], room);
    ASSERT_EQ(now.w, was.w);
    if (marked && now.w >= 0) fastest = std::max(fastest, now.x * now.x + now.y * now.y + now.z * now.z);
  }
  EXPECT_GT(met, 0u);
  EXPECT_FLOAT_EQ(float_of(grid.control.fastest2), fastest);
  grid.control.time = ahead, grid.control.ahead = ahead + 0.01;  // accepted
  set.move(stream);
  const auto loads = set.loads(stream);
  for (std::size_t k = 0; k < loads.size(); ++k) {
    EXPECT_NEAR(norm(loads[k].first - expected[k].first), 0, 1e-7 * (1 + norm(expected[k].first)));
    EXPECT_NEAR(norm(loads[k].second - expected[k].second), 0, 1e-7 * (1 + norm(expected[k].second)));
  }
}

TEST(obstacles_on_device, nodes_meet_each_kind) {
  std::mt19937_64 g(1);
  for (int kind = 0; kind < kKinds; ++kind)
    for (int boundary = 0; boundary < 4; ++boundary)
      for (int round = 0; round < 3; ++round) {
        ObstacleGrid grid(-2, 2, 0.1);
        grid.randomise(g);
        for (std::size_t i = 0; i < grid.node.size(); i += 7) grid.node[i].w *= i % 2 ? 0.0f : -1.0f;
        std::vector<Collider> c{random_collider(g, kind, 0.5)};
        if (boundary < 3) c[0].boundary = Boundary(boundary);
        expect_as_on_processor(c, grid, 0.1, 0.17);
        if (HasFatalFailure()) FAIL() << kind << ' ' << boundary;
      }
}

TEST(obstacles_on_device, nodes_meet_several_at_once) {
  std::mt19937_64 g(2);
  for (int round = 0; round < 60; ++round) {
    ObstacleGrid grid(-1, 2, 0.1);
    grid.randomise(g);
    std::vector<Collider> c;
    for (int k = 0; k < 2 + round % 4; ++k) c.push_back(random_collider(g, int(g() % 6), 0.4));
    expect_as_on_processor(c, grid, 0.0, 0.05);
    if (HasFatalFailure()) FAIL() << round;
  }
}

TEST(obstacles_on_device, nodes_meet_corners_of_three_planes) {
  std::mt19937_64 g(3);
  for (int round = 0; round < 100; ++round) {
    ObstacleGrid grid(-1, 1, 0.1);
    grid.randomise(g);
    std::vector<Collider> c(3);
    for (int k = 0; k < 3; ++k) {
      Vec3d n = Vec3d::zero();
      n[k] = round % 2 ? 1 : -1;
      c[std::size_t(k)].shape = Plane{round % 4 < 2 ? n : normalized(n + random_vector(g, 0.4))};
      c[std::size_t(k)].boundary = Boundary(g() % 3);
      c[std::size_t(k)].friction = 0.3;
      if (round % 3 == 0) c[std::size_t(k)].velocity = random_vector(g);
    }
    expect_as_on_processor(c, grid, 0.0, 0.01);
    if (HasFatalFailure()) FAIL() << round;
  }
}

TEST(obstacles_on_device, a_floor_on_nodes_holds_the_same_nodes) {
  std::mt19937_64 g(4);
  int on = 0;
  for (const double dx : {0.1, 0.03, 0.02, 1.0 / 3, 0.0625})
    for (int k = -7; k < 8; ++k)
      for (int axis = 0; axis < 3; ++axis) {
        ObstacleGrid grid(-2, 2, dx);
        for (Quad& q : grid.node) q = {-1, -1, -1, 1};
        Collider c;
        Vec3d n = Vec3d::zero();
        n[axis] = 1;
        c.shape = Plane{n};
        c.boundary = Boundary::sticky;
        // What a scene says: 0.3, not 3 dx.
        c.start.position[axis] = std::stod(std::to_string(k * dx));
        Stream stream;
        ObstacleSet set;
        set.settle(stream, std::span(&c, 1), dx, grid.view);
        grid.control.time = 0, grid.control.ahead = 0.01;
        set.move(stream);
        try_step(stream, set, grid);
        c.move_to(0.01);
        for (std::size_t i = 0; i < grid.node.size(); ++i) {
          const double phi = c.sample(grid.place(i)).phi;
          ASSERT_EQ(grid.node[i].x == 0, phi <= 0) << dx << ' ' << k;
          on += grid.lattice(i)[std::size_t(axis)] == k && phi <= 0;
        }
      }
  EXPECT_GT(on, 0);
}

TEST(obstacles_on_device, what_a_refused_step_gave_is_forgotten) {
  std::mt19937_64 g(5);
  ObstacleGrid grid(-1, 1, 0.1);
  grid.randomise(g);
  Collider c;
  c.boundary = Boundary::sticky;
  Stream stream;
  ObstacleSet set;
  set.settle(stream, std::span(&c, 1), grid.dx, grid.view);
  Control& k = grid.control;
  k.time = 0, k.ahead = 0.01;
  set.move(stream);
  const std::vector<Quad> start = grid.node;
  try_step(stream, set, grid);
  k.ahead = 0.005, k.remake = 1;  // refused
  set.move(stream);
  try_step(stream, set, grid);  // does nothing
  k.remake = 0;
  grid.node = start;
  try_step(stream, set, grid);
  k.time = 0.005, k.ahead = 0.015, k.run = 1;  // accepted
  set.move(stream);
  set.move(stream);
  double sum = 0;
  for (std::size_t i = 0; i < start.size(); ++i)
    if (grid.lattice(i)[2] <= 0) sum += double(start[i].z) * double(start[i].w);
  EXPECT_NEAR(set.loads(stream)[0].first[2], sum, 1e-8);
  EXPECT_EQ(set.loads(stream)[0].first[2], 0);
}

TEST(obstacles_on_device, marks_leave_nothing_out) {
  std::mt19937_64 g(6);
  std::uniform_real_distribution<double> u(-0.5, 5.5);
  for (int round = 0; round < 40; ++round) {
    ObstacleGrid grid(-3, 3, 0.1);
    std::vector<Collider> c{random_collider(g, round % kKinds, 0.5)};
    Stream stream;
    ObstacleSet set;
    set.settle(stream, c, grid.dx, grid.view);
    grid.control.time = 0.02, grid.control.ahead = 0.09;
    set.move(stream);
    set.mark(stream, grid.view);
    std::vector<int> listed(set.view().near, set.view().near + grid.control.near);
    std::sort(listed.begin(), listed.end());
    std::vector<int> marked;
    c[0].move_to(0.09);
    int points = 0;
    for (int b = 0; b < grid.control.blocks; ++b) {
      const unsigned mark = set.view().mark[b];
      if (mark & kNearNodes) marked.push_back(b);
      points += mark & kNearPoints ? 1 : 0;
      const Lattice o = grid.origin[std::size_t(b)];
      for (int k = 0; k < 40; ++k) {
        const double y[3] = {u(g), u(g), u(g)};
        const double phi = c[0].distance(Vec3d{{o.x + 1 + y[0], o.y + 1 + y[1], o.z + 1 + y[2]}} * grid.dx).phi;
        if (phi <= 0.5 * grid.dx && phi >= -kDeepest * grid.dx) {
          ASSERT_TRUE(mark & kNearPoints);
        }
      }
    }
    EXPECT_EQ(listed, marked);
    EXPECT_LT(points, grid.control.blocks);
  }
}

TEST(obstacles_on_device, meshes_find_the_same_place) {
  std::mt19937_64 g(7);
  for (int kind = 5; kind < 7; ++kind) {
    Collider c = random_collider(g, kind, 0.5);
    c.keys.clear();
    c.start = {}, c.velocity = c.spin = Vec3d::zero();
    ObstacleGrid grid(0, 1, 0.1);
    Stream stream;
    ObstacleSet set;
    set.settle(stream, std::span(&c, 1), grid.dx, grid.view);
    const double times[] = {0, 0.05, 0.13, 0.2, 0.31, 0.4};
    for (std::size_t k = 0; k + 1 < std::size(times); ++k) {
      grid.control.time = times[k], grid.control.ahead = times[k + 1];
      set.move(stream);
      for (const At at : {At::now, At::next}) {
        c.move_to(at == At::now ? times[k] : times[k + 1]);
        const DistanceMesh& mesh = *std::get<MeshShape>(c.shape).mesh;
        const ObstacleView& v = set.view();
        const int side = v.tables->side(at);
        for (int i = 0; i < 3000; ++i) {
          Vec3d x = random_vector(g, i % 3 == 0 ? 0.1 : 0.6);
          if (i % 5 == 0)
            x = mesh.mesh().vertices[std::size_t(g() % mesh.mesh().vertices.size())] * (1 + 0.1 * (i % 3));
          const Closest expected = mesh.closest(x);
          MeshPlace found;
          ASSERT_TRUE(closest_on_mesh(v.mesh[0], side, x, INFINITY, found));
          // Vertices are interpolated with other roundings here: places as near to two triangles may belong to either.
          ASSERT_NEAR(found.phi, expected.phi, 1e-13) << i;
          if (std::fabs(expected.phi) > 1e-9 && found.triangle == expected.triangle) {
            ASSERT_NEAR(norm(found.n - expected.n), 0, 1e-6);
          }
          ObstaclePoint p;
          ASSERT_TRUE(sample_obstacle(v, 0, side, x, INFINITY, p));
          if (found.triangle == expected.triangle) {
            ASSERT_NEAR(norm(p.v - c.sample(x).v), 0, 1e-8);
          }
          MeshPlace near;
          EXPECT_EQ(closest_on_mesh(v.mesh[0], side, x, 0.05, near), std::fabs(expected.phi) <= 0.05);
        }
      }
    }
  }
}

/// World::keep_out as it stands there.
TEST(obstacles_on_device, points_are_kept_out) {
  std::mt19937_64 g(8);
  std::normal_distribution<float> n;
  const double clearance = 0.013, dt = 0.004;
  std::size_t moved = 0, turned = 0;
  for (int round = 0; round < 40; ++round) {
    std::vector<Collider> c;
    for (int k = 0; k <= round % 3; ++k) c.push_back(random_collider(g, (round + 2 * k) % kKinds, 0.5));
    if (round % 5 == 0) {  // a mirror is met by nodes alone
      c[0] = Collider{};
      c[0].boundary = Boundary::symmetry;
    }
    ObstacleGrid grid(0, 1, 0.1);
    Stream stream;
    ObstacleSet set;
    set.settle(stream, c, grid.dx, grid.view);
    grid.control.time = 0.1, grid.control.ahead = 0.104;
    set.move(stream);
    grid.control.time = 0.104, grid.control.ahead = 0.11;
    set.move(stream);
    for (Collider& k : c) k.move_to(0.104);
    std::vector<std::pair<Vec3d, Vec3d>> expected(c.size(), {Vec3d::zero(), Vec3d::zero()});
    for (int i = 0; i < 500; ++i) {
      MetPoint p;
      const bool movable = i % 4 != 0;
      p.x = random_vector(g, 0.4).as<float>().as<double>(), p.v = random_vector(g).as<float>().as<double>();
      p.mass = 0.7;
      for (float& e : p.C) e = n(g);
      Vec3d at = p.x, v = p.v;
      float C[9];
      std::copy_n(p.C, 9, C);
      double far = 0;
      bool any = false;
      for (std::size_t k = 0; k < c.size(); ++k) {
        if (c[k].boundary == Boundary::symmetry) continue;
        const ColliderPoint s = c[k].sample(at);
        if (s.phi > 0.5 * grid.dx || s.phi < -2 * grid.dx) continue;
        any = true;
        const Vec3d rate = cross(c[k].angular, s.n);
        for (int a = 0; a < 3; ++a) {
          double off = rate[a];
          for (int b = 0; b < 3; ++b) off -= double(C[3 * a + b]) * s.n[b];
          for (int b = 0; b < 3; ++b) C[3 * a + b] += float(off * s.n[b]);
        }
        if (s.phi > clearance + 0.01 * grid.dx) continue;
        const Vec3d to = contact_velocity(v, s.v, s.n, c[k].boundary, c[k].friction);
        Vec3d by = (to - v) * dt;
        by += s.n * std::max(clearance - s.phi - dot(by, s.n), 0.0);
        const Vec3d impulse = (v - to) * p.mass;
        expected[k].first += impulse;
        expected[k].second += cross(at - c[k].pose.position, impulse);
        at = (at + by).as<float>().as<double>();
        far = std::max(far, norm(by));
        if (movable) v = to.as<float>().as<double>();
        moved += movable;
      }
      const Vec3d from = p.x;
      const float pushed = meet_point(set.view(), p, clearance, dt, movable);
      ASSERT_EQ(p.turned, any);
      turned += any;
      ASSERT_NEAR(pushed, far, 1e-6 * (1 + far));
      ASSERT_NEAR(norm(p.x - (movable ? at : from)), 0, 1e-6);
      ASSERT_NEAR(norm(p.v - v), 0, 1e-6);
      for (int k = 0; k < 9; ++k) ASSERT_NEAR(p.C[k], C[k], 1e-5);
    }
    const auto loads = set.loads(stream);
    for (std::size_t k = 0; k < c.size(); ++k) {
      EXPECT_NEAR(norm(loads[k].first - expected[k].first), 0, 1e-5);
      EXPECT_NEAR(norm(loads[k].second - expected[k].second), 0, 1e-5);
    }
  }
  EXPECT_GT(moved, 100u);
  EXPECT_GT(turned, 100u);
}

using NodeMap = std::map<std::array<int, 3>, std::array<double, 4>>;

TEST(obstacles_on_device, planes_of_symmetry_fold_and_reflect) {
  std::mt19937_64 g(9);
  for (int planes = 1; planes <= 3; ++planes) {
    ObstacleGrid grid(-2, 2, 0.1);
    grid.randomise(g);
    for (Quad& q : grid.node)
      if (g() % 5 == 0) q.w = 0;
    std::vector<Collider> c(std::size_t(planes), Collider{});
    for (int k = 0; k < planes; ++k) {
      Vec3d n = Vec3d::zero();
      n[k] = k == 1 ? -1 : 1;
      c[std::size_t(k)].shape = Plane{n};
      c[std::size_t(k)].start.position[k] = 0.1 * (k + 1);
      c[std::size_t(k)].boundary = Boundary::symmetry;
    }
    // Momenta, as `merge` leaves them.
    NodeMap nodes;
    for (std::size_t i = 0; i < grid.node.size(); ++i) {
      Quad& q = grid.node[i];
      q.x *= q.w, q.y *= q.w, q.z *= q.w;
      nodes[grid.lattice(i)] = {q.x, q.y, q.z, q.w};
    }
    Stream stream;
    ObstacleSet set;
    set.settle(stream, c, grid.dx, grid.view);
    grid.control.time = 0, grid.control.ahead = 0.01;
    set.move(stream);
    mark(stream, set, grid);
    for (std::size_t i = 0; i < grid.node.size(); ++i) {
      Quad& q = grid.node[i];
      if (!(set.view().mark[i / kBlockNodesOnDevice] & kMirrored)) q = moving_node(q, 0, grid.merge().gravity, 1e-12f);
    }
    set.fold(stream, grid.merge());
    set.meet(stream, grid.merge());

    const auto pairs = [&](int k, auto&& f) {  // world/symmetry.cpp
      const int node = k + 1, side = k == 1 ? -1 : 1;
      for (auto& [at, behind] : nodes) {
        const int depth = (at[std::size_t(k)] - node) * side;
        const int low = ((at[std::size_t(k)] & ~3) - node) * side, high = low + 3 * side;
        if (std::max(low, high) < -4 || depth >= 0) continue;
        auto image = at;
        image[std::size_t(k)] = 2 * node - at[std::size_t(k)];
        if (const auto there = nodes.find(image); there != nodes.end()) f(behind, there->second);
      }
    };
    for (int k = 0; k < planes; ++k)
      pairs(k, [&](const auto& behind, auto& image) {
        for (int a = 0; a < 4; ++a) image[std::size_t(a)] += (a == k ? -1 : 1) * behind[std::size_t(a)];
      });
    for (Collider& x : c) x.move_to(0.01);
    std::vector<Touch> touches;
    for (auto& [at, q] : nodes) {
      Vec3d v = Vec3d::zero();
      if (q[3] > 0) {
        v = Vec3d{{q[0], q[1], q[2]}} * (1 / q[3]);
        v = resolve(v, {{at[0] * grid.dx, at[1] * grid.dx, at[2] * grid.dx}}, c, touches);
      }
      q = {v[0], v[1], v[2], q[3]};
    }
    for (int k = planes; k-- > 0;)
      pairs(k, [&](auto& behind, const auto& image) {
        for (int a = 0; a < 3; ++a) behind[std::size_t(a)] = (a == k ? -1 : 1) * image[std::size_t(a)];
      });
    for (std::size_t i = 0; i < grid.node.size(); ++i) {
      const Quad& q = grid.node[i];
      const auto& e = nodes[grid.lattice(i)];
      ASSERT_NEAR(q.x, e[0], 1e-4) << planes << ' ' << i;
      ASSERT_NEAR(q.y, e[1], 1e-4);
      ASSERT_NEAR(q.z, e[2], 1e-4);
      ASSERT_NEAR(std::fabs(q.w), e[3], 1e-4);
    }
  }
}

}  // namespace
}  // namespace weft::twin
