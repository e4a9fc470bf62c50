/// Surfaces of bodies on a device: what their kernels read and write.
///
/// What a step makes of x and u depends on them and on the impulses of the step before: who is listed and in which order
/// makes no difference. Impulses are forgotten where a stretch of steps begins, so that a resumed run has the same bits.
///   sums       of integers: impulses in quanta
///   extremes   of bits
///   planes, levers, closest points       of one pair, by itself
#pragma once
#include "device/body.h"
#include "device/mesh_meets.h"
#include "device/surfaces/geometry.h"

namespace weft::WEFT_DEVICE {

constexpr unsigned kNobody = ~0u;
constexpr double kSlop = 0.1;        ///< of what is kept: contacts begin half of it before
constexpr float kRoomy = 1.5f;       ///< of the fastest motion of the step: no impulse makes a vertex faster

#ifndef __CUDACC__
// Tests: lists are worked off in the other order; cuts alone keep pairs apart; lists begin with hardly any room.
inline bool meet_backwards = false, meet_without_impulses = false, meet_in_little_room = false;
#endif

struct Three {
  unsigned at[3];
};
/// One body's vertices, which follow each other.
struct SurfacePart {
  unsigned first, parcels;  ///< vertex, and its parcel
  int body;                 ///< whose peaks
  bool itself, triangled;
  float radius;  ///< half the thickness [m]
  MeshPins pins;
};

/// a: i[0], b: i[1] to i[3]; edges: a: i[0] i[1], b: i[2] i[3].
struct alignas(16) NearPair {
  unsigned i[4];
  float keep, friction;
  float room;      ///< how much farther than keep and slop they were from each other when the list was made [m]
  unsigned edges;
};
struct AwakePair {
  unsigned pair;
  float d;
  float n[3], w[4];
};

/// Where surfaces touch: contact/surfaces/surface_contact.h.
///   v_n = sum w_i n.v_i,   v_t = sum (w_i t + phi_i n).v_i
struct Touch {
  unsigned i[4];
  float n[3], t[2][3];
  float w[4], phi[2][4];
  float bound, parting;  ///< v_n must not be below [m/s]; nor in the motion that restores lost gaps
  float friction;
  float k_n, k_t;   ///< changes of v_n, v_t per impulse, every vertex's mass shared by its contacts [1/kg]
  float j[3];       ///< [N s]
  float ahead[3];   ///< j and what the last rounds promise of the next
  float apart;      ///< impulse of the parting motion
  std::uint64_t key;  ///< its pair from step to step; 0: of this step only
};
/// What a contact had in the last two steps.
struct Remembered {
  float n, before, t[3];  ///< [N s]
};

constexpr int kMostLooks = 32;

struct SurfaceControl {
  unsigned pairs, awake, touches;  ///< how many there are; more than there is room for: the host makes more
  unsigned failing[kMostLooks];    ///< pairs that were not proven, look by look; none: all that follows is done
  int built;              ///< a list has been made
  int memory;             ///< which of two tables has the impulses of the step before
  double memory_dt;       ///< of that step; 0: nothing is remembered [s]
  int stale;              ///< it does not hold any longer
  int parting;            ///< some gap was lost
  unsigned fastest;       ///< bits of the largest |u| of the step [m]
  unsigned extent;        ///< bits of the largest half extent of an element's box
  unsigned nearest;       ///< ~bits of the smallest distance of an awake pair, as a share of what it keeps
  unsigned cut_now, given_up_now;
  unsigned excused;       ///< entries of the table of pairs that are left alone
  unsigned long long steps, renewals, contacts, cut, frozen, given_up, woken;
};

struct SurfaceRoom {
  unsigned pairs, awake, touches;
};

struct MeetView {
  StepView v;
  SurfaceControl* s;
  SurfaceRoom room;
  const SurfacePart* part;
  int parts;
  const float* friction;  ///< parts x parts
  unsigned vertices, edges, triangles;
  float least_keep;  ///< what has no thickness keeps [m]
  float budget;      ///< how far vertices go before a list is made anew, besides [m]
  double quantum;    ///< of impulses [N s]

