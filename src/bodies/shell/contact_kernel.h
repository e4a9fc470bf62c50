/// Contact points: the fibre d that the grid strains, against the tangents of the surface. Trivially copyable
/// values of views and numbers; their functions take packs of points or single ones.
///
///   load      Q += -dt D^-1 V dchi/dd d^T, or the same into S
///   unload    d <- (I + dt grad v) d
///   touch     points go to their places, friction yields, V dchi pushes the control points
#pragma once
#include "bodies/shell/face_view.h"
#include "grid/parcels.h"
#include "math/dual.h"

namespace weft {

/// Contact points as the grid meets them, from point i on; `at` is where they are in the batch.
struct FibreKernel {
  FieldView x, d, pull;
  Real dt, kick;         ///< kick: -dt D^-1, or -dt where stress travels in S
  bool weight_gradient;  ///< stress travels in S

  template <class T>
  WEFT_HD void load(std::size_t i, std::size_t at, ParcelBatch& out) const {
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) {
        const T stress = load_points<T>(pull.group(i, a)) * load_points<T>(d.group(i, b)) * T(kick);
        if (weight_gradient) store_points<T>(stress, &out.S[b][a][at]);
        else store_points<T>(load_points<T>(&out.Q[b][a][at]) + stress, &out.Q[b][a][at]);
      }
  }
  template <class T>
  WEFT_HD void unload(std::size_t i, std::size_t at, const Real (&gradient)[3][3][kBatch]) const {
    const Vec3<T> was = load_vector<T>(d, i);
    store_vector<T>(was + strain<T>(was, at, gradient) * T(dt), d, i);
  }
  /// The fibre, or its change, goes to `out`.
  template <class T>
  WEFT_HD void try_unload(std::size_t i, std::size_t at, const Real (&gradient)[3][3][kBatch], bool change,
                          const FieldView& out) const {
    const Vec3<T> was = load_vector<T>(d, i), by = strain<T>(was, at, gradient) * T(dt);
    store_vector<T>(change ? by : was + by, out, i);
  }
  /// Stress alone: no mass, no momentum.
  template <class T>
  WEFT_HD void try_load(std::size_t i, std::size_t at, ParcelBatch& out) const {
    const T none(0);
    store_points<T>(none, &out.m[at]);
    for (int a = 0; a < 3; ++a) {
      store_points<T>(load_points<T>(x.group(i, a)), &out.x[a][at]);
      store_points<T>(none, &out.p[a][at]);
      for (int b = 0; b < 3; ++b) {
        const T stress = load_points<T>(pull.group(i, a)) * load_points<T>(d.group(i, b)) * T(kick);
        store_points<T>(stress, weight_gradient ? &out.S[b][a][at] : &out.Q[b][a][at]);
        if (weight_gradient) store_points<T>(none, &out.Q[b][a][at]);
      }
    }
  }

 private:
  /// grad v d.
  template <class T>
  WEFT_HD static Vec3<T> strain(const Vec3<T>& d, std::size_t at, const Real (&gradient)[3][3][kBatch]) {
    return load_batch<T>(gradient[0], at) * d[0] + load_batch<T>(gradient[1], at) * d[1] +
           load_batch<T>(gradient[2], at) * d[2];
  }
};
static_assert(std::is_trivially_copyable_v<FibreKernel>);

/// Contact points as the faces that carry them meet them.
struct TouchKernel {
  SheetContact law;
  FieldView volume;                 ///< of each slot: [place of touch] [m^3]
  const std::uint32_t* contact_of;  ///< contact point of [slot][place]
  int places;

  WEFT_HD std::size_t contact(std::size_t slot, int place) const {
    return contact_of[slot * std::size_t(places) + std::size_t(place)];
  }
  /// Three numbers of the contact points at one place of the faces from `slot` on.
  template <class T>
  WEFT_HD Vec3<T> gather(const FieldView& from, std::size_t slot, int place) const {
    alignas(64) Scalar<T> lane[3][points_in<T>];
    for (std::size_t l = 0; l < std::size_t(points_in<T>); ++l)
      for (int a = 0; a < 3; ++a) lane[a][l] = from(contact(slot + l, place), a);
    return {{load_scalars<T>(lane[0]), load_scalars<T>(lane[1]), load_scalars<T>(lane[2])}};
  }
  /// The same back, for the first `faces` of them.
  template <class T>
  WEFT_HD void scatter(const Vec3<T>& values, const FieldView& to, std::size_t slot, int place,
                       std::size_t faces) const {
    alignas(64) Scalar<T> lane[3][points_in<T>];
    for (int a = 0; a < 3; ++a) store_scalars<T>(values[a], lane[a]);
    for (std::size_t l = 0; l < faces; ++l)
      for (int a = 0; a < 3; ++a) to(contact(slot + l, place), a) = Real(lane[a][l]);
  }
  /// V dchi by tangents and fibre; `slides`: friction yields first.
  template <class T>
  WEFT_HD ContactGradient<T> press(SheetFrame<T>& frame, std::size_t slot, int place, bool slides) const {
    if (slides) law.slide(frame);
    ContactGradient<T> c = law.contact_gradient(frame);
    const T V = load_points<T>(volume.group(slot, place));
    for (Vec3<T>* g : {&c.t[0], &c.t[1], &c.d}) *g *= V;
    return c;
  }
  /// The change of V dchi when tangents and fibre change by `by` and dd.
  template <class T>
  WEFT_HD ContactGradient<T> change(const SheetFrame<T>& frame, const Tangents<T>& at, const Tangents<T>& by,
                                    const Vec3<T>& d, const Vec3<T>& dd, bool definite) const {
    if (definite) return law.definite_change(frame, fibre_change(frame, by.a1, by.a2, dd));
    const auto dual = [](const Vec3<T>& a, const Vec3<T>& b) {
      return Vec3<Dual<T>>{{{a[0], b[0]}, {a[1], b[1]}, {a[2], b[2]}}};
    };
    const auto both =
        law.contact_gradient(SheetFrame<Dual<T>>(dual(at.a1, by.a1), dual(at.a2, by.a2), dual(d, dd)));
    ContactGradient<T> g;
    for (int a = 0; a < 3; ++a) g.t[0][a] = both.t[0][a].d, g.t[1][a] = both.t[1][a].d, g.d[a] = both.d[a].d;
    return g;
  }
};
static_assert(std::is_trivially_copyable_v<TouchKernel>);

}  // namespace weft
