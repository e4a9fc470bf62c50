#include "world/solver.h"

namespace weft {
namespace {

/// A kind, or a kind and a number.
Setting<Solver> device_setting() {
  return {
      {.name = "device",
       .type = KeyType::text,
       .fallback = default_text(device_text({})),
       .meaning = "where steps are made: cpu, gpu (a graphics card, docs/gpu.md), gpu:1 (the second one), or "
                  "auto (a card where there is one and the scene is large enough)"},
      [](const Solver& s) { return Value{device_text(s.device)}; },
      [](Solver& s, const Value& v) { s.device = parse_device(std::get<std::string>(v)); }};
}

}  // namespace

const Settings<Solver>& Solver::fields() {
  using S = Solver;
  using I = ImplicitOptions;
  using namespace describe;
  static const Settings<S> list = {
      number<&S::dx>("dx", "m", {1e-6, 1e4}, "grid spacing, the one quality knob").required(),
      flag<&S::plane>("plane", "a 2D scene in the plane y = 0, exact plane strain"),
      choice<&S::weight_gradient>("transfer", {{"mls", false}, {"gradient", true}},
                                  "how stress reaches the grid: moving least squares, or weight gradients"),
      choice<&S::step>("step",
                       {{"explicit", int(Stepping::explicitly)},
                        {"implicit", int(Stepping::implicitly)},
                        {"auto", int(Stepping::automatic)},
                        {"static", int(Stepping::statically)}},
                       "how velocities are found: explicit, with steps that the stiffest material dictates; "
                       "implicit (backward Euler), with steps that speed alone limits; whichever a short "
                       "trial finds cheaper; or static: every frame at rest under the loads, pins and "
                       "obstacles of its time"),
      choice<&S::implicit, &I::minres>("linear", {{"minres", true}, {"cg", false}},
                                       "implicit: the Krylov method, MINRES or conjugate gradients"),
      choice<&S::implicit, &I::exact>("stiffness", {{"definite", false}, {"exact", true}},
                                      "implicit: the stiffness without its negative eigenvalues, or all of "
                                      "it (quadratic convergence; wants minres)"),
      flag<&S::implicit, &I::coarse>("coarse", "implicit: precondition on two grids rather than one"),
      number<&S::implicit, &I::tolerance>(
          "tolerance", "", {1e-12, 0.5},
          "implicit: a step's residual, relative to that of its first guess or of gravity"),
      integer<&S::implicit, &I::newton>("newton", {1, 1000},
                                        "implicit: Newton steps at most; then dt is halved"),
      integer<&S::implicit, &I::krylov>("krylov", {1, 100000}, "implicit: products per Newton step at most"),
      integer<&S::implicit, &I::yield_rounds>(
          "yield_rounds", {0, 20},
          "implicit: solves repeated from yielded strains, against the cohesion of lagged friction"),
      number<&S::cfl>("cfl", "", {1e-4, 1}, "cells a point may move in a step"),
      number<&S::stiffness_safety>("safety", "", {1e-4, 2},
                                   "part of the explicit stability limit that is used"),
      number<&S::dt_max>("dt_max", "s", {1e-12, 1e3}, "longest step; 1 s where steps may be implicit"),
      number<&S::dt_min>("dt_min", "s", {1e-15, 1}, "a step shorter than this ends the run as hopeless"),
      number<&S::dt_fixed>("dt", "s", {1e-12, 10}, "exactly this step instead of an automatic one")
          .or_nothing(),
      vector<&S::gravity>("gravity", "m/s^2", {-1e5, 1e5}, "acceleration of everything"),
      number<&S::rest>("rest", "", {1e-9, 0.5},
                       "static: forces that may be left over, relative to the weight or the load"),
      integer<&S::rest_steps>("rest_steps", {1, 100000000}, "static: steps per frame at most"),
      device_setting(),
  };
  return list;
}

}  // namespace weft