  // Per vertex.
  const unsigned* part_of;
  const float* mass;        ///< with its share of contact points [kg]
  const Vec3<float>* rest;
  Quad *start, *end;        ///< x, and where it goes; start.w: 1/m, 0 where it is led
  Quad *given_end, *given;  ///< as the body left it; v
  Quad* now;                ///< v
  Quad* kick;               ///< what contact changes in v; read by bodies. w: not 0 where places changed
  std::int64_t *sum[3], *part_sum[3];  ///< impulses, three numbers each, in quanta: one is read, one summed, one cleared
  unsigned *count, *cap;    ///< contacts; bits: ~(largest |u| that is allowed)
  unsigned char* cut;
  Quad* listed;             ///< x when the list was made; w: how far from there is allowed
  // Mesh.
  const Pair *edge, *opposite;
  const unsigned *edge_begin, *edge_at;
  const Three* triangle;
  // Lists.
  std::uint64_t* bucket;    ///< 2 x buckets: first edge, first triangle; 1 + its number
  unsigned buckets;         ///< a power of two
  unsigned* next;           ///< edges, then triangles
  NearPair* pair;
  AwakePair* awake;
  Touch* touch;
  unsigned* failed;         ///< awake pairs
  float* share;             ///< that a cut leaves them of their motion about the mean
  std::uint64_t* excused;   ///< keys; a power of two
  unsigned excuses;
  std::uint64_t* memory_key[2];
  Remembered* memory[2];
  unsigned memories;        ///< a power of two
  bool backwards;           ///< lists are worked off in the other order: nothing depends on it
  When when;
  int looks;                ///< at the proof, so far in this step

  WEFT_KERNEL const Control& control() const { return v.control(); }
  WEFT_KERNEL bool wanted() const { return is_wanted(control(), when); }
  /// Not yet proven.
  WEFT_KERNEL bool open() const { return wanted() && !(looks && !s->failing[looks - 1]); }
  WEFT_KERNEL unsigned touches() const { return s->touches < room.touches ? s->touches : room.touches; }
  WEFT_KERNEL unsigned awakes() const { return s->awake < room.awake ? s->awake : room.awake; }
  WEFT_KERNEL bool has_room() const { return s->touches <= room.touches && s->awake <= room.awake; }
  /// What a vertex may move in this step, whatever meets it.
  WEFT_KERNEL float farthest() const { return kRoomy * float_of(s->fastest) + 1e-3f * budget; }
};

/// f(k) for n things of which nobody knew how many when the kernel was launched, with `blocks` blocks of Threads.
template <int T, int Threads, class F>
WEFT_KERNEL void for_some(const MeetView& q, int block, int thread, int blocks, unsigned n, F&& f) {
  if (kTwin) {
    if (block) return;
    for (unsigned k = 0; k < n; ++k) f(q.backwards ? n - 1 - k : k);
    return;
  }
  for (unsigned k = unsigned(block * Threads + thread); k < n; k += unsigned(blocks * Threads)) f(k);
}

WEFT_KERNEL Vec3d place_of(const Quad& q) { return {{double(q.x), double(q.y), double(q.z)}}; }
/// Relative to nothing: differences are exact, and taken first.
WEFT_KERNEL void load_pair(const Quad* at, const unsigned* i, PairX& p) {
  for (int k = 0; k < 4; ++k) p.x[k] = place_of(at[i[k]]);
}
WEFT_KERNEL void gap_of(const AwakePair& a, PairGap& m) {
  m.d = double(a.d);
  for (int k = 0; k < 3; ++k) m.n[k] = double(a.n[k]);
  for (int k = 0; k < 4; ++k) m.w[k] = double(a.w[k]);
}

}  // namespace weft::WEFT_DEVICE
