// Surfaces in contact: certificates against a dense sweep, near pairs against brute force, impulses that keep
// momenta, cuts that end.
#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <map>
#include <random>
#include <set>

#include "contact/surfaces/cut.h"
#include "contact/surfaces/impulses.h"
#include "contact/surfaces/near_pairs.h"
#include "contact/surfaces/untangle.h"
#include "exec/threads.h"

namespace weft {
namespace {

class Numbers {
 public:
  explicit Numbers(unsigned seed) : engine_(seed) {}
  double operator()(double low, double high) {
    return low + (high - low) * std::uniform_real_distribution<double>(0, 1)(engine_);
  }
  Vec3d vector(double size) { return {{(*this)(-size, size), (*this)(-size, size), (*this)(-size, size)}}; }

 private:
  std::mt19937 engine_;
};

/// A square sheet of n x n cells of side h, moved and bent a little.
ContactMesh sheet(int n, double h, const Vec3d& at, Numbers& random) {
  ContactMesh m;
  m.radius = 0.05 * h;
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= n; ++j) m.rest.push_back(at + Vec3d{{h * i, h * j, 0}} + random.vector(0.02 * h));
  const auto id = [n](int i, int j) { return std::uint32_t(i * (n + 1) + j); };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      m.triangles.push_back({id(i, j), id(i + 1, j), id(i + 1, j + 1)});
      m.triangles.push_back({id(i, j), id(i + 1, j + 1), id(i, j + 1)});
    }
  return m;
}

/// What moves the sheet is a grid of as many points, of which its vertices are means as in a limit surface.
void carry_by_means(ContactMesh& m, int n) {
  m.mover_count = std::uint32_t(m.rest.size());
  m.mover_begin.push_back(0);
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= n; ++j) {
      const std::size_t first = m.movers.size();
      double sum = 0;
      for (int a = std::max(0, i - 1); a <= std::min(n, i + 1); ++a)
        for (int b = std::max(0, j - 1); b <= std::min(n, j + 1); ++b) {
          const double w = (a == i ? 4 : 1) * (b == j ? 4 : 1);
          m.movers.push_back({std::uint32_t(a * (n + 1) + b), w});
          sum += w;
        }
      for (std::size_t k = first; k < m.movers.size(); ++k) m.movers[k].weight /= sum;
      m.mover_begin.push_back(std::uint32_t(m.movers.size()));
    }
}

enum class Moved { each, means };  ///< how every second sheet is

/// Sheets above each other.
struct Stack {
  Stack(int sheets, int n, double gap, unsigned seed, Moved moved = Moved::each) : random(seed) {
    const double h = 0.01;
    for (int k = 0; k < sheets; ++k) {
      meshes.push_back(sheet(n, h, {{0.3 * h * k, 0.2 * h * k, gap * k}}, random));
      if (moved == Moved::means && k % 2) carry_by_means(meshes.back(), n);
    }
    std::vector<SurfacePart> parts;
    for (const ContactMesh& m : meshes) {
      SurfacePart p;
      p.mesh = &m;
      p.meets_itself = true;
      parts.push_back(p);
    }
    scene.lay_out(parts);
    for (std::size_t p = 0; p < meshes.size(); ++p)
      for (std::size_t k = 0; k < meshes[p].rest.size(); ++k) {
        const std::size_t i = scene.first_mover(p) + k;
        scene.x[i] = meshes[p].rest[k];
        scene.w[i] = 1 / random(0.001, 0.003);
      }
    scene.carry();
  }
  void move(double size) {
    for (std::size_t i = 0; i < scene.size(); ++i) {
      scene.v[i] = random.vector(size);
      scene.u[i] = scene.v[i];
    }
    scene.carry();
  }
  PairPlaces at(const NearPair& p, double s) const {
    PairPlaces x;
    for (int a = 0; a < 4; ++a) x[a] = scene.x[p.i[a]] + scene.u[p.i[a]] * s;
    return x;
  }
  std::deque<ContactMesh> meshes;
  Numbers random;
  SurfaceScene scene;
};

