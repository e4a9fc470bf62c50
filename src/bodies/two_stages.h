/// A step of tr_bdf2 (grid/integrator.h) for a body that knows how to make one of backward Euler. `fall`: the velocities
/// v + dt a that the body would have without forces of its own, `push`: dt times what its own forces do where the step
/// begins:
///   stage 1   from x + d dt v          with v + d push + 2 d (fall - v)            for d dt:  v1
///   stage 2   from x + e dt (v + v1)   with c v1 + (1 - c) v + d (fall - v)        for d dt:  v2
/// The body moves by dt w, w = e (v + v1) + d v2, and has the velocities v2 then. Between, contact sees w: the velocity
/// that moves it; what v2 is beyond it is added when the step ends.
#pragma once
#include "bodies/rigid_part.h"
#include "grid/integrator.h"

namespace weft {

/// Where a step begins.
struct StageStart {
  const Vectors& v;
  const Vectors& fall;
  const Vectors& push;
  double dt;
};

struct TwoStages {
  static constexpr double kNoise = 1e-8;  // of the energy: what solves leave

  Vectors v1, v2;
  Vectors w;  ///< what moves the body

  static double length(double dt) { return TrBdf2::d * dt; }
  static Vec3d first_way(const StageStart& s, std::size_t i) { return s.v[i] * (TrBdf2::d * s.dt); }
  Vec3d second_way(const StageStart& s, std::size_t i) const { return (s.v[i] + v1[i]) * (TrBdf2::e * s.dt); }
  static void first_free(const StageStart& s, Vectors& free) {
    free.resize(s.v.size());
    each_of(free.size(),
            [&](std::size_t i) { free[i] = s.v[i] + (s.push[i] + (s.fall[i] - s.v[i]) * 2.0) * TrBdf2::d; });
  }
  void second_free(const StageStart& s, Vectors& free) const {
    free.resize(s.v.size());
    each_of(free.size(), [&](std::size_t i) {
      free[i] = s.v[i] + (v1[i] - s.v[i]) * TrBdf2::c + (s.fall[i] - s.v[i]) * TrBdf2::d;
    });
  }
  /// Once both stages are made.
  void end(const StageStart& s) {
    w.resize(v1.size());
    each_of(w.size(), [&](std::size_t i) { w[i] = (s.v[i] + v1[i]) * TrBdf2::e + v2[i] * TrBdf2::d; });
  }

  /// More energy than there was and than what pulls from outside has brought; before, after: the elastic energy [J].
  /// Where pins move they bring some too, and nothing is known.
  template <class Mass>
  bool gains(const StageStart& s, Mass&& mass, double before, double after) const {
    const auto kinetic = [&](const Vectors& v) {
      return sum_over(v.size(), [&](std::size_t i) { return 0.5 * mass(i) * norm2(v[i]); });
    };
    const double work =
        sum_over(w.size(), [&](std::size_t i) { return mass(i) * dot(s.fall[i] - s.v[i], w[i]); });
    const double old = kinetic(s.v) + before, now = kinetic(v2) + after;
    return !(now <= old + work + kNoise * (std::fabs(old) + std::fabs(now)));
  }

  /// Where nothing holds the body, forces of its own leave its momenta alone. The scheme does so to an order in dt, solves
  /// to a tolerance; what is missing is a rigid motion. mass(i), x(i): where the step begins; drag: dt times the rate at
  /// which the air takes velocities.
  template <class Mass, class Place>
  void keep_momenta(const StageStart& s, Mass&& mass, Place&& x, double drag = 0) {
    const Vec3d origin = x(0);
    if (!(drag > 0)) {  // the middle goes as it falls: an error there would be one of the spin about it
      const RigidPart middle = rigid_part(w.size(), origin, [&](std::size_t i) {
        const Vec3d p = (w[i] - (s.v[i] + s.fall[i]) * 0.5) * mass(i);
        return PointMomenta{mass(i), x(i) - origin, p, Vec3d::zero()};
      });
      each_of(w.size(), [&](std::size_t i) { w[i] -= middle.V; });
    }
    const auto end = [&](std::size_t i) { return x(i) - origin + w[i] * s.dt; };
    const RigidPart off = rigid_part(v2.size(), origin, [&](std::size_t i) {
      const Vec3d x0 = x(i) - origin, x1 = x0 + (s.v[i] + v1[i]) * length(s.dt), x2 = end(i);
      const Vec3d falls = s.fall[i] - s.v[i];
      const Vec3d given0 = (falls - s.v[i] * drag) * TrBdf2::e, given1 = (falls - v1[i] * drag) * TrBdf2::e,
                  given2 = (falls - v2[i] * drag) * TrBdf2::d;
      const double m = mass(i);
      return PointMomenta{
          m, x2, (v2[i] - s.v[i] - given0 - given1 - given2) * m,
          (cross(x2, v2[i]) - cross(x0, s.v[i] + given0) - cross(x1, given1) - cross(x2, given2)) * m};
    });
    each_of(v2.size(), [&](std::size_t i) { v2[i] -= off.at(origin + end(i)); });
  }
};

}  // namespace weft
