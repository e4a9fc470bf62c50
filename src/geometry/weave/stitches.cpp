#include "geometry/weave/stitches.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace weft {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kSway = 1.4;   // a
constexpr double kReach = 0.8;  // amplitude of y in stitch heights

/// A lobe over u = 0..1 that starts with slope pi `from` and ends with slope -pi `to`.
double lobe(double u, int from, int to) {
  if (from == to) return from * std::sin(kPi * u);
  return from * (std::sin(2 * kPi * u) - 0.25 * std::sin(4 * kPi * u));
}

/// The stitch's own sign, those of its neighbours in the course, and of the stitch above.
struct Signs {
  int left, own, right, above;
};

double zeta(double t, const Signs& s) {
  const double q = kPi / 4, u = (t + 5 * q) / (2 * q);  // lobes begin at whole u
  if (u < 1) return -lobe(u, s.left, s.own);
  if (u < 2) return lobe(u - 1, s.own, s.above);
  if (u < 3) return -lobe(u - 2, s.above, s.above);
  if (u < 4) return lobe(u - 3, s.above, s.own);
  return -lobe(u - 4, s.own, s.right);
}

}  // namespace

KnitPattern::KnitPattern(const std::string& word, double wales)
    : kind(word == "rib"      ? rib
           : word == "garter" ? garter
           : word == "moss"   ? moss
                              : stockinette),
      repeat(std::max<std::int64_t>(1, std::llround(wales))) {}

int KnitPattern::sign(std::int64_t course, std::int64_t wale) const {
  const std::int64_t across = wale / repeat;
  const std::int64_t place = kind == rib      ? across
                             : kind == garter ? course
                             : kind == moss   ? across + course
                                              : 0;
  return place % 2 == 0 ? 1 : -1;
}

int Knitter::sign(std::int64_t course, std::int64_t wale) const {
  wale = std::max<std::int64_t>(wale, 0);
  if (round == 0) return pattern.sign(std::min(course, courses - 1), wale);
  const std::int64_t last = round * courses - 1;
  while (wale > last) wale -= round;
  return pattern.sign(wale / round, wale % round);
}

int Knitter::sign_above(std::int64_t course, std::int64_t wale) const {
  return round == 0 ? sign(course + 1, wale) : sign(course, wale + round);
}

Vec3d Knitter::point(std::int64_t course, std::int64_t wale, double t) const {
  const Signs s{sign(course, wale - 1), sign(course, wale), sign(course, wale + 1), sign_above(course, wale)};
  const double x = width * (double(wale) + 0.5 + (t + kSway * std::sin(2 * t)) / (2 * kPi));
  const double rise = double(course) + climb * x / width;
  return {{x, height * (rise + kReach * std::cos(t)), depth * zeta(t, s)}};
}

void Knitter::knit(std::vector<Vec3d>& yarn, const Run& run) const {
  std::vector<Vec3d> points;
  for (std::int64_t i = run.first; i < run.last; ++i)
    for (int k = 0; k < samples; ++k) points.push_back(point(run.course, i, kPi * (2.0 * k / samples - 1)));
  points.push_back(point(run.course, run.last - 1, kPi));
  if (run.leftward) std::reverse(points.begin(), points.end());
  if (!yarn.empty()) {  // half an ellipse from the foot where the last run ended to the one above it
    const Vec3d a = yarn.back(), b = points.front(), middle = (a + b) * 0.5;
    const double out = run.leftward ? 1 : -1;
    // Where loops stand beside the edge of an opening, the arc passes behind them.
    const double behind = -2.6 * depth * sign(run.course - 1, run.leftward ? run.last : run.first - 1);
    for (int k = 1; k < samples / 2; ++k) {
      const double angle = 2 * kPi * k / samples;
      Vec3d x = middle + (a - middle) * std::cos(angle);
      x[0] += out * 0.42 * height * std::sin(angle);
      x[2] += behind * std::sin(angle);
      yarn.push_back(x);
    }
  }
  yarn.insert(yarn.end(), points.begin(), points.end());
}

std::vector<Vec3d> Knitter::lifeline(const Run& run, bool top) const {
  std::vector<Vec3d> points;
  if (run.last <= run.first) return points;
  const double y = (top ? 0.1 : -0.1) * height, turn = top ? 0 : kPi;
  const auto face = [&](std::int64_t i) {
    i = std::clamp(i, run.first, run.last - 1);
    return depth * (top ? sign_above(run.course, i) : sign(run.course, i));
  };
  for (std::int64_t k = 0; k <= samples * (run.last - run.first); ++k) {
    const std::int64_t i = std::min(run.first + k / samples, run.last - 1);
    const double p = double(k) / samples - double(i - run.first), x = width * (double(i) + p);
    const double rise = height * (double(run.course) + climb * x / width);
    // Knit and purl wales have their legs on different sides; the line changes over where they meet.
    const double left = std::clamp(0.5 - p / 0.3, 0.0, 1.0),
                 right = std::clamp(0.5 - (1 - p) / 0.3, 0.0, 1.0);
    const double z = face(i) * (1 - left - right) + face(i - 1) * left + face(i + 1) * right;
    const double sway = std::sin(2 * kPi * (p - 0.5) + turn);
    points.push_back({{x, rise + y, z + 3 * depth * sway * (1.6 - 0.8 * sway * sway)}});
  }
  return points;
}

double Knitter::stitch_length() const {
  Knitter one = *this;
  one.pattern = KnitPattern();
  std::vector<Vec3d> yarn;
  one.samples = 256;
  one.knit(yarn, {0, 0, 1});
  return polyline_length(yarn);
}

void YarnLayer::lay(Strands& strands, const std::vector<Vec3d>& yarn) const {
  if (yarn.size() < 2) return;
  std::vector<Vec3d> x(yarn.size()), normal(yarn.size());
  constexpr double kStep = 1e-5;  // [m]; central differences of smooth surfaces much larger than a loop
  for (std::size_t i = 0; i < yarn.size(); ++i) {
    const double u = yarn[i][0], v = yarn[i][1];
    const Vec3d along = drape(u + kStep, v) - drape(u - kStep, v);
    const Vec3d up = drape(u, v + kStep) - drape(u, v - kStep);
    normal[i] = normalized(cross(along, up));
    x[i] = drape(u, v) + normal[i] * yarn[i][2];
  }
  const auto segments = std::size_t(std::max(1.0, std::round(polyline_length(x) / step)));
  std::vector<Vec3d> middle, across;
  middle.reserve(segments + 1), across.reserve(segments + 1);
  for (const Station& place : stations(x, segments)) {
    middle.push_back(at_station(x, place));
    across.push_back(at_station(normal, place));
  }
  add_yarn(strands, middle, across, ply);
}

}  // namespace weft
