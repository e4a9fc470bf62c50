/// Sixteen strands side by side.
#include "bodies/hair/rod_stages.inl"
#include "bodies/hair/rod_twist.inl"

namespace weft {
using T = Pack<Real>;
template struct RodScratch<T>;
template double stable_step(const Rod<T>&);
template void explicit_velocities(Rod<T>&, const RodStepOptions&, RodScratch<T>&);
template int implicit_velocities(Rod<T>&, const RodStepOptions&, RodScratch<T>&, RodObstacles<T>*);
template int stage_velocities(Rod<T>&, const RodStepOptions&, RodStages<T>&, RodScratch<T>&);
template void find_own(const Rod<T>&, const RodStepOptions&, const Array<Vec3<T>>&, const Array<T>&,
                       RodStages<T>&);
template void advance(Rod<T>&, const RodStepOptions&, RodScratch<T>&);
template void balance_twist(Rod<T>&, int, RodScratch<T>&);
template void prescribe_root(Rod<T>&, const Vec3<T>&, const Vec3<T>&, const Vec3<T>&, double);
template RodTotals totals_of(const Rod<T>&, int, RodScratch<T>&);
}  // namespace weft
