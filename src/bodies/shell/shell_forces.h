/// What the faces of a shell that moves by itself push its control points with, in double: membrane, bending and
/// denting with damping (layer_kernel.h), and pressure.
///   f = -dE/dx + damping(x, v) + p sum w a_1 x a_2 N
/// The first two sum to nothing over a group of faces to the last bit of double, as their moments do.
#pragma once
#include "bodies/pace.h"
#include "bodies/shell/shell_law.h"
#include "bodies/shell/shell_state.h"

namespace weft {

class ShellForces {
 public:
  ShellForces(ShellState& state, const ShellLaw& law) : s_(state), law_(law) {}
  /// omega^2, and what tau = 1 would damp stretching and bending with.
  struct Speeds {
    double omega2 = 0, stretch = 0, bend = 0;
    Pace pace(const LayerDamping& tau) const { return {omega2, tau.stretch * stretch + tau.bend * bend}; }
  };
  /// Layers dent on the way.
  Speeds respond(const Places& x, const Places& v, const LayerDamping& tau);
  /// pressure [Pa].
  void push(const Places& x, double pressure);
  Vec3d on(std::size_t i) const {
    Vec3d f = Vec3d::zero();
    for (const std::uint32_t at : s_.patches.forces_on(std::uint32_t(i))) {
      f += vector(strain_[at]);
      if (!push_.empty()) f += vector(push_[at]);
    }
    return f;
  }
  /// Denting depends on what was: forces are saved, not found anew.
  void archive(Archive& a, const std::string& prefix) {
    a.array(prefix + "force", strain_);
    a.array(prefix + "push", push_);
  }
  std::size_t bytes() const { return bytes_of(strain_) + bytes_of(push_); }

 private:
  Speeds respond(Range groups, const Places& x, const Places& v, const LayerDamping& tau);

  ShellState& s_;
  const ShellLaw& law_;
  Places strain_, push_;  ///< on the members of each group [N]
};

}  // namespace weft
