/// Sixteen strands side by side.
#include "bodies/hair/rod_implicit.inl"
#include "bodies/hair/rod_twist.inl"

namespace weft {
using T = Pack<Real>;
template struct RodScratch<T>;
template double stable_step(const Rod<T>&);
template void explicit_velocities(Rod<T>&, const RodStepOptions&, RodScratch<T>&);
template int implicit_velocities(Rod<T>&, const RodStepOptions&, RodScratch<T>&);
template void advance(Rod<T>&, const RodStepOptions&, RodScratch<T>&);
template void balance_twist(Rod<T>&, int, RodScratch<T>&);
template void prescribe_root(Rod<T>&, const Vec3<T>&, const Vec3<T>&, const Vec3<T>&, double);
template RodTotals totals_of(const Rod<T>&, int, RodScratch<T>&);
}  // namespace weft
