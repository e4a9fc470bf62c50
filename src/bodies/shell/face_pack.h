/// A group of faces at work on the CPU: its members are gathered once, then packs of its faces are looked at
/// one after the other, and what pushes their control points is summed per member.
#pragma once
#include "bodies/places.h"
#include "bodies/shell/face_view.h"
#include "bodies/shell/patches.h"

namespace weft {

using Forces = Array<std::array<Real, 4>>;  ///< on the members of each group [N]; the fourth is not used

template <class T>
class FacePack {
 public:
  using S = Scalar<T>;
  static constexpr int width = T::width;
  explicit FacePack(const Patches& patches)
      : patches_(patches),
        x_(std::size_t(patches.most_points()) * 3 * width),
        f_(x_.size()),
        member_(std::size_t(patches.most_members()) * 3),
        force_(member_.size()) {}

  std::size_t slot = 0, faces = 0;  ///< of the first lane; how many lanes are not repeated
  Vec3<S> origin;                   ///< what control points are measured from

  const Patches::Group& group() const { return *group_; }
  void begin_group(std::size_t g) {
    group_ = &patches_.groups()[g];
    std::fill_n(force_.begin(), group_->members * 3, S(0));
  }
  /// Members relative to the first, with what rounding left out of x, and moved on where a step is tried.
  void gather_members(const PointField& x, const PointField& low, const PointField* moved);
  /// The same of places in double, measured from the first member.
  void gather_from_first(const Places& x);
  /// Of their velocities.
  void gather_speeds(const Places& v, const Places& x);
  /// A change of the members instead.
  void gather_change(const PointField& change);
  /// The faces from `slot` on: control points out of the members; no forces yet.
  void begin_faces(std::size_t first);
  /// The faces as kernels see them.
  template <class View>
  View view() {
    const Real* w = patches_.weights(*group_);
    return {x_.data(),
            f_.data(),
            {group_->shared ? w : w + slot % 16},
            group_->points,
            std::uint32_t(patches_.bends())};
  }
  /// Forces on the faces go to the members.
  void end_faces();
  /// What is measured from the first member pushes it back: rounded weights of derivatives sum to nothing only
  /// nearly, and so would forces.
  void balance_first() {
    const std::size_t n = group_->members;
    for (std::size_t a = 0; a < 3; ++a) {
      S sum = 0;
      for (std::size_t u = 1; u < group_->real; ++u) sum += force_[a * n + u];
      force_[a * n] = -sum;
    }
  }
  void store_forces(Forces& to) {
    const std::size_t n = group_->members;
    turn_forces();
    for (std::size_t u = 0; u < n; ++u)
      to[group_->first_member + u] = {Real(force_[u]), Real(force_[n + u]), Real(force_[2 * n + u]), Real(0)};
  }
  void store_forces(Places& to) {
    const std::size_t n = group_->members;
    turn_forces();
    for (std::size_t u = 0; u < n; ++u)
      to[group_->first_member + u] = place({{force_[u], force_[n + u], force_[2 * n + u]}});
  }

 private:
  /// Ties among the members: q = part(tie, control point).
  template <class Part>
  void gather_ties(Part&& part) {
    const std::uint32_t* v = patches_.members(*group_);
    const std::size_t n = group_->members;
    for (std::uint32_t u = group_->real; u < n; ++u) {
      const Vec3d q = part(patches_.ties.now(patches_.tie_of_member(*group_, u)), v[u]);
      for (std::size_t a = 0; a < 3; ++a) member_[a * n + u] = S(q[int(a)]);
    }
  }
  /// What pushes a tie pushes its control point as far as it moves the tie.
  void turn_forces() {
    const std::size_t n = group_->members;
    for (std::uint32_t u = group_->real; u < n; ++u) {
      const TieNow& tie = patches_.ties.now(patches_.tie_of_member(*group_, u));
      const Vec3d f = tie.change({{double(force_[u]), double(force_[n + u]), double(force_[2 * n + u])}});
      for (std::size_t a = 0; a < 3; ++a) force_[a * n + u] = S(f[int(a)]);
    }
  }