const NearPairs::Friction kSmooth = [](std::uint32_t, std::uint32_t) { return 0.0; };

using Key = std::array<std::uint32_t, 5>;
Key key(const NearPair& p) { return {p.i[0], p.i[1], p.i[2], p.i[3], p.edges}; }

/// Not what only moves others.
bool meets(const SurfaceScene& s, std::uint32_t v) {
  return v - s.first(s.part_of[v]) < s.count(s.part_of[v]);
}

/// All pairs of vertex and triangle and of edges that share nothing, whatever their distance.
std::vector<NearPair> all_pairs(const SurfaceScene& s) {
  std::vector<NearPair> out;
  for (std::uint32_t v = 0; v < s.size(); ++v)
    for (const SurfaceElement& e : s.elements)
      if (meets(s, v) && v != e.vertex[0] && v != e.vertex[1] && v != e.vertex[2])
        out.push_back({{v, e.vertex[0], e.vertex[1], e.vertex[2]}, 0, 0, false, false});
  for (std::size_t a = 0; a < s.edges.size(); ++a)
    for (std::size_t b = a + 1; b < s.edges.size(); ++b) {
      const auto &p = s.edges[a], &q = s.edges[b];
      if (p[0] != q[0] && p[0] != q[1] && p[1] != q[0] && p[1] != q[1])
        out.push_back({{p[0], p[1], q[0], q[1]}, 0, 0, true, false});
    }
  return out;
}

TEST(SurfacePair, CertifiedMotionsNeverTouch) {
  Numbers random(1);
  int proven = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const bool edges = trial % 2;
    const NearPair pair{{}, 0.1f, 0, edges, false};
    PairPlaces x, y;
    for (int a = 0; a < 4; ++a) {
      x[a] = random.vector(1);
      y[a] = x[a] + random.vector(0.5);
    }
    const PairMeasure m = measure_pair(edges, x);
    if (!divide(pair, m, x, y).proven) continue;
    ++proven;
    for (int k = 0; k <= 50; ++k) {
      PairPlaces z;
      for (int a = 0; a < 4; ++a) z[a] = x[a] + (y[a] - x[a]) * (k / 50.0);
      ASSERT_GT(measure_pair(edges, z).d, 0) << "trial " << trial;
    }
  }
  EXPECT_GT(proven, 4000);
}

TEST(SurfacePair, CommonMotionAndSlidingAreProven) {
  Numbers random(2);
  for (int trial = 0; trial < 1000; ++trial) {
    const bool edges = trial % 2;
    const NearPair pair{{}, 0.1f, 0, edges, false};
    PairPlaces x;
    for (Vec3d& p : x) p = random.vector(1);
    const PairMeasure m = measure_pair(edges, x);
    const Vec3d along = random.vector(100);
    PairPlaces y = x;
    const Vec3d slide = random.vector(10), in_plane = slide - m.n * dot(slide, m.n);
    for (int a = 0; a < 4; ++a) y[a] += along + (a == 0 || (edges && a == 1) ? in_plane : Vec3d::zero());
    const Divide d = divide(pair, m, x, y);
    EXPECT_TRUE(d.proven);
    EXPECT_NEAR(d.end, m.d, 1e-12);
  }
}

// A cloth pulled away under a cup: far beside and just below; neither the closest points nor what lies across both edges shows
// the plane between.
TEST(SurfacePair, AnEdgeSlidesBelowTheEndOfAnother) {
  const NearPair pair{{}, 0.5f, 0, true, false};
  const PairPlaces x{Vec3d{{-1, -20, -0.25}}, Vec3d{{-1, 20, -0.25}}, Vec3d::zero(), Vec3d{{0, 0, 120}}};
  PairPlaces y = x;
  for (std::size_t a = 0; a < 2; ++a) y[a] += Vec3d{{2.6, 0, 0}};
  EXPECT_TRUE(divide(pair, measure_pair(true, x), x, y).proven);
  for (std::size_t a = 0; a < 2; ++a) y[a][2] += 0.3;
  EXPECT_FALSE(divide(pair, measure_pair(true, x), x, y).proven);
}

