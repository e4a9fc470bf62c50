/// What the tests of [[solid]] share.
#pragma once
#include "bodies/solid/implicit_step.h"
#include "geometry/random.h"
#include "geometry/tets/stuffing.h"
#include "validation/solid/solid.h"

namespace weft {

/// A law with these constants, ready to use.
Material solid_material(const std::string& law, double young, double poisson, double density);

/// A mesh with vertices moved inside by up to a fifth of a cell, so that elements are irregular.
TetMesh irregular_block(int cells);

/// Equilibrium under dead loads, by steps of backward Euler that are long against every vibration.
class SolidBench {
 public:
  SolidBench(const TetMesh& mesh, const Material& material);
  const Tets& tets() const { return response_->tets(); }
  const TetResponse& response() const { return *response_; }
  /// Vertex `id` may not move along n.
  void hold(std::uint32_t id, const Vec3d& n);
  void add_load(std::uint32_t id, const Vec3d& force);  ///< [N]
  void add_gravity(const Vec3d& g);
  /// Puts the load on in equal parts.
  void settle(int parts);
  Vec3d at(std::uint32_t id) const { return vector(x_[tets().vertex_of(id)]); }

 private:
  std::unique_ptr<TetResponse> response_;
  BackwardEuler solver_;
  Places x_;
  Vectors load_;
  std::vector<Barrier> held_;
};

Series solid_rotation(const SolidCase& c);
Series solid_patch(const SolidCase& c);
Series solid_cook_stress(const SolidCase& c);
Series solid_cook(const SolidCase& c);
Series solid_cantilever(const SolidCase& c);
Series solid_recovery(const SolidCase& c);
Series solid_hertz(const SolidCase& c);

}  // namespace weft
