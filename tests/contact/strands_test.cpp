// Strands in contact: closest points, pairs and impulses against stored values and brute force, momenta kept,
// the same bits on any threads; crossings against a dense sweep in time.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>

#include "contact/strands/crossings.h"
#include "contact/strands/impulses.h"
#include "exec/error.h"
#include "exec/threads.h"
#include "geometry/closest_segments.h"

namespace weft {
namespace {

using nlohmann::json;
constexpr double kEps = std::numeric_limits<Real>::epsilon();

const json& vectors() {
  static const json all = [] {
    const char* other = std::getenv("WEFT_VECTORS");
    std::ifstream in(other ? other : WEFT_TEST_DATA "/vectors_rod.json");
    return json::parse(in)["models"];
  }();
  return all;
}
Vec3d vec(const json& a) { return {{a[0], a[1], a[2]}}; }
FourPoints four(const json& a) { return {vec(a[0]), vec(a[1]), vec(a[2]), vec(a[3])}; }

/// Strands and what goes with them.
struct Tangle {
  std::vector<Vec3r> x, v;
  std::vector<Real> inverse_mass;
  std::vector<std::uint32_t> first, strand;

  StrandView view() const { return {x, first, strand}; }
  void add(const std::vector<Vec3d>& points) {
    const auto name = std::uint32_t(strand.empty() ? 0 : strand.back() + 1);
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (i + 1 < points.size()) {
        first.push_back(std::uint32_t(x.size()));
        strand.push_back(name);
      }
      x.push_back(points[i].as<Real>());
    }
  }
};

void rub(Tangle& t, StrandImpulses& impulses, double friction) {
  std::vector<Vec3r> change(t.v.size());
  impulses.rub(t.inverse_mass, friction, change);
  for (std::size_t i = 0; i < t.v.size(); ++i) t.v[i] += change[i];
}

/// `strands` strands of n vertices in a box of side 1, moving at random.
Tangle tangle(int strands, int n, double length, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> u(-1, 1);
  Tangle t;
  for (int s = 0; s < strands; ++s) {
    std::vector<Vec3d> p{{{0.5 * u(random), 0.5 * u(random), 0.5 * u(random)}}};
    Vec3d way = normalized(Vec3d{{u(random), u(random), u(random)}});
    for (int i = 1; i < n; ++i) {
      way = normalized(way + 0.3 * Vec3d{{u(random), u(random), u(random)}});
      p.push_back(p.back() + length * (1 + 0.5 * u(random)) * way);
    }
    t.add(p);
  }
  for (std::size_t i = 0; i < t.x.size(); ++i) {
    t.v.push_back(Vec3d{{u(random), u(random), u(random)}}.as<Real>());
    t.inverse_mass.push_back(Real(1 / (1.5 + u(random))));
  }
  return t;
}

double segment_distance(const Tangle& t, std::size_t i, std::size_t j) {
  const auto at = [&](std::uint32_t k) { return t.x[k].as<double>(); };
  const Vec3d p = at(t.first[i]), q = at(t.first[i] + 1), r = at(t.first[j]), s = at(t.first[j] + 1);
  const auto c = closest_segments(p, q, r, s);
  return norm((p + c.a * (q - p)) - (r + c.b * (s - r)));
}

TEST(Strands, ClosestPointsAndImpulsesOfStoredCases) {
  for (const json& c : vectors()["edge_edge_impulse"]["cases"]) {
    const json &in = c["in"], &out = c["out"];
    const FourPoints x = four(in["x"]);
    const auto at = closest_segments(x[0], x[1], x[2], x[3]);
    EXPECT_NEAR(at.a, out["a"].get<double>(), 1e-9);
    EXPECT_NEAR(at.b, out["b"].get<double>(), 1e-9);
    Tangle t;
    t.add({x[0], x[1]});
    t.add({x[2], x[3]});
    for (std::size_t k = 0; k < 4; ++k) {
      t.v.push_back(vec(in["v"][k]).as<Real>());
      const json& m = in["m"][k];
      t.inverse_mass.push_back(m.is_number() ? Real(1 / m.get<double>()) : Real(0));
    }
    const std::vector<Vec3r> before = t.v;
    StrandContactFinder finder;
    FindOptions o;
    o.delta = in["delta"];
    StrandImpulses impulses;
    impulses.apply(finder.find(t.view(), o), t.inverse_mass, t.v, 1);
    double size = 1e-3;
    for (const json& d : out["dv"]) size = std::max(size, norm(vec(d)));
    for (std::size_t k = 0; k < 4; ++k)
      EXPECT_LT(norm((t.v[k] - before[k]).as<double>() - vec(out["dv"][k])), 100 * kEps * (size + 3)) << k;
  }
}

TEST(Strands, RoundsOfStoredCases) {
  for (const json& c : vectors()["jacobi_edge_impulses"]["cases"]) {
    const json &in = c["in"], &out = c["out"];
    Tangle t;
    for (std::size_t k = 0; k < in["x"].size(); k += 2) t.add({vec(in["x"][k]), vec(in["x"][k + 1])});
    for (std::size_t k = 0; k < in["x"].size(); ++k) {
      t.v.push_back(vec(in["v"][k]).as<Real>());
      t.inverse_mass.push_back(Real(1 / in["m"][k].get<double>()));
    }
    StrandContactFinder finder;
    FindOptions o;
    o.delta = in["delta"];
    StrandImpulses impulses;
    const std::vector<std::size_t> active =
        impulses.apply(finder.find(t.view(), o), t.inverse_mass, t.v, in["iterations"].get<int>());
    // Of later rounds only the result counts: whether a pair just brought to rest still approaches,
    // rounding decides.
    EXPECT_EQ(active[0], out["active_per_iteration"][0].get<std::size_t>());
    for (std::size_t k = 0; k < t.v.size(); ++k)
      EXPECT_LT(norm(t.v[k].as<double>() - vec(out["v_new"][k])), 1000 * kEps) << k;
  }
}

TEST(Strands, ClosestPointsAreClosest) {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> u(-1, 1);
  const auto point = [&] { return Vec3d{{u(random), u(random), u(random)}}; };
  for (int k = 0; k < 3000; ++k) {
    Vec3d p = point(), q = point(), r = point(), s = point();
    if (k % 7 == 0) s = r + 0.7 * (q - p);  // parallel
    if (k % 11 == 0) q = p;                 // a point
    if (k % 13 == 0) s = r;
    const auto c = closest_segments(p, q, r, s);
    ASSERT_TRUE(c.a >= 0 && c.a <= 1 && c.b >= 0 && c.b <= 1);
    const auto size = [&](double a, double b) { return norm((p + a * (q - p)) - (r + b * (s - r))); };
    const double best = size(c.a, c.b);
    for (int i = 0; i <= 20; ++i)
      for (int j = 0; j <= 20; ++j) EXPECT_LE(best, size(i / 20.0, j / 20.0) + 1e-12);
  }
}

std::map<std::pair<std::uint32_t, std::uint32_t>, int> pairs_of(const std::vector<StrandContact>& contacts) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> found;
  for (const StrandContact& c : contacts) ++found[{std::min(c.i, c.j), std::max(c.i, c.j)}];
  return found;
}