TEST(SurfacePairs, ListHasAllNearPairsOnce) {
  Stack stack(3, 6, 0.0011, 3);
  stack.move(1e-4);
  NearPairs list;
  list.renew(stack.scene, kSmooth, 1);
  std::set<Key> listed;
  for (const NearPair& p : list.pairs) EXPECT_TRUE(listed.insert(key(p)).second) << "listed twice";
  std::size_t near = 0;
  for (const NearPair& p : all_pairs(stack.scene)) {
    const double d = measure_pair(p.edges, stack.at(p, 0)).d;
    if (d > 1.1 * 2 * stack.meshes[0].radius + 1e-4) continue;  // what must be listed, whatever the reach
    ++near;
    EXPECT_TRUE(listed.count(key(p))) << d;
  }
  EXPECT_GT(near, 50u);
}

TEST(SurfacePairs, WhatSleepsStaysApart) {
  Stack stack(3, 6, 0.002, 4);
  NearPairs list;
  const std::vector<NearPair> all = all_pairs(stack.scene);
  std::size_t asleep = 0;
  for (int step = 0; step < 40; ++step) {
    stack.move(5e-5);
    list.renew(stack.scene, kSmooth, 1);
    list.wake(stack.scene);
    std::set<Key> awake;
    std::map<Key, double> keep;
    for (const NearPair& p : list.pairs) keep[key(p)] = double(p.keep);
    ASSERT_EQ(keep.size(), list.pairs.size()) << "listed twice in step " << step;
    for (const AwakePair& a : list.awake) awake.insert(key(list.pairs[a.pair]));
    for (const NearPair& p : all) {
      const double d = measure_pair(p.edges, stack.at(p, 1)).d;
      const auto known = keep.find(key(p));
      const double kept = known == keep.end() ? 1e-4 : known->second;
      if (awake.count(key(p))) continue;
      ++asleep;
      ASSERT_GE(d, kept) << "step " << step;
    }
    for (std::size_t i = 0; i < stack.scene.size(); ++i) stack.scene.x[i] += stack.scene.u[i];
    list.advance();
  }
  EXPECT_GT(asleep, 100000u);
  EXPECT_LT(list.renewals, 40u);
}

/// One vertex sets out alone, and comes to what was too far away to be listed.
TEST(SurfacePairs, ListReachesOutForWhatGoesFarther) {
  Stack stack(3, 12, 0.006, 4);
  NearPairs list;
  const std::vector<NearPair> all = all_pairs(stack.scene);
  std::size_t near = 0;
  for (int step = 0; step < 30; ++step) {
    stack.move(0);
    stack.scene.u[80] = {{0, 0, step < 5 ? 0 : 4e-4}};
    stack.scene.u[300] = {{0, 0, step < 5 ? 0 : -4e-4}};
    list.renew(stack.scene, kSmooth, 1);
    std::set<Key> listed;
    for (const NearPair& p : list.pairs) ASSERT_TRUE(listed.insert(key(p)).second) << "listed twice";
    for (const NearPair& p : all) {
      if (measure_pair(p.edges, stack.at(p, 1)).d > 1.1 * 2 * stack.meshes[0].radius) continue;
      ++near;
      ASSERT_TRUE(listed.count(key(p))) << "step " << step;
    }
    for (std::size_t i = 0; i < stack.scene.size(); ++i) stack.scene.x[i] += stack.scene.u[i];
    list.wake(stack.scene);
    list.advance();
  }
  EXPECT_GT(near, 5u);
  EXPECT_GT(list.additions, 0u);
  EXPECT_LT(list.renewals, 5u);
}

