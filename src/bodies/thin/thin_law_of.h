/// The interface for one law. Included by the files that instantiate it for their laws.
#pragma once
#include <type_traits>

#include "bodies/thin/element_law.h"
#include "bodies/thin/stretch_trial.h"
#include "materials/edge.h"
#include "math/definite.h"
#include "math/dual.h"

namespace weft {

template <class Law>
class ThinLawOf final : public ElementLaw<Law::tangents, Law::normals> {
 public:
  explicit ThinLawOf(const Law& law) : law_(law) {}
  std::string name() const override { return Law::name; }
  double density() const override { return law_.density; }
  double friction() const override { return law_.friction; }
  bool has_directions() const override { return std::is_same_v<Law, Woven>; }
  double energy(const ElementStrain& s) const override;
  ThinStiffness<Real> respond(const ThinView& body, Range r) const override;
  Pace stretch(const StretchView& body, Range r) const override {
    return StretchKernel<Law>(body, law_).respond(r);
  }
  double stretch_trial(const StretchView& body, Range r) const override {
    return StretchTrial<Law>(body, law_).forces(r);
  }
  void stretch_stiffness(const StretchView& body, Range r, bool definite,
                         StretchStiffness* out) const override {
    StretchTrial<Law>(body, law_).stiffness(r, definite, out);
  }
  RestStiffness rest_stiffness(const Vec2d& warp) const override { return rest_stiffness_of(law_, warp); }
  double force(const ThinView& body, const TrialView& trial, Range r) const override;
  void linearise(const ThinView& body, const TrialView& trial, Range r, bool definite) const override;
  double yielded(const ThinView& body, const TrialView& trial, Range r, FieldView start) const override;

 private:
  using P = Pack<Real>;
  static constexpr int kTangents = Law::tangents, kNormals = Law::normals, kCorners = kTangents + 1;
  static constexpr int kEntries = 3 * (kTangents + kNormals);
  template <class T>
  using Strain = ThinStrain<kTangents, kNormals, T>;
  template <class T>
  using Trial = TrialKernel<kTangents, kNormals, T>;
  template <class S>
  using Constants = decltype(std::declval<Law>().template as<S>());
  static_assert(std::is_trivially_copyable_v<RespondKernel<Law, P>> &&
                std::is_trivially_copyable_v<RespondKernel<Law, Real>> &&
                std::is_trivially_copyable_v<Trial<P>>);

  static double force_of(const Trial<Wide>& kernel, const Constants<double>& law, std::size_t i,
                         std::size_t lanes, Strain<P>& G);
  // Inlined, so that the compiler contracts sums and products in them in one way.
  [[gnu::always_inline]] static void second_derivative(const Trial<P>& kernel, const Constants<Real>& law,
                                                       std::size_t i, const Strain<P>& s,
                                                       P (&K)[kEntries][kEntries]);
  [[gnu::always_inline]] static void store_diagonal(const Trial<P>& kernel, std::size_t i,
                                                    const P (&K)[kEntries][kEntries]);

  Law law_;
};

template <class Law>
double ThinLawOf<Law>::energy(const ElementStrain& s) const {
  Strain<double> f;
  for (int a = 0; a < kTangents; ++a) f.t[a] = s.t[a];
  for (int b = 0; b < kNormals; ++b) f.d[b] = s.d[b];
  return law_.energy(f, s.warp);
}

template <class Law>
ThinStiffness<Real> ThinLawOf<Law>::respond(const ThinView& body, Range r) const {
  const RespondKernel<Law, P> kernel(body, law_);
  P mesh = Real(0), contact = Real(0);
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    const ThinStiffness<P> here = kernel.respond(i);
    mesh = max(mesh, here.mesh);
    contact = max(contact, here.contact);
  }
  return {horizontal_max(mesh), horizontal_max(contact)};
}

/// V G and V psi of one pack, in double: Newton's method needs forces that change smoothly with v.
template <class Law>
double ThinLawOf<Law>::force_of(const Trial<Wide>& kernel, const Constants<double>& law, std::size_t i,
                                std::size_t lanes, Strain<P>& G) {
  alignas(64) Real out[kEntries][P::width];
  double energy = 0;
  for (std::size_t half = 0; half < std::size_t(P::width); half += std::size_t(Wide::width)) {
    Strain<Wide> s, g;
    const RestShape<Wide> rest = kernel.rest(i + half);
    kernel.strain(i + half, rest, Solve::force, s);
    const Wide V = widen(kernel.body.volume.group(i + half, 0));
    law.respond(s, rest.warp, !kernel.body.rules.touches, g);
    const Wide psi = V * law.energy(s, rest.warp);
    for (std::size_t l = 0; l < std::size_t(Wide::width) && half + l < lanes; ++l) energy += psi[int(l)];
    for (int c = 0; c < kEntries; ++c) narrow(V * g.entry(c), &out[c][half]);
  }
  for (int c = 0; c < kEntries; ++c) G.entry(c) = P::load_aligned(out[c]);
  return energy;
}

