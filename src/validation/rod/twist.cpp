/// A long rod, twisted by 27 turns and then let go slack: its buckle gathers in the middle (van der Heijden
/// and Thompson 2000). L = 100, B = 1.345, C = 0.789 where the case
/// does not say otherwise; the ends come together by 3.
#include <algorithm>

#include "validation/rod/support.h"

namespace weft {

Series rod_localised_twist(const RodCase& c) {
  const double L = 100, B = 1.345, C = B * ratios_of(c, {1, 0.789 / B}, 0.5).twist, turn = 27 * 2 * kPi;
  std::vector<Vec3d> x = clamped_line(c.segments, L, {{1, 0, 0}});
  x.push_back(x.back() + Vec3d{{L / c.segments, 0, 0}});
  RodEquilibrium e(make_rod(x, {1e5, B, B, C, 1, 0}));
  const std::size_t n = x.size();
  half_joint(e.rod.joints[1]);
  half_joint(e.rod.joints[n - 2]);
  e.hold_edge(0);
  e.hold_edge(n - 2);
  const auto place = [&](std::size_t j) { return std::clamp(0.5 * (x[j][0] + x[j + 1][0]) / L, 0.0, 1.0); };
  for (std::size_t j = 0; j + 1 < n; ++j) e.rod.pose.theta[j] = turn * place(j);
  // A small push in the middle says where the buckle begins; it goes when the ends are in place.
  const auto push = [&](double f) { e.force[n / 2] = {{0, f, 0}}; };
  push(1e-3);
  int steps = 0;
  const int moves = 60;
  for (int k = 1; k <= moves; ++k) {
    std::vector<Vec3d> y(e.rod.pose.x.begin(), e.rod.pose.x.end());
    y[n - 2][0] -= 3.0 / moves;
    y[n - 1][0] -= 3.0 / moves;
    place_strand(e.rod, 0, y);
    steps += e.solve(1e-9, 20000);
  }
  push(0);
  steps += e.solve(1e-9, 20000);

  // Polar angles of the edges from the axis; the middle is where 1 - cos is, on average.
  double sum = 0, middle = 0, lowest = 1, envelope = 0;
  for (std::size_t j = 1; j + 2 < n; ++j) {
    const double part = (1 - e.rod.pose.t[j][0]) * e.rod.edges[j].length;
    sum += part;
    middle += part * place(j);
    lowest = std::min(lowest, e.rod.pose.t[j][0]);
  }
  middle /= sum;
  for (std::size_t j = 1; j + 2 < n; ++j) {
    const double expected = std::pow(std::tanh(kPi * (place(j) - middle) * 6.9256111287), 2);
    envelope = std::max(envelope, std::abs((e.rod.pose.t[j][0] - lowest) / (1 - lowest) - expected));
  }
  // Moment about the tangent in the middle of the rod, and tension of the ends.
  RodStrains<double> strains;
  strains.resize(n);
  strains_of(e.rod.pose, strains);
  const double moment = e.rod.joints[n / 2].beta * strains.twist[n / 2];
  const Vec3d pull = e.reaction(n - 1) + e.reaction(n - 2);
  Series s;
  add_row(s, 0,
          {{"theta", std::acos(lowest) * 180 / kPi},
           {"envelope", envelope},
           {"middle", middle},
           {"moment", moment * L / B},
           {"tension", pull[0] * L * L / B},
           {"iterations", double(steps)},
           {"unstable", double(e.unstable_directions())},
           {"segments", double(c.segments)}});
  return s;
}

}  // namespace weft