/// Contacts of a stack that is pressed together.
SurfaceImpulses pressed(Stack& stack, NearPairs& list, double friction) {
  stack.move(0);
  for (std::size_t i = 0; i < stack.scene.size(); ++i) {
    const double away = stack.scene.part_of[i] == 0 ? 0.3 : -0.3;
    stack.scene.v[i] = Vec3d{{stack.random(-0.2, 0.2), 0.1 * away, away}} + stack.random.vector(0.05);
    stack.scene.u[i] = stack.scene.v[i] * 1e-3;
  }
  stack.scene.carry();
  list.renew(stack.scene, kSmooth, 1);
  list.wake(stack.scene);
  SurfaceImpulses impulses;
  GapRules gaps;
  gaps.dt = 1e-3;
  for (const AwakePair& a : list.awake) {
    NearPair p = list.pairs[a.pair];
    p.friction = float(friction);
    if (!faces(stack.scene, p, a.at)) continue;
    SurfaceContact& c = add_contact(stack.scene, p, a.at, impulses.list);
    c.keep = c.d;  // at once
    set_bounds(c, gaps);
  }
  return impulses;
}

struct Momenta {
  Vec3d linear = Vec3d::zero(), angular = Vec3d::zero();
  double exchanged = 0;
};
Momenta momenta(const SurfaceScene& s) {
  Momenta m;
  for (std::uint32_t i = 0; i < s.size(); ++i) {
    if (s.carried(i)) continue;
    m.linear += s.v[i] * (1 / s.w[i]);
    m.angular += cross(s.x[i], s.v[i]) * (1 / s.w[i]);
    m.exchanged += norm(s.v[i]) / s.w[i];
  }
  return m;
}

void expect_momenta_kept(Stack& stack, int rounds_allowed) {
  NearPairs list;
  SurfaceImpulses impulses = pressed(stack, list, 0.4);
  ASSERT_GT(impulses.list.contacts.size(), 20u);
  const Momenta before = momenta(stack.scene);
  impulses.begin(stack.scene, 0);
  ImpulseRules rules;
  rules.rounds = rounds_allowed;
  rules.share = rules.calm = 0;
  const int rounds = impulses.solve(stack.scene, rules);
  EXPECT_LT(rounds, rules.rounds);
  const Momenta after = momenta(stack.scene);
  EXPECT_LT(norm(after.linear - before.linear), 1e-13 * before.exchanged);
  EXPECT_LT(norm(after.angular - before.angular), 1e-13 * before.exchanged);
  int sliding = 0, sticking = 0;
  for (const SurfaceContact& c : impulses.list.contacts) {
    EXPECT_GT(impulses.parting_speed(stack.scene, c), c.bound - 1e-7);
    EXPECT_GE(c.j.n, 0);
    const double t = std::sqrt(c.j.t[0] * c.j.t[0] + c.j.t[1] * c.j.t[1]);
    EXPECT_LE(t, c.friction * c.j.n * (1 + 1e-9));
    if (c.j.n > 0) ++(t < 0.999 * c.friction * c.j.n ? sticking : sliding);
  }
  EXPECT_GT(sliding, 0);
  EXPECT_GT(sticking, 0);
}

TEST(SurfaceImpulse, MomentaAreKeptAndContactsPart) {
  Stack stack(2, 6, 0.0011, 5);
  expect_momenta_kept(stack, 1000);
}

/// The same where vertices are means of what moves, against vertices that move themselves. Neighbours share movers, so that
/// what one contact changes all around it undo: rounds are many.
TEST(SurfaceImpulse, MomentaAreKeptWhereMeansMeet) {
  Stack stack(2, 6, 0.0015, 5, Moved::means);
  expect_momenta_kept(stack, 20000);
}

