/// Triangles or segments of a body that moves by itself, numbered as the scene has them: rest shapes, masses,
/// forces from stretch (thin/stretch_kernel.h). Which corners meet at a vertex is kept too: each vertex sums
/// its forces by itself, in one order.
#pragma once
#include "bodies/adjacency.h"
#include "bodies/thin/rest_element.h"
#include "bodies/thin/thin_law.h"
#include "exec/archive.h"

namespace weft {

class SheetElements {
 public:
  SheetElements(const ThinOptions& options, const ThinLaw& law);
  std::size_t size() const { return corner_.size(); }
  int corners() const { return corners_; }
  const std::array<std::uint32_t, 3>& corner(std::size_t e) const { return corner_[e]; }
  const Adjacency& around() const { return around_; }
  /// Its part of the elements around each vertex [kg].
  const std::vector<double>& mass() const { return mass_; }
  double volume(std::size_t e) const { return volume_[e]; }  ///< at rest; 0: torn [m^3]

  /// Forces at x and v, and what tears there; how fast the fastest element is by itself. damping: tau [s].
  Pace respond(const Places& x, const Places& v, double damping);
  /// Backward Euler: forces at x of a step that began at `start`, damping: tau/dt; returns the potential [J].
  double trial(const Places& x, const Places& start, double damping);
  void stiffness(const Places& x, const Places& start, double damping, bool definite,
                 std::vector<StretchStiffness>& out);
  void add_force(std::size_t i, Vec3d& f) const {
    for (const std::uint32_t c : around_.corners(i)) f += vector(force_[c / 4][c % 4]);
  }
  ElementStrain strain(const Places& x, std::size_t e) const;
  double energy(const Places& x) const;  ///< [J]

  std::size_t bytes() const;
  void archive(Archive& a, const std::string& prefix);

 private:
  StretchView view(const Places& x, const Places& v, double damping);
  void measure(const ThinOptions& options);
  void share_mass();
  double& rest(std::size_t e, int c) { return rest_[stretch_index(e, c)]; }
  double rest(std::size_t e, int c) const { return rest_[stretch_index(e, c)]; }
  /// Of the corners' shape functions in the element's frame [1/m].
  std::array<Vec2d, 3> gradients(std::size_t e) const;

  const ThinLaw& law_;
  int corners_;
  double tear2_;
  std::vector<std::array<std::uint32_t, 3>> corner_;  ///< a segment's third is its second
  Array<double> rest_, volume_;
  Array<StretchForces> force_;
  std::vector<double> mass_;
  Adjacency around_;
};

}  // namespace weft
