/// The implicit step. See rod_step.h.
#pragma once
#include "bodies/hair/rod_held_rows.h"
#include "bodies/hair/rod_step.inl"

namespace weft {

namespace rod_detail {

/// Diagonal entry of what is prescribed: its own steps vanish next to anything.
constexpr double kHeld = 1e30;

/// A first step that moves no vertex by more than this part of its edge is taken without a look at the
/// potential, as are steps at most half as long as the one before. Potentials would mislead: a step that
/// turns edges by phi leaves a strain of phi^2/2, whose energy hides that of everything else, and which the
/// next step takes away.
constexpr double kTrusted = 0.2;

/// Newton steps for obstacles, besides those that the options allow, and after how many of them nobody lets go
/// any more.
constexpr int kForObstacles = 12, kAllTouched = 8;

/// The incremental potential at `p`, whose x are displacements.
template <class T>
T potential(const Rod<T>& rod, const RodPose<T>& p, const RodStrains<T>& s, const RodScratch<T>& w,
            const T& rate2) {
  T inertial(0);
  for (std::size_t i = 0; i < rod.vertices(); ++i) {
    inertial += rod.free_x[i] * rod.mass[i] * norm2(p.x[i] - w.goal[i]);
    if (i + 1 < rod.vertices())
      inertial += rod.edges[i].inertia * rod.free_theta[i] * square(p.theta[i] - w.goal_theta[i]);
  }
  const T sum = T(0.5) * rate2 * inertial + energy_of(rod, s).sum();
  return w.obstacles ? sum + w.obstacles->drag_energy(p.x) : sum;
}

/// The matrix at w.now, factored, with the gradient on the right hand side.
template <class T>
void factor(const Rod<T>& rod, RodScratch<T>& w, const T& rate2) {
  const RodPose<T>& p = w.now;
  constexpr double least = sizeof(Scalar<T>) == 4 ? 1e-7 : 1e-15;
  const auto side = [&](std::size_t j) { return w.side[j]; };
  HeldRows<T> held(w, least);
  w.matrix.begin();
  each_row(rod, w.strains, true, &rod.pose, side, [&](std::size_t r, T(&K)[11], T g) {
    const std::size_t i = r / 4;
    const int k = int(r % 4);
    const T free = k < 3 ? rod.free_x[i] : rod.free_theta[i];
    const T m = rate2 * (k < 3 ? rod.mass[i] : rod.edges[i].inertia);
    g += m * (k < 3 ? p.x[i][k] - w.goal[i][k] : p.theta[i] - w.goal_theta[i]);
    K[0] += m + (T(1) - free) * T(kHeld);
    if (w.obstacles) held.append(r, K, -(free * g));
    else w.matrix.append(r, K, -(free * g), least);
  });
}

/// One Newton step from w.now into w.step, w.step_theta. At large steps inertia may be lost in the rounding
/// of the stretching, 1e7 times as stiff; then edges get some stiffness sideways that rounding leaves alone.
template <class T>
void newton_step(const Rod<T>& rod, RodScratch<T>& w, const T& rate2) {
  constexpr double eps = std::numeric_limits<Scalar<T>>::epsilon();
  if (w.obstacles) w.obstacles->aim(rod, w.now.x);
  factor(rod, w, rate2);
  for (double part = 16 * eps; part < 0.1; part *= 16) {
    const auto lost = !(w.matrix.soundness() > T(4 * eps));
    if (!any(lost)) break;
    for (std::size_t j = 0; j < w.side.size(); ++j)
      w.side[j] = select(lost, max(w.side[j], T(part) * rod.edges[j].stretch), w.side[j]);
    factor(rod, w, rate2);
  }
  w.matrix.solve([&](std::size_t r, const T& y) {
    const std::size_t i = r / 4;
    const int k = int(r % 4);
    if (k < 3) w.step[i][k] = rod.free_x[i] * y;
    else w.step_theta[i] = rod.free_theta[i] * y;
  });
  if (w.obstacles) w.obstacles->unfold(w.step);
}

/// Stretching is so stiff that the tension k (l - L) at w.now says nothing about that at the minimum: a
/// strain of phi^2/2, left by edges that turned by phi, is a force far above any that acts. To first order
/// the step leads to
///   tau = k (l - L + t . (step_{j+1} - step_j)),
/// and tau / l belongs into the next matrix (Newton's method on places and tensions together). Compression
/// is let in as far as inertia covers it: sum_j s_j |u_j - u_{j+1}|^2 <= sum_i 2 (s_{i-1} + s_i) |u_i|^2.
template <class T>
void foresee_tension(const Rod<T>& rod, RodScratch<T>& w, const T& rate2) {
  const std::size_t n = rod.vertices();
  const auto share = [&](std::size_t i) { return T(i == 0 || i + 1 == n ? 0.45 : 0.22) * rod.mass[i]; };
  for (std::size_t j = 0; j + 1 < n; ++j) {
    const EdgeFrame<T>& f = w.strains.edges[j];
    const T longer = (f.length - rod.edges[j].length) + dot(f.t, w.step[j + 1] - w.step[j]);
    w.side[j] = max(rod.edges[j].stretch * longer / f.length, -rate2 * min(share(j), share(j + 1)));
  }
}

/// w.next = w.now + a (step), without frames.
template <class T>
void take_step(RodScratch<T>& w, const T& a) {
  for (std::size_t i = 0; i < w.now.vertices(); ++i) {
    w.next.x[i] = w.now.x[i] + a * w.step[i];
    if (i + 1 < w.now.vertices()) w.next.theta[i] = w.now.theta[i] + a * w.step_theta[i];
  }
}

/// Frames and strains of w.next. Edges from the edges at the start and differences of displacements: more
/// digits than differences of places.
template <class T>
void carry_frames(const Rod<T>& rod, RodScratch<T>& w) {
  follow(rod.pose, w.next, w.next_strains,
         [&](std::size_t j) { return w.edge[j] + (w.next.x[j + 1] - w.next.x[j]); });
}

/// Where the step begins: every vertex goes on as it went.
template <class T>
void first_guess(const Rod<T>& rod, const RodStepOptions& o, RodScratch<T>& w) {
  const T dt(o.dt);
  const Vec3<T> g = (Vec3d(o.gravity) * o.dt).template as<T>();
  for (std::size_t i = 0; i < rod.vertices(); ++i) {
    w.goal[i] = dt * (rod.v[i] + rod.free_x[i] * g);
    w.next.x[i] = dt * rod.v[i];
    if (i + 1 == rod.vertices()) break;
    w.edge[i] = rod.pose.x[i + 1] - rod.pose.x[i];
    w.goal_theta[i] = rod.pose.theta[i] + dt * rod.theta_dot[i];
    w.next.theta[i] =
        select(rod.edges[i].inertia + (T(1) - rod.free_theta[i]) > T(0), w.goal_theta[i], rod.pose.theta[i]);
  }
  for (T& s : w.side) s = T(0);
  carry_frames(rod, w);
  std::swap(w.now, w.next);
  std::swap(w.strains, w.next_strains);
}

/// The greatest part of its edge that a vertex moves by.
template <class T>
T largest_step(const Rod<T>& rod, const RodScratch<T>& w) {
  T most(0);
  for (std::size_t j = 0; j + 1 < rod.vertices(); ++j) {
    const T L = rod.edges[j].length;
    most = max(most, norm2(w.step[j + 1]) / (L * L));
  }
  return sqrt(most);
}

/// What the energy may rise by rounding alone.
template <class T>
T noise_of(const Rod<T>& rod) {
  constexpr double eps = std::numeric_limits<Scalar<T>>::epsilon();
  T sum(0);
  for (const RodEdge<T>& e : rod.edges) sum += e.stretch * e.length * e.length;
  return T(64 * eps * eps) * sum;
}

/// The step, halved in doubtful lanes in which it raises the potential.
/// Returns the part of it that was taken.
template <class T, class Which>
T search_line(const Rod<T>& rod, const RodStepOptions& o, RodScratch<T>& w, const T& rate2,
              const Which& doubtful) {
  constexpr double eps = std::numeric_limits<Scalar<T>>::epsilon();
  const T value = potential(rod, w.now, w.strains, w, rate2);
  const T limit = value + T(64 * eps) * value + noise_of(rod);
  T a(1);
  for (int h = 0;; ++h) {
    take_step(w, a);
    carry_frames(rod, w);
    if (h == o.halvings) break;
    const auto worse = doubtful && !(potential(rod, w.next, w.next_strains, w, rate2) <= limit);
    if (!any(worse)) break;
    a = select(worse, T(0.5) * a, a);
  }
  foresee_tension(rod, w, rate2);
  return a;
}

}  // namespace rod_detail

template <class T>
int implicit_velocities(Rod<T>& rod, const RodStepOptions& o, RodScratch<T>& w, RodObstacles<T>* obstacles) {
  using namespace rod_detail;
  w.resize(rod.vertices());
  const T rate2(1 / (o.dt * o.dt)), rate(1 / o.dt);
  first_guess(rod, o, w);
  w.obstacles = obstacles;
  if (obstacles) obstacles->begin(w.goal);
  const int most = o.iterations + (obstacles ? kForObstacles : 0);
  T last(2 * kTrusted);
  int made = 0;
  for (bool done = false; !done && made < most; ++made) {
    newton_step(rod, w, rate2);
    const T size = largest_step(rod, w), shrunk = size / max(last, T(1e-30));
    // Steps shrink quadratically: the next would be smaller than this one by more than this by the last.
    done = made + 1 >= o.iterations || !any(size * min(made > 0 ? shrunk : T(1), T(1)) > T(o.tolerance));
    auto doubtful = (size > T(o.tolerance)) && (shrunk > T(0.5));
    // What must go somewhere may raise the potential.
    if (obstacles) doubtful = doubtful && !(obstacles->moving() > T(0));
    const bool looked = o.halvings > 0 && any(doubtful);
    if (looked) {
      last = size * search_line(rod, o, w, rate2, doubtful);
    } else {
      foresee_tension(rod, w, rate2);
      take_step(w, T(1));
      last = size;
    }
    if (obstacles && obstacles->revise(w.next.x, made >= o.iterations + kAllTouched)) done = made + 1 == most;
    if (!done && !looked) carry_frames(rod, w);
    std::swap(w.now, w.next);
    std::swap(w.strains, w.next_strains);
  }
  w.obstacles = nullptr;
  for (std::size_t i = 0; i < rod.vertices(); ++i) {
    for (int k = 0; k < 3; ++k) rod.v[i][k] = select(rod.free_x[i] > T(0), rate * w.now.x[i][k], rod.v[i][k]);
    if (i + 1 == rod.vertices()) break;
    rod.theta_dot[i] =
        select(rod.free_theta[i] > T(0), rate * (w.now.theta[i] - rod.pose.theta[i]), rod.theta_dot[i]);
  }
  return made;
}

}  // namespace weft
