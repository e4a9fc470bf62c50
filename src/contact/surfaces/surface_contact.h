/// A place where two surfaces touch, or a surface an obstacle, as the solver of impulses sees it.
///
///   v_n = sum_i w_i n.v_i                     the speed at which they part
///   v_t = sum_i (w_i t + phi_i n).v_i         their slip along t
///
/// Friction acts at the closest points p_a and p_b, which lie d apart: a plain pair of forces there would be a
/// couple d n x j_t, and a pair that turns as one would seem to slip. The levers phi measure the slip at one and
/// the same place of space and hand the couple back:
///   sum phi_i = 0 on each side,   sum phi_i x_i = d t   (across n)
/// A rigid side is met at the other side's closest point and needs none. i runs over what moves (SurfaceScene).
#pragma once
#include <span>

#include "bodies/rigid/rigid_state.h"
#include "contact/surfaces/near_pair.h"

namespace weft {

/// Names a contact from step to step.
struct ContactKey {
  std::uint64_t a = 0, b = 0;
  friend auto operator<=>(const ContactKey&, const ContactKey&) = default;
};

struct SurfaceRow {
  std::uint32_t vertex;  ///< that moves
  double w;
  std::array<double, 2> phi{0, 0};
  std::uint32_t brace = kNone;  ///< a contact in which an obstacle alone holds this vertex
  double along = 0;             ///< w n . n of that: below 0 this contact presses it there
};

/// A normal impulse and two tangential ones [N s].
struct ContactImpulse {
  double n = 0;
  std::array<double, 2> t{0, 0};
};

struct SurfaceContact {
  ContactKey key;
  std::uint32_t first = 0, rows = 0;                 ///< in ContactList::rows
  std::array<std::uint32_t, 2> part{kNone, kNone};   ///< of side a and b
  std::array<std::uint32_t, 2> rigid{kNone, kNone};  ///< of side a and b
  Vec3d at{{0, 0, 0}};                               ///< where rigid bodies are pushed
  Vec3d n{{0, 0, 1}}, t[2];
  Vec3d wall{{0, 0, 0}};           ///< velocity of an obstacle given by its distance
  std::uint32_t collider = kNone;  ///< which
  double d = 0, keep = 0;          ///< distance, and what it should be [m]
  double bound = 0;                ///< v_n must not be below [m/s]
  double parting = 0;              ///< nor, in the motion that restores lost gaps [m/s]
  double friction = 0;
  bool bilateral = false;   ///< a wall that holds: v_n = bound
  double k_n = 0, k_t = 0;  ///< changes of v_n and v_t per impulse [1/kg]
  ContactImpulse j;
};

/// Speeds at which lost gaps are restored.
struct GapRules {
  double dt = 0;
  double share = 0.1;  ///< of a lost gap, per step
  double most = 0.1;   ///< [m/s]
};

/// Contacts and the rows of all of them.
class ContactList {
 public:
  std::vector<SurfaceContact> contacts;
  std::vector<SurfaceRow> rows;

  std::size_t size() const { return contacts.size(); }
  bool empty() const { return contacts.empty(); }
  void clear() {
    contacts.clear();
    rows.clear();
  }
  std::span<SurfaceRow> rows_of(const SurfaceContact& c) { return {rows.data() + c.first, c.rows}; }
  std::span<const SurfaceRow> rows_of(const SurfaceContact& c) const {
    return {rows.data() + c.first, c.rows};
  }
  /// A new contact; its rows come next.
  SurfaceContact& begin(const SurfaceContact& c);
  /// What moves a vertex of the last contact, or adds to what is there.
  void add_row(const SurfaceScene& scene, const SurfaceRow& vertex);
  void drop_last();
  void append(const ContactList& more);
};

/// Two directions across n.
void set_tangents(SurfaceContact& c);
/// Bounds from d and keep.
void set_bounds(SurfaceContact& c, const GapRules& rules);
/// Adds the contact of a measured pair, with rows and levers.
SurfaceContact& add_contact(const SurfaceScene& scene, const NearPair& pair, const PairMeasure& m,
                            ContactList& out);
/// Moves the closest points along their surfaces until they lie along n of each other: else what meets along n would be
/// given a couple.
void face_along(const SurfaceScene& scene, const NearPair& pair, const Vec3d& n, PairMeasure& m);
/// True when the closest points are a local minimum of the distance of the two *surfaces*: else the contact is
/// a ghost at an inner edge, which would kick what slides over it.
bool faces(const SurfaceScene& scene, const NearPair& pair, const PairMeasure& m);
/// k_n and k_t.
void set_response(const SurfaceScene& scene, std::span<const RigidTrial> rigid,
                  std::span<const SurfaceRow> rows, SurfaceContact& c);

}  // namespace weft
