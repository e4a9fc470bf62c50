/// A helical spring pulled along its axis (Love, Treatise, art. 271): it stays a helix, of another radius and
/// pitch. Each end, which is the middle of an edge, carries a rigid arm: one long edge that ends on the axis.
/// The lower arm's end is held, the upper one's is guided along the axis and pulled. That is the load of the
/// theory as long as the arms are as long as the radius, so they follow it. R = 20 mm, pitch angle 10 deg, 5
/// turns, wire of radius 1 mm, E = 1e9 Pa, nu = 0.3 where the case does not say otherwise.
#include "validation/rod/support.h"

namespace weft {
namespace {

constexpr double kTurns = 5;

class Spring {
 public:
  /// `turning`: the ends may turn about the axis.
  Spring(const RodCase& c, bool turning) : rest_(made(c)) {
    Rod<double>& rod = rest_.rod;
    const std::size_t last = rod.vertices() - 1;
    for (const std::size_t i : {std::size_t(1), last - 1}) {
      RodJoint<double>& j = rod.joints[i];
      for (double* k : {&j.B11, &j.B22, &j.beta}) *k *= 1e4;
    }
    // Next to a half edge a joint still stands for a whole one.
    for (const std::size_t i : {std::size_t(2), last - 2}) {
      RodJoint<double>& j = rod.joints[i];
      for (double* k : {&j.B11, &j.B22, &j.beta}) *k *= 0.75;
    }
    rest_.hold_vertex(0);
    rest_.held[4 * 1 + 1] = 1;
    rest_.held[4 * last] = rest_.held[4 * last + 1] = 1;
    if (!turning) rest_.held[4 * (last - 1) + 1] = 1;
  }

  void pull(double F) {
    rest_.force.back() = {{0, 0, F}};
    for (int k = 0; k < 50; ++k) {
      rest_.solve(1e-9);
      const Helix h = helix();
      const double before = rest_.rod.edges[0].length, now = h.radius * std::cos(0.5 * h.turn);
      for (RodEdge<double>* arm : {&rest_.rod.edges.front(), &rest_.rod.edges.back()})
        arm->stretch *= arm->length / now, arm->length = now;
      if (std::abs(now - before) < 1e-7 * now) break;
    }
    rest_.solve(1e-9);
  }

  double height() const { return rest_.rod.pose.x.back()[2]; }
  /// Of the wire, whose polygon has vertices outside it.
  double radius() const {
    const Helix h = helix();
    return h.radius * std::sin(0.5 * h.turn) / (0.5 * h.turn);
  }
  /// What keeps the upper end from turning.
  double torque() {
    const std::size_t i = rest_.rod.vertices() - 2;
    return -rest_.reaction(i)[1] * rest_.rod.pose.x[i][0];
  }

 private:
  struct Helix {
    double radius, turn;  ///< of the vertices; about the axis, from one to the next
  };
  /// On which the middle four vertices lie: second differences point to the axis.
  Helix helix() const {
    const Array<Vec3d>& x = rest_.rod.pose.x;
    const std::size_t i = x.size() / 2;
    const Vec3d a = x[i + 1] - 2 * x[i] + x[i - 1], b = x[i + 2] - 2 * x[i + 1] + x[i];
    const double turn = std::atan2(norm(cross(a, b)), dot(a, b));
    return {norm(a) / (2 * (1 - std::cos(turn))), turn};
  }

  static RodEquilibrium made(const RodCase& c) {
    const int segments = c.segments;
    RodMaterial m;
    m.young = 1e9, m.poisson = c.poisson.value_or(0.3), m.a = m.b = 1e-3;
    // The polygon is as long as the wire: its vertices lie a little outside.
    const double turn = 2 * kPi * kTurns / segments, climb = 0.02 * std::tan(kPi / 18) * turn;
    const double R = 0.02 * (0.5 * turn) / std::sin(0.5 * turn);
    std::vector<Vec3d> x{{{0, 0, 0}}, {{R * std::cos(0.5 * turn), 0, 0}}};
    for (int i = 0; i < segments; ++i) {
      const double a = i + 0.5;
      x.push_back({{R * std::cos(turn * a), R * std::sin(turn * a), climb * a}});
    }
    x.push_back({{x[1][0], 0, climb * segments}});
    x.push_back({{0, 0, climb * segments}});
    return RodEquilibrium(make_rod(x, stiffness_of(m)));
  }

  RodEquilibrium rest_;
};

}  // namespace

Series rod_spring(const RodCase& c) {
  Spring free(c, true), fixed(c, false);
  const double height = free.height();
  double last = 0;
  Series s;
  for (const double F : {0.01, 0.05, 0.1, 0.5, 1.0}) {
    for (double f = last; f < F;) {
      f = std::min(F, f + 0.05);
      free.pull(f);
      fixed.pull(f);
    }
    last = F;
    add_row(s, F,
            {{"free", free.height() - height},
             {"fixed", fixed.height() - height},
             {"R_free", free.radius()},
             {"R_fixed", fixed.radius()},
             {"torque", fixed.torque()},
             {"segments", double(c.segments)}});
  }
  return s;
}

}  // namespace weft
