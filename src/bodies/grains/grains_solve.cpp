/// GrainsBody: what the implicit solve asks (grains_trial.h).
#include "bodies/grains/grains_body.h"
#include "bodies/grains/grains_tangent.h"
#include "grid/settled.h"

namespace weft {

using P = Pack<Real>;

constexpr std::size_t kSolveChunk = std::size_t(1) << 12;

void GrainsBody::begin_solve(const Step&) {
  started_ = false;
  points_.set_components(trial_, law_->traits().strains());
  points_.set_components(response_, 9);
  points_.set_components(tangent_, grains_tangent::kSize);
  trial_energy_.resize(chunk_count(size(), kBatch));
}

TrialViews GrainsBody::trial_views() const {
  return {started_ ? start_.view() : F_.view(),
          state_.view(),
          trial_.view(),
          response_.view(),
          tangent_.view(),
          start_.view()};
}

double GrainsBody::try_elements(const Step&, Solve what) {
  double sum = 0;
  if (what != Solve::change)
    for (const double e : trial_energy_) sum += e;
  return sum;
}

void GrainsBody::try_unload(Range r, const Step& step, const AnswerBatch& in, Solve what) {
  if (what != Solve::change) {
    trial_energy_[r.begin / kBatch] = volume_ * law_->try_unload(r, step, in, trial_views());
    return;
  }
  const GrainTangent<Real> kernel{trial_views(), Real(step.dt), Real(step.dt * step.dt * volume_),
                                  law_->traits().viscosity > 0};
  const auto& gradient = step.weight_gradient ? in.G : in.C;
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    Mat3<P> dG;
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) dG(a, b) = P::load(&gradient[b][a][i - r.begin]);
    const Mat3<P> dS =
        law_->traits().volumetric ? kernel.stress_change<true>(i, dG) : kernel.stress_change<false>(i, dG);
    kernel.at.response.store_matrix(i, dS);
  }
}

void GrainsBody::linearise(const Step&, bool definite) {
  parallel_chunks(size(), kSolveChunk, [&](Range r) { law_->linearise(r, definite, trial_views()); });
}

/// The torque of S about the nodes as they are is its skew part.
void GrainsBody::try_load(Range r, const Step& step, ParcelBatch& out, Solve what) const {
  const P stress = Real(-step.dt * volume_ * (step.weight_gradient ? 1.0 : step.affine_inverse)),
          none = Real(0);
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    const std::size_t at = i - r.begin;
    none.store(&out.m[at]);
    for (int a = 0; a < 3; ++a) {
      P::load(x_.group(i, a)).store(&out.x[a][at]);
      none.store(&out.p[a][at]);
      for (int b = 0; b < 3; ++b) {
        P S = P::load(response_.group(i, 3 * a + b));
        if (what == kSettled) S = (S + P::load(response_.group(i, 3 * b + a))) * P(Real(0.5));
        S *= stress;
        S.store(step.weight_gradient ? &out.S[b][a][at] : &out.Q[b][a][at]);
        if (step.weight_gradient) none.store(&out.Q[b][a][at]);
      }
    }
  }
}

void GrainsBody::load_stiffness(Range r, const Step& step, StiffnessBatch& out) const {
  const GrainTangent<Real> kernel{trial_views(), Real(step.dt), Real(step.dt * step.dt * volume_),
                                  law_->traits().viscosity > 0};
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    const std::size_t at = i - r.begin;
    const StiffnessOf<P> K =
        law_->traits().volumetric ? kernel.stiffness<true, P>(i) : kernel.stiffness<false, P>(i);
    for (auto& row : out.A) P(Real(0)).store(&row[at]);
    for (int ab = 0; ab < 6; ++ab)
      for (int c = 0; c < 6; ++c) K.T[ab][c].store(&out.T[ab][c][at]);
    for (int ab = 0; ab < 3; ++ab)
      for (int c = 0; c < 3; ++c) K.W[ab][c].store(&out.W[ab][c][at]);
  }
}

bool GrainsBody::begin_from_yielded(const Step& step) {
  if (!law_->traits().plastic) return false;
  points_.set_components(start_, law_->traits().strains());
  const double most = reduce_chunks(
      size(), kSolveChunk, 0.0, [&](Range r) { return law_->yield(r, step.dt, trial_views()); },
      [](double a, double b) { return std::max(a, b); });
  started_ = true;
  return most > 1e-5;
}

}  // namespace weft
