/// What a law says about the layers of a shell, a place of a pack of faces at a time. The rest of the shell
/// does not depend on it.
#pragma once
#include <memory>

#include "bodies/point_field.h"
#include "bodies/shell/layer_kernel.h"
#include "materials/material.h"

namespace weft {

/// Which faces, the first of a pack, and which of their places of bending.
struct FacePlaces {
  std::size_t slot;
  int place;
};

/// Faces and how they change.
struct BentFaces {
  const KirchhoffLove<Pack<Real>>& surface;
  const KirchhoffLoveChange<Pack<Real>>& by;
};

/// The same in double, of shells that move by themselves; by: per second.
struct MovingFaces {
  const KirchhoffLove<Wide>& surface;
  const KirchhoffLoveChange<Wide>& by;
};

/// Forces of explicit steps and changes of force are computed in Real, energies of the implicit solve in
/// double: Newton's method needs forces that change smoothly with v.
class ShellLaw {
 public:
  using P = Pack<Real>;
  virtual ~ShellLaw() = default;
  virtual std::string name() const = 0;
  virtual double density() const = 0;        ///< at rest [kg/m^3]
  virtual double modulus() const = 0;        ///< at rest, for the speed of waves [Pa]
  virtual SheetContact contact() const = 0;  ///< across the shell, the same formulas for all laws
  virtual bool dents() const = 0;            ///< has a return map ...
  virtual bool may_dent() const = 0;         ///< ... that does something with these numbers
  virtual double energy(const Columns<double>& f) const = 0;           ///< psi [J/m^3]
  virtual Columns<double> stress(const Columns<double>& f) const = 0;  ///< dpsi/df [Pa]

  // As LayerKernel says.
  virtual P bend(const LayerView& layers, FacePlaces at, const KirchhoffLove<P>& surface,
                 Resultants<P>& r) const = 0;
  virtual LayerPace<Wide> respond(const LayerView& layers, FacePlaces at, const MovingFaces& faces,
                                  const LayerDamping& tau, Resultants<Wide>& r) const = 0;
  /// Returns `sum` and what both layers add to it.
  virtual Wide energy(const LayerView& layers, FacePlaces at, const KirchhoffLove<Wide>& surface,
                      Resultants<Wide>& r, Wide sum) const = 0;
  virtual void change(const LayerView& layers, FacePlaces at, const BentFaces& faces, bool definite,
                      ResultantsChange<P>& r) const = 0;
  virtual P stiffness(const LayerView& layers, FacePlaces at, const KirchhoffLove<P>& surface,
                      int layer) const = 0;
  virtual P dent(const LayerView& layers, FacePlaces at, const KirchhoffLove<P>& surface) const = 0;
};

/// Throws E0306 when shells cannot be made of it; `name`: of the object.
std::unique_ptr<ShellLaw> make_shell_law(const std::string& name, const Material& material);

template <class Law>
std::unique_ptr<ShellLaw> make_shell_law_of(const Law& law);

}  // namespace weft
