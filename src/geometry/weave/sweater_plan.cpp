#include "geometry/weave/sweater_plan.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "exec/error.h"

namespace weft {

namespace {
constexpr double kPi = std::numbers::pi;
}

SweaterPlan::SweaterPlan(const SweaterKnit& s) : W(s.loop_width), H(s.loop_height), droop(s.droop) {
  const auto fail = [] {
    throw Error("E0144", "these measures do not make a sweater", {},
                "the chest is the longest, the neck leaves room for shoulders, the armhole is higher than "
                "the thickness "
                "and many loops");
  };
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
    fail();
  curvature = bend();
  if (upright() < 3 * W) fail();
  measure_section();
  ring = stitches(section_.back(), W);
  sleeve_courses = std::max<std::int64_t>(2, stitches(s.sleeve, H));
}

double SweaterPlan::bend() const {
  const double l = lean_length();
  double a = 1e-6, b = kPi / l;
  for (int i = 0; i < 100; ++i) {
    const double k = (a + b) / 2;
    ((1 - std::cos(k * l)) / k < rho - top ? a : b) = k;
  }
  return a;
}

std::array<double, 2> SweaterPlan::lean(double y) const {
  const double l = std::max(0.0, y - knee), a = std::min(curvature * l, kPi / 2);
  return {rho - (1 - std::cos(a)) / curvature,
          std::min(y, knee) + std::sin(a) / curvature + l - a / curvature};
}

Vec3d SweaterPlan::place(double x, double y) const {
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

Vec3d SweaterPlan::turned(double x, double angle, double y) const {
  return {{x + rho * std::cos(angle), rho * std::sin(angle), y}};
}

Vec3d SweaterPlan::rim(double p, double in) const {
  const double under = kPi * rho / 2, up = lean_length(), half = under + up + top;
  double s = std::clamp(p, 0.0, 1.0) * 2 * half;
  const double side_of = s <= half ? 1 : -1;  // back, front
  if (s > half) s = 2 * half - s;
  const double corner = std::clamp(0.5 + (s - under) / (4 * W), 0.0, 1.0);  // into the side, into a panel
  const Vec3d inward{{-in * corner, 0, -in * (1 - corner)}};
  if (s <= under) {
    const double angle = s / rho;
    return inward + Vec3d{{L / 2 + rho * std::cos(angle), side_of * rho * std::sin(angle), H * double(low)}};
  }
  const auto [out, z] = lean(knee + std::min(s - under, up));
  return inward + Vec3d{{L / 2, side_of * std::min(out, std::max(0.0, half - s)), z}};
}

void SweaterPlan::measure_section() {
  constexpr int kSteps = 4096;
  section_ = {0};
  for (int i = 1; i <= kSteps; ++i) {
    const double a = 2 * kPi * (i - 0.5) / kSteps;
    section_.push_back(section_.back() +
                       2 * kPi / kSteps * std::hypot(upright() * std::sin(a), across() * std::cos(a)));
  }
}

double SweaterPlan::section_angle(double p) const {
  const double s = p * section_.back();
  const auto i =
      std::size_t(std::upper_bound(section_.begin(), section_.end() - 1, s) - section_.begin()) - 1;
  const double f = (s - section_[i]) / (section_[i + 1] - section_[i]);
  return 2 * kPi * (double(i) + f) / double(section_.size() - 1);
}

Vec3d SweaterPlan::sleeve(double x, double y) const {
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

}  // namespace weft
