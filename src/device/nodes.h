/// Nodes: what the tiles around a block hold is added up, always in the same order; then gravity.
///   v_i = (m v)_i / m_i + dt g
/// Blocks near obstacles leave the check of speeds to those who let them meet (obstacle_kernels.h), blocks that a plane
/// of symmetry touches keep momentum until it has been folded.
#pragma once
#include "device/obstacles.h"
#include "device/sort.h"

namespace weft::WEFT_DEVICE {

/// Lighter than so many quanta of mass, a node's velocity is noise, with as little weight at every point: it does
/// not say whether a step was too long.
constexpr float kNoise = 64;

/// Momentum to velocity. A mass that does not count has a minus sign.
WEFT_KERNEL Quad moving_node(Quad n, float dt, const float* gravity, float empty) {
  const float mass = fabsf(n.w);
  const bool full = mass > empty;
  const float inverse = full ? 1.0f / mass : 0.0f;
  n.x = full ? fmaf(dt, gravity[0], n.x * inverse) : 0.0f;
  n.y = full ? fmaf(dt, gravity[1], n.y * inverse) : 0.0f;
  n.z = full ? fmaf(dt, gravity[2], n.z * inverse) : 0.0f;
  if (n.w != n.w) n.x = n.w;  // a mass that is not a number must not look empty
  return n;
}
/// The check of speeds: bits of the largest |v|^2, not a number larger than all.
WEFT_KERNEL void raise_speed(unsigned& fastest, const Quad& n) {
  if (n.w < 0) return;
  const unsigned v2 = bits_of(n.x * n.x + n.y * n.y + n.z * n.z) & 0x7fffffffu;
  fastest = fastest > v2 ? fastest : v2;
}
/// Of whole blocks of threads. `shared` was cleared.
WEFT_KERNEL void note_speed(const SortView& v, unsigned& shared, unsigned fastest, int thread) {
  fastest = warp_max(fastest);
  if (warp_leader(thread) && fastest) atomic_max(&shared, fastest);
  barrier();
  if (thread == 0 && shared) atomic_max(&v.control->fastest2, shared);
}

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
  const unsigned* mark = nullptr;  ///< of blocks (obstacles.h); null: there are no obstacles

  template <int T>
  WEFT_KERNEL void run(Shared& s, int block, int thread) const {
    const Control& c = *v.control;
    if (!is_trying(c) || block * kBlocks >= c.blocks) return;
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
      if (n.w > 0 && n.w <= kNoise * quantum) n.w = -n.w;
      const unsigned near = mark ? mark[b] : 0u;
      if (!(near & kMirrored)) n = moving_node(n, dt, gravity, empty);
      v.blocks.node[std::size_t(b) * kBlockNodesOnDevice + std::size_t(node)] = n;
      if (!(near & (kNearNodes | kMirrored))) raise_speed(fastest, n);
    }
    note_speed(v, s.fastest, fastest, thread);
  }

 private:
  WEFT_KERNEL Quad merged(const Shared& s, int w, int node, float& quantum) const {
    const int x = node >> 4, y = (node >> 2) & 3, z = node & 3;
    Quad sum = quad(0, 0, 0, 0);
WEFT_UNROLL
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
