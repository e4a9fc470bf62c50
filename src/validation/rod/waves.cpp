/// Small vibrations of a cantilever (Euler and Bernoulli), of twist along it, and of a hanging chain
/// (Bernoulli, Bessel), by the explicit or implicit step: the frequency is read from where the amplitude of
/// the mode passes zero.
#include <functional>

#include "validation/rod/support.h"

namespace weft {
namespace {

struct Vibration {
  Rod<double> rod;
  Vec3d gravity{};
  double omega = 1;                                       ///< that of theory
  std::function<double(const Rod<double>&)> amplitude{};  ///< of the mode
};

/// Runs `periods` periods of theory and measures.
Series vibrate(const RodCase& c, Vibration v, double periods) {
  RodScratch<double> w;
  RodStepOptions o;
  o.gravity = v.gravity;
  const double period = 2 * kPi / v.omega;
  o.dt = c.implicit ? period / 400 : 0.7 * stable_step(v.rod);
  o.iterations = 20;
  o.tolerance = 1e-10;
  o.twist_iterations = v.rod.edges[0].inertia > 0 ? 0 : 1;
  const auto energy = [&] {
    const RodTotals t = totals_of(v.rod, 1, w);
    double height = 0;
    for (std::size_t i = 0; i < v.rod.vertices(); ++i)
      height -= v.rod.mass[i] * dot(v.gravity, v.rod.pose.x[i]);
    return t.kinetic + t.stretch + t.bend + t.twist + height;
  };
  const double first = energy(), size = totals_of(v.rod, 1, w).bend + totals_of(v.rod, 1, w).twist;
  double before = v.amplitude(v.rod), start = 0, end = 0, drift = 0, time = 0;
  int crossings = 0;
  while (time < periods * period) {
    if (c.implicit) implicit_velocities(v.rod, o, w);
    else explicit_velocities(v.rod, o, w);
    advance(v.rod, o, w);
    time += o.dt;
    const double now = v.amplitude(v.rod);
    if ((now > 0) != (before > 0)) {
      end = time - o.dt * now / (now - before);
      if (crossings++ == 0) start = end;
    }
    before = now;
    drift = std::max(drift, std::abs(energy() - first));
  }
  const double omega = crossings > 1 ? kPi * (crossings - 1) / (end - start) : 0;
  Series s;
  add_row(s, 0,
          {{"omega", omega / v.omega},
           {"energy", size > 0 ? drift / size : drift},
           {"segments", double(c.segments)}});
  return s;
}

/// A rod, clamped at vertex 1, as thick as 2 a = 4 mm upwards.
RodMaterial material_of(const RodCase& c) {
  RodMaterial m;
  m.young = 1e7, m.poisson = c.poisson.value_or(0.5), m.density = 1000, m.a = 2e-3;
  m.b = m.a * c.flatness.value_or(1);
  return m;
}
Rod<double> clamped_rod(const RodCase& c, double length, bool twist) {
  const RodMaterial m = material_of(c);
  Rod<double> rod =
      make_rod(clamped_line(c.segments, length, {{1, 0, 0}}), stiffness_of(m, twist), {{0, 0, 1}});
  half_joint(rod.joints[1]);
  rod.free_x[0] = rod.free_x[1] = rod.free_theta[0] = 0;
  return rod;
}

}  // namespace

/// L = 0.2 m, r = 2 mm, E = 1e7 Pa, 1000 kg/m^3; amplitude L/1000.
Series rod_bending_wave(const RodCase& c) {
  const double L = 0.2, betas[] = {1.8751040687, 4.6940911330, 7.8547574382};
  const double b = betas[c.mode - 1] / L;
  Vibration v{clamped_rod(c, L, false)};
  v.omega = b * b * std::sqrt(1e7 * 4e-6 / 4 / 1000);
  const auto shape = [=](double x) {
    const double sigma = (std::cosh(b * L) + std::cos(b * L)) / (std::sinh(b * L) + std::sin(b * L));
    return std::cosh(b * x) - std::cos(b * x) - sigma * (std::sinh(b * x) - std::sin(b * x));
  };
  std::vector<Vec3d> x(v.rod.pose.x.begin(), v.rod.pose.x.end());
  std::vector<double> weight(x.size(), 0);
  for (std::size_t i = 2; i < x.size(); ++i) {
    weight[i] = v.rod.mass[i] * shape(x[i][0]);
    x[i][2] = 0.5e-3 * L * shape(x[i][0]);
  }
  place_strand(v.rod, 0, x);
  v.amplitude = [weight](const Rod<double>& r) {
    double a = 0;
    for (std::size_t i = 0; i < weight.size(); ++i) a += weight[i] * r.pose.x[i][2];
    return a;
  };
  return vibrate(c, std::move(v), 3.1);
}

/// The same rod, fixed at one end, its angles let go:  omega^2 = k^2 G J/(rho I_p),  J the section's constant of torsion,
/// I_p its polar moment,  J/I_p = (2 a b/(a^2 + b^2))^2.
Series rod_twist_wave(const RodCase& c) {
  const double L = 0.2, k = (2 * c.mode - 1) * kPi / (2 * L);
  Vibration v{clamped_rod(c, L, true)};
  const RodMaterial m = material_of(c);
  const double shear = m.young / (2 * (1 + m.poisson));
  v.omega = k * std::sqrt(shear / m.density) * (2 * m.a * m.b / (m.a * m.a + m.b * m.b));
  std::vector<double> weight(v.rod.edges.size(), 0);
  for (std::size_t j = 1; j < weight.size(); ++j) {
    weight[j] = std::sin(k * (v.rod.pose.x[j][0] + 0.5 * v.rod.edges[j].length));
    v.rod.pose.theta[j] = 0.1 * weight[j];
  }
  v.amplitude = [weight](const Rod<double>& r) {
    double a = 0;
    for (std::size_t j = 0; j < weight.size(); ++j) a += weight[j] * r.pose.theta[j];
    return a;
  };
  return vibrate(c, std::move(v), 3.1);
}

/// L = 1 m, no stiffness in bending and twist, stretched by 1e-4 at the top; let go in the shape of the mode.
Series rod_chain(const RodCase& c) {
  const double g = 9.81, L = 1, roots[] = {1.2024127788, 2.7600390551, 4.3268639565}, density = 0.01;
  const double omega = roots[c.mode - 1] * std::sqrt(g / L), EA = 1e4 * density * g * L;
  std::vector<Vec3d> x;
  for (int i = 0; i <= c.segments; ++i) x.push_back({{0, 0, -L * i / c.segments}});
  Vibration v{make_rod(x, {EA, 0, 0, 0, density, 0})};
  v.rod.free_x[0] = 0;
  v.gravity = {{0, 0, -g}};
  v.omega = omega;
  // Stretched by what hangs below, so that nothing jumps.
  double below = density * L;
  for (std::size_t j = 0; j + 1 < x.size(); ++j) {
    below -= v.rod.mass[j];
    x[j + 1][2] = x[j][2] - v.rod.edges[j].length * (1 + below * g / EA);
  }
  std::vector<double> weight(x.size(), 0);
  for (std::size_t i = 1; i < x.size(); ++i) {
    const double shape =
        std::cyl_bessel_j(0, 2 * omega * std::sqrt(std::max(0.0, L * (1 - double(i) / c.segments)) / g));
    weight[i] = v.rod.mass[i] * shape;
    x[i][0] = 1e-3 * L * shape;
  }
  place_strand(v.rod, 0, x);
  v.amplitude = [weight](const Rod<double>& r) {
    double a = 0;
    for (std::size_t i = 0; i < weight.size(); ++i) a += weight[i] * r.pose.x[i][0];
    return a;
  };
  return vibrate(c, std::move(v), 3.1);
}

}  // namespace weft
