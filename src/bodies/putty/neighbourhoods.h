/// Who is near whom, in the rest frames of the points (ZLKW13; docs/putty.md).
///   p_ij = F_i^-1 (q_j - q_i),   w_ij = W(|p_ij|) where |p_ij| < h,   M_i = sum_j w_ij p_ij p_ij^T
/// j is sought within  h min(max(1, s_1(F_i)), 1.6)  of i. In general p_ij != -p_ji and w_ij != w_ji; only i
/// knows its links. Forces pass along them both ways, so that points near each other in memory, a patch, keep
/// copies of everybody they are linked to: sums over links stay in the first cache, and copies are added in
/// one order.
///
///   patch: members: its 256 points, then their other neighbours | first link of each point
///          other: j j j ... (members) | out: (w p)_ij w_ij ...
#pragma once
#include "bodies/putty/cell_order.h"
#include "exec/array.h"
#include "math/pack.h"

namespace weft {

constexpr std::size_t kPatch = 256;     ///< points whose links lie together
constexpr double kSearchStretch = 1.6;  ///< farther stretched neighbours are lost

template <class S>
struct alignas(4 * sizeof(S)) Link {
  S wp[3];  ///< w p [m]
  S w;
};

template <class S>
struct Patch {
  std::vector<std::uint32_t> members;  ///< points of the body, its own first
  std::vector<std::uint32_t> begin;    ///< of each own point's links, and the end
  Array<std::uint32_t> other;          ///< members
  Array<Link<S>> out;
  std::size_t own() const { return begin.size() - 1; }
};

/// A copy of a point.
struct Copy {
  std::uint32_t patch, member;
};

/// What a point's links sum to.
template <class S>
struct Moments {
  Mat3<S> inverse;  ///< M^-1, the pseudo-inverse where neighbours are coplanar or collinear [1/m^2]
  Vec3<S> first;    ///< sum of w p [m]
  S weight;         ///< sum of w
  S trace;          ///< of M [m^2]
  int rank;         ///< of M
};

template <class S>
class Neighbourhoods {
 public:
  /// inverse: F_i^-1; stretch: the largest of F_i.
  struct Places {
    std::span<const Vec3d> x;
    std::span<const Mat3d> inverse;
    std::span<const S> stretch;
    double flat = 1e-4;  ///< eigenvalues of M below this part of the largest count as none
  };
  void find(const Places& places, double h);
  std::size_t points() const { return moments_.size(); }
  std::size_t links() const;
  const Moments<S>& moments(std::size_t i) const { return moments_[i]; }
  std::size_t patches() const { return patches_.size(); }
  const Patch<S>& patch(std::size_t k) const { return patches_[k]; }
  /// All copies of point i, its own place among them, in the order of patches.
  std::span<const Copy> copies(std::size_t i) const {
    return {copies_.data() + first_copy_[i], copies_.data() + first_copy_[i + 1]};
  }
  /// Calls f(j, link) for each link of i.
  template <class F>
  void each(std::size_t i, F&& f) const {
    const Patch<S>& p = patches_[i / kPatch];
    for (std::uint32_t k = p.begin[i % kPatch]; k < p.begin[i % kPatch + 1]; ++k)
      f(p.members[p.other[k]], p.out[k]);
  }
  /// Projection onto the directions that the neighbours span, in the rest frame: M^-1 M.
  Mat3<S> span_of(std::size_t i) const;
  std::size_t bytes() const;

 private:
  using P = Pack<S>;
  void gather(const Places& places, double h);
  /// Which member of the patch in hand a point is, on one thread.
  struct Numbers {
    std::vector<std::uint32_t> patch, member;
  };
  void find_links(std::size_t i, double h, Patch<S>& patch, Numbers& numbers);
  void find_copies();
  void measure(std::size_t i, double flat, const Patch<S>& patch);

  CellOrder cells_;
  // In the order of the cells, so that packs read side by side.
  Array<double> x_[3];
  Array<S> inverse_[9], reach2_;
  std::vector<std::uint32_t> place_;  ///< of each point in that order
  std::vector<Patch<S>> patches_;
  std::vector<Moments<S>> moments_;
  std::vector<std::uint32_t> first_copy_;
  std::vector<Copy> copies_;
};

}  // namespace weft