TEST(Strands, FindsWhatBruteForceFindsAndEachPairOnce) {
  for (const double length : {0.02, 0.3}) {  // short against delta, and much longer than cells
    const Tangle t = tangle(60, 12, length, 3);
    for (const double delta : {0.05, 0.01}) {
      FindOptions o;
      o.delta = delta;
      o.skip = 2;
      StrandContactFinder finder;
      const auto found = pairs_of(finder.find(t.view(), o));
      std::size_t expected = 0;
      for (std::uint32_t i = 0; i < t.first.size(); ++i)
        for (std::uint32_t j = i + 1; j < t.first.size(); ++j) {
          if (!may_touch(t.view(), i, j, o.skip)) continue;
          const double d = segment_distance(t, i, j);
          if (std::abs(d - o.delta) < 1e-5) continue;  // a float may go either way
          const auto at = found.find({t.first[i], t.first[j]});
          EXPECT_EQ(at != found.end(), d < o.delta) << i << " " << j << " " << d;
          EXPECT_TRUE(at == found.end() || at->second == 1);
          expected += d < o.delta;
        }
      EXPECT_GT(expected, 5u);
    }
  }
}

TEST(Strands, ImpulsesKeepMomentaLoseEnergyAndStopApproach) {
  for (const double friction : {0.0, 0.4}) {
    Tangle t = tangle(300, 12, 0.1, 8);
    StrandContactFinder finder;
    FindOptions o;
    o.delta = 0.03;
    const std::vector<StrandContact> contacts = finder.find(t.view(), o);
    ASSERT_GT(contacts.size(), 500u);
    const auto sums = [&](Vec3d& p, Vec3d& L, double& E) {
      p = L = {}, E = 0;
      for (std::size_t i = 0; i < t.x.size(); ++i) {
        const double m = 1 / double(t.inverse_mass[i]);
        const Vec3d v = t.v[i].as<double>();
        p += m * v;
        L += m * cross(t.x[i].as<double>(), v);
        E += 0.5 * m * dot(v, v);
      }
    };
    Vec3d p0, L0, p1, L1;
    double E0, E1;
    sums(p0, L0, E0);
    StrandImpulses impulses;
    const std::vector<std::size_t> active = impulses.apply(contacts, t.inverse_mass, t.v, 60);
    rub(t, impulses, friction);
    sums(p1, L1, E1);
    const double size = double(t.x.size());
    EXPECT_LT(norm(p1 - p0), 10 * kEps * size);
    // Frictionless impulses act along the line between the closest points;
    // friction's lever arm is at most delta.
    EXPECT_LT(norm(L1 - L0), friction > 0 ? 0.03 * size : 10 * kEps * size);
    EXPECT_LT(E1, E0);
    EXPECT_LT(active.back(), active.front() / 2);
  }
}

