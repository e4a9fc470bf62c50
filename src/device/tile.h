/// A block of 4x4x4 cells of base nodes and the tile of 8x8x8 nodes around it: what points that have drifted less
/// than a cell since they were sorted can touch.
///
///   origin o: lattice coordinates of the tile's first node, 4 block - 1
///   u = x/h - o,  base = floor(u - 1/2) in 0..5,  f = u - base,  w = product of quadratic B-splines
///
/// Sums are of integers. With s the power of two of `scale_for`, a contribution w p s is below 2^22, so that adding
/// 1.5 2^23 rounds it to an integer in the low bits of the float, and n of them stay below 2^30: no sum overflows,
/// and none depends on the order.
#pragma once
#include "device/platform.h"

namespace weft::WEFT_DEVICE {

constexpr int kTileRow = 8, kTilePlane = 68;        ///< of the tile of sums: planes are padded by four
constexpr int kTileChannel = 8 * kTilePlane;        ///< mass, then momentum along x, y, z
constexpr int kSpeedRow = 12, kSpeedPlane = 96;     ///< of the tile of velocities
constexpr int kSpeeds = 8 * kSpeedPlane;
constexpr int kBlockNodesOnDevice = 64, kTileNodes = 512;
constexpr float kMagic = 12582912.0f;               ///< 1.5 2^23
constexpr unsigned kMagicBits = 0x4B400000u;

struct Lattice {
  int x, y, z;
};

/// The spacing, and what follows from it.
struct Spacing {
  float dx, inverse;
};

/// The nodes of a tile that are touched, from the base nodes that occur: bits 0-5 x, 6-11 y, 12-17 z.
struct TileBox {
  int lower[3], upper[3];
  WEFT_KERNEL explicit TileBox(unsigned mask) {
    for (int a = 0; a < 3; ++a) {
      const unsigned bits = (mask >> (6 * a)) & 63u;
      lower[a] = first_bit(bits);
      upper[a] = last_bit(bits) + 2;
    }
  }
  WEFT_KERNEL bool holds(int x, int y, int z) const {
    return x >= lower[0] && x <= upper[0] && y >= lower[1] && y <= upper[1] && z >= lower[2] && z <= upper[2];
  }
};
constexpr unsigned kWholeTile = 0x3ffffu;

/// f(X, Y, Z) for the nodes of a box. Divisions by small numbers are products.
template <int T, class F>
WEFT_KERNEL void for_box(const TileBox& b, int thread, F&& f) {
  const int ny = b.upper[1] - b.lower[1] + 1, nz = b.upper[2] - b.lower[2] + 1, plane = ny * nz;
  const int n = (b.upper[0] - b.lower[0] + 1) * plane;
  const unsigned by_plane = 65535u / unsigned(plane) + 1u, by_row = 65535u / unsigned(nz) + 1u;
  for (int t = thread; t < n; t += T) {
    const int x = int((unsigned(t) * by_plane) >> 16), rest = t - x * plane;
    const int y = int((unsigned(rest) * by_row) >> 16), z = rest - y * nz;
    f(x + b.lower[0], y + b.lower[1], z + b.lower[2]);
  }
}

struct Stencil {
  int base[3];
  float wx[3], wy[3], wz[3], f[3];
};
WEFT_KERNEL void spline(float f, float* w) {
  const float a = 1.5f - f, b = f - 1.0f, c = f - 0.5f;
  w[0] = 0.5f * a * a;
  w[1] = 0.75f - b * b;
  w[2] = 0.5f * c * c;
}
/// False when the point lies outside what the tile has room for.
WEFT_KERNEL bool find_stencil(float x, float y, float z, const Spacing& h, const Lattice& o, Stencil& s) {
  const float u[3] = {fmaf(x, h.inverse, -float(o.x)), fmaf(y, h.inverse, -float(o.y)),
                      fmaf(z, h.inverse, -float(o.z))};
  bool inside = true;
  for (int a = 0; a < 3; ++a) {
    const float g = floorf(u[a] - 0.5f);
    s.f[a] = u[a] - g;
    s.base[a] = int(g);
    inside = inside && unsigned(s.base[a]) < 6u;
  }
  spline(s.f[0], s.wx);
  spline(s.f[1], s.wy);
  spline(s.f[2], s.wz);
  return inside;
}
/// The bits of the base node of a point; 0: outside.
WEFT_KERNEL unsigned mask_at(float x, float y, float z, const Spacing& h, const Lattice& o) {
  const int bx = int(floorf(fmaf(x, h.inverse, -float(o.x)) - 0.5f));
  const int by = int(floorf(fmaf(y, h.inverse, -float(o.y)) - 0.5f));
  const int bz = int(floorf(fmaf(z, h.inverse, -float(o.z)) - 0.5f));
  if (unsigned(bx) >= 6u || unsigned(by) >= 6u || unsigned(bz) >= 6u) return 0;
  return (1u << bx) | (64u << by) | (4096u << bz);
}

/// One parcel: x m | p Qxx | Qxy Qxz Qyx Qyy | Qyz Qzx Qzy Qzz, with dt times forces and stress in p and Q.
struct DeviceParcel {
  float x[3], m, p[3], Q[9];
};
/// Four arrays of parcels; places have two, so that points can change their order.
struct ParcelArrays {
  Quad* a[2];
  Quad *b, *c, *d;
};
WEFT_KERNEL void load_motion(const ParcelArrays& q, std::size_t i, DeviceParcel& out) {
  const Quad b = q.b[i], c = q.c[i], d = q.d[i];
  out.p[0] = b.x, out.p[1] = b.y, out.p[2] = b.z, out.Q[0] = b.w;
  out.Q[1] = c.x, out.Q[2] = c.y, out.Q[3] = c.z, out.Q[4] = c.w;
  out.Q[5] = d.x, out.Q[6] = d.y, out.Q[7] = d.z, out.Q[8] = d.w;
}
WEFT_KERNEL void load_place(const ParcelArrays& q, int where, std::size_t i, DeviceParcel& out) {
  const Quad a = q.a[where][i];
  out.x[0] = a.x, out.x[1] = a.y, out.x[2] = a.z, out.m = a.w;
}
WEFT_KERNEL void store_motion(const DeviceParcel& in, const ParcelArrays& q, std::size_t i) {
  q.b[i] = quad(in.p[0], in.p[1], in.p[2], in.Q[0]);
  q.c[i] = quad(in.Q[1], in.Q[2], in.Q[3], in.Q[4]);
  q.d[i] = quad(in.Q[5], in.Q[6], in.Q[7], in.Q[8]);
}

/// The largest momentum that a parcel hands to a node, per unit of weight: |x_i - x| <= dx/2 where w is large.
WEFT_KERNEL float parcel_bound(const DeviceParcel& q, float dx) {
  float most = 0;
  for (int c = 0; c < 3; ++c)
    most = fmaxf(most, fabsf(q.p[c]) +
                           0.5f * dx * (fabsf(q.Q[3 * c]) + fabsf(q.Q[3 * c + 1]) + fabsf(q.Q[3 * c + 2])));
  return most;
}
/// The largest power of two s with 0.422 most max(n/256, 1) s < 2^22; 0.422 = (3/4)^3 is the largest weight.
WEFT_KERNEL float scale_for(float most, int n) {
  const float bound = fmaxf(most, 1e-30f) * 0.422f * fmaxf(float(n) * (1.0f / 256.0f), 1.0f);
  const int exponent = int(bits_of(bound) >> 23) - 127;  // bound < 2^(exponent + 1)
  int k = 21 - exponent;
  k = k < -120 ? -120 : k > 120 ? 120 : k;
  return float_of(unsigned(k + 127) << 23);
}

WEFT_KERNEL unsigned rounded_bits(float weight, float value) { return bits_of(fmaf(weight, value, kMagic)); }

/// A number in [0, 1) that follows from where a parcel is: parcels of one momentum must not all be rounded the same way.
WEFT_KERNEL float dither(const DeviceParcel& q) {
  const unsigned mixed = (bits_of(q.x[0]) * 0x9E3779B1u ^ bits_of(q.x[1])) * 0x85EBCA77u ^ bits_of(q.x[2]) * 0xC2B2AE3Du;
  return float((mixed * 0x27D4EB2Fu) >> 8) * 0x1p-24f;
}
/// One of the two integers beside a number, on average the number itself where `part` is anything between 0 and 1.
WEFT_KERNEL int rounded_by(float part, float a) {
  const float below = floorf(a);
  return int(below) + int(a - below + part >= 1.0f);
}

/// A parcel ready to be scattered: momentum at its base node, and what is added from node to node.
struct Ready {
  float a[3], q[9], m;
  int whole[4];  ///< mass and momentum in quanta
  Stencil s;
};
WEFT_KERNEL bool make_ready(const DeviceParcel& in, const Spacing& h, const Lattice& o, float scale_p,
                            float scale_m, Ready& r) {
  if (!find_stencil(in.x[0], in.x[1], in.x[2], h, o, r.s)) return false;
  const float step = h.dx * scale_p;
  for (int i = 0; i < 9; ++i) r.q[i] = in.Q[i] * step;
  const float part = dither(in);
  for (int c = 0; c < 3; ++c) {
    const float p = in.p[c] * scale_p;
    r.whole[1 + c] = rounded_by(part, p);
    r.a[c] = p - r.q[3 * c] * r.s.f[0] - r.q[3 * c + 1] * r.s.f[1] - r.q[3 * c + 2] * r.s.f[2];
  }
  r.m = in.m * scale_m;
  r.whole[0] = rounded_by(part, r.m);
  return true;
}
WEFT_KERNEL int* first_node(int* tile, const Stencil& s) {
  return tile + s.base[0] * kTilePlane + s.base[1] * kTileRow + s.base[2];
}
/// A parcel adds to 26 nodes what rounding makes of it, and to the middle one what is left of its whole mass and
/// momentum: nothing is lost, whatever is rounded. Rounding by itself pulls towards zero, since weights near zero are
/// more frequent than others, and slow material beside fast would be braked.
struct Left {
  unsigned sum[4] = {0, 0, 0, 0};  ///< bits of what was added, mass first

