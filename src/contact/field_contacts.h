/// Where velocity fields share a node, their bodies meet in an inelastic Coulomb collision.
///
///   n      out of a, into b: from the surface that lies flattest around the node
///   h      height of the node above a body's surface along n, the mean over its points that face the other
///   gap    h_a + h_b, whatever the grid's spacing: flat faces touch where they are drawn
///   u      v_a - v_b;  the normal impulse j_n >= 0 keeps  u . n <= gap/dt
///   j_t    friction against u_t, |j_t| <= mu j_n (materials/coulomb.h)
///
/// The same impulse acts on both, so that momentum is kept to rounding. Rigid bodies take part with their six
/// numbers; Gauss-Seidel over the nodes then finds impulses that suit all. Grains have no surface: they meet
/// a body at the nodes inside it, as they meet an obstacle. Sheets and strands are as thick as they are; both
/// their sides are outside, and inside is where the other is not. Bodies that both have a surface for geometry
/// (bodies/contact_surface.h) do not meet here; such a body meets main only where main has parcels without one nearby.
#pragma once
#include <functional>
#include <memory>

#include "contact/own_field.h"
#include "exec/loops.h"

namespace weft {

class FieldContacts {
 public:
  /// The fields of `own` on the lattice of `main`, whose parcels are `sets`; geometric: of each of these, its body
  /// has a surface for geometry. `reached`: blocks of main that parcels without one reach, besides those of `sets`.
  FieldContacts(Grid& main, std::span<Parcels* const> sets, std::span<const char> geometric,
                std::span<const std::unique_ptr<OwnField>> own, std::span<const char> reached = {});
  /// True when some node of the field may be another one's too: it needs p2g and g2p.
  bool shared(std::size_t field) const { return members_[field + 1].shared; }
  bool any() const { return !spots_.empty(); }

  struct Rules {
    double dt;        ///< [s]
    double recovery;  ///< overlaps part at most this fast [m/s]
    double arrival;   ///< what approaches more slowly than this does not bounce [m/s]
    double empty;     ///< nodes of main lighter than this are empty [kg]
    std::function<double(const Body*, const Body*)> friction;  ///< the second is null: anything of main
    std::vector<const Body*> owners;  ///< of main's sets, where frictions differ between them; else empty
  };
  /// Between p2g and g2p. Nodes of main hold velocities; nodes of own fields hold momenta before and changes of
  /// velocity after it. A mesh coarser than the grid cannot follow all its points at once, so that more
  /// rounds of p2g, collide, g2p in one step bring it nearer to what the points want. Returns how fast bodies
  /// still approached each other too much [m/s].
  double collide(const Rules& rules);
  /// Some body takes changes through its points.
  bool rounds() const { return follows_; }

 private:
  struct Member {
    Grid* grid;
    std::span<Parcels* const> sets;
    Body* body;          ///< null: main
    RigidMotion* rigid;  ///< or null
    double empty;        ///< nodes lighter than this do not count [kg]
    bool shared = false;
    bool thin = false;                  ///< both its sides are outside
    std::vector<std::int32_t> part_of;  ///< of each block, -1: nobody else is there
  };
  /// A block of one member that others have too.
  struct Part {
    std::uint32_t member, block;
  };
  /// The same block of several members: parts begin .. end.
  struct Spot {
    std::uint32_t begin, end;
  };
  /// What a surface looks like from a node.
  struct View {
    double area = 0;
    Vec3d normal{{0, 0, 0}};    ///< sum of w A n
    Vec3d before{{0, 0, 0}};    ///< the node's velocity before it collided
    std::int32_t contact = -1;  ///< the first one here
  };
  struct Side {
    std::uint32_t part;
    double height = 0, weight = 0;  ///< sums over the points that face the other
  };
  struct Contact {
    int node;
    Vec3d x, n;
    bool sided = false;  ///< n may be turned round: a is thin, and b is wherever its parcels are
    Side a, b;
    std::int32_t next_a = -1, next_b = -1;  ///< further contacts of the same node of a, of b
    double friction = 0, bound = 0;         ///< u . n must not exceed `bound` [m/s]
    double friction_weight = 0;             ///< while frictions of main's bodies are averaged
    double pushed = 0;                      ///< j_n [N s]
    Vec3d rubbed{{0, 0, 0}};                ///< j_t
  };

  void find_others(std::span<const char> geometric, std::span<const char> reached);
  bool meet_as_geometry(const Member& a, const Member& b, std::uint32_t part_b) const;
  void find_spots();
  void limit_grids();
  void form_velocities();
  void view_surfaces();
  void find_contacts();
  void add_contact(const Spot& spot, std::uint32_t pa, std::uint32_t pb, int node);
  bool normal_at(Contact& c) const;
  void find_sides();
  void measure_heights();
  void average_friction(const Rules& rules);
  void measure_side(Contact& c, bool is_b, const Vec3d& offset, double weight, const Vec3d* normal,
                    double radius);
  void prepare(const Rules& rules);
  void bound_contacts(const Rules& rules);
  void group_contacts();
  double sweep(Range contacts);
  double find_impulses();
  double relax(Contact& c);
  void leave_changes();

  Member& member(std::uint32_t part) { return members_[parts_[part].member]; }
  const Member& member(std::uint32_t part) const { return members_[parts_[part].member]; }
  Node& node(std::uint32_t part, int n) {
    return member(part).grid->block(parts_[part].block)[std::size_t(n)];
  }
  View& view(std::uint32_t part, int n) { return views_[part * kBlockNodes + std::size_t(n)]; }
  const View& view(std::uint32_t part, int n) const { return views_[part * kBlockNodes + std::size_t(n)]; }
  Vec3d velocity(const Side& s, const Contact& c);
  /// The change of velocity along the unit vector d that a unit impulse along it brings [1/kg].
  double response(const Side& s, const Contact& c, const Vec3d& d);
  void push(const Side& s, const Contact& c, const Vec3d& impulse);
  /// Calls f(set, parcel, x, occupied block) for the member's parcels that may touch a shared node.
  template <class F>
  void each_parcel(const Member& m, F&& f) const;

  std::vector<Member> members_;  ///< main first
  std::vector<char> others_;     ///< blocks of main: parcels without a surface for geometry reach them
  std::vector<Part> parts_;
  std::vector<Spot> spots_;
  std::vector<View> views_;
  std::vector<Contact> contacts_;     ///< those of a node side by side
  std::vector<Range> alone_, rigid_;  ///< contacts of a node: that depend on nothing else; of rigid bodies
  bool found_ = false;                ///< contacts are known: nothing moves between rounds
  bool follows_ = false;              ///< some contact acts on points of a mesh
};

}  // namespace weft