  const Patches& patches_;
  const Patches::Group* group_ = nullptr;
  Array<S> x_, f_;           ///< control points and forces on them: [point][axis][lane]
  Array<S> member_, force_;  ///< of the group: [axis][member]
};

/// Calls visit(pack, view) for the packs of each group; before(pack) and after(pack) once per group.
template <class T, class Before, class Visit, class After>
void each_pack(const Patches& patches, Range groups, Before&& before, Visit&& visit, After&& after) {
  FacePack<T> pack(patches);
  for (std::size_t i = groups.begin; i < groups.end; ++i) {
    pack.begin_group(i);
    before(pack);
    for (std::size_t lane = 0; lane < pack.group().faces; lane += T::width) {
      pack.begin_faces(i * 16 + lane);
      if (pack.group().shared) visit(pack, pack.template view<FaceView<T, SharedWeights<T>>>());
      else visit(pack, pack.template view<FaceView<T, OwnWeights<T>>>());
      pack.end_faces();
    }
    after(pack);
  }
}

template <class T>
void FacePack<T>::gather_members(const PointField& x, const PointField& low, const PointField* moved) {
  const std::uint32_t* v = patches_.members(*group_);
  const std::size_t n = group_->members;
  const Real *high = x.group(0, 0), *rest = low.group(0, 0), *by = moved ? moved->group(0, 0) : nullptr;
  for (int a = 0; a < 3; ++a) origin[a] = S(x(v[0], a));
  for (std::size_t u = 0; u < group_->real; ++u) {
    const std::size_t at = v[u] / 16 * 48 + v[u] % 16;
    for (std::size_t a = 0; a < 3; ++a) {
      S& to = member_[a * n + u];
      to = (S(high[at + 16 * a]) - origin[int(a)]) + S(rest[at + 16 * a]);
      if (by) to += S(by[at + 16 * a]);
    }
  }
  gather_ties([&](const TieNow& tie, std::uint32_t i) {
    const Vec3d at = vector_at(x, i) + vector_at(low, i);
    return tie.part(moved ? at + vector_at(*moved, i) : at);
  });
}

template <class T>
void FacePack<T>::gather_from_first(const Places& x) {
  const std::uint32_t* v = patches_.members(*group_);
  const std::size_t n = group_->members;
  const Place first = x[v[0]];
  origin = {{S(first[0]), S(first[1]), S(first[2])}};
  for (std::size_t u = 0; u < group_->real; ++u)
    for (std::size_t a = 0; a < 3; ++a) member_[a * n + u] = S(x[v[u]][int(a)] - first[int(a)]);
  gather_ties([&](const TieNow& tie, std::uint32_t i) { return tie.part(vector(x[i])); });
}

template <class T>
void FacePack<T>::gather_speeds(const Places& v, const Places& x) {
  gather_from_first(v);
  gather_ties([&](const TieNow& tie, std::uint32_t i) { return tie.speed(vector(x[i]), vector(v[i])); });
}

template <class T>
void FacePack<T>::gather_change(const PointField& change) {
  const std::uint32_t* v = patches_.members(*group_);
  const std::size_t n = group_->members;
  for (std::size_t u = 0; u < group_->real; ++u)
    for (std::size_t a = 0; a < 3; ++a) member_[a * n + u] = change(v[u], int(a));
  gather_ties([&](const TieNow& tie, std::uint32_t i) { return tie.change(vector_at(change, i)); });
}

template <class T>
void FacePack<T>::begin_faces(std::size_t first) {
  slot = first;
  faces = std::min<std::size_t>(width, group_->faces - slot % 16);
  const std::uint16_t* which = patches_.local(*group_) + slot % 16;
  const std::size_t n = group_->members;
  for (std::uint32_t k = 0; k < group_->points; ++k, which += 16)
    for (std::size_t a = 0; a < 3; ++a) {
      const S* from = &member_[a * n];
      S* to = &x_[(k * 3 + a) * width];
      for (int i = 0; i < width; ++i) to[i] = from[which[i]];
    }
  std::fill_n(f_.begin(), std::size_t(group_->points) * 3 * width, S(0));
}

template <class T>
void FacePack<T>::end_faces() {
  const std::uint16_t* which = patches_.local(*group_) + slot % 16;
  const std::size_t n = group_->members;
  for (std::uint32_t k = 0; k < group_->points; ++k, which += 16)
    for (std::size_t a = 0; a < 3; ++a) {
      S* to = &force_[a * n];
      const S* from = &f_[(k * 3 + a) * width];
      for (std::size_t i = 0; i < faces; ++i) to[which[i]] += from[i];
    }
}

}  // namespace weft
