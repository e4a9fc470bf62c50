/// Planar rods: a cantilever under its own weight (Romero and others 2021, test 1) and under a force at its
/// tip (Bisshopp and Drucker 1945). B = L = 1.
#include "validation/rod/support.h"

namespace weft {
namespace {

RodEquilibrium cantilever(const RodCase& c) {
  const std::vector<Vec3d> x = clamped_line(c.segments, 1, {{1, 0, 0}}, c.grading);
  RodEquilibrium e(make_rod(x, {kInextensible, 1, 1, 1, 1, 0}, {{0, 0, 1}}));
  half_joint(e.rod.joints[1]);
  e.hold_edge(0);
  return e;
}

double tip_angle(const RodEquilibrium& e) {
  // The last edge's angle belongs to its middle; the curvature vanishes at the tip,
  // so it is the tip's up to h^2.
  const Vec3d t = e.rod.pose.t.back();
  return std::atan2(-t[2], t[0]);
}

}  // namespace

Series rod_cantilever(const RodCase& c) {
  RodEquilibrium e = cantilever(c);
  Series s;
  for (const double gamma : {0.1, 1., 5., 10., 50., 100., 500., 1000.}) {
    put_weight(e, {{0, 0, -gamma}});
    const int steps = e.solve();
    const Vec3d tip = e.rod.pose.x.back();
    add_row(s, gamma,
            {{"ratio", -tip[2] / tip[0]},
             {"W", tip[0]},
             {"H", -tip[2]},
             {"angle", tip_angle(e)},
             {"iterations", double(steps)},
             {"segments", double(c.segments)}});
  }
  return s;
}

Series rod_tip_force(const RodCase& c) {
  RodEquilibrium e = cantilever(c);
  Series s;
  for (const double alpha : {0.5, 1., 2., 4., 7., 10.}) {
    e.force.back() = {{0, 0, -alpha}};
    const int steps = e.solve();
    const Vec3d tip = e.rod.pose.x.back();
    add_row(s, alpha,
            {{"down", -tip[2]},
             {"inward", 1 - tip[0]},
             {"angle", tip_angle(e)},
             {"iterations", double(steps)},
             {"segments", double(c.segments)}});
  }
  return s;
}

}  // namespace weft
