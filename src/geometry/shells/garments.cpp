#include "geometry/shells/garments.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "exec/error.h"
#include "geometry/shells/quilt.h"

namespace weft {
namespace {

using Row = Quilt::Row;
constexpr double kPi = std::numbers::pi;

Error too_wide(const char* part) {
  return Error("E0144", std::string("the spacing is too wide for ") + part, {}, "choose a smaller spacing");
}

Vec3d mix(const Vec3d& a, const Vec3d& b, double s) { return (1 - s) * a + s * b; }
/// Half axes of an ellipse of that circumference,
/// the second `flat` times the first (Ramanujan's first formula).
std::array<double, 2> ellipse(double around, double flat) {
  const double a = around / (kPi * (3 * (1 + flat) - std::sqrt((3 + flat) * (1 + 3 * flat))));
  return {a, flat * a};
}

double length_around(const Quilt& quilt, const Row& ring) {
  double sum = 0;
  for (std::size_t i = 0; i < ring.size(); ++i)
    sum += norm(quilt.at(ring[(i + 1) % ring.size()]) - quilt.at(ring[i]));
  return sum;
}

/// Bands from a ring along to another of as many vertices, `rows` of them `step` apart; between(i, s) is
/// vertex i at s of the way. The warp of a garment runs along.
Row loft(Quilt& quilt, const Row& from, std::size_t rows, double step, bool down,
         const std::function<Vec3d(std::size_t, double)>& between) {
  Row last = from;
  for (std::size_t j = 1; j <= rows; ++j) {
    const Row row =
        quilt.add_row(from.size(), [&](std::size_t i) { return between(i, double(j) / double(rows)); });
    const Row &below = down ? row : last, &above = down ? last : row;
    const double n = double(from.size()), low = length_around(quilt, below) / n,
                 high = length_around(quilt, above) / n;
    const double u = step * double(down ? rows - j : j - 1);
    quilt.band(below, above, true, [&](std::size_t i, int up) {
      return Quilt::Uv{float(u + up * step), -float((up ? high : low) * double(i))};
    });
    last = row;
  }
  return last;
}

/// Numbers of quads and sizes of a T-shirt.
struct ShirtPlan {
  std::size_t across, low, yoke, shoulder,
      sleeve;  // quads across front; hem to armpit; armpit to shoulder; of a seam
  double half_width, half_depth, armpit, tip_x, tip_z, neck_x, neck_z;
  double fade;  // the armholes' own depth falls as |2 s - 1|^fade towards the middle

  explicit ShirtPlan(const TShirtShell& t) {
    const auto [a, b] = ellipse(t.chest, 0.5);
    half_width = a, half_depth = b;
    neck_x = 0.5 * t.neck;
    tip_x = std::max(0.96 * a, 1.4 * neck_x);
    neck_z = t.length, tip_z = t.length - 0.17 * (tip_x - neck_x);
    armpit = t.length - 0.24 * t.chest;
    const double seam = std::hypot(tip_x - neck_x, neck_z - tip_z), neck = 0.75 * kPi * neck_x;
    shoulder = quads_in(seam, t.spacing);
    across = 2 * shoulder + quads_in(2 * neck, t.spacing, 2);
    low = quads_in(armpit, t.spacing), yoke = quads_in(1.15 * (tip_z - armpit), t.spacing);
    sleeve = quads_in(t.sleeve, t.spacing);
    // The sixth power is steep: beside the armholes the cloth would lie in a fold, which quads of a few
    // centimetres step over and finer ones do not.
    fade = across < 30 ? 6 : 3;
    if (!(armpit > 0.1 * t.length) || seam < 0.6 * t.spacing) throw too_wide("the T-shirt");
    if (yoke < 2) throw too_wide("the T-shirt's armholes");
  }
};

/// Where front (side = -1) and back (side = 1) lie; i, j count quads across from -x and up from the hem.
class ShirtPanel {
 public:
  ShirtPanel(const ShirtPlan& plan, double side) : p_(plan), side_(side) {}
  Vec3d at(std::size_t i, std::size_t j) const {
    const double s = double(i) / double(p_.across);
    if (j <= p_.low) return chest(s, p_.armpit * double(j) / double(p_.low));
    const double t = double(j - p_.low) / double(p_.yoke);
    // Between chest and shoulders straight; the armholes' own depth fades out towards the middle.
    Vec3d x = mix(chest(s, p_.armpit), top(i), t);
    const double near = std::pow(std::fabs(2 * s - 1), p_.fade);
    x[1] += side_ * near * armhole_depth(t);
    x[0] -= 0.12 * p_.half_width * (2 * s - 1) * near * std::sin(kPi * t);
    // A chest is not a cone: it stays deep for a while.
    x[1] += side_ * 0.35 * p_.half_depth * std::sin(kPi * t) * std::sin(kPi * s);
    return x;
  }

