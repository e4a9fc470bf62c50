/// What a sheet brings to the search for rest (bodies/resting.h): the elements' and hinges' potential without damping, for nothing moves,
/// on the matrix of its implicit steps (sheet_matrix.h).
#pragma once
#include <array>

#include "bodies/thin/sheet/sheet_matrix.h"

namespace weft {

class SheetRest {
 public:
  SheetRest(SheetElements& elements, SheetBends& bends, const Places& x);
  /// A step begins. forces: on each vertex, from outside [N]; held: coordinates that are prescribed.
  void begin(double dt, Vectors forces, std::vector<char> held);
  double try_way(std::span<const Vec3d> u);
  void forces(std::span<Vec3d> out) const;
  void keep_free(std::span<Vec3d> of) const;
  bool linearise(std::span<const std::array<double, 6>> more);
  void multiply(std::span<const Vec3d> d, std::span<Vec3d> out);
  void precondition(std::span<const Vec3d> r, std::span<Vec3d> out);
  std::size_t bytes() const;

 private:
  SheetElements& elements_;
  SheetBends& bends_;
  const Places& x_;
  SheetMatrix matrix_;
  Places start_, trial_;
  Vectors outside_, way_, in_, out_;
  std::vector<char> held_;
  std::vector<double> inertia_;  ///< m/dt^2 [N/m]
  std::vector<StretchStiffness> stiffness_;
};

}  // namespace weft