/// A contact's response is the change of its own speed per impulse, however many movers its sides share.
TEST(SurfaceImpulse, ResponseIsThatOfTheMeans) {
  Stack stack(2, 6, 0.0015, 8, Moved::means);
  NearPairs list;
  SurfaceImpulses impulses = pressed(stack, list, 0.4);
  int most = 0;
  for (std::size_t k = 0; k < impulses.list.contacts.size(); ++k) {
    SurfaceImpulses one;
    const SurfaceContact& c = impulses.list.contacts[k];
    one.list.begin(c);
    for (const SurfaceRow& r : impulses.list.rows_of(c)) {
      one.list.rows.push_back(r);
      ++one.list.contacts.back().rows;
    }
    most = std::max(most, int(c.rows));
    SurfaceContact& own = one.list.contacts.back();
    const std::vector<Vec3d> before = stack.scene.v;
    const double was = one.parting_speed(stack.scene, own);
    own.j = {1e-3, {0, 0}};
    one.begin(stack.scene, 0);
    EXPECT_NEAR(one.parting_speed(stack.scene, own) - was, 1e-3 * own.k_n, 1e-12);
    stack.scene.v = before;
  }
  EXPECT_GT(most, 10);
}

TEST(SurfaceImpulse, SameBitsOnAnyThreads) {
  std::vector<Vec3d> first;
  for (const int threads : {1, 2, 3, 8}) {
    const ThreadLimit limit(threads);
    Stack stack(4, 30, 0.0011, 6);
    NearPairs list;
    SurfaceImpulses impulses = pressed(stack, list, 0.4);
    impulses.begin(stack.scene, 0);
    impulses.solve(stack.scene, {});
    if (first.empty()) first = stack.scene.v;
    ASSERT_EQ(first, stack.scene.v) << threads << " threads";
  }
}

void expect_cut_until_proven(Stack& stack, double scale) {
  for (const double size : {1e-3, 1e-2, 0.1}) {
    stack.move(scale * size);
    NearPairs list;
    Cutter cutter;
    cutter.begin(stack.scene.size());
    int round = 0;
    for (;; ++round) {
      ASSERT_LT(round, 40);
      list.renew(stack.scene, kSmooth, 1);
      list.wake(stack.scene);
      const auto failing = cutter.failing(stack.scene, list);
      if (failing.empty()) break;
      if (round < 3) cutter.cut_to_mean(stack.scene, list, failing);
      else cutter.hold(stack.scene, list, failing);
    }
    EXPECT_GT(cutter.finish(stack.scene, 1), 0u);
    for (const NearPair& p : all_pairs(stack.scene))
      for (int k = 1; k <= 10; ++k) ASSERT_GT(measure_pair(p.edges, stack.at(p, 0.1 * k)).d, 1e-7);
    for (std::size_t i = 0; i < stack.scene.size(); ++i) stack.scene.x[i] += stack.scene.u[i];
    stack.scene.carry();
  }
}

TEST(SurfaceCut, WhateverMovesIsCutUntilItIsProven) {
  Stack stack(3, 6, 0.0015, 7);
  expect_cut_until_proven(stack, 1);
}

TEST(SurfaceCut, MeansToo) {
  Stack stack(3, 6, 0.0017, 7, Moved::means);
  expect_cut_until_proven(stack, 4);  // means move less
}

/// Two sheets, the second turned up through the first and out of its middle.
struct Crossed {
  explicit Crossed(double slope) : random(7) {
    meshes.push_back(sheet(12, 0.01, {{0, 0, 0}}, random));
    meshes.push_back(sheet(8, 0.01, {{0, 0, 0}}, random));
    std::vector<SurfacePart> parts(2);
    for (std::size_t k = 0; k < 2; ++k) parts[k].mesh = &meshes[k];
    scene.lay_out(parts);
    std::size_t i = 0;
    for (const Vec3d& x : meshes[0].rest) scene.x[i++] = x;
    for (const Vec3d& x : meshes[1].rest)
      scene.x[i++] = {{x[0] + 0.0213, x[1] + 0.0192, slope * (x[0] - 0.0532)}};
    for (double& w : scene.w) w = 500;
  }
  std::deque<ContactMesh> meshes;
  Numbers random;
  SurfaceScene scene;
};

