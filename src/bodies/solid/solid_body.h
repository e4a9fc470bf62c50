/// The body behind solids. It steps its own velocities and meets others at the grid's nodes only.
///
///   begin_step     pins know where they will be
///   accelerate     w from x and v, which stay:  explicit  w = v + dt (f(x)/m + g),  or implicit_step.h;  damping
///   load           collision points with the velocity w of the surface
///   unload         changes of that velocity
///   end_exchange   w takes the changes
///   skin           obstacles change w at the surface's vertices, and may shift them
///   end_step       x += dt w,  v = w;  forces at the new places, and how long the next step may be
#pragma once
#include "bodies/collision_points.h"
#include "bodies/contact_surface.h"
#include "bodies/own_vertices.h"
#include "bodies/solid/damping.h"
#include "bodies/solid/implicit_step.h"
#include "bodies/solid/solid.h"
#include "bodies/solid/solid_surface.h"

namespace weft {

/// What a solid keeps per vertex. The order is that of Tets for life and Places are whole loads, so that these
/// are arrays and no Points, which would sort them and save their ids.
struct SolidVertices {
  Places x, v, w;
  std::vector<Vec3d> rest;
};

class SolidBody final : public OwnVertices<SolidVertices> {
 public:
  explicit SolidBody(const SolidOptions& options);

  void add_sets(std::vector<Parcels*>& sets) override { sets.push_back(&points_); }
  double friction() const override { return options_.friction; }
  bool self_contact() const override { return options_.self_contact; }
  double restitution() const override { return options_.restitution; }

  void accelerate(const Step& step, const Vec3d& gravity, std::span<const Barrier> barriers) override;
  void end_exchange(const Step& step) override;
  void end_step(const Step& step) override;

  double mass() const override { return total_mass_; }
  Limits limits() const override;
  Totals totals() const override;
  std::size_t memory_bytes() const override;
  std::size_t first_bad() const override;
  FrameObject frame(const std::vector<std::string>& quantities) const override;
  void archive(Archive& a) override;

 private:
  /// The skin as other surfaces meet it.
  struct Faces final : ContactSurface {
    explicit Faces(SolidBody& owner) : body(owner) {}
    const ContactMesh& mesh() const override { return triangles; }
    double friction() const override { return body.friction(); }
    bool meets_itself() const override { return body.options_.self_contact; }
    bool meets_obstacles() const override { return false; }  // the phase `skins` lets them meet
    void read_motion(double dt, std::span<VertexMotion> out) const override;
    void write_motion(double dt, std::span<const VertexMotion> in) override;
    SolidBody& body;
    ContactMesh triangles;
  };

  double vertex_mass(std::size_t i) const override { return response_->tets().mass()[i]; }
  std::uint32_t vertex_id(std::size_t i) const override { return response_->tets().id(i); }
  std::vector<double> material_quantity(const std::string& what) const override;
  void solve(const Step& step, std::span<const Barrier> barriers);
  bool solve_stages(const Step& step, const Vectors& fall);
  std::uint32_t pinned_id(std::uint32_t vertex) const override { return response_->tets().id(vertex); }
  /// What follows from where the vertices are.
  void respond();
  void settle() override { respond(); }
  /// Mean over the tetrahedra around each vertex of something each of them knows, by volume.
  template <class Of>
  std::vector<double> averaged(Of&& of) const;

  SolidOptions options_;  ///< without the bulky arrays
  std::unique_ptr<TetResponse> response_;
  SolidSurface surface_;
  Faces faces_{*this};
  std::vector<CornerForces<Real>> corners_;  ///< forces on the corners of tetrahedra, of explicit steps
  CollisionPoints points_;
  Damping damping_;
  std::unique_ptr<BackwardEuler> implicit_;
  Vectors own_, own_next_;  ///< what its own forces did when the last step ended; when this one does [m/s^2]
  double total_mass_ = 0, frequency2_ = 0;
};

}  // namespace weft
