/// A strip pressed onto a rough floor (Romero and others 2021, test 4; Sano and others 2017). The upper end
/// is clamped, points down and is lowered by eps L; the foot stands below it and holds as long as |H| <= mu
/// V. B = L = 1, no weight.
#include "validation/rod/support.h"

namespace weft {
namespace {

struct Strip {
  RodEquilibrium rest;
  std::size_t foot;

  explicit Strip(int segments)
      : rest(make_rod(clamped_line(segments, 1, {{0, 0, -1}}), {kInextensible, 1, 1, 1, 1, 0}, {{1, 0, 0}})),
        foot(rest.rod.vertices() - 1) {
    half_joint(rest.rod.joints[1]);
    rest.hold_edge(0);
    rest.hold_vertex(foot);
    rest.hold_plane(1);
  }
  /// Lowers the clamp to `eps`.
  void press(double eps) {
    std::vector<Vec3d> x(rest.rod.pose.x.begin(), rest.rod.pose.x.end());
    const double by = -eps - x[1][2];
    x[0][2] += by;
    x[1][2] += by;
    place_strand(rest.rod, 0, x);
    rest.solve();
  }
  /// Floor on foot: sideways and upwards. The foot pushes as the hold is pushed.
  Vec3d floor_force() { return rest.reaction(foot); }
  double ratio() {
    const Vec3d f = floor_force();
    return std::abs(f[0]) / f[2];
  }
  /// The foot at x.
  void slide(double x) {
    std::vector<Vec3d> all(rest.rod.pose.x.begin(), rest.rod.pose.x.end());
    all[foot][0] = x;
    place_strand(rest.rod, 0, all);
    rest.solve();
  }
};

}  // namespace

Series rod_stick_slip(const RodCase& c) {
  Strip strip(c.segments);
  // A push sideways in the middle chooses the side on which it buckles, and goes when it has.
  strip.rest.force[strip.foot / 2][0] = 0.5;
  for (const double eps : {1e-4, 3e-4, 1e-3, 2e-3}) strip.press(eps);
  strip.rest.force[strip.foot / 2][0] = 0;
  strip.rest.solve();
  Series s;
  const auto row = [&](double eps, double slip) {
    const Vec3d f = strip.floor_force();
    add_row(s, eps,
            {{"H_V", strip.ratio()},
             {"V", f[2]},
             {"foot", std::abs(strip.rest.rod.pose.x[strip.foot][0])},
             {"slip", slip},
             {"segments", double(c.segments)}});
  };
  double eps = 0.002;
  for (double next = 0.005; next < 0.33; next += 0.005) {
    Strip before = strip;
    strip.press(next);
    if (strip.ratio() <= c.friction) {
      row(eps = next, 0);
      continue;
    }
    double low = eps, high = next;
    while (high - low > 1e-6) {
      const double middle = 0.5 * (low + high);
      Strip there = before;
      there.press(middle);
      if (there.ratio() > c.friction) high = middle;
      else low = middle, before = std::move(there);
    }
    strip = before;
    strip.press(high);
    // Runaway: a foot that gives way needs more friction, not less.
    const double needed = strip.ratio(), side = strip.floor_force()[0] > 0 ? -1 : 1;
    Strip moved = strip;
    moved.slide(1e-3 * side);
    row(high, moved.ratio() > needed ? 1 : 0);
    break;
  }
  return s;
}

}  // namespace weft
