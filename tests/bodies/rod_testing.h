/// What the tests of rods share.
#pragma once
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <vector>

#include "bodies/hair/rod_step.h"

namespace weft {

inline const nlohmann::json& rod_vectors() {
  static const nlohmann::json all = [] {
    const char* other = std::getenv("WEFT_VECTORS");
    std::ifstream in(other ? other : WEFT_TEST_DATA "/vectors_rod.json");
    return nlohmann::json::parse(in)["models"];
  }();
  return all;
}

inline Vec3d vec(const nlohmann::json& a) { return {{a[0], a[1], a[2]}}; }
inline std::vector<Vec3d> points(const nlohmann::json& a) {
  std::vector<Vec3d> r;
  for (const auto& p : a) r.push_back(vec(p));
  return r;
}

/// A smooth random curve of n vertices, and the same shaken.
inline std::vector<Vec3d> random_curve(int n, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> u(-1, 1);
  std::vector<Vec3d> x{{{0, 0, 0}}};
  Vec3d way{{1, 0, 0}};
  for (int i = 1; i < n; ++i) {
    way = normalized(way + 0.4 * Vec3d{{u(random), u(random), u(random)}});
    x.push_back(x.back() + (0.08 + 0.03 * u(random)) * way);
  }
  return x;
}
inline std::vector<Vec3d> shaken(std::vector<Vec3d> x, double by, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> u(-by, by);
  for (Vec3d& p : x) p += Vec3d{{u(random), u(random), u(random)}};
  return x;
}

/// Anisotropic, curled and twisted, moved away from rest.
inline Rod<double> odd_rod(int n, unsigned seed) {
  const std::vector<Vec3d> rest = random_curve(n, seed);
  Rod<double> rod = make_rod(rest, {60, 0.8, 1.7, 1.1, 0.3, 0});
  std::mt19937 random(seed + 7);
  std::uniform_real_distribution<double> u(-1, 1);
  for (RodJoint<double>& j : rod.joints) j.B12 = 2 * u(random), j.twist = 0.2 * u(random);
  for (int k = 0; k < 3; ++k) place_strand(rod, 0, shaken(rest, 0.02, seed + unsigned(k)));
  for (double& t : rod.pose.theta) t = 0.5 * u(random);
  return rod;
}

}  // namespace weft
