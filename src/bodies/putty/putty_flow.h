/// Plastic flow in principal stretches (materials/putty_law.h says the equations).
#pragma once
#include "materials/putty_law.h"
#include "math/functions.h"
#include "math/pack.h"
#include "math/vec.h"

namespace weft {

constexpr double kLeastFlowing = 0.05;  ///< of stretches: below it a point is too flat to flow

/// Where a point ends after flowing.
template <class T>
struct PuttyFlow {
  Vec3<T> plastic;  ///< s_p: the elastic stretches become s / s_p
  T hardened;       ///< a
};

/// s: stretches; a: plastic strain so far; flow: the part of a step, nu_f.
template <class T>
PuttyFlow<T> putty_flow(const PuttyLaw& law, double flow, const Vec3<T>& s, const T& a) {
  const T sum = s[0] + s[1] + s[2] - T(3);
  Vec3<T> P;
  for (int k = 0; k < 3; ++k) P[k] = T(2 * law.mu) * (s[k] - T(1)) + T(law.lambda) * sum;
  const T size = sqrt(norm2(P));
  const T yield = max(T(law.yield_stress) + T(law.hardening) * a, T(0));
  const auto flows = size > yield && min(min(s[0], s[1]), s[2]) > T(kLeastFlowing);
  const T gamma = select(flows, min(T(flow) * (size - yield) / max(size, T(1e-30)), T(1)), T(0));
  // ln s* = ln s - mean
  Vec3<T> l;
  for (int k = 0; k < 3; ++k) l[k] = log(max(s[k], T(kLeastFlowing)));
  const T mean = (l[0] + l[1] + l[2]) * T(1.0 / 3);
  PuttyFlow<T> out;
  for (int k = 0; k < 3; ++k) {
    l[k] = (l[k] - mean) * gamma;
    out.plastic[k] = exp(l[k]);
  }
  out.hardened = a + sqrt(norm2(l));
  return out;
}

/// nu_f of a step of length dt: the same in a given time whatever the steps.
inline double flow_of_step(const PuttyLaw& law, double dt) {
  return law.flow >= 1 ? 1 : 1 - std::pow(1 - law.flow, dt / law.flow_time);
}

}  // namespace weft
