/// Putty (ZLKW13): linear in the principal stretches of the elastic deformation, and plastic flow that keeps
/// volume (after Bargteil and others 2007).
///   psi = mu sum (s_k - 1)^2 + lambda/2 (sum (s_k - 1))^2,   P_k = 2 mu (s_k - 1) + lambda sum (s - 1)
///   gamma = clamp(flow (|P| - Y)/|P|, 0, 1),  Y = max(yield_stress + hardening a, 0)
///   s* = s / (prod s)^(1/3),   s <- s / (s*)^gamma,   a += |ln (s*)^gamma|
/// Nothing flows where some s <= 0.05. `flow` is the part per step of length `flow_time`; steps of other
/// lengths take 1 - (1 - flow)^(dt / flow_time).
#pragma once
#include "materials/law.h"

namespace weft {

struct PuttyLaw {
  static constexpr const char* name = "putty";
  static constexpr const char* summary = "elastic to nearly rigid, flows when pressed, splits and merges";

  double density = 1000;                ///< [kg/m^3]
  double young = 2e5, poisson = 0.3;    ///< [Pa], [1]
  double yield_stress = 1e30;           ///< P_Y [Pa]
  double flow = 0.2, flow_time = 2e-3;  ///< nu_f [1], [s]
  double hardening = 0;                 ///< K_h [Pa]; negative softens
  double mu = 0, lambda = 0;            ///< set by prepare [Pa]

  static constexpr auto fields() {
    return std::array<Field<PuttyLaw>, 7>{
        {{"density", "kg/m^3", "mass per rest volume", 1e-3, 1e5, &PuttyLaw::density},
         {"young", "Pa", "Young's modulus: stiffness in tension", 1e-3, 1e13, &PuttyLaw::young},
         {"poisson", "1", "Poisson's ratio: 0.5 would be incompressible", -0.9, 0.495, &PuttyLaw::poisson},
         {"yield_stress", "Pa", "norm of the principal stresses beyond which it flows", 0, 1e30,
          &PuttyLaw::yield_stress},
         {"flow", "1", "part of the strain beyond yielding that flows away in flow_time", 0, 1,
          &PuttyLaw::flow},
         {"flow_time", "s", "the time that flow is told for", 1e-9, 1e6, &PuttyLaw::flow_time},
         {"hardening", "Pa", "gain of yield stress with accumulated plastic strain; negative softens", -1e13,
          1e13, &PuttyLaw::hardening}}};
  }
  void prepare() {
    check_ranges(*this);
    mu = young / (2 * (1 + poisson));
    lambda = young * poisson / ((1 + poisson) * (1 - 2 * poisson));
  }
};

}  // namespace weft
