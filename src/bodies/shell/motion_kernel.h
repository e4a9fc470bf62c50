/// How control points move, and what contact points do to them with Coupling::mesh. Trivially copyable values;
/// their functions take packs of points or single ones.
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

/// Coulomb's cone: the share of a slip that a push across it can hold.
template <class T>
WEFT_HD T held_share(const T& slip, const T& across, const T& friction) {
  const T hold = friction * abs(across);
  return min(T(1), hold / max(slip, T(1e-30)));
}

/// The impulse the grid gives a contact point that something presses on:
///   v_r = v_grid - v_q,   dv_q = v_n n + min(1, c_F |v_n|/|v_t|) v_t
/// It grows with how much shorter the fibre is than the normal, from kFirst to all of it at kFull: a lone
/// shell that bends strains its fibres a little as well.
struct KickKernel {
  static constexpr double kFirst = 0.02, kFull = 0.07;
  FieldView v, normal, d, mass, kick;
  Real friction;

  template <class T>
  WEFT_HD void take(std::size_t i, std::size_t at, const Real (&answer)[3][kBatch]) const {
    const Vec3<T> n = load_vector<T>(normal, i), fibre = load_vector<T>(d, i);
    const Vec3<T> by = load_batch<T>(answer, at) - load_vector<T>(v, i);
    const T across = dot(by, n);
    const Vec3<T> straight = n * across, along = by - straight;
    const T share = held_share<T>(sqrt(norm2(along)), across, T(friction));
    const T pressed = clamp((T(1 - kFirst) - dot(n, fibre)) * T(1 / (kFull - kFirst)), T(0), T(1));
    const T m = pressed * load_points<T>(mass.group(i, 0));
    store_vector<T>((straight + along * share) * m, kick, i);
  }
};
static_assert(std::is_trivially_copyable_v<KickKernel>);

}  // namespace weft
