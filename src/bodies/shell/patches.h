/// The faces of a shell, sixteen side by side, with the weights of their control points.
///
///   group     sixteen neighbouring faces with as many control points each; the last lanes may repeat a face
///   members   the control points of a group, each once: a block of 4 x 4 regular faces has 49, not 256
///   weights   depend on the connections around a face alone: a group of regular faces shares one set of them,
///             faces around extraordinary vertices are put together with a set each
///   ties      members beyond g.real: parts of control points that edges add (edge_ties.h); their forces go to those
///   forces    a group sums what its faces put on its members; a control point then sums over its few groups,
///             so that no two threads write one number and the sum has one order
#pragma once
#include "bodies/shell/edge_rules.h"
#include "exec/array.h"
#include "math/host_device.h"
#include "math/vec.h"

namespace weft {

/// Where on a face, with a weight that sums to one over the face.
struct FacePlace {
  double s, t, weight;
};
std::vector<FacePlace> gauss_places(int side);   ///< side^2 points of Gauss, side 2 or 3
std::vector<FacePlace> middle_places(int side);  ///< the middles of side^2 squares

/// Which forces on members of groups act on a control point of the mesh.
struct ForceMap {
  const std::uint32_t *begin, *at;
  /// Their sum on control point `id`.
  WEFT_HD Vec3r sum(const std::array<Real, 4>* forces, std::uint32_t id) const {
    Real f[3] = {0, 0, 0};
    for (std::uint32_t k = begin[id]; k < begin[id + 1]; ++k)
      for (std::size_t a = 0; a < 3; ++a) f[a] += forces[at[k]][a];
    return {{f[0], f[1], f[2]}};
  }
};

class Patches {
 public:
  struct Group {
    std::uint32_t faces;         ///< of the sixteen lanes that are not repeated
    std::uint32_t points;        ///< control points of each face
    std::uint32_t members;       ///< control points of all
    std::uint32_t first_member;  ///< in members() and among all forces
    std::uint32_t first_local;   ///< in local(): [point][lane], which member
    std::uint32_t first_weight;  ///< in weights()
    bool shared;                 ///< one weight for all lanes, or [weight][lane]
    std::uint32_t real;          ///< members that are control points; ties follow
    std::uint32_t first_tie;     ///< of those, which ties
  };
  static constexpr std::uint32_t kNone = ~std::uint32_t(0);

  Patches() = default;
  /// Where second derivatives are wanted, and where first ones will do.
  struct Where {
    std::span<const FacePlace> bends, touches;
  };
  /// Of the faces named.
  Patches(const QuadMesh& mesh, std::span<const std::uint32_t> faces, const Where& places, EdgeRules& rules);

  std::span<const Group> groups() const { return groups_; }
  std::size_t slots() const { return face_.size(); }
  /// The face in a slot (16 group + lane), or kNone where a lane repeats the one before.
  std::uint32_t face(std::size_t slot) const { return face_[slot]; }
  const std::uint32_t* members(const Group& g) const { return members_.data() + g.first_member; }
  const std::uint16_t* local(const Group& g) const { return local_.data() + g.first_local; }
  std::uint32_t vertex(std::size_t slot, std::uint32_t point) const {
    const Group& g = groups_[slot / 16];
    return members(g)[local(g)[point * 16 + slot % 16]];
  }
  /// Which tie a point of a face is, or -1: a control point.
  int tie(std::size_t slot, std::uint32_t point) const {
    const Group& g = groups_[slot / 16];
    const std::uint32_t u = local(g)[point * 16 + slot % 16];
    return u < g.real ? -1 : int(tie_[g.first_tie + u - g.real]);
  }
  /// That of a member beyond g.real.
  std::uint32_t tie_of_member(const Group& g, std::uint32_t member) const {
    return tie_[g.first_tie + member - g.real];
  }
  EdgeTies ties;  ///< as they are now

  const Real* weights(const Group& g) const { return weights_.data() + g.first_weight; }
  /// Where in the weights of a group N of a point begins:
  ///   N N_1 N_2 N_11 N_12 N_22 at a place of bending,   N N_1 N_2 at one of touch
  std::size_t at_bend(const Group& g, int place, std::uint32_t point) const {
    return (std::size_t(place) * g.points + point) * 6;
  }
  std::size_t at_touch(const Group& g, int place, std::uint32_t point) const {
    return std::size_t(bends_) * g.points * 6 + (std::size_t(place) * g.points + point) * 3;
  }
  double weight(std::size_t slot, std::size_t at) const {
    const Group& g = groups_[slot / 16];
    return double(weights_[g.first_weight + (g.shared ? at : at * 16 + slot % 16)]);
  }
  std::uint32_t most_points() const { return most_points_; }
  std::uint32_t most_members() const { return most_members_; }
  std::size_t force_count() const { return members_.size(); }
  /// Which forces act on a control point of the mesh.
  std::span<const std::uint32_t> forces_on(std::uint32_t vertex) const {
    return {force_at_.data() + force_begin_[vertex], force_at_.data() + force_begin_[vertex + 1]};
  }
  ForceMap force_map() const { return {force_begin_.data(), force_at_.data()}; }
  // As they lie, for who copies them all: Group says where its parts begin.
  std::span<const std::uint32_t> all_members() const { return members_; }
  std::span<const std::uint16_t> all_local() const { return local_; }
  std::span<const Real> all_weights() const { return weights_; }
  std::span<const std::uint32_t> force_begins() const { return force_begin_; }
  std::span<const std::uint32_t> force_list() const { return force_at_; }
  int bends() const { return bends_; }
  /// Members become now[member]; forces_on keeps the mesh's own numbers.
  void rename(std::span<const std::uint32_t> now);
  std::vector<std::uint32_t>& names() { return members_; }
  std::size_t bytes() const;

 private:
  struct Builder;
  int bends_ = 0;
  std::uint32_t most_points_ = 0, most_members_ = 0;
  std::vector<Group> groups_;
  std::vector<std::uint32_t> face_, members_, force_begin_, force_at_, tie_;
  std::vector<std::uint16_t> local_;
  Array<Real> weights_;
};

}  // namespace weft
