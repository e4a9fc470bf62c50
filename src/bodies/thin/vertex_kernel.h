/// What vertices and contact points do in a step, whatever the law.
///   load, vertex     p = m v + dt f,  f summed from the elements and bends around it
///   load, contact    Q = m C - dt D^-1 V sum_beta G_beta d_beta^T   (or S, in the weight-gradient form)
///   unload, vertex   x += dt v
///   unload, contact  d <- (I + dt grad v) d
/// Momentum and affine momentum of both are those of MotionKernel.
#pragma once
#include "bodies/adjacency.h"
#include "bodies/kernel.h"

namespace weft {

/// Sums what the corners around a vertex feel.
struct CornerSum {
  AdjacencyView around;        ///< elements
  const Real* force;           ///< four numbers per corner [N]
  std::size_t corners;         ///< of an element
  AdjacencyView bends_around;  ///< empty where nothing bends
  const Real* bend_force;      ///< three numbers for each of four corners [N]

  WEFT_HD Vec3<Real> at(std::size_t vertex) const {
    Real f[3] = {0, 0, 0};
    for (std::uint32_t k = around.begin[vertex]; k < around.begin[vertex + 1]; ++k) {
      const std::size_t e = around.at[k] / 4, a = around.at[k] % 4;
      for (std::size_t c = 0; c < 3; ++c) f[c] += force[(e * corners + a) * 4 + c];
    }
    if (bends_around.begin)
      for (std::uint32_t k = bends_around.begin[vertex]; k < bends_around.begin[vertex + 1]; ++k)
        for (std::size_t c = 0; c < 3; ++c) f[c] += bend_force[std::size_t(bends_around.at[k]) * 3 + c];
    return {{f[0], f[1], f[2]}};
  }
};

/// x += dt v.
struct MoveKernel {
  FieldView x, v;
  Real dt;
  template <class T>
  WEFT_HD void unload(std::size_t i) const {
    for (int a = 0; a < 3; ++a)
      store_points(load_points<T>(x.group(i, a)) + T(dt) * load_points<T>(v.group(i, a)), x.group(i, a));
  }
};

struct ContactKernel {
  FieldView stress, d, t;
  Real kick;  ///< -dt D^-1, or -dt in the weight-gradient form; 0 in implicit steps
  Real dt;

  /// What the stress gives: entry (a, b) of S, or what is added to Q.
  template <class T>
  WEFT_HD T kicked(std::size_t i, int a, int b) const {
    return load_points<T>(stress.group(i, 3 * a + b)) * T(kick);
  }
  template <class T>
  WEFT_HD void unload(std::size_t i, const Mat3<T>& gradient) const {
    for (int b = 0; b < d.n; b += 3) strain<T>(i, gradient, d, b);
    for (int a = 0; a < t.n; a += 3) strain<T>(i, gradient, t, a);
  }

 private:
  template <class T>
  WEFT_HD void strain(std::size_t i, const Mat3<T>& gradient, const FieldView& f, int first) const {
    const Vec3<T> column = load_vector<T>(f, i, first);
    store_vector(column + (gradient * column) * T(dt), f, i, first);
  }
};

static_assert(std::is_trivially_copyable_v<CornerSum> && std::is_trivially_copyable_v<MoveKernel> &&
              std::is_trivially_copyable_v<ContactKernel>);

}  // namespace weft
