/// Impulses between segments that approach (Bridson and others 2002), all of a round from the same
/// velocities:
///   w = (1 - a, a, -(1 - b), -b) on the four vertices,   v_N = -(sum w v) . n  (< 0: they approach)
///   I = -v_N / sum w^2/m,    dv_k = -(w_k / m_k) I n / c
/// inelastic; with friction a tangential impulse of at most mu I that never turns the slip round. c is the
/// largest number of active contacts at any of the pair's four vertices: one number for both sides of a pair,
/// so momentum is kept (HGG19 divides at each vertex by its own count, which loses it).
#pragma once
#include "contact/strands/find_contacts.h"

namespace weft {

struct ImpulseOptions {
  int rounds = 5;
  double friction = 0;
};

class StrandImpulses {
 public:
  /// Changes v. `inverse_mass` is 0 for prescribed vertices. Returns how many pairs approached in each round.
  const std::vector<std::size_t>& apply(std::span<const StrandContact> contacts,
                                        std::span<const Real> inverse_mass, std::span<Vec3r> v,
                                        const ImpulseOptions& o);

 private:
  void list_contacts(std::span<const StrandContact> contacts, std::size_t vertices);
  void add_responses(std::span<const StrandContact> contacts, std::span<const Real> inverse_mass);

  std::vector<std::size_t> active_;
  std::vector<Real> response_;               ///< contacts: 1 / sum w^2/m
  std::vector<std::uint8_t> approach_;       ///< contacts: whether they do in this round
  std::vector<Vec3r> impulse_;               ///< contacts: on segment 2
  std::vector<std::uint32_t> count_;         ///< vertices: approaching contacts
  std::vector<std::uint32_t> touched_;       ///< vertices that have contacts
  std::vector<std::size_t> begin_;           ///< their entries
  std::vector<KeyIndex> entries_, scratch_;  ///< key: vertex, index: 4 contact + corner
  std::vector<Real> weight_;                 ///< entries: w/m
};

}  // namespace weft
