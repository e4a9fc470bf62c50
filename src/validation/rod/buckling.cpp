/// Where a rod leaves its plane: a hanging curl (Miller and others 2014; Romero and others 2021, test 2), a
/// heavy strip on edge (Prandtl, Michell 1899; Romero's test 3), a twisted ring (Michell 1889, Zajac 1962).
/// The planar rest is followed as the load grows, and the signs of the pivots of the whole second derivative
/// say when it is no longer a minimum: no noise is needed and the threshold is as sharp as the
/// discretisation. B = L = 1, except the strip's.
#include "validation/rod/support.h"

namespace weft {
namespace {

/// A rest in a plane that is followed.
struct Followed {
  RodEquilibrium rest;
  Vec3d down;

  void to(double load) {
    put_weight(rest, load * down);
    rest.hold_plane(1);
    rest.solve();
    rest.release_plane(1);
  }
  bool stable() { return rest.unstable_directions() == 0; }
};

/// The load between two where stability changes; `f` is at `from`.
double bisect(Followed f, double from, double to) {
  const bool before = f.stable();
  for (int k = 0; k < 40 && std::abs(to - from) > 1e-7 * std::abs(to); ++k) {
    const double middle = 0.5 * (from + to);
    Followed there = f;
    there.to(middle);
    if (there.stable() == before) from = middle, f = std::move(there);
    else to = middle;
  }
  return 0.5 * (from + to);
}

/// Hangs from a clamp that points down, naturally a circle in the plane y = 0.
RodEquilibrium curl(const RodCase& c) {
  const std::vector<Vec3d> x = clamped_line(c.segments, 1, {{0, 0, -1}});
  const SectionRatios r = ratios_of(c, {1, 2.0 / 3}, 0.5);
  const double across = 1 / r.bend;
  RodEquilibrium e(make_rod(x, {kInextensible, 1, across, r.twist * across, 1, 0}, {{1, 0, 0}}));
  const double turn = c.curl / c.segments;
  for (RodJoint<double>& j : e.rod.joints) j.kappa1 = curvature_of_turn(turn);
  half_joint(e.rod.joints[1]);
  e.rod.joints[1].kappa1 = curvature_of_turn(0.5 * turn);
  e.hold_edge(0);
  return e;
}

/// The natural shape, in twenty small turns so that every frame follows.
void coil(RodEquilibrium& e) {
  std::vector<Vec3d> x(e.rod.pose.x.begin(), e.rod.pose.x.end());
  for (int k = 1; k <= 20; ++k) {
    double angle = 0;
    for (std::size_t i = 2; i < x.size(); ++i) {
      angle += 0.05 * k * turn_of_curvature(e.rod.joints[i - 1].kappa1);
      x[i] = x[i - 1] + e.rod.edges[i - 1].length * Vec3d{{std::sin(angle), 0, -std::cos(angle)}};
    }
    place_strand(e.rod, 0, x);
  }
}

}  // namespace

Series rod_curl_boundary(const RodCase& c) {
  // From above: the heavy curl hangs nearly straight and planar; lightened until it leaves the plane.
  const double scale = c.curl * c.curl * c.curl / 4.181952;
  Followed heavy{curl(c), {{0, 0, -1}}};
  double upper = 0, load = 2 * scale;
  heavy.to(load);
  while (load > 0.2 * scale && upper == 0) {
    Followed next = heavy;
    const double lighter = 0.97 * load;
    next.to(lighter);
    if (!next.stable()) upper = bisect(heavy, load, lighter);
    heavy = std::move(next);
    load = lighter;
  }
  // From below: the weightless curl is a planar circle.
  Followed light{curl(c), {{0, 0, -1}}};
  coil(light.rest);
  light.to(0);
  double lower = 0;
  load = 0;
  while (load < scale && lower == 0) {
    Followed next = light;
    const double more = load + 0.01 * scale;
    next.to(more);
    if (!next.stable()) lower = bisect(light, load, more);
    light = std::move(next);
    load = more;
  }
  Series s;
  add_row(s, 0, {{"lower", lower}, {"upper", upper}, {"segments", double(c.segments)}});
  return s;
}

Series rod_curl_shape(const RodCase& c) {
  RodEquilibrium e = curl(c);
  coil(e);
  // The weight by and by, aslant until it is all there: straight down the curl would stay in its plane where
  // that is not stable.
  for (int k = 1; k <= 20; ++k) {
    put_weight(e, {{0, 0.03 * c.gamma, -c.gamma * k / 20}});
    e.solve();
  }
  put_weight(e, {{0, 0, -c.gamma}});
  e.solve();
  double lowest = 0, radius = 0;
  for (const Vec3d& p : e.rod.pose.x) {
    lowest = std::max(lowest, -p[2]);
    radius = std::max(radius, std::hypot(p[0], p[1]));
  }
  const Vec3d tip = e.rod.pose.x.back();
  Series s;
  add_row(s, c.gamma,
          {{"drop", -tip[2]},
           {"y", std::abs(tip[1])},
           {"x", tip[0]},
           {"lowest", lowest},
           {"radius", radius},
           {"energy", e.energy()},
           {"unstable", double(e.unstable_directions())},
           {"segments", double(c.segments)}});
  return s;
}

/// Gravity in the plane y = 0, where the strip is stiff: B1 bends it down, B2 sideways. B2 = 1; C = 0.76923 where
/// the case does not say otherwise.
Series rod_strip(const RodCase& c) {
  const auto [stiff, C] = ratios_of(c, {100, 1 / 1.3}, 0.3);
  const std::vector<Vec3d> x = clamped_line(c.segments, 1, {{1, 0, 0}});
  Followed f{RodEquilibrium(make_rod(x, {kInextensible * stiff, stiff, 1, C, 1, 0}, {{0, 0, 1}})),
             {{0, 0, -1}}};
  half_joint(f.rest.rod.joints[1]);
  f.rest.hold_edge(0);
  const double scale = std::sqrt(C);
  double load = 5 * scale, w = 0;
  f.to(load);
  while (w == 0 && load < 40 * scale) {
    Followed next = f;
    next.to(load + scale);
    if (!next.stable()) w = bisect(f, load, load + scale);
    f = std::move(next);
    load += scale;
  }
  Series s;
  add_row(s, 0, {{"w", w / scale}, {"segments", double(c.segments)}});
  return s;
}

/// The ring's first edge is also its last, and held, and so is the height of the vertex across: that only
/// takes away its motion as a whole, which costs nothing. (Turning about the held edge is free too: the
/// section is round.)
Series rod_twisted_ring(const RodCase& c) {
  const std::size_t n = std::size_t(c.segments);
  std::vector<Vec3d> x;
  for (std::size_t i = 0; i <= n + 1; ++i) {
    const double a = 2 * kPi * double(i % n) / double(n);
    x.push_back({{std::cos(a), std::sin(a), 0}});
  }
  const double C = ratios_of(c, {1, 2.0 / 3}, 0.5).twist;
  const auto twisted = [&](double theta) {
    RodEquilibrium e(make_rod(x, {kInextensible, 1, 1, C, 1, 0}));
    straighten(e.rod);
    e.hold_edge(0);
    e.hold_edge(n);
    e.held[4 * (n / 2) + 2] = 1;
    for (std::size_t j = 0; j <= n; ++j) e.rod.pose.theta[j] = theta * double(j) / double(n);
    return e.unstable_directions();
  };
  Series s;
  s["time"].push_back(0);
  // Each mode of n >= 2 waves falls in two directions.
  for (int mode : {2, 3, 4}) {
    double low = 0, high = 60;
    while (high - low > 1e-7) {
      const double middle = 0.5 * (low + high);
      (twisted(middle) >= 2 * mode - 3 ? high : low) = middle;
    }
    s[mode == 2 ? "theta" : mode == 3 ? "theta_3" : "theta_4"].push_back(high);
  }
  s["segments"].push_back(double(c.segments));
  return s;
}

}  // namespace weft
