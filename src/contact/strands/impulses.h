/// Impulses between segments that approach (Bridson and others 2002),
/// all of a round from the same velocities:
///   w = (1 - a, a, -(1 - b), -b) on the four vertices,   v_N = -(sum w v) . n  (< 0: they approach)
///   I = -v_N / sum w^2/m,    dv_k = -(w_k / m_k) I n / c
/// inelastic. c is the largest number of active contacts at any of the pair's four vertices: one number for
/// both sides of a pair, so momentum is kept (HGG19 divides at each vertex by its own count, which loses it).
/// Friction comes after all rounds and once: a tangential impulse of at most mu times what the pair was
/// pushed by in all rounds, never more than stops the slip over c. Each pair loses energy by itself, and
/// vertices take convex sums, so the whole does.
///
/// A segment goes by its first vertex. Contacts are summed segment by segment, then handed to vertices:
///   count_k = n_{k-1} + n_k,   dv_k = (S1_{k-1} + S0_k) / m_k
#pragma once
#include "contact/strands/find_contacts.h"
#include "math/pack.h"

namespace weft {

class StrandImpulses {
 public:
  /// Changes v. Contacts come in order of i, as they are found. `inverse_mass` is 0 for prescribed vertices.
  /// Returns how many pairs approached in each round.
  const std::vector<std::size_t>& apply(std::span<const StrandContact> contacts,
                                        std::span<const Real> inverse_mass, std::span<Vec3r> v, int rounds);
  /// After `apply`: friction between those that were pushed. Returns changes of velocity, all zero when
  /// nothing was.
  void rub(std::span<const Real> inverse_mass, double friction, std::span<Vec3r> change);

 private:
  /// Four numbers side by side; the last is not used.
  using Quad = Real __attribute__((vector_size(4 * sizeof(Real))));

  void list_contacts(std::span<const StrandContact> contacts, std::size_t vertices);
  void spread_contacts(std::span<const StrandContact> contacts, std::span<const Real> inverse_mass);
  std::size_t find_impulses();
  void find_rubbing(Real friction);
  Vec3<Pack<Real>> relative_velocity(std::size_t c) const;
  void store_impulses(std::size_t c, const Vec3<Pack<Real>>& impulse);
  void add_pushes();
  void count_approaching();
  void find_shares();
  void sum_impulses();
  /// What the two segments of vertex k hand to it.
  Quad sum_at(std::size_t k) const { return whole_[k] - far_[k] + (k > 0 ? far_[k - 1] : Quad{}); }
  template <class F>
  void each_vertex(F&& f) {
    parallel_chunks(whole_.size(), std::size_t(2048), [&](Range r) {
      for (std::size_t k = r.begin; k < r.end; ++k) f(k);
    });
  }

  std::vector<std::size_t> active_;
  // Contacts, side by side for packs, and some that do nothing to fill the last pack.
  Array<std::uint32_t> i_, j_;
  Array<Real> a_, b_;
  std::array<Array<Real>, 3> n_;
  Array<Real> response_;     ///< 1 / sum w^2/m
  Array<Real> approaching_;  ///< 1 or 0, in this round
  Array<Quad> impulse_;      ///< on segment 2
  Array<Real> pushed_;       ///< normal impulses of all rounds
  // Segments.
  std::vector<std::uint32_t> own_, other_;     ///< where their contacts begin: as segment 1, as segment 2 in
  std::vector<KeyIndex> by_second_, scratch_;  ///< contacts in order of segment 2
  Array<Real> count_;                          ///< n
  Array<Real> share_;                          ///< 1 over the larger count of their two vertices
  Array<Quad> whole_, far_;                    ///< sum of impulses, and of their shares of the second vertex
  // Vertices.
  Array<Quad> v_;
};

}  // namespace weft
