/// The part of a law's interface that knows how many tangents and normals there are and nothing else.
#pragma once
#include "bodies/point_field.h"
#include "bodies/thin/thin_law.h"
#include "bodies/thin/trial_kernel.h"

namespace weft {

template <int Tangents, int Normals>
class ElementLaw : public ThinLaw {
 public:
  ElementLaw() : ThinLaw(Tangents, Normals) {}
  void change(const ThinView& body, const TrialView& trial, Range r) const override;
  void load_stiffness(const ThinView& body, const TrialView& trial, Range r,
                      StiffnessBatch& out) const override;
  void mesh_stiffness(const ThinView& body, const TrialView& trial, Range r,
                      MeshStiffness& out) const override;
};

extern template class ElementLaw<2, 1>;
extern template class ElementLaw<1, 2>;
extern template class ElementLaw<1, 1>;

}  // namespace weft
