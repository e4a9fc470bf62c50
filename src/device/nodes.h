/// Nodes: what the tiles around a block hold is added up, always in the same order; then gravity.
///   v_i = (m v)_i / m_i + dt g
#pragma once
#include "device/sort.h"

namespace weft::WEFT_DEVICE {

/// Lighter than so many quanta of mass, a node's velocity is noise, with as little weight at every point: it does
/// not say whether a step was too long.
constexpr float kNoise = 64;

struct MergeNodes {
  static constexpr int threads = 256, resident = 6;
  static constexpr int kBlocks = 4;  ///< of nodes, per block of threads
  struct Shared {
    int neighbour[kBlocks][27];
    unsigned mask[kBlocks][27];
    float quantum[kBlocks][27];
    unsigned fastest;
  };
  SortView v;
  float gravity[3];  ///< [m/s^2]
  float empty;       ///< nodes lighter than this have no velocity [kg]

  template <int T>
  WEFT_KERNEL void run(Shared& s, int block, int thread) const {
    const Control& c = *v.control;
    if (c.halt || block * kBlocks >= c.blocks) return;
    if (thread == 0) s.fastest = 0;
    for (int t = thread; t < kBlocks * 27; t += T) {
      const int w = t / 27, d = t % 27, b = block * kBlocks + w;
      const int n = b < c.blocks ? v.blocks.neighbour[std::size_t(b) * 27 + std::size_t(d)] : -1;
      const Pair whole = n < 0 ? Pair{0, 0} : v.blocks.whole[n];
      s.neighbour[w][d] = n;
      s.mask[w][d] = whole.x;
      s.quantum[w][d] = float_of(whole.y);
    }
    barrier();
    const float dt = float(c.carried);
    unsigned fastest = 0;
    for (int t = thread; t < kBlocks * kBlockNodesOnDevice; t += T) {
      const int w = t / kBlockNodesOnDevice, b = block * kBlocks + w, node = t % kBlockNodesOnDevice;
      if (b >= c.blocks) continue;
      float quantum = 0;
      Quad n = merged(s, w, node, quantum);
      const bool full = n.w > empty;
      const float inverse = full ? 1.0f / n.w : 0.0f;
      n.x = full ? fmaf(dt, gravity[0], n.x * inverse) : 0.0f;
      n.y = full ? fmaf(dt, gravity[1], n.y * inverse) : 0.0f;
      n.z = full ? fmaf(dt, gravity[2], n.z * inverse) : 0.0f;
      if (n.w != n.w) n.x = n.w;  // a mass that is not a number must not look empty
      if (n.w > 0 && n.w <= kNoise * quantum) n.w = -n.w;  // does not count: `touch` looks at the sign
      v.blocks.node[std::size_t(b) * kBlockNodesOnDevice + std::size_t(node)] = n;
      if (n.w < 0) continue;
      const unsigned v2 = bits_of(n.x * n.x + n.y * n.y + n.z * n.z) & 0x7fffffffu;
      fastest = fastest > v2 ? fastest : v2;
    }
    fastest = warp_max(fastest);
    if (warp_leader(thread) && fastest) atomic_max(&s.fastest, fastest);
    barrier();
    if (thread == 0 && s.fastest) atomic_max(&v.control->fastest2, s.fastest);
  }

 private:
  WEFT_KERNEL Quad merged(const Shared& s, int w, int node, float& quantum) const {
    const int x = node >> 4, y = (node >> 2) & 3, z = node & 3;
    Quad sum = quad(0, 0, 0, 0);
#pragma unroll
    for (int e = 0; e < 8; ++e) {
      const int dx = e & 4 ? (x == 3 ? 1 : -1) : 0, dy = e & 2 ? (y == 3 ? 1 : -1) : 0,
                dz = e & 1 ? (z == 3 ? 1 : -1) : 0, d = (dx + 1) * 9 + (dy + 1) * 3 + dz + 1;
      const unsigned mask = s.mask[w][d];
      if (!mask) continue;
      const int X = x + 1 - 4 * dx, Y = y + 1 - 4 * dy, Z = z + 1 - 4 * dz;
      if (!TileBox(mask).holds(X, Y, Z)) continue;
      const Quad t =
          read_once(&v.blocks.tile[std::size_t(s.neighbour[w][d]) * kTileNodes + std::size_t(X * 64 + Y * 8 + Z)]);
      sum.x += t.x, sum.y += t.y, sum.z += t.z, sum.w += t.w;
      quantum = fmaxf(quantum, s.quantum[w][d]);
    }
    return sum;
  }
};

}  // namespace weft::WEFT_DEVICE
