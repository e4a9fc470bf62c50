#include "grid/stiffness.h"

#include "grid/transfers.h"

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
  out.resize(nodes_.size() * 6);
  parallel_chunks(out.size(), 1 << 14, [&](Range r) { std::fill_n(&out[r.begin], r.size(), Real(0)); });
  with_degree(shape_.degree, [&](auto degree) { stiffness_degree<degree>(*this, sets, step, out.data()); });
}

}  // namespace weft
