/// Elements of cloth and fibres on a device: triangles with one normal, segments with two.
///   t = [x_1 - x_0 ..] B_m,  G = dpsi/dF,  [f_1 ..] = -V G_t B_m^T,  f_0 = -sum,  stress = V sum G_d d^T
/// The formulas are those of bodies/thin/respond_kernel.h.
#pragma once
#include "bodies/thin/respond_kernel.h"
#include "device/mesh_points.h"
#include "materials/fibre.h"
#include "materials/sheet.h"

namespace weft::WEFT_DEVICE {

struct alignas(8) Two {
  float x, y;
};
/// Vertices of an element: two or three of four; of a bend four or three. One load.
struct alignas(16) Vertices {
  unsigned at[4];
};

/// What elements keep, in the order of contact points.
struct ThinArrays {
  const Vertices* corner;
  Quad* shape;        ///< of a triangle b11 b12 b22 V
  Two* length;        ///< of a segment 1/L V
  Quad *d0, *d1;      ///< normals
  const Two* warp;    ///< null where the law does not ask
  const Quad* place;  ///< barycentric; null where all are in the middle
  Two* force;         ///< on corners 1 (and 2): two or three pairs per element [N]
};

/// What the corners around a vertex feel: CornerSum of bodies/thin/vertex_kernel.h.
template <int Corners>
struct ThinSum {
  const unsigned *begin, *at;
  const Two* force;
  const unsigned *bend_begin, *bend_at;  ///< null where nothing bends
  const float* bend_force;

  WEFT_KERNEL void add(unsigned vertex, float* f) const {
    for (unsigned k = begin[vertex]; k < begin[vertex + 1]; ++k) {
      float g[3];
      corner_force(at[k], g);
      f[0] += g[0], f[1] += g[1], f[2] += g[2];
    }
    if (!bend_begin) return;
    for (unsigned k = bend_begin[vertex]; k < bend_begin[vertex + 1]; ++k) {
      const float* g = bend_force + std::size_t(bend_at[k]) * 3;
      f[0] += g[0], f[1] += g[1], f[2] += g[2];
    }
  }
  /// Of corner `which` = 4 e + a.
  WEFT_KERNEL void corner_force(unsigned which, float* g) const {
    const unsigned a = which & 3;
    if constexpr (Corners == 3) {
      const Two* of = force + std::size_t(which >> 2) * 3;
      const Two u = of[0], v = of[1], w = of[2];
      g[0] = a == 1 ? u.x : a == 2 ? v.y : -(u.x + v.y);
      g[1] = a == 1 ? u.y : a == 2 ? w.x : -(u.y + w.x);
      g[2] = a == 1 ? v.x : a == 2 ? w.y : -(v.x + w.y);
    } else {
      const Two* of = force + std::size_t(which >> 2) * 2;
      const Two u = of[0], v = of[1];
      const float sign = a == 1 ? 1.0f : -1.0f;
      g[0] = sign * u.x, g[1] = sign * u.y, g[2] = sign * v.x;
    }
  }
};

WEFT_KERNEL Vec3<float> vector(const Quad& q) { return {{q.x, q.y, q.z}}; }

/// One element.
template <class Law>
struct ThinElement {
  using Kernel = RespondKernel<Law, float>;
  using Strain = typename Kernel::Strain;
  using Constants = typename Kernel::Constants;
  static constexpr int kCorners = Kernel::kCorners, kTangents = Kernel::kTangents,
                       kNormals = Kernel::kNormals;

  RestShape<float> rest;
  float V;
  Vec3<float> place;
  Strain s, G;