 private:
  Vec3d chest(double s, double z) const {
    const double angle = kPi * (s - 0.5);
    return {{p_.half_width * std::sin(angle), side_ * p_.half_depth * std::cos(angle), z}};
  }
  double armhole_depth(double t) const { return 0.3 * (p_.tip_z - p_.armpit) * std::sin(kPi * t); }
  /// Shoulder seam, neck, shoulder seam.
  Vec3d top(std::size_t i) const {
    const std::size_t first = p_.shoulder, last = p_.across - p_.shoulder;
    if (i <= first)
      return mix({{-p_.tip_x, 0, p_.tip_z}}, {{-p_.neck_x, 0, p_.neck_z}}, double(i) / double(first));
    if (i >= last)
      return mix({{p_.neck_x, 0, p_.neck_z}}, {{p_.tip_x, 0, p_.tip_z}}, double(i - last) / double(first));
    const double angle = kPi * (double(i - first) / double(last - first) - 0.5);
    const double deep = side_ < 0 ? 1.0 : 0.3;  // the front is cut lower
    return {{p_.neck_x * std::sin(angle), side_ * 0.75 * p_.neck_x * std::cos(angle),
             p_.neck_z - 0.8 * deep * p_.neck_x * std::cos(angle)}};
  }
  const ShirtPlan& p_;
  double side_;
};

/// A sleeve from the armhole's loop, which runs from the armpit up the front and down the back, outwards
/// along x.
void add_sleeve(Quilt& quilt, const TShirtShell& shirt, const ShirtPlan& plan, const Row& armhole,
                bool left) {
  const double out = left ? 1 : -1, n = double(armhole.size());
  const Vec3d along{{out * std::cos(shirt.slope), 0, -std::sin(shirt.slope)}},
      up{{out * std::sin(shirt.slope), 0, std::cos(shirt.slope)}};
  const double high = plan.tip_z - plan.armpit, radius = 0.36 * high;
  const Vec3d end = Vec3d{{out * plan.tip_x, 0, plan.tip_z - 0.42 * high}} + along * shirt.sleeve;
  const auto between = [&](std::size_t i, double s) {
    const double angle = 2 * kPi * double(i) / n;
    const Vec3d cuff = end - up * (radius * std::cos(angle)) - Vec3d{{0, radius * std::sin(angle), 0}};
    return mix(quilt.at(armhole[i]), cuff, s);
  };
  // Seen from outside rows run to the right: against the loop at +x, with it at -x.
  const Row ring = loft(quilt, armhole, plan.sleeve, shirt.sleeve / double(plan.sleeve), left, between);
  quilt.rim(left ? "left_cuff" : "right_cuff", ring), quilt.rim("cuffs", ring);
}

}  // namespace

std::size_t TShirtShell::count() const {
  const double skin = chest * length + 4 * 0.2 * chest * sleeve;
  return std::size_t(skin / (spacing * spacing));
}

QuadSheet TShirtShell::make() const {
  const ShirtPlan plan(*this);
  Quilt quilt;
  std::vector<Row> front, back;
  const std::size_t high = plan.low + plan.yoke;
  const ShirtPanel before(plan, -1), behind(plan, 1);
  for (std::size_t j = 0; j <= high; ++j) {
    front.push_back(quilt.add_row(plan.across + 1, [&](std::size_t i) { return before.at(i, j); }));
    Row row;
    for (std::size_t i = 0; i <= plan.across; ++i) {
      const bool side_seam = (i == 0 || i == plan.across) && j <= plan.low;
      const bool shoulder_seam = j == high && (i <= plan.shoulder || i >= plan.across - plan.shoulder);
      row.push_back(side_seam || shoulder_seam ? front[j][i] : quilt.add(behind.at(i, j)));
    }
    back.push_back(row);
    if (j == 0) continue;
    const double du = length / double(high);
    const auto up = [&](std::size_t i, int above) {
      return Quilt::Uv{float(du * (double(j) - 1 + above)), -float(spacing * double(i))};
    };
    quilt.band(front[j - 1], front[j], false, up);
    quilt.band(Row(back[j - 1].rbegin(), back[j - 1].rend()), Row(back[j].rbegin(), back[j].rend()), false,
               up);
  }
  for (const bool left : {true, false}) {
    const std::size_t i = left ? plan.across : 0;
    Row armhole;
    for (std::size_t j = plan.low; j < high; ++j) armhole.push_back(front[j][i]);
    for (std::size_t j = high; j > plan.low; --j) armhole.push_back(back[j][i]);
    add_sleeve(quilt, *this, plan, armhole, left);
  }
  Row hem = front[0], neck;
  for (std::size_t i = plan.across - 1; i > 0; --i) hem.push_back(back[0][i]);
  for (std::size_t i = plan.shoulder; i < plan.across - plan.shoulder; ++i) neck.push_back(front[high][i]);
  for (std::size_t i = plan.across - plan.shoulder; i > plan.shoulder; --i) neck.push_back(back[high][i]);
  quilt.rim("hem", hem), quilt.rim("neck", neck);
  return quilt.take();
}

std::size_t TrousersShell::count() const {
  return std::size_t((hips * rise + (hips / 2 + cuff + 0.3 * hips) * inseam) / (spacing * spacing));
}

QuadSheet TrousersShell::make() const {
  const auto [hip_x, hip_y] = ellipse(hips, 0.7);
  const auto [waist_x, waist_y] = ellipse(waist, 0.72);
  // The crotch seam is a U from the front of the hips through the crotch to their back.
  const double low = inseam, fork = inseam + 0.3 * rise, top = inseam + rise;
  const double seam_length = 2 * std::hypot(hip_y, fork - low) * 1.1;
  // Legs narrow to half their width: quads are a little wider than `spacing` at the hips,
  // narrower at the cuffs.
  const std::size_t outer = quads_in(0.42 * hips, spacing, 3),
                    seam = quads_in(0.85 * seam_length, spacing, 2);
  const std::size_t leg_rows = quads_in(0.5 * (low + fork), spacing, 2),
                    hip_rows = quads_in(top - fork, spacing, 1);
  if (outer < 5 || seam < 3) throw too_wide("the trousers");

  Quilt quilt;
  // Half the hips at +x from front to back, the other half from back to front, and the seam between.
  const auto round = [&](double turn) {
    return Vec3d{{hip_x * std::sin(turn), -hip_y * std::cos(turn), fork}};
  };
  Row ring = quilt.add_row(2 * outer, [&](std::size_t i) { return round(kPi * double(i) / double(outer)); });
  const std::uint32_t front = ring[0], back = ring[outer];
  Row crotch{front};
  for (std::size_t k = 1; k < seam; ++k) {
    const double turn = kPi * double(k) / double(seam);
    crotch.push_back(
        quilt.add({{0, -hip_y * std::cos(turn), fork + (low - fork) * std::pow(std::sin(turn), 0.8)}}));
  }
  crotch.push_back(back);

  const Row waist_row =
      loft(quilt, ring, hip_rows, (top - fork) / double(hip_rows), false, [&](std::size_t i, double s) {
        const double turn = kPi * double(i) / double(outer);
        const Vec3d high{{waist_x * std::sin(turn), -waist_y * std::cos(turn), top}};
        const Vec3d x = mix(round(turn), high, s);
        const double full = 1 + 0.04 * std::sin(kPi * s);  // seats and hips are round
        return Vec3d{{x[0] * full, x[1] * full, x[2]}};
      });
  quilt.rim("waist", waist_row);

  for (const bool left : {true, false}) {
    // Around the leg, counter-clockwise seen from above: outer half of the hips, then back along the seam.
    Row leg;
    for (std::size_t k = 0; k < outer; ++k) leg.push_back(ring[left ? k : (outer + k) % (2 * outer)]);
    for (std::size_t k = 0; k < seam; ++k) leg.push_back(left ? crotch[seam - k] : crotch[k]);
    const double out = left ? 1 : -1, r = cuff / (2 * kPi), n = double(leg.size());
    const auto between = [&](std::size_t i, double s) {
      // The middle of the outer half points outwards.
      const double turn = 2 * kPi * (double(i) - 0.5 * double(outer)) / n;
      const Vec3d foot{{0.5 * stance * out + out * r * std::cos(turn), out * r * std::sin(turn), 0}};
      const Vec3d& x = quilt.at(leg[i]);
      // Thighs narrow quickly below the crotch, then evenly; the way down is even.
      const double narrow = 0.55 * s + 0.45 * (1 - std::pow(1 - s, 3.0)), down = s;
      Vec3d y = mix(x, foot, narrow);
      y[2] = (1 - down) * x[2] + down * foot[2];
      return y;
    };
    const Row hem = loft(quilt, leg, leg_rows, 0.5 * (low + fork) / double(leg_rows), true, between);
    quilt.rim(left ? "left_cuff" : "right_cuff", hem), quilt.rim("cuffs", hem);
  }
  return quilt.take();
}

}  // namespace weft
