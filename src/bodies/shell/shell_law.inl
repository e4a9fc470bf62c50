/// The interface for one law. Included by the files that instantiate it for their laws.
#pragma once
#include "bodies/shell/shell_law.h"

namespace weft {

template <class Law>
class ShellLawOf final : public ShellLaw {
 public:
  explicit ShellLawOf(const Law& law)
      : law_(law), narrow_(law.template as<Real>()), exact_(law.template as<double>()) {}
  std::string name() const override { return Law::name; }
  double density() const override { return law_.density; }
  double modulus() const override {
    return exact_.modulus(LaminaMetric<double>(Columns<double>{{{1, 0, 0}}, {{0, 1, 0}}}));
  }
  SheetContact contact() const override { return law_; }
  bool dents() const override { return Law::dents; }
  bool may_dent() const override { return narrow_.may_dent(); }
  double energy(const Columns<double>& f) const override { return exact_.energy(f); }
  Columns<double> stress(const Columns<double>& f) const override { return exact_.stress(f); }

  P bend(const LayerView& layers, FacePlaces at, const KirchhoffLove<P>& surface,
         Resultants<P>& r) const override {
    return Narrow(narrow_, layers).bend(surface, at.slot, at.place, r);
  }
  LayerPace<Wide> respond(const LayerView& layers, FacePlaces at, const MovingFaces& faces,
                          const LayerDamping& tau, Resultants<Wide>& r) const override {
    return LayerKernel<Law, double>(exact_, layers)
        .respond(faces.surface, faces.by, tau, at.slot, at.place, r);
  }
  Wide energy(const LayerView& layers, FacePlaces at, const KirchhoffLove<Wide>& surface, Resultants<Wide>& r,
              Wide sum) const override {
    return LayerKernel<Law, double>(exact_, layers).energy(surface, at.slot, at.place, r, sum);
  }
  void change(const LayerView& layers, FacePlaces at, const BentFaces& faces, bool definite,
              ResultantsChange<P>& r) const override {
    Narrow(narrow_, layers).change(faces.surface, faces.by, at.slot, at.place, definite, r);
  }
  P stiffness(const LayerView& layers, FacePlaces at, const KirchhoffLove<P>& surface,
              int layer) const override {
    return Narrow(narrow_, layers).stiffness(surface, at.slot, at.place, layer);
  }
  P dent(const LayerView& layers, FacePlaces at, const KirchhoffLove<P>& surface) const override {
    if constexpr (Law::dents) return Narrow(narrow_, layers).dent(surface, at.slot, at.place);
    else return P(Real(0));
  }

 private:
  using Narrow = LayerKernel<Law, Real>;
  static_assert(std::is_trivially_copyable_v<Narrow>);

  Law law_;
  LawIn<Law, Real> narrow_;  ///< prepared once for kernels
  LawIn<Law, double> exact_;
};

template <class Law>
std::unique_ptr<ShellLaw> make_shell_law_of(const Law& law) {
  return std::make_unique<ShellLawOf<Law>>(law);
}

}  // namespace weft
