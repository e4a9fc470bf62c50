/// Whether the step that the nodes have made may move the points, and how long the next one is: the phases `dt` and
/// `check` of the processor's step (world/dt.cpp, world/check.cpp).
///   accept    no node moves more than a cell
///   dt        the rules of world/dt.cpp; |C|, moduli and frequencies are those of the step before, since parcels that
///             carry dt are made before the answers that would tell newer ones are known to all
///   sort      when points could leave the room of a cell that their lists give them
#pragma once
#include "device/obstacle_kernels.h"
#include "device/sort.h"
#include "math/parts.h"

namespace weft::WEFT_DEVICE {

constexpr int kMostTries = 12;     ///< dt shrinks by 4096 before a step is given up
constexpr double kFastest = 1.0;   ///< cells per step
constexpr double kDropped = 1e-4;  ///< a dt this much below the last one means a point went wild
constexpr double kRoom = 0.98;     ///< cells that points may drift

struct DecideView {
  Control* control;
  const Stepping* rules;
  BodyPeaks* peaks;
  const BodyRule* rule;
  int bodies;
};

/// The next step, from peaks as they are.
WEFT_KERNEL void plan(const DecideView& v) {
  Control& c = *v.control;
  const Stepping& s = *v.rules;
  const double left = c.end - c.time;
  double dt = s.dt_max;  // the longest that is safe
  int limit = int(DtLimit::max);
  const auto lower = [&](double to, DtLimit why) {
    if (to < dt) dt = to, limit = int(why);
  };
  c.next_held = c.held;
  if (s.dt_fixed > 0) {
    dt = fixed_part(left, s.dt_fixed);
    limit = int(DtLimit::fixed);
  } else {
    for (int b = 0; b < v.bodies; ++b) {
      const BodyPeaks& p = v.peaks[b];
      const BodyRule& r = v.rule[b];
      const double speed = sqrt(double(float_of(p.speed2))) + sqrt(double(float_of(p.gradient2))) * s.dx;
      if (speed > 0) lower(s.cfl * s.dx / speed, DtLimit::cfl);
      const double wave2 = double(float_of(p.modulus)) * double(r.share) / double(r.density);
      if (wave2 > 0) lower(s.safety * 2 / sqrt(3 * s.kappa) * s.dx / sqrt(wave2), DtLimit::wave);
      const double omega2 = double(float_of(p.mesh)) / double(r.density) + double(float_of(p.bend));
      if (omega2 > 0) lower(s.safety * 2 / sqrt(omega2), DtLimit::mesh);
      if (r.viscosity > 0)
        lower(s.safety * s.dx * s.dx / (double(r.viscosity) * 3 * s.kappa), DtLimit::viscosity);
    }
    if (c.bound > 0) lower(c.bound, DtLimit(c.bound_limit));
    c.next_held.follow(dt * s.dt_scale);
    dt = equal_part(left, c.next_held.held);
  }
  if (!(dt < left)) limit = int(DtLimit::frame);
  for (int b = 0; b < v.bodies; ++b) {  // speeds of points that are nonsense would be lost in the sums
    const BodyPeaks& p = v.peaks[b];
    const float sum = float_of(p.speed2) + float_of(p.gradient2) + float_of(p.modulus) + float_of(p.mesh) +
                      float_of(p.bend);
    if (!(sum < 3e38f)) c.trouble |= kNotANumber;
  }
  const bool dropped = c.next_held.held < kDropped * c.held.held;
  if (!(dt > (limit == int(DtLimit::frame) ? 0 : s.dt_min)) || dropped) atomic_or(&c.trouble, kTooShort);
  c.carried = dt;
  c.next_limit = limit;
  c.ahead = left <= dt * (1 + 1e-9) ? c.end : c.time + dt;
}

/// Before the first step: parcels are in the rest form.
struct PlanFirst {
  static constexpr int threads = 32, resident = 1;
  struct Shared {};
  DecideView v;
  template <int T>
  WEFT_KERNEL void run(Shared&, int, int thread) const {
    if (thread == 0) plan(v);
  }
};

/// The decision, and where obstacles are when the steps end that follow from it. One block of threads: Control is
/// read and written once, since a thread by itself would wait for each of its numbers.
struct Decide {
  static constexpr int threads = MoveObstacles::threads, resident = 1;
  struct Shared {
    Control control;
    MoveObstacles::Shared obstacles;
  };
  DecideView v;
  ObstacleView obstacles;

  template <int T>
  WEFT_KERNEL void run(Shared& s, int, int thread) const {
    copy_words<T>(s.control, *v.control, thread);
    barrier();
    if (thread == 0) {
      DecideView mine = v;
      mine.control = &s.control;
      Judge{mine}.decide();
    }
    barrier();
    copy_words<T>(*v.control, s.control, thread);
    barrier();
    if (obstacles.count) MoveObstacles{obstacles}.template run<T>(s.obstacles, 0, thread);
  }

 private:
  struct Judge {
    DecideView v;
    WEFT_KERNEL void decide() const {
      Control& c = *v.control;
      if (c.sort || c.remake) return;  // something else comes first
      if (c.halt) {
        c.run = 0;
        return;
      }
      if (c.last || c.trouble) {
        c.run = 0, c.halt = 1;
        return;
      }
      const double fast = sqrt(double(float_of(c.fastest2))) * c.carried / v.rules->dx;
      c.fastest2 = 0;
      if (c.verdict ? c.verdict > 0 : fast <= kFastest) accept(fast);
      else refuse(fast);
    }
    WEFT_KERNEL void accept(double fast) const {
      Control& c = *v.control;
      const double pushed = double(float_of(c.pushed)) / v.rules->dx;
      c.pushed = 0;
      c.where = c.to;
      c.drift += pushed;
      c.sort = c.indirect || c.drift + fast + 2 * pushed > kRoom;
      c.drift = c.sort ? fast : c.drift + fast;
      c.to = c.sort ? c.where ^ 1 : c.where;
      c.dt = c.carried;
      c.limit = c.next_limit;
      c.last_dt = c.dt;
      c.held = c.next_held;
      c.time = c.ahead;
      c.tries = 0;
      c.run = 1;
      ++c.steps;
      ++c.limited[c.limit];
      c.dt_sum += c.dt;
      if (!(c.dt >= c.shortest)) c.shortest = c.dt;
      if (!(c.dt <= c.longest)) c.longest = c.dt;
      --c.steps_left;
      c.last = c.time >= c.end || c.steps_left == 0;
      if (c.time < c.end) plan(v);
      for (int b = 0; b < v.bodies; ++b) v.peaks[b] = BodyPeaks{};
    }

    WEFT_KERNEL void refuse(double fast) const {
      Control& c = *v.control;
      c.run = 0;
      const bool number = fast < 1e300;
      if (!number || c.tries == kMostTries || v.rules->dt_fixed > 0) {
        c.trouble |= number ? kTooFast : kNotANumber;
        c.halt = 1;
        return;
      }
      c.replaced = c.carried;
      c.carried *= 0.5;
      c.ahead = c.time + c.carried;
      c.next_limit = int(DtLimit::retry);
      ++c.tries, ++c.retries;
      c.remake = 1;
    }
  };
};

/// After parcels have been made for the shorter dt.
struct EndRemake {
  static constexpr int threads = 32, resident = 1;
  struct Shared {};
  Control* control;
  template <int T>
  WEFT_KERNEL void run(Shared&, int, int thread) const {
    if (thread == 0 && control->remake && !control->halt) control->remake = 0;
  }
};

}  // namespace weft::WEFT_DEVICE
