#include "geometry/weave/sweater.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/weave/make_way.h"
#include "geometry/weave/sweater_plan.h"

namespace weft {

namespace {

constexpr double kPi = std::numbers::pi;

/// A whip stitch: a coil along two curves that runs in one and out of the other, once per stitch.
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
  const SweaterPlan p(*this);
  const double loops =
      double(p.round * p.low + 2 * p.panel * (p.high - p.low) + 2 * p.ring * p.sleeve_courses);
  return loop_vertices(loops);
}

Strands SweaterKnit::make() const {
  const SweaterPlan plan(*this);
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
