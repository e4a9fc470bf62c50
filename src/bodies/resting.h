/// A body whose rest is looked for (docs/statics.md). u is the way of each vertex from where the step begins:
///   E(u) = 1/(2 dt^2) |u|_M^2 + Phi(x + u) - sum f.u       f what acts from outside, gravity among it
/// Contact adds its own part and steps towards the minimum of all; the body then moves by u.
#pragma once
#include <array>
#include <span>

#include "math/vec.h"

namespace weft {

class RestingBody {
 public:
  virtual ~RestingBody() = default;
  /// From now on steps lead to rest together with contact, or they do not.
  virtual void seek_rest(bool together) = 0;
  /// Of the vertices [kg].
  virtual std::span<const double> masses() const = 0;
  /// How far coordinates that are prescribed still have to go; zero in the others.
  virtual std::span<const Vec3d> lead() const = 0;
  /// E(u) [J].
  virtual double try_way(std::span<const Vec3d> u) = 0;
  /// -dE/du at the u that was tried last.
  virtual void forces(std::span<Vec3d> out) const = 0;
  /// Takes out the coordinates that are prescribed.
  virtual void keep_free(std::span<Vec3d> of) const = 0;
  /// A = M/dt^2 + K + more, around the u that was tried last; K without negative eigenvalues, more: of each vertex by itself,
  /// xx xy xz yy yz zz. False where it holds what is no number.
  virtual bool linearise(std::span<const std::array<double, 6>> more) = 0;
  virtual void multiply(std::span<const Vec3d> d, std::span<Vec3d> out) = 0;
  /// About A^-1 r.
  virtual void precondition(std::span<const Vec3d> r, std::span<Vec3d> out) = 0;
};

}  // namespace weft
