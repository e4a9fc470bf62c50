/// What whoever steers a run from outside takes hold of between two steps: places and velocities of a body's points in
/// the order of their ids, and the pins that lead some of them. Points that are put elsewhere keep their velocity and
/// what they remember of their past; what follows from places is found anew. No step asks for it: it is no role.
#pragma once
#include <span>
#include <vector>

#include "bodies/body.h"
#include "bodies/pin_feel.h"
#include "exec/loops.h"

namespace weft {

class Handles {
 public:
  virtual ~Handles() = default;
  virtual std::size_t count() const = 0;
  virtual void read_places(std::span<Vec3d> x) const = 0;      ///< [m]
  virtual void read_velocities(std::span<Vec3d> v) const = 0;  ///< [m/s]
  /// Points whose place is as it was stay to the last bit as they are.
  virtual void put_places(std::span<const Vec3d> x) = 0;
  virtual void put_velocities(std::span<const Vec3d> v) = 0;
  /// Null: nothing is pinned.
  virtual Pins* pins() { return nullptr; }
  /// What they feel; null: nobody measures it.
  virtual PinFeel* feel() { return nullptr; }
  /// The id of a vertex as pins number it.
  virtual std::uint32_t pinned_id(std::uint32_t vertex) const { return vertex; }
};

/// A body whose points can be put one by one.
class Handled {
 public:
  virtual ~Handled() = default;
  virtual Handles& handles() = 0;
};
inline Handles* handles_of(Body& body) {
  Handled* handled = dynamic_cast<Handled*>(&body);
  return handled ? &handled->handles() : nullptr;
}

/// The lists from what `Of` knows of one point in its present order: count(), id_of(i), place_of(i), velocity_of(i),
/// put_place(i, x), put_velocity(i, v), and what follows once all have changed: placed(changed), hurried(changed), with a
/// flag per point in its present order.
template <class Of>
class HandlesOf : public Handles {
 public:
  void read_places(std::span<Vec3d> x) const final {
    each([&](std::size_t i) { x[of().id_of(i)] = of().place_of(i); });
  }
  void read_velocities(std::span<Vec3d> v) const final {
    each([&](std::size_t i) { v[of().id_of(i)] = of().velocity_of(i); });
  }
  void put_places(std::span<const Vec3d> x) final {
    const std::vector<char> changed =
        marked([&](std::size_t i) { return of().place_of(i) != x[of().id_of(i)]; });
    if (changed.empty()) return;
    each([&](std::size_t i) {
      if (changed[i]) self().put_place(i, x[of().id_of(i)]);
    });
    self().placed(changed);
  }
  void put_velocities(std::span<const Vec3d> v) final {
    const std::vector<char> changed =
        marked([&](std::size_t i) { return of().velocity_of(i) != v[of().id_of(i)]; });
    if (changed.empty()) return;
    each([&](std::size_t i) {
      if (changed[i]) self().put_velocity(i, v[of().id_of(i)]);
    });
    self().hurried(changed);
  }

 private:
  static constexpr std::size_t kChunk = std::size_t(1) << 13;
  const Of& of() const { return static_cast<const Of&>(*this); }
  Of& self() { return static_cast<Of&>(*this); }
  template <class F>
  void each(F&& f) const {
    parallel_each(of().count(), kChunk, f);
  }
  /// A flag per point, or nothing where none is set.
  template <class F>
  std::vector<char> marked(F&& f) const {
    std::vector<char> out(of().count());
    each([&](std::size_t i) { out[i] = f(i); });
    for (const char c : out)
      if (c) return out;
    return {};
  }
};

}  // namespace weft