template <class Law>
double ThinLawOf<Law>::force(const ThinView& body, const TrialView& trial, Range r) const {
  const Trial<Wide> wide(body, trial);
  const Trial<P> kernel(body, trial);
  const Constants<double> law = law_.template as<double>();
  double energy = 0;
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    Strain<P> G;
    energy += force_of(wide, law, i, r.end - i, G);
    kernel.store_response(i, G);
  }
  return energy;
}

/// V psi'', column by column by dual numbers.
template <class Law>
inline void ThinLawOf<Law>::second_derivative(const Trial<P>& kernel, const Constants<Real>& law,
                                              std::size_t i, const Strain<P>& s, P (&K)[kEntries][kEntries]) {
  using D = Dual<P>;
  const Vec2<P> warp = kernel.rest(i).warp;
  const Vec2<D> warp_dual{{D(warp[0]), D(warp[1])}};
  const P V = P::load(kernel.body.volume.group(i, 0));
  for (int c = 0; c < kEntries; ++c) {
    Strain<D> dual, G;
    for (int e = 0; e < kEntries; ++e) dual.entry(e) = D(s.entry(e), P(Real(e == c)));
    law.respond(dual, warp_dual, !kernel.body.rules.touches, G);
    for (int p = 0; p < kEntries; ++p) K[p][c] = V * G.entry(p).d;
  }
}

template <class Law>
void ThinLawOf<Law>::linearise(const ThinView& body, const TrialView& trial, Range r, bool definite) const {
  const Trial<P> kernel(body, trial);
  const Constants<Real> law = law_.template as<Real>();
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    const RestShape<P> rest = kernel.rest(i);
    Strain<P> s;
    kernel.strain(i, rest, Solve::force, s);
    P K[kEntries][kEntries];
    second_derivative(kernel, law, i, s, K);
    for (int p = 0; p < kEntries; ++p)
      for (int q = p + 1; q < kEntries; ++q) K[p][q] = K[q][p] = P(Real(0.5)) * (K[p][q] + K[q][p]);
    if (definite) make_definite(K);
    int at = 0;
    for (int p = 0; p < kEntries; ++p)
      for (int q = p; q < kEntries; ++q) K[p][q].store(trial.tangent.group(i, at++));
    store_diagonal(kernel, i, K);
  }
}

/// What each corner feels of its own motion: columns of the tangents weighted as B_m says.
template <class Law>
inline void ThinLawOf<Law>::store_diagonal(const Trial<P>& kernel, std::size_t i,
                                           const P (&K)[kEntries][kEntries]) {
  const RestShape<P> rest = kernel.rest(i);
  const P* B = rest.B;
  P weight[kCorners][kTangents];
  if constexpr (kTangents == 2) {
    weight[1][0] = B[0], weight[1][1] = B[1];
    weight[2][0] = P(Real(0)), weight[2][1] = B[2];
    weight[0][0] = -B[0], weight[0][1] = -(B[1] + B[2]);
  } else {
    weight[1][0] = B[0], weight[0][0] = -B[0];
  }
  const double dt = kernel.trial.dt;
  const P scale = select(kernel.coarse(i), P(Real(kernel.body.rules.from_mesh ? dt * dt : 0)), P(Real(0)));
  const std::size_t lanes = kernel.lanes(i);
  for (int a = 0; a < kCorners; ++a)
    for (int p = 0, c = 0; p < 3; ++p)
      for (int q = p; q < 3; ++q, ++c) {
        P sum = Real(0);
        for (int t = 0; t < kTangents; ++t)
          for (int u = 0; u < kTangents; ++u) sum += weight[a][t] * weight[a][u] * K[3 * t + p][3 * u + q];
        sum *= scale;
        for (std::size_t l = 0; l < lanes; ++l)
          kernel.trial.diagonal[((i + l) * kCorners + std::size_t(a)) * 6 + std::size_t(c)] = sum[int(l)];
      }
}

/// The yielded normals d_y replace the trial ones; d_s' = (I + dt grad v)^-1 d_y with the gradient last tried,
/// to first order in dt: the difference the return map makes is small beside what the step strains.
template <class Law>
double ThinLawOf<Law>::yielded(const ThinView& body, const TrialView& trial, Range r, FieldView start) const {
  const Trial<P> kernel(body, trial);
  const Constants<Real> law = law_.template as<Real>();
  P most = Real(0);
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    const RestShape<P> rest = kernel.rest(i);
    Strain<P> s, G;
    kernel.strain(i, rest, Solve::force, s);
    const Strain<P> tried = s;
    law.respond(s, rest.warp, true, G);
    for (int b = 0; b < kNormals; ++b)
      for (int k = 0; k < 3; ++k) {
        const P by = s.d[b][k] - tried.d[b][k];
        most = max(most, abs(by));
        (P::load(trial.start.group(i, 3 * b + k)) + by).store(start.group(i, 3 * b + k));
      }
  }
  return double(horizontal_max(most));
}

template <class Law>
std::unique_ptr<ThinLaw> make_thin_law_of(const Law& law) {
  return std::make_unique<ThinLawOf<Law>>(law);
}

}  // namespace weft
