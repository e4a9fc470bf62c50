#include "geometry/weave/sweater.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "exec/error.h"
#include "geometry/weave/make_way.h"

namespace weft {

namespace {

constexpr double kPi = std::numbers::pi;

/// Numbers of stitches, and the surface that the body lies on: two flat panels of width L at y = -+rho,
/// joined by half cylinders below the armholes; above them the panels lean towards each other along circular
/// arcs, which keep lengths, until they are 2 top apart.
struct Plan {
  double W, H, rho, top, L, around;
  std::int64_t panel, side, round, low, high, ring, sleeve_courses;
  double knee;       // fabric height at which the panels begin to lean [m]
  double curvature;  // of their arcs [1/m]
  double droop;

  explicit Plan(const SweaterKnit& s) : W(s.loop_width), H(s.loop_height), droop(s.droop) {
    const auto stitches = [](double length, double one) { return std::llround(length / one); };
    side = std::max<std::int64_t>(2, stitches(kPi / 2 * s.thickness, W));
    panel = stitches(s.chest / 2, W) - side;
    low = stitches(s.body, H);
    high = low + stitches(s.armhole, H);
    rho = W * double(side) / kPi;
    top = 0.8 * H;
    L = W * double(panel);
    round = 2 * (panel + side);
    around = W * double(round);
    knee = H * double(low + 1);
    if (panel < 4 || low < 2 || high < low + 4 || s.neck > L - 4 * W || lean_length() < 1.1 * (rho - top))
      throw Error(
          "E0144", "these measures do not make a sweater", {},
          "the chest is the longest, the neck leaves room for shoulders, the armhole is higher than half the "
          "thickness");
    curvature = bend();
    measure_section();
    ring = stitches(section_.back(), W);
    sleeve_courses = std::max<std::int64_t>(2, stitches(s.sleeve, H));
  }

  double lean_length() const { return H * double(high) - knee; }
  /// (1 - cos(k l)) / k = rho - top, by halving.
  double bend() const {
    const double l = lean_length();
    double a = 1e-6, b = kPi / l;
    for (int i = 0; i < 100; ++i) {
      const double k = (a + b) / 2;
      ((1 - std::cos(k * l)) / k < rho - top ? a : b) = k;
    }
    return a;
  }
  /// Half the distance of the panels, and height, of a place above the knee.
  std::array<double, 2> lean(double y) const {
    const double l = std::max(0.0, y - knee), a = std::min(curvature * l, kPi / 2);
    return {rho - (1 - std::cos(a)) / curvature,
            std::min(y, knee) + std::sin(a) / curvature + l - a / curvature};
  }

  /// The body: x around it, from the left end of the front panel to the right.
  Vec3d place(double x, double y) const {
    double s = std::fmod(x, around);
    if (s < 0) s += around;
    const bool back = s >= L + W * double(side) * (y > knee ? 0.5 : 1.0) &&
                      s < 2 * L + W * double(side) * (y > knee ? 1.5 : 1.0);
    if (s >= around - W * double(side) * 0.5) s -= around;
    if (y > knee) {  // panels only; beyond their edges they go on straight
      const auto [out, z] = lean(y);
      if (back) return {{L / 2 - (s - L - W * double(side)), out, z}};
      return {{s - L / 2, -out, z}};
    }
    const double arc = W * double(side);
    if (s >= 0 && s < L) return {{s - L / 2, -rho, y}};
    if (s >= L && s < L + arc) return turned(L / 2, (s - L) / rho - kPi / 2, y);
    if (s >= L + arc && s < 2 * L + arc) return {{L / 2 - (s - L - arc), rho, y}};
    return turned(-L / 2, (s < 0 ? s + arc : s - 2 * L - arc) / rho + kPi / 2, y);
  }
  /// On the half cylinder about (x, 0).
  Vec3d turned(double x, double angle, double y) const {
    return {{x + rho * std::cos(angle), rho * std::sin(angle), y}};
  }

