/// How control points move with the grid. A trivially copyable value; its functions take packs of points or single ones.
#pragma once
#include "bodies/shell/lanes.h"
#include "grid/parcels.h"

namespace weft {

/// x + low += dt v: what x + dt v loses to rounding is kept in low.
struct ControlKernel {
  FieldView x, low, v;
  Real dt;

  template <class T>
  WEFT_HD void move(std::size_t i) const {
    const Vec3<T> was = load_vector<T>(x, i), by = load_vector<T>(v, i) * T(dt) + load_vector<T>(low, i);
    const Vec3<T> now = was + by;
    store_vector<T>(now, x, i);
    store_vector<T>(by - (now - was), low, i);
  }
};
static_assert(std::is_trivially_copyable_v<ControlKernel>);

}  // namespace weft