TEST(SurfaceTangle, OneCurveHasAStrandOnEachSheet) {
  Crossed c(1);
  Tangle tangle;
  tangle.look(c.scene, true);
  ASSERT_FALSE(tangle.crossings.empty());
  EXPECT_EQ(tangle.curves, 1u);
  EXPECT_EQ(tangle.curve_of.size(), 2u);
  for (const SurfaceCrossing& x : tangle.crossings)
    EXPECT_EQ(x.strand == tangle.crossings[0].strand,
              c.scene.part_of[x.edge[0]] == c.scene.part_of[tangle.crossings[0].edge[0]]);
}

TEST(SurfaceTangle, LookingNearFindsWhatLookingEverywhereDoes) {
  Crossed c(1);
  Tangle near, all;
  near.look(c.scene, true);
  for (int step = 0; step < 60; ++step) {
    for (std::size_t i = c.scene.first(1); i < c.scene.size(); ++i) c.scene.x[i][0] += 5e-4;
    near.look(c.scene, false);
    all.look(c.scene, true);
    ASSERT_EQ(near.crossings.size(), all.crossings.size()) << step;
    for (std::size_t k = 0; k < near.crossings.size(); ++k) {
      EXPECT_EQ(near.crossings[k].edge, all.crossings[k].edge);
      EXPECT_EQ(near.crossings[k].element, all.crossings[k].element);
    }
  }
}

TEST(SurfaceTangle, WaysShortenTheSideThatReachesLeast) {
  // Most of the second sheet is above the first: what is below comes up.
  Crossed c(1);
  for (std::size_t i = c.scene.first(1); i < c.scene.size(); ++i) c.scene.x[i][2] += 0.021;
  Untangler untangler;
  untangler.look(c.scene, true);
  ASSERT_TRUE(untangler.tangled());
  ContactList list;
  untangler.add_contacts(c.scene, {1e-3, 0.1, 0.1}, list, [](SurfaceContact&) {});
  ASSERT_EQ(list.size(), untangler.entangled());
  for (const SurfaceContact& contact : list.contacts) {
    const double up = contact.part[0] == 1 ? contact.n[2] : -contact.n[2];
    EXPECT_GT(up, 0.3);
    EXPECT_GT(contact.parting, 0);
    EXPECT_EQ(contact.bound, 0);
  }
}

TEST(SurfaceTangle, WhatIsInsideAClosedMeshIsFound) {
  Numbers random(3);
  ContactMesh box;
  box.closed = true;
  for (int k = 0; k < 8; ++k) box.rest.push_back({{k & 1 ? 1.0 : 0.0, k & 2 ? 1.0 : 0.0, k & 4 ? 1.0 : 0.0}});
  box.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                   {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  const ContactMesh in = sheet(4, 0.05, {{0.3, 0.3, 0.9}}, random),
                    out = sheet(4, 0.05, {{0.3, 0.3, 1.2}}, random);
  std::vector<SurfacePart> parts(3);
  parts[0].mesh = &box, parts[0].yields = false, parts[0].obstacle = true;
  parts[1].mesh = &in, parts[2].mesh = &out;
  SurfaceScene scene;
  scene.lay_out(parts);
  std::size_t i = 0;
  for (const ContactMesh* m : {static_cast<const ContactMesh*>(&box), &in, &out})
    for (const Vec3d& x : m->rest) scene.x[i++] = x;
  Untangler untangler;
  untangler.look(scene, true);
  EXPECT_EQ(untangler.entangled(), in.rest.size());
  ContactList list;
  untangler.add_contacts(scene, {1e-3, 0.1, 0.1}, list, [](SurfaceContact&) {});
  for (const SurfaceContact& c : list.contacts) {
    EXPECT_GT(c.n[2], 0.999);  // through the top
    EXPECT_LE(c.parting, 0.1);
  }
  for (std::uint32_t v = scene.first(1); v < scene.first(2); ++v) scene.x[v][2] += 0.2;
  untangler.look(scene, false);
  EXPECT_FALSE(untangler.tangled());
}

}  // namespace
}  // namespace weft
