/// What an implicit solve is asked to do, and what it says of it.
#pragma once

namespace weft {

struct ImplicitOptions {
  bool minres = true;       ///< MINRES, which also copes with an indefinite H; or conjugate gradients
  bool exact = false;       ///< all of H, or its part without negative eigenvalues
  double tolerance = 1e-3;  ///< of the residual, relative to that of the guess or of gravity
  int newton = 20;          ///< Newton steps at most
  int krylov = 400;         ///< products per Newton step at most
  bool coarse = true;       ///< two levels of preconditioner
  int yield_rounds = 3;     ///< solves from yielded strains after the first
};

enum class SolveStop {
  none,  ///< nothing was solved
  converged,
  newton,   ///< too many steps
  stalled,  ///< no way down
  broken,   ///< not a number
};
constexpr const char* name_of(SolveStop s) {
  constexpr const char* names[] = {"", "converged", "newton", "stalled", "broken"};
  return names[int(s)];
}

/// What one solve did.
struct SolveReport {
  int newton = 0, krylov = 0;
  double residual = 0;  ///< relative, as the tolerance
  SolveStop stop = SolveStop::none;
  bool converged() const { return stop == SolveStop::converged; }
};

}  // namespace weft