TEST(Strands, FrictionShrinksSlipAndNeverTurnsIt) {
  Tangle t;
  t.add({{{-1, 0, 0}}, {{1, 0, 0}}});
  t.add({{{0, -1, 0.01}}, {{0, 1, 0.01}}});
  t.inverse_mass.assign(4, 1);
  StrandContactFinder finder;
  FindOptions o;
  o.delta = 0.1;
  for (const double mu : {0.1, 10.0}) {
    t.v = {{}, {}, Vec3r{{1, 0, -1}}, Vec3r{{1, 0, -1}}};
    StrandImpulses impulses;
    impulses.apply(finder.find(t.view(), o), t.inverse_mass, t.v, 1);
    rub(t, impulses, mu);
    const Vec3d slip = (t.v[2] - t.v[0]).as<double>();
    EXPECT_NEAR(slip[2], 0, 1e-6);
    EXPECT_NEAR(slip[0], mu < 1 ? 1 - mu : 0, 1e-6);
  }
}

TEST(Strands, PrescribedVerticesDoNotMove) {
  Tangle t;
  t.add({{{-1, 0, 0}}, {{1, 0, 0}}});
  t.add({{{0, -1, 0.01}}, {{0, 1, 0.01}}});
  t.inverse_mass = {0, 0, 1, 1};
  t.v = {{}, {}, Vec3r{{0, 0, -1}}, Vec3r{{0, 0, -1}}};
  StrandContactFinder finder;
  FindOptions o;
  o.delta = 0.1;
  StrandImpulses impulses;
  impulses.apply(finder.find(t.view(), o), t.inverse_mass, t.v, 1);
  EXPECT_EQ(norm(t.v[0]) + norm(t.v[1]), 0);
  EXPECT_NEAR(double(t.v[2][2] + t.v[3][2]), 0, 1e-6);
}

