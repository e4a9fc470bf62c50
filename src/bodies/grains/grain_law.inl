/// A law of grains behind its interface. Included by the files that compile a part of the laws.
#pragma once
#include <cmath>

#include "bodies/grains/grain_law.h"
#include "bodies/point_field.h"

namespace weft {

/// The answers for a pack of points in a batch, read as an AnswerOf<T>.
template <class T>
struct BatchAnswer {
  const AnswerBatch& in;
  const Real (&gradient)[3][3][kBatch];  ///< what strains
  std::size_t at;

  static T load(const Real* p) {
    T a;
    load_lanes(p, a);
    return a;
  }
  T v(int a) const { return load(&in.v[a][at]); }
  T C(int a, int b) const { return load(&in.C[b][a][at]); }
  T G(int a, int b) const { return load(&gradient[b][a][at]); }
};

template <class Law>
class GrainLawOf final : public GrainLaw {
 public:
  explicit GrainLawOf(const Law& law)
      : GrainLaw(
            {Law::name, law.density, law.viscosity(), Law::plastic, Law::volumetric, std::span(Law::states)}),
        real_(law.template as<Real>()),
        wide_(law.template as<double>()) {}

  BatchLimits begin(Range r, const GrainViews& at) const override {
    const GrainsKernel<Law, Real> kernel{real_, at, 0, Real(traits().viscosity)};
    GrainLimits<P> most{Real(0), Real(0), Real(0)};
    for (std::size_t i = r.begin; i < r.end; i += P::width) raise(most, kernel.template begin<P>(i));
    return largest(most);
  }

  BatchLimits unload(Range r, const Step& step, const AnswerBatch& in, const GrainViews& at) const override {
    const GrainsKernel<Law, Real> kernel{real_, at, Real(step.dt), Real(traits().viscosity)};
    const auto& gradient = step.weight_gradient ? in.G : in.C;
    GrainLimits<P> most{Real(0), Real(0), Real(0)};
    for (std::size_t i = r.begin; i < r.end; i += P::width)
      raise(most, kernel.template unload<P>(i, BatchAnswer<P>{in, gradient, i - r.begin}));
    return largest(most);
  }

  void energies(Range r, const GrainViews& at, double* psi) const override {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      double state[Law::n_state > 0 ? Law::n_state : 1];
      for (int k = 0; k < Law::n_state; ++k) state[k] = at.state(i, k);
      Vec3d s;
      if constexpr (Law::volumetric) {
        s = Vec3d::filled(std::cbrt(double(at.F(i, 0))));
      } else {
        Mat3d U, V;
        svd(at.F.matrix<double>(i), U, s, V);
      }
      psi[i - r.begin] = wide_.template elastic<double>(state).energy(s);
    }
  }

  /// In double: a stiff material turns the last bits of F into forces larger than gravity, and Newton's method
  /// needs forces that change smoothly with v.
  double try_unload(Range r, const Step& step, const AnswerBatch& in, const TrialViews& at) const override {
    const GrainsTrial<Law, double> kernel{wide_, at, step.dt, traits().viscosity};
    const auto& gradient = step.weight_gradient ? in.G : in.C;
    double energy = 0;
    for (std::size_t i = r.begin; i < r.end; i += Wide::width) {
      const BatchAnswer<Wide> answer{in, gradient, i - r.begin};
      Mat3<Wide> G;
      for (int a = 0; a < 9; ++a) G(a / 3, a % 3) = answer.G(a / 3, a % 3);
      const Wide psi = kernel.stress(i, G);
      const std::size_t lanes = std::min<std::size_t>(Wide::width, r.end - i);
      for (std::size_t l = 0; l < lanes; ++l) energy += psi[int(l)];
    }
    return energy;
  }

  void linearise(Range r, bool definite, const TrialViews& at) const override {
    const GrainsTrial<Law, Real> kernel{real_, at, 0, Real(traits().viscosity)};
    for (std::size_t i = r.begin; i < r.end; i += P::width) kernel.template linearise<P>(i, definite);
  }

  double yield(Range r, double dt, const TrialViews& at) const override {
    P most = Real(0);
    if constexpr (Law::plastic) {
      const GrainsTrial<Law, Real> kernel{real_, at, Real(dt), Real(traits().viscosity)};
      for (std::size_t i = r.begin; i < r.end; i += P::width) most = max(most, kernel.template yield<P>(i));
    }
    return double(horizontal_max(most));
  }

 private:
  using P = Pack<Real>;
  static_assert(std::is_trivially_copyable_v<GrainsKernel<Law, Real>> &&
                std::is_trivially_copyable_v<GrainsTrial<Law, double>>);

  static void raise(GrainLimits<P>& most, const GrainLimits<P>& l) {
    most.speed2 = max(most.speed2, l.speed2);
    most.gradient2 = max(most.gradient2, l.gradient2);
    most.modulus = max(most.modulus, l.modulus);
  }
  static BatchLimits largest(const GrainLimits<P>& l) {
    return {horizontal_max(l.speed2), horizontal_max(l.gradient2), horizontal_max(l.modulus)};
  }

  typename Law::template Formulas<Real> real_;
  typename Law::template Formulas<double> wide_;
};

template <std::size_t part>
std::unique_ptr<GrainLaw> make_grain_law_of_part(const Material& material) {
  std::unique_ptr<GrainLaw> made;
  const auto consider = [&]<std::size_t k>(std::integral_constant<std::size_t, k>) {
    using Law = std::variant_alternative_t<k, Material>;
    if constexpr (k % kGrainLawParts == part && IsGrain<Law>)
      if (material.index() == k) made = std::make_unique<GrainLawOf<Law>>(std::get<k>(material));
  };
  [&]<std::size_t... k>(std::index_sequence<k...>) {
    (consider(std::integral_constant<std::size_t, k>{}), ...);
  }
  (std::make_index_sequence<std::variant_size_v<Material>>{});
  return made;
}

}  // namespace weft
