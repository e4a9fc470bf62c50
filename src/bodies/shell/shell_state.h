/// What a shell remembers, whatever its law: control points, contact points and faces,
/// each with one list of fields.
///
/// A control point is kept as x + low with low below the rounding of x, so that slow motions are not lost in
/// short steps and strains are as exact as differences of neighbours can be.
#pragma once
#include "bodies/point_motion.h"
#include "bodies/points.h"
#include "bodies/shell/face_pack.h"
#include "bodies/shell/layer_kernel.h"
#include "bodies/shell/shell.h"
#include "geometry/shells/vertex_limits.h"

namespace weft {

/// Vertices of the mesh.
struct ControlFields {
  Points points;
  PointField& x = points.add("x", 3);
  PointField& low = points.add("low", 3);
  PointField& v = points.add("v", 3);
  PointField& C = points.add("C", 9);
  PointField& mass = points.add("mass", 1);
  PointField& rest = points.add("rest", 3);
  PointField& dip = points.add("dip", 3);  ///< from it to the surface when the step began [m]
  /// Implicit solve: how far it moves at the velocities last tried, and where `linearise` was called [m].
  PointField& u = points.add("u", 0, Keep::scratch);
  PointField& u0 = points.add("u0", 0, Keep::scratch);
};

/// Points on the surface; their ids count the places of touch of all faces.
struct ContactFields {
  Points points;
  PointField& x = points.add("x", 3, Keep::state, "0");
  PointField& v = points.add("v", 3, Keep::state, "1");
  PointField& C = points.add("C", 9, Keep::state, "2");
  PointField& mass = points.add("mass", 1, Keep::state, "3");
  PointField& d =
      points.add("d", 3, Keep::state, "4");  ///< the fibre; a trial from unload to the end of step
  PointField& pull = points.add("pull", 3, Keep::state, "5");  ///< V dchi/dd [J]
  /// Implicit solve: the fibre at the velocities last tried, where `linearise` was called, and where strains
  /// begin; V dchi/dd or its change.
  PointField& tried = points.add("tried", 0, Keep::scratch);
  PointField& tried0 = points.add("tried0", 0, Keep::scratch);
  PointField& start = points.add("start", 0, Keep::scratch);
  PointField& tried_pull = points.add("tried_pull", 0, Keep::scratch);
};

/// Slots of faces, sixteen per group.
struct FaceFields {
  Points points;
  PointField& A = points.add("A", 0);                                       ///< [place][layer] 2x2, B F_p^-1
  PointField& volume = points.add("volume", 0, Keep::scratch);              ///< [place][layer] [m^3]
  PointField& touch_volume = points.add("touch_volume", 0, Keep::scratch);  ///< [place of touch] [m^3]
  PointField& start_A = points.add("start_A", 0, Keep::scratch);  ///< implicit solve: where strains begin
};

/// What the stiffest part needs of the step.
struct ShellStiffness {
  Real mesh = 0;     ///< omega^2 rho of membrane and bending [Pa/m^2]
  Real contact = 0;  ///< rho c^2 of pressed contact points [Pa]
};

/// What the implicit solve keeps besides fields; empty as long as every step is explicit.
struct ShellTrial {
  Forces force;          ///< forces or their change
  bool started = false;  ///< strains begin from start_A and start
  bool definite = true;
  Array<std::array<Real, 8>> diagonal;  ///< of -df/dx at the members of each group: xx xy xz yy yz zz
};

struct ShellState {
  ShellState(const ShellOptions& options, double density);

  std::size_t size() const { return control.points.size(); }
  /// It moves by itself: control points have the whole mass, and there are no contact points.
  bool on_mesh() const { return options.coupling == Coupling::mesh; }
  double clearance(double dx) const { return std::min(0.25 * options.thickness, 0.1 * dx); }
  Vec3d place(std::size_t i) const { return vector_at(control.x, i) + vector_at(control.low, i); }
  void put(std::size_t i, const Vec3d& x) {
    set_vector(control.x, i, x);
    set_vector(control.low, i, x - vector_at(control.x, i));
  }
  /// Pins hold it, or coordinates of it.
  bool is_pinned(std::size_t i) const { return pins.leads(i); }
  Vec3r sum_on(std::size_t i, const Forces& of) const {
    return patches.force_map().sum(of.data(), control.points.id(i));
  }
  /// The layers with strains that begin from A.
  LayerView layers(PointField& A);
  PointField& start_A() { return trial.started ? face.start_A : face.A; }
  PointField& start_d() { return trial.started ? contact.start : contact.d; }
  const PointField& start_d() const { return trial.started ? contact.start : contact.d; }
  std::size_t contact_of(std::size_t slot, int place) const {
    return contact_at[slot * touches.size() + std::size_t(place)];
  }
  std::size_t home_of(std::size_t i) const { return homes[contact.points.id(i)]; }
  double contact_volume(std::size_t i) const {
    return double(face.touch_volume(home_of(i) / touches.size(), int(home_of(i) % touches.size())));
  }

  void reorder(std::span<const std::uint32_t> order);
  void reorder_contacts(std::span<const std::uint32_t> order);
  void archive(Archive& a, const std::string& prefix);
  std::size_t bytes() const;
  void find_dips();

  // One face in double, for measuring (shell_geometry.cpp). A point of a face: a control point, or a tie's part.
  Vec3d point(std::size_t slot, std::uint32_t k) const;
  Vec3d rest_point(std::size_t slot, std::uint32_t k) const;
  Jet<double> jet(std::size_t slot, int place, bool rest) const;
  Mat2<double> axes(std::size_t slot, int place, int layer) const;
  /// f of a layer.
  Columns<double> strain(std::size_t slot, int place, int layer) const;
  /// |ln F_p| of a layer.
  double plastic_strain(std::size_t slot, int place, int layer) const;
  /// sum N_p of something that control points have, at contact point i.
  Vec3d at_contact(std::size_t i, const PointField& of) const;
  /// The frame of contact point i, whose fibre is d.
  SheetFrame<double> contact_frame(std::size_t i, const Vec3d& d) const;
  /// Where contact points r are now that the control points have moved.
  void contact_places(Range r, Real* x, Real* y, Real* z) const;

  ShellOptions options;  ///< without the bulky arrays
  ControlFields control;
  ContactFields contact;
  FaceFields face;
  std::vector<FacePlace> bends, touches;
  Patches patches;
  std::vector<std::uint32_t> homes;       ///< slot * touches + place of each contact point, by id
  std::vector<std::uint32_t> contact_at;  ///< contact point of slot * touches + place
  Forces force;                           ///< of strain and contact
  Forces push;                            ///< of pressure, where there is any
  Pins pins;
  BodyLoads loads;
  VertexLimits vertex_limits;                       ///< in the mesh's own numbers
  std::vector<BatchMotion> limits, contact_limits;  ///< one per batch of unload
  ShellStiffness stiffness;
  ShellTrial trial;
  double pressure = 0;  ///< now [Pa]
  double offset = 0;    ///< of the two layers from the middle [m]
  double dx = 0;        ///< grid spacing, known after the first step [m]

 private:
  void make_faces(const ShellOptions& options, double density);
  void make_face(const ShellOptions& options, double density, std::size_t slot);
  void make_contacts(const ShellOptions& options, double density);
  void name_contacts();
  void repeat_lanes();
};

/// The larger principal curvature of a surface [1/m].
double largest_curvature(const Jet<double>& a);
/// Now [Pa].
double pressure_at(const Pressure& p, double time);

}  // namespace weft
