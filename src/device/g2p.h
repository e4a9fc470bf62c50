/// Nodes to the points of a block: what kernels of bodies share.
///
///   struct Kernel { ... struct Shared { AnswerShared answers; }; StepView v; int set, body; When when;
///     template <int T> WEFT_KERNEL void run(Shared& s, int block, int thread) const {
///       if (!is_wanted(v.control(), when)) return;
///       Found found;
///       answer_points<T>(v, set, when, block, thread, s.answers, [&](const AnsweredPoint& p) { ... found.see(...) });
///       publish<T>(v, set, body, block, thread, s.answers, found);
///     } };
///   launch(stream, std::size_t(view.sort.blocks.capacity), kernel);
#pragma once
#include "device/body.h"

namespace weft::WEFT_DEVICE {

struct AnswerShared {
  Quad speeds[kSpeeds];
  int neighbour[27];
  unsigned mask, bound;
  BodyPeaks peaks;
};

/// What a thread has seen of the points it moved.
struct Found {
  unsigned mask = 0, bound = 0;  ///< base nodes; bits of the largest parcel_bound
  BodyPeaks peaks{};
  bool outside = false;

  WEFT_KERNEL void see_place(float x, float y, float z, const Spacing& h, const Lattice& o) {
    const unsigned m = mask_at(x, y, z, h, o);
    mask |= m;
    outside = outside || !m;
  }
  WEFT_KERNEL static void raise(unsigned& most, float value) {
    // Bits of floats that are not negative compare like the floats; NaN is larger than all.
    const unsigned b = bits_of(value) & 0x7fffffffu;
    most = most > b ? most : b;
  }
  WEFT_KERNEL void see_bound(const DeviceParcel& q, float dx) { raise(bound, parcel_bound(q, dx)); }
};

/// A point of a set in a block, with the grid's answer.
struct AnsweredPoint {
  std::size_t from;  ///< where its place (and its state) is now
  std::size_t to;    ///< where they go: the same but when a set that moves is sorted
  Quad place;        ///< x, mass
  float v[3], C[9];  ///< [m/s], [1/s]
};

template <int T, class F>
WEFT_KERNEL void answer_points(const StepView& v, int set, When when, int block, int thread, AnswerShared& s,
                               F&& f) {
  const SortView& w = v.sort;
  const Control& c = *w.control;
  const bool sorting = when == When::sorting;
  if (thread == 0) s.mask = s.bound = 0, s.peaks = BodyPeaks{};
  if (block >= c.busy) return;
  const std::size_t at = std::size_t(set) * std::size_t(w.blocks.capacity) + std::size_t(block);
  const unsigned n = w.blocks.count[at];
  if (!n) return;
  const int* neighbour = (sorting ? w.blocks.neighbour_old : w.blocks.neighbour) + std::size_t(block) * 27;
  for (int d = thread; d < 27; d += T) s.neighbour[d] = neighbour[d];
  const SetView mine = w.set[set];
  const unsigned first = mine.first + w.blocks.start[at];
  // Nothing is known of new lists: rounding may put a point's base node beside its block.
  const unsigned mask = sorting ? kWholeTile : w.blocks.info[at].x;
  const Lattice o = w.blocks.origin[block];
  barrier();
  load_speeds<T>(s.speeds, s.neighbour, w.blocks.node, mask, thread);
  barrier();
  const Quad* place = w.parcels.a[c.where];
  const bool listed = sorting || !mine.moves;
  const float scale = 4.0f * w.h.inverse;
  for (unsigned t = unsigned(thread); t < n; t += T) {
    AnsweredPoint p;
    p.from = listed ? w.list[first + t] : first + t;
    p.to = mine.moves ? first + t : p.from;
    p.place = place[p.from];
    Stencil stencil;
    if (!find_stencil(p.place.x, p.place.y, p.place.z, w.h, o, stencil)) {
      atomic_or(&w.control->trouble, kOutside);
      continue;
    }
    gather(s.speeds, stencil, p.v, p.C);
WEFT_UNROLL
    for (int k = 0; k < 9; ++k) p.C[k] *= scale;
    f(p);
  }
}

/// Whole blocks of threads call it. `places` and `bounds`: what is known by now; a body that adds forces later
/// publishes the bounds then.
template <int T>
WEFT_KERNEL void publish(const StepView& v, int set, int body, int block, int thread, AnswerShared& s,
                         const Found& found, bool places = true, bool bounds = true) {
  const SortView& w = v.sort;
  if (block >= w.control->busy) return;
  barrier();
  const unsigned mask = warp_or(found.mask), bound = warp_max(found.bound), speed2 = warp_max(found.peaks.speed2),
                 gradient2 = warp_max(found.peaks.gradient2), modulus = warp_max(found.peaks.modulus),
                 mesh = warp_max(found.peaks.mesh), bend = warp_max(found.peaks.bend);
  if (found.outside) atomic_or(&w.control->trouble, kOutside);
  if (warp_leader(thread)) {
    atomic_or(&s.mask, mask), atomic_max(&s.bound, bound);
    atomic_max(&s.peaks.speed2, speed2), atomic_max(&s.peaks.gradient2, gradient2);
    atomic_max(&s.peaks.modulus, modulus), atomic_max(&s.peaks.mesh, mesh), atomic_max(&s.peaks.bend, bend);
  }
  barrier();
  if (thread != 0) return;
  Pair& info = w.blocks.info[std::size_t(set) * std::size_t(w.blocks.capacity) + std::size_t(block)];
  if (places) info.x = s.mask;
  if (bounds) info.y = s.bound;
  raise_peaks(v.peaks[body], s.peaks);
}

}  // namespace weft::WEFT_DEVICE