  WEFT_KERNEL unsigned note(int channel, unsigned bits) {
    sum[channel] += bits;
    return bits;
  }
};
constexpr int kMiddle = kTilePlane + kTileRow + 1;
WEFT_KERNEL void add_middle(int* at, const Left& left, unsigned magics, const int (&whole)[4]) {
WEFT_UNROLL
  for (int c = 0; c < 4; ++c)
    atomic_add(at + kMiddle + c * kTileChannel, int(unsigned(whole[c]) - (left.sum[c] - magics * kMagicBits)));
}

/// m_i += w m,  (mv)_i += w (p + Q (x_i - x)).
WEFT_KERNEL void scatter(int* tile, Ready& r) {
  int* at = first_node(tile, r.s);
  Left left;
  const int whole[4] = {r.whole[0], r.whole[1], r.whole[2], r.whole[3]};
WEFT_UNROLL
  for (int i = 0; i < 3; ++i) {
    float row[3] = {r.a[0], r.a[1], r.a[2]};
WEFT_UNROLL
    for (int j = 0; j < 3; ++j) {
      const float w = r.s.wx[i] * r.s.wy[j], mass = r.m * w;
      float v0 = row[0] * w, v1 = row[1] * w, v2 = row[2] * w;
      const float z0 = r.q[2] * w, z1 = r.q[5] * w, z2 = r.q[8] * w;
WEFT_UNROLL
      for (int k = 0; k < 3; ++k) {
        if (i != 1 || j != 1 || k != 1) {
          int* t = at + i * kTilePlane + j * kTileRow + k;
          atomic_add(t, int(left.note(0, rounded_bits(r.s.wz[k], mass)) - kMagicBits));
          atomic_add(t + kTileChannel, int(left.note(1, rounded_bits(r.s.wz[k], v0)) - kMagicBits));
          atomic_add(t + 2 * kTileChannel, int(left.note(2, rounded_bits(r.s.wz[k], v1)) - kMagicBits));
          atomic_add(t + 3 * kTileChannel, int(left.note(3, rounded_bits(r.s.wz[k], v2)) - kMagicBits));
        }
        v0 += z0, v1 += z1, v2 += z2;
      }
      row[0] += r.q[1], row[1] += r.q[4], row[2] += r.q[7];
    }
    r.a[0] += r.q[0], r.a[1] += r.q[3], r.a[2] += r.q[6];
  }
  add_middle(at, left, 26, whole);
}
/// Two parcels of one base node by one thread: half the additions to shared memory. Each is rounded by itself, so that
/// who stands with whom does not matter.
WEFT_KERNEL void scatter_pair(int* tile, Ready& A, Ready& B) {
  int* at = first_node(tile, A.s);
  Left left;
  int whole[4];
WEFT_UNROLL
  for (int c = 0; c < 4; ++c) whole[c] = A.whole[c] + B.whole[c];
WEFT_UNROLL
  for (int i = 0; i < 3; ++i) {
    float ra[3] = {A.a[0], A.a[1], A.a[2]}, rb[3] = {B.a[0], B.a[1], B.a[2]};
WEFT_UNROLL
    for (int j = 0; j < 3; ++j) {
      const float wa = A.s.wx[i] * A.s.wy[j], wb = B.s.wx[i] * B.s.wy[j], am = A.m * wa, bm = B.m * wb;
      float a0 = ra[0] * wa, a1 = ra[1] * wa, a2 = ra[2] * wa, b0 = rb[0] * wb, b1 = rb[1] * wb, b2 = rb[2] * wb;
      const float za0 = A.q[2] * wa, za1 = A.q[5] * wa, za2 = A.q[8] * wa;
      const float zb0 = B.q[2] * wb, zb1 = B.q[5] * wb, zb2 = B.q[8] * wb;
WEFT_UNROLL
      for (int k = 0; k < 3; ++k) {
        if (i != 1 || j != 1 || k != 1) {
          int* t = at + i * kTilePlane + j * kTileRow + k;
          const float u = A.s.wz[k], v = B.s.wz[k];
          const auto add = [&](int channel, float a, float b) {
            const unsigned both = left.note(channel, rounded_bits(u, a) + rounded_bits(v, b));
            atomic_add(t + channel * kTileChannel, int(both - 2u * kMagicBits));
          };
          add(0, am, bm);
          add(1, a0, b0);
          add(2, a1, b1);
          add(3, a2, b2);
        }
        a0 += za0, a1 += za1, a2 += za2, b0 += zb0, b1 += zb1, b2 += zb2;
      }
      ra[0] += A.q[1], ra[1] += A.q[4], ra[2] += A.q[7];
      rb[0] += B.q[1], rb[1] += B.q[4], rb[2] += B.q[7];
    }
    A.a[0] += A.q[0], A.a[1] += A.q[3], A.a[2] += A.q[6];
    B.a[0] += B.q[0], B.a[1] += B.q[3], B.a[2] += B.q[6];
  }
  add_middle(at, left, 52, whole);
}

template <int T>
WEFT_KERNEL void clear_tile(int* tile, int thread) {
  Quad* at = reinterpret_cast<Quad*>(tile);
  for (int t = thread; t < kTileChannel; t += T) at[t] = quad(0, 0, 0, 0);
}
/// The sums as they are, to where blocks add what their neighbours hold.
template <int T>
WEFT_KERNEL void flush_tile(const int* tile, Quad* out, unsigned mask, float inverse_p, float inverse_m,
                            int thread) {
  for_box<T>(TileBox(mask), thread, [&](int X, int Y, int Z) {
    const int at = X * kTilePlane + Y * kTileRow + Z;
    out[X * 64 + Y * 8 + Z] =
        quad(float(tile[kTileChannel + at]) * inverse_p, float(tile[2 * kTileChannel + at]) * inverse_p,
             float(tile[3 * kTileChannel + at]) * inverse_p, float(tile[at]) * inverse_m);
  });
}

/// v and C of the quadratic kernel at a point, C in units of 4/dx.
WEFT_KERNEL void gather(const Quad* speeds, const Stencil& s, float* v, float* C) {
  const Quad* at = speeds + s.base[0] * kSpeedPlane + s.base[1] * kSpeedRow + s.base[2];
  float px[3], py[3], pz[3];
WEFT_UNROLL
  for (int k = 0; k < 3; ++k) {
    px[k] = s.wx[k] * (float(k) - s.f[0]);
    py[k] = s.wy[k] * (float(k) - s.f[1]);
    pz[k] = s.wz[k] * (float(k) - s.f[2]);
  }
  v[0] = v[1] = v[2] = 0;
WEFT_UNROLL
  for (int i = 0; i < 9; ++i) C[i] = 0;
WEFT_UNROLL
  for (int i = 0; i < 3; ++i) {
    float t[3] = {0, 0, 0}, ty[3] = {0, 0, 0}, tz[3] = {0, 0, 0};
WEFT_UNROLL
    for (int j = 0; j < 3; ++j) {
      float r[3] = {0, 0, 0}, g[3] = {0, 0, 0};
WEFT_UNROLL
      for (int k = 0; k < 3; ++k) {
        const Quad n = at[i * kSpeedPlane + j * kSpeedRow + k];
        r[0] = fmaf(s.wz[k], n.x, r[0]), r[1] = fmaf(s.wz[k], n.y, r[1]), r[2] = fmaf(s.wz[k], n.z, r[2]);
        g[0] = fmaf(pz[k], n.x, g[0]), g[1] = fmaf(pz[k], n.y, g[1]), g[2] = fmaf(pz[k], n.z, g[2]);
      }
WEFT_UNROLL
      for (int c = 0; c < 3; ++c) {
        t[c] = fmaf(s.wy[j], r[c], t[c]);
        ty[c] = fmaf(py[j], r[c], ty[c]);
        tz[c] = fmaf(s.wy[j], g[c], tz[c]);
      }
    }
WEFT_UNROLL
    for (int c = 0; c < 3; ++c) {
      v[c] = fmaf(s.wx[i], t[c], v[c]);
      C[3 * c] = fmaf(px[i], t[c], C[3 * c]);
      C[3 * c + 1] = fmaf(s.wx[i], ty[c], C[3 * c + 1]);
      C[3 * c + 2] = fmaf(s.wx[i], tz[c], C[3 * c + 2]);
    }
  }
}

}  // namespace weft::WEFT_DEVICE
