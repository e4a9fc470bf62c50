/// GrainsBody: making, and the phases of an explicit step.
#include "bodies/grains/grains_body.h"

#include "bodies/point_motion.h"

namespace weft {

std::unique_ptr<Body> make_grains(const GrainsOptions& options) {
  return std::make_unique<GrainsBody>(options);
}

GrainsBody::GrainsBody(const GrainsOptions& options)
    : Body(options.name),
      options_(options),
      law_(make_grain_law(options.material)),
      mass_(law_->traits().density * options.point_volume),
      volume_(options.point_volume),
      x_(points_.add("x", 3)),
      v_(points_.add("v", 3)),
      C_(points_.add("C", 9)),
      F_(points_.add("F", law_->traits().strains())),
      tau_(points_.add("tau", 6)),
      state_(points_.add("state", int(law_->traits().states.size()))),
      rest_(points_.add("rest", options.keep_rest || options.force ? 3 : 0)),
      sharpening_(options.sharpen),
      start_(points_.add("start", 0, Keep::scratch)),
      trial_(points_.add("trial", 0, Keep::scratch)),
      response_(points_.add("response", 0, Keep::scratch)),
      tangent_(points_.add("tangent", 0, Keep::scratch)) {
  identify("grains", law_->traits().name);
  roles_.implicit = this;
  roles_.traveller = this;
  if (sharpening_.acts()) roles_.sharpening = &sharpening_;
  sharpening_.add({*this, v_, C_});
  if (options.source) roles_.renewal = this;
  const std::size_t n = options.positions.size();
  resize(n);
  const auto pick = [](const auto& list, std::size_t i, const auto& none) {
    return list.empty() ? none : list.size() == 1 ? list[0] : list[i];
  };
  for (std::size_t i = 0; i < n; ++i) {
    set_vector(x_, i, options.positions[i]);
    set_vector(v_, i, pick(options.velocities, i, Vec3d::zero()));
    const Mat3d C = pick(options.gradients, i, Mat3d::zero());
    for (int a = 0; a < 9; ++a) C_(i, a) = Real(C(a / 3, a % 3));
    if (has_rest()) set_vector(rest_, i, options.positions[i]);
  }
  refresh_stress({0, n});
  lay_stream();
  options_.positions = {};
  options_.velocities = {};
  options_.gradients = {};
}

/// New points, and the lanes past the last one, begin in the initial strain at rest.
void GrainsBody::resize(std::size_t n) {
  const std::size_t old = size();
  points_.resize(n);
  see_points();
  limits_.resize(chunk_count(n, kBatch));
  const GrainLaw::Traits& law = law_->traits();
  for (std::size_t i = old; i < chunk_count(n, kGroup) * kGroup; ++i) {
    if (law.volumetric) F_(i, 0) = Real(determinant(options_.deformation));
    else
      for (int a = 0; a < 9; ++a) F_(i, a) = Real(options_.deformation(a / 3, a % 3));
    for (std::size_t k = 0; k < law.states.size(); ++k) state_(i, int(k)) = Real(law.states[k].initial);
  }
}

/// Stress and limits of points that have not been through a step yet.
void GrainsBody::refresh_stress(Range r) {
  for (std::size_t at = r.begin / kGroup * kGroup; at < r.end;) {
    const std::size_t batch = at / kBatch, end = std::min(r.end, (batch + 1) * kBatch);
    const BatchLimits now = law_->begin({at, end}, views_);
    BatchLimits& l = limits_[batch];
    l.speed2 = std::max(l.speed2, now.speed2);
    l.gradient2 = std::max(l.gradient2, now.gradient2);
    l.modulus = std::max(l.modulus, now.modulus);
    at = end;
  }
}

/// After every change of the number of points, which moves their memory.
void GrainsBody::see_points() {
  views_ = {x_.view(), v_.view(), C_.view(), F_.view(), tau_.view(), state_.view()};
}

void GrainsBody::positions(Range r, Real* x, Real* y, Real* z) const { copy_positions(x_, r, x, y, z); }

void GrainsBody::load(Range r, const Step& step, ParcelBatch& out) const {
  using P = Pack<Real>;
  static_assert(std::is_trivially_copyable_v<GrainLoad<Real>>);
  const Real m = Real(mass_);
  const double spread = step.weight_gradient ? 1.0 : step.affine_inverse;
  const GrainLoad<Real> kernel{views_,
                               m,
                               m * Real(1 - 0.5 * options_.damping),
                               m * Real(-0.5 * options_.damping),
                               Real(step.implicit ? 0 : -step.dt * volume_ * spread),
                               step.weight_gradient};
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    const std::size_t at = i - r.begin;
    ParcelOf<P> parcel;
    kernel.load(i, parcel);
    parcel.m.store(&out.m[at]);
    for (int a = 0; a < 3; ++a) {
      parcel.x[a].store(&out.x[a][at]);
      parcel.p[a].store(&out.p[a][at]);
      for (int b = 0; b < 3; ++b) {
        parcel.Q(a, b).store(&out.Q[b][a][at]);
        if (step.weight_gradient) parcel.S(a, b).store(&out.S[b][a][at]);
      }
    }
  }
  if (!options_.force) return;
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Vec3d b = options_.force->at(vector_at(rest_, i), vector_at(x_, i), step.time);
    for (int a = 0; a < 3; ++a) out.p[a][i - r.begin] += Real(mass_ * step.dt * b[a]);
  }
}

void GrainsBody::unload(Range r, const Step& step, const AnswerBatch& in) {
  limits_[r.begin / kBatch] = law_->unload(r, step, in, views_);
}

Limits GrainsBody::limits() const {
  BatchLimits m;
  for (const BatchLimits& l : limits_) {
    m.speed2 = std::max(m.speed2, l.speed2);
    m.gradient2 = std::max(m.gradient2, l.gradient2);
    m.modulus = std::max(m.modulus, l.modulus);
  }
  const GrainLaw::Traits& law = law_->traits();
  return {std::sqrt(double(m.speed2)), std::sqrt(double(m.gradient2)),
          std::sqrt(double(m.modulus) / law.density), law.viscosity / law.density};
}

}  // namespace weft