  /// The rim of the right armhole, p = 0..1 from under the arm over the back and the front; `in` reaches into
  /// the body by that much.
  Vec3d rim(double p, double in) const {
    const double under = kPi * rho / 2, up = lean_length(), half = under + up + top;
    double s = std::clamp(p, 0.0, 1.0) * 2 * half;
    const double side_of = s <= half ? 1 : -1;  // back, front
    if (s > half) s = 2 * half - s;
    const double corner = std::clamp(0.5 + (s - under) / (4 * W), 0.0, 1.0);  // into the side, into a panel
    const Vec3d inward{{-in * corner, 0, -in * (1 - corner)}};
    if (s <= under) {
      const double angle = s / rho;
      return inward +
             Vec3d{{L / 2 + rho * std::cos(angle), side_of * rho * std::sin(angle), H * double(low)}};
    }
    const auto [out, z] = lean(knee + std::min(s - under, up));
    return inward + Vec3d{{L / 2, side_of * std::min(out, std::max(0.0, half - s)), z}};
  }

  double shoulder_height() const { return lean(H * double(high))[1]; }
  /// Half axes of a sleeve's section, upright and across, and its circumference.
  double upright() const { return (shoulder_height() - H * double(low + 2)) / 2; }
  double across() const { return std::max(rho, 0.75 * upright()); }

  /// Places around an ellipse at equal distances, from its lowest point over the back.
  void measure_section() {
    constexpr int kSteps = 4096;
    section_ = {0};
    for (int i = 1; i <= kSteps; ++i) {
      const double a = 2 * kPi * (i - 0.5) / kSteps;
      section_.push_back(section_.back() +
                         2 * kPi / kSteps * std::hypot(upright() * std::sin(a), across() * std::cos(a)));
    }
  }
  double section_angle(double p) const {
    const double s = p * section_.back();
    const auto i =
        std::size_t(std::upper_bound(section_.begin(), section_.end() - 1, s) - section_.begin()) - 1;
    const double f = (s - section_[i]) / (section_[i + 1] - section_[i]);
    return 2 * kPi * (double(i) + f) / double(section_.size() - 1);
  }

  /// The right sleeve: an elliptic tube that starts outwards beside the panels' edges and bends down.
  Vec3d sleeve(double x, double y) const {
    double p = std::fmod(x / (W * double(ring)), 1.0);
    if (p < 0) p += 1;
    const double angle = section_angle(p), length = H * double(sleeve_courses);
    // The middle line is an arc: direction `bent` below the horizontal after y metres.
    const double k = droop / length, bent = k * std::clamp(y, 0.0, length);
    const double ahead = k > 1e-9 ? std::sin(bent) / k : y, fall = k > 1e-9 ? (1 - std::cos(bent)) / k : 0;
    const double beyond = y - std::clamp(y, 0.0, length), low_by = -upright() * std::cos(angle);
    return {{L / 2 + 2 * H + ahead + beyond * std::cos(bent) + low_by * std::sin(bent),
             across() * std::sin(angle),
             shoulder_height() - upright() - fall - beyond * std::sin(bent) + low_by * std::cos(bent)}};
  }

