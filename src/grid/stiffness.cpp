#include "grid/stiffness.h"

namespace weft {
namespace {

template <int degree>
void stiffness_degree(const Grid& grid, std::span<Parcels* const> sets, const Step& step, Real* out) {
  if (step.plane)
    step.weight_gradient ? StiffnessTransfer<degree, true, true>::all(grid, sets, step, out)
                         : StiffnessTransfer<degree, true, false>::all(grid, sets, step, out);
  else
    step.weight_gradient ? StiffnessTransfer<degree, false, true>::all(grid, sets, step, out)
                         : StiffnessTransfer<degree, false, false>::all(grid, sets, step, out);
}

}  // namespace

void Grid::stiffness(std::span<Parcels* const> sets, const Step& step, Array<Real>& out) const {
  out.assign(nodes_.size() * 6, Real(0));
  switch (shape_.degree) {
    case 1:
      return stiffness_degree<1>(*this, sets, step, out.data());
    case 2:
      return stiffness_degree<2>(*this, sets, step, out.data());
    default:
      return stiffness_degree<3>(*this, sets, step, out.data());
  }
}

}  // namespace weft