TEST(Strands, SameBitsOnAnyThreads) {
  std::vector<std::vector<Vec3r>> results;
  for (const int threads : {1, 2, 5}) {
    const ThreadLimit limit(threads);
    Tangle t = tangle(400, 20, 0.05, 21);
    StrandContactFinder finder;
    FindOptions o;
    o.delta = 0.02;
    StrandImpulses impulses;
    impulses.apply(finder.find(t.view(), o), t.inverse_mass, t.v, 5);
    rub(t, impulses, 0.3);
    results.push_back(t.v);
  }
  EXPECT_EQ(results[0], results[1]);
  EXPECT_EQ(results[0], results[2]);
}

bool same_contacts(const std::vector<StrandContact>& a, const std::vector<StrandContact>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const StrandContact& p, const StrandContact& q) {
                      return p.i == q.i && p.j == q.j && p.a == q.a && p.b == q.b && p.n == q.n;
                    });
}

TEST(Strands, WhatIsFoundDoesNotDependOnWhatWasFoundBefore) {
  // Slow and fast against delta, with a drift of all; strands jump now and then. One finder goes along,
  // another is new each time.
  for (const double speed : {0.001, 0.02, 0.5}) {
    Tangle t = tangle(100, 23, 0.03, 5);
    FindOptions o;
    o.delta = 0.02;
    o.skip = 2;
    StrandContactFinder kept;
    StrandCandidates wide;
    std::size_t crossings = 0;
    for (int step = 0; step < 11; ++step) {
      for (std::size_t k = 0; k < t.x.size(); ++k) {
        t.x[k] += Real(0.05 * speed) * t.v[k] + Vec3r{{Real(0.01), 0, Real(-0.02)}};
        if (step % 5 == 4 && k < 23) t.x[k] += Vec3r{{0, Real(0.1), 0}};
      }
      StrandContactFinder fresh;
      const std::vector<StrandContact> found = kept.find(t.view(), o);
      ASSERT_GT(found.size(), 50u);
      ASSERT_TRUE(same_contacts(found, fresh.find(t.view(), o))) << speed << " " << step;
      EXPECT_TRUE(
          std::is_sorted(found.begin(), found.end(), [](const StrandContact& a, const StrandContact& b) {
            return std::pair(a.i, a.j) < std::pair(b.i, b.j);
          }));
      const std::size_t known = count_crossings(t.view(), t.v, 0.01, 1e-7, 1, &kept.candidates());
      ASSERT_EQ(known, count_crossings(t.view(), t.v, 0.01, 1e-7, 1)) << speed << " " << step;
      // What was found for other velocities, and steps ago.
      ASSERT_EQ(known, count_crossings(t.view(), t.v, 0.01, 1e-7, 1, {nullptr, &wide}))
          << speed << " " << step;
      crossings += known;
    }
    EXPECT_GT(crossings, 20u);
  }
}

TEST(Strands, APlaceThatIsNotANumberIsReported) {
  Tangle t = tangle(20, 12, 0.1, 5);
  StrandContactFinder finder;
  finder.find(t.view(), {});
  t.x[37][1] = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_THROW(finder.find(t.view(), {}), Error);
}

TEST(Strands, CrossingsOfStoredCases) {
  for (const json& c : vectors()["edge_edge_ccd"]["cases"]) {
    const FourPoints x = four(c["in"]["x"]), v = four(c["in"]["v"]);
    const auto cubic = coplanarity(x, v);
    for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(cubic[k], c["out"]["cubic"][k].get<double>(), 1e-9 * 30);
    const auto t = first_contact(x, v, c["in"]["dt"], 1e-7);
    EXPECT_EQ(t.has_value(), c["out"]["hit"].get<int>() == 1);
    EXPECT_NEAR(t.value_or(-1), c["out"]["t"].get<double>(), 1e-7);
  }
}