 private:
  std::vector<double> section_;  // lengths around the ellipse [m]
};

/// A whip stitch: a coil along two curves that runs in one and out of the other, once a stitch.
template <class One, class Other>
std::vector<Vec3d> whip(const One& one, const Other& other, std::int64_t turns, double thick) {
  constexpr int kSamples = 48;
  const auto middle = [&](double p) { return (one(p) + other(p)) * 0.5; };
  std::vector<Vec3d> points;
  for (std::int64_t k = 0; k <= kSamples * turns; ++k) {
    // Half a turn short of the end: the ends of a seam that closes on itself do not meet.
    const double p = double(k) / (double(kSamples) * (double(turns) + 0.5)), angle = 2 * kPi * k / kSamples;
    const Vec3d half = (other(p) - one(p)) * 0.5, along = middle(p + 1e-4) - middle(p - 1e-4);
    const Vec3d out = cross(along, half);
    points.push_back(middle(p) - half * std::cos(angle) + out * (thick / norm(out) * std::sin(angle)));
  }
  return points;
}

/// Lays seams among the yarns that they hold: they give way where a loop is in the way.
void sew(Strands& strands, Strands coils, const Ply& ply, double step) {
  make_way(coils, strands, 2.05 * ply.yarn_radius(), 60);
  std::size_t first = 0;
  for (const std::uint32_t n : coils.counts) {
    const std::span<const Vec3d> coil(coils.vertices.data() + first, n);
    const std::vector<Vec3d> middle =
        resample(coil, std::size_t(std::max(1.0, polyline_length(coil) / step)));
    std::vector<Vec3d> across(middle.size());  // out of the coil's bend
    for (std::size_t i = 0; i < middle.size(); ++i) {
      const std::size_t a = i < 2 ? 0 : i - 2, b = std::min(i + 2, middle.size() - 1);
      across[i] = middle[i] * 2 - middle[a] - middle[b] + Vec3d{{1e-9, 2e-9, 3e-9}};
    }
    add_yarn(strands, middle, across, ply);
    first += n;
  }
}

}  // namespace

std::size_t SweaterKnit::count() const {
  const Plan p(*this);
  const double loops =
      double(p.round * p.low + 2 * p.panel * (p.high - p.low) + 2 * p.ring * p.sleeve_courses);
  return loop_vertices(loops);
}

Strands SweaterKnit::make() const {
  const Plan plan(*this);
  Strands strands;
  const YarnLayer body_layer = layer([&](double x, double y) { return plan.place(x, y); });

  // The body in the round, front and back on top of it: its courses climb on as in the spiral.
  Knitter in_round = knitter(plan.high, plan.round);
  std::vector<Vec3d> thread;
  in_round.knit(thread, {0, 0, plan.round * plan.low});
  body_layer.lay(strands, thread);
  body_layer.lay(strands, in_round.lifeline({0, 0, plan.round - 1}, false));
  Knitter flat = knitter(plan.high);
  flat.climb = in_round.climb;
  for (const std::int64_t first : {std::int64_t(0), plan.panel + plan.side}) {
    thread.clear();
    for (std::int64_t j = plan.low; j < plan.high; ++j)
      flat.knit(thread, {j, first, first + plan.panel, (j - plan.low) % 2 == 1});
    // The front begins where the body's yarn ends: leave room between the two ends.
    thread.erase(thread.begin(), thread.begin() + flat.samples / 6);
    body_layer.lay(strands, thread);
    body_layer.lay(strands, flat.lifeline({plan.high - 1, first, first + plan.panel}, true));
    const std::int64_t under = plan.round * (plan.low - 1) + first + plan.panel;
    body_layer.lay(strands, in_round.lifeline({0, under + 1, under + plan.side - 1}, true));
  }

  const Knitter tube = knitter(plan.sleeve_courses, plan.ring);
  thread.clear();
  tube.knit(thread, {0, 0, plan.ring * plan.sleeve_courses});
  const double thick = 3.5 * tube.depth;
  const std::int64_t shoulder = std::llround((plan.L - neck) / 2 / plan.W);
  const double reach = plan.H;
  const double fine = 0.7 * body_layer.step;  // coils bend more than loops
  Strands coils;
  const auto coil = [&](const std::vector<Vec3d>& points) {
    add_strand(coils, resample(points, std::size_t(polyline_length(points) / fine)));
  };
  for (const double to : {1.0, -1.0}) {  // a half turn about z gives the left sleeve
    const auto placed = [to](const Vec3d& x) { return Vec3d{{to * x[0], to * x[1], x[2]}}; };
    const YarnLayer sleeve_layer = layer([&](double x, double y) { return placed(plan.sleeve(x, y)); });
    sleeve_layer.lay(strands, thread);
    const std::int64_t cuff = plan.ring * (plan.sleeve_courses - 1);
    sleeve_layer.lay(strands, tube.lifeline({0, cuff + 1, cuff + plan.ring}, true));
    // Under the arm the body's loops are sewn to the sleeve from below, elsewhere its edge to the panels'.
    const double length = plan.W * double(plan.ring);
    coil(whip([&](double p) { return placed(plan.rim(p, reach)); },
              [&](double p) {
                const double beside = plan.rim(p, 0)[0] - plan.L / 2;
                return placed(plan.sleeve(length * std::clamp(p, 0.0, 1.0), reach + beside));
              },
              plan.ring - 1, thick));
    const double end = plan.H * double(plan.high) - reach;
    const auto edge = [&](double p, double side) {
      const auto [out, z] = plan.lean(end);
      return placed({{plan.L / 2 - plan.W * (0.5 + p * double(shoulder)), side * out, z}});
    };
    coil(whip([&](double p) { return edge(p, -1); }, [&](double p) { return edge(p, 1); }, shoulder, thick));
  }
  sew(strands, std::move(coils), ply(), fine);
  return strands;
}

}  // namespace weft
