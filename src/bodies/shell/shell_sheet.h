/// The body behind shells with coupling = "mesh". Control points x step their own velocities; what meets others is
/// the limit surface, whose points y = L x are means of them (limit_mesh.h).
///
///   begin_step     pins know where they will be
///   accelerate     w = (v + dt (f(x, v)/m + g)) / (1 + dt k/(rho h)),  k the drag of the air
///   load           points of the surface with its velocity L w
///   unload         changes of that velocity, where grains or fluids are near
///   end_exchange   w_k += sum_i L_ik m_i dv_i / m_k
///   surface        other surfaces and obstacles change w, and may shift control points (contact/surfaces/)
///   end_step       x += dt w + shift,  v = w;  forces at the new places, and how long the next step may be
///
///   f(x, v)        membrane, bending and denting with damping, and pressure (shell_forces.h)
#pragma once
#include "bodies/collision_points.h"
#include "bodies/contact_surface.h"
#include "bodies/own_vertices.h"
#include "bodies/shell/shell_forces.h"

namespace weft {

/// What a shell that moves by itself keeps per control point, in the order of the scene for life.
struct ShellVertices {
  Places x, v, w;
  std::vector<Vec3d> rest;
};

class ShellSheet final : public OwnVertices<ShellVertices>, ContactSurface {
 public:
  ShellSheet(const ShellOptions& options, std::unique_ptr<ShellLaw> law);

  void add_sets(std::vector<Parcels*>& sets) override { sets.push_back(&points_); }
  double friction() const override { return law_->contact().friction; }
  double restitution() const override { return 0; }
  SurfacePoints* skin() override { return nullptr; }  // its surface meets obstacles as it meets others

  void begin_step(const Step& step) override;
  void accelerate(const Step& step, const Vec3d& gravity, std::span<const Barrier> barriers) override;
  void end_exchange(const Step& step) override;
  void end_step(const Step& step) override;

  // Other surfaces.
  const ContactMesh& mesh() const override { return mesh_; }
  bool meets_itself() const override { return s_.options.self_contact.value_or(true); }
  void read_motion(double dt, std::span<VertexMotion> out) const override;
  void write_motion(double dt, std::span<const VertexMotion> in) override;

  double mass() const override { return total_mass_; }
  Limits limits() const override;
  Totals totals() const override;
  std::size_t memory_bytes() const override;
  std::size_t first_bad() const override;
  FrameObject frame(const std::vector<std::string>& quantities) const override;
  void archive(Archive& a) override;

 private:
  double vertex_mass(std::size_t i) const override { return mass_of_[i]; }
  std::uint32_t vertex_id(std::size_t i) const override { return std::uint32_t(i); }
  std::vector<double> material_quantity(const std::string& what) const override;
  /// Nothing in the shell weighs on it, or a pin holds it.
  bool held_still(std::size_t i) const { return prescribed(i) || !(mass_of_[i] > 0); }
  double slowest_bending() const;
  void choose_damping();
  void respond();
  void settle() override {
    respond();
    carry_surface();
  }
  void carry_surface();
  SampledSurface sampled();
  void show();

  std::unique_ptr<ShellLaw> law_;
  ShellState s_;
  ShellForces forces_;
  std::vector<double> mass_of_;  ///< control points [kg]
  ContactMesh mesh_;
  std::vector<double> surface_mass_;  ///< points of the surface stand for [kg]
  Places surface_x_, surface_w_;
  CollisionPoints points_;
  ShellForces::Speeds speeds_;
  LayerDamping tau_;
  std::vector<Vec3d> shift_;  ///< beyond dt w, made at the end of the step [m]
  double drag_ = 0;           ///< k/(rho h) [1/s]
  double total_mass_ = 0;
};

}  // namespace weft