/// The least distance of two moving segments, and when, by a dense sweep and halving around its least.
double least_distance(const FourPoints& x, const FourPoints& v, double dt) {
  const auto at = [&](double t) {
    FourPoints y;
    for (std::size_t k = 0; k < 4; ++k) y[k] = x[k] + t * v[k];
    const auto c = closest_segments(y[0], y[1], y[2], y[3]);
    return norm((y[0] + c.a * (y[1] - y[0])) - (y[2] + c.b * (y[3] - y[2])));
  };
  double best = 1e300;
  const int n = 2000;
  for (int i = 0; i <= n; ++i) {
    double low = dt * std::max(0, i - 1) / n, high = dt * std::min(n, i + 1) / n;
    if (at(dt * i / n) > std::min(at(low), at(high)) || at(dt * i / n) > 0.02) continue;
    for (int k = 0; k < 100; ++k) {
      const double a = low + (high - low) / 3, b = high - (high - low) / 3;
      (at(a) < at(b) ? high : low) = at(a) < at(b) ? b : a;
    }
    best = std::min(best, at(0.5 * (low + high)));
  }
  return best;
}

TEST(Strands, CrossingsAgreeWithADenseSweep) {
  std::mt19937 random(6);
  std::uniform_real_distribution<double> u(-1, 1);
  const auto point = [&] { return Vec3d{{u(random), u(random), u(random)}}; };
  int hits = 0;
  for (int k = 0; k < 400; ++k) {
    const FourPoints x{point(), point(), point(), point()}, v{point(), point(), point(), point()};
    const bool expected = least_distance(x, v, 1) < 1e-6;
    EXPECT_EQ(first_contact(x, v, 1, 1e-6).has_value(), expected) << k;
    hits += expected;
  }
  EXPECT_GT(hits, 20);
}

TEST(Strands, CrossingsOfMotionInAPlaneAndOfPureTranslation) {
  // All in the plane z = 0: the cubic vanishes.
  const FourPoints x{Vec3d{{-1, 0, 0}}, Vec3d{{1, 0, 0}}, Vec3d{{0.2, 0.5, 0}}, Vec3d{{0.3, 1.5, 0}}};
  const Vec3d down{{0, -1, 0}}, aside{{1, 0, 0}};
  const FourPoints falls{Vec3d{}, Vec3d{}, down, down}, passes{Vec3d{}, Vec3d{}, aside, aside};
  const auto t = first_contact(x, falls, 1, 1e-6);
  ASSERT_TRUE(t.has_value());
  EXPECT_NEAR(*t, 0.5, 1e-5);
  EXPECT_FALSE(first_contact(x, passes, 1, 1e-6).has_value());
  // A plain translation: the cubic is linear.
  const FourPoints y{Vec3d{{-1, 0, 0}}, Vec3d{{1, 0, 0}}, Vec3d{{0, -1, 0.25}}, Vec3d{{0, 1, 0.25}}};
  const FourPoints w{Vec3d{}, Vec3d{}, Vec3d{{0, 0, -1}}, Vec3d{{0, 0, -1}}};
  EXPECT_NEAR(first_contact(y, w, 1, 1e-9).value(), 0.25, 1e-12);
  EXPECT_FALSE(first_contact(y, w, 0.2, 1e-9).has_value());
}

TEST(Strands, CountsTheCrossingsThatBruteForceCounts) {
  const Tangle t = tangle(60, 10, 0.1, 12);
  const double dt = 0.1, reach = 1e-7;
  std::size_t expected = 0;
  const auto four_of = [&](std::uint32_t i, std::uint32_t j, const std::vector<Vec3r>& a) {
    return FourPoints{a[t.first[i]].as<double>(), a[t.first[i] + 1].as<double>(), a[t.first[j]].as<double>(),
                      a[t.first[j] + 1].as<double>()};
  };
  for (std::uint32_t i = 0; i < t.first.size(); ++i)
    for (std::uint32_t j = i + 1; j < t.first.size(); ++j)
      if (may_touch(t.view(), i, j, 1) && first_contact(four_of(i, j, t.x), four_of(i, j, t.v), dt, reach))
        ++expected;
  EXPECT_GT(expected, 20u);
  EXPECT_EQ(count_crossings(t.view(), t.v, dt, reach), expected);
}

}  // namespace
}  // namespace weft