  /// Shape, place and tangents from where the vertices are.
  WEFT_KERNEL void load(const ThinArrays& m, std::size_t e, const Quad* vertex) {
    const Vertices c = m.corner[e];
    if constexpr (kCorners == 3) {
      const Quad b = m.shape[e];
      rest.B[0] = b.x, rest.B[1] = b.y, rest.B[2] = b.z, V = b.w;
    } else {
      const Two b = m.length[e];
      rest.B[0] = b.x, rest.B[1] = rest.B[2] = 0, V = b.y;
    }
    rest.warp = {{1.0f, 0.0f}};
    if (m.warp) {
      const Two w = m.warp[e];
      rest.warp = {{w.x, w.y}};
    }
    Vec3<float> X[kCorners];
    for (int a = 0; a < kCorners; ++a) X[a] = vector(vertex[c.at[a]]);
    float w[3] = {1.0f / kCorners, 1.0f / kCorners, 1.0f / kCorners};
    if (m.place) {
      const Quad at = m.place[e];
      w[0] = at.x, w[1] = at.y, w[2] = at.z;
    }
    for (int k = 0; k < 3; ++k) {
      place[k] = w[0] * X[0][k];
      for (int a = 1; a < kCorners; ++a) place[k] = fmaf(w[a], X[a][k], place[k]);
    }
    Kernel::tangents(X, rest, s);
  }
  WEFT_KERNEL void load_normals(const ThinArrays& m, std::size_t e) {
    s.d[0] = vector(m.d0[e]);
    if constexpr (kNormals == 2) s.d[1] = vector(m.d1[e]);
  }
  WEFT_KERNEL void store_normals(const ThinArrays& m, std::size_t e) const {
    m.d0[e] = quad(s.d[0][0], s.d[0][1], s.d[0][2], 0);
    if constexpr (kNormals == 2) m.d1[e] = quad(s.d[1][0], s.d[1][1], s.d[1][2], 0);
  }
  /// d <- (I + dt C) d.
  WEFT_KERNEL void strain(const float* C, float dt) {
    for (int b = 0; b < kNormals; ++b) {
      const Vec3<float> d = s.d[b];
      for (int k = 0; k < 3; ++k)
        s.d[b][k] = fmaf(dt, C[3 * k] * d[0] + C[3 * k + 1] * d[1] + C[3 * k + 2] * d[2], d[k]);
    }
  }
  /// Directions that nothing presses: ThinBody::forget_press.
  WEFT_KERNEL void forget_press() {
    Vec3<float> d[2];
    if constexpr (kTangents == 2) {
      d[0] = SheetFrame<float>(s.t[0], s.t[1], s.d[0]).q3;
    } else {
      across(s.t[0] * (1.0f / sqrtf(norm2(s.t[0]))), d[0], d[1]);
    }
    if (!(norm2(d[0]) > 0.5f)) return;
    for (int b = 0; b < kNormals; ++b) s.d[b] = d[b];
  }
  WEFT_KERNEL ThinModulus<float> respond(const Constants& law, bool plastic) {
    return law.respond(s, rest.warp, plastic, G);
  }
  WEFT_KERNEL void store_forces(const ThinArrays& m, std::size_t e) const {
    float f[3][kCorners];
    for (int p = 0; p < 3; ++p) Kernel::corner_forces(G, rest.B, V, p, f[p]);
    if constexpr (kCorners == 3) {
      Two* to = m.force + 3 * e;
      to[0] = {f[0][1], f[1][1]}, to[1] = {f[2][1], f[0][2]}, to[2] = {f[1][2], f[2][2]};
    } else {
      Two* to = m.force + 2 * e;
      to[0] = {f[0][1], f[1][1]}, to[1] = {f[2][1], 0};
    }
  }
  /// What is stretched too far holds no longer.
  WEFT_KERNEL void tear([[maybe_unused]] const ThinArrays& m, [[maybe_unused]] std::size_t e,
                        [[maybe_unused]] float tear2) const {
    if constexpr (kTangents == 1)
      if (tear2 > 0 && norm2(s.t[0]) > tear2) m.length[e].y = 0;
  }
  /// V sum G d^T.
  WEFT_KERNEL float stress(int p, int q) const {
    float sum = G.d[0][p] * s.d[0][q];
    if constexpr (kNormals == 2) sum = fmaf(G.d[1][p], s.d[1][q], sum);
    return V * sum;
  }
};

}  // namespace weft::WEFT_DEVICE
