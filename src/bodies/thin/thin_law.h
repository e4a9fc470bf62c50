/// What a law says about the elements of a thin body. Called once per range of contact points, never once per
/// point: what depends on the law is compiled behind this interface, everything else once.
#pragma once
#include <memory>

#include "bodies/mesh_stiffness.h"
#include "bodies/thin/respond_kernel.h"
#include "bodies/thin/stretch_view.h"
#include "materials/material.h"

namespace weft {

/// One element in double, for measuring: the tangents and normals that it has.
struct ElementStrain {
  Vec3d t[2], d[2];
  Vec2d warp{{1, 0}};
};

class ThinLaw {
 public:
  ThinLaw(int tangents, int normals) : tangents_(tangents), normals_(normals) {}
  virtual ~ThinLaw() = default;
  int tangents() const { return tangents_; }
  int normals() const { return normals_; }
  int corners() const { return tangents_ + 1; }
  int entries() const { return 3 * (tangents_ + normals_); }  ///< of F
  virtual std::string name() const = 0;
  virtual double density() const = 0;                       ///< at rest [kg/m^3]
  virtual double friction() const = 0;                      ///< Coulomb's, between layers
  virtual bool has_directions() const = 0;                  ///< asks for the warp
  virtual double energy(const ElementStrain& s) const = 0;  ///< psi [J/m^3]

  /// Everything that follows from where the vertices are; r.begin is a multiple of kGroup, here and below.
  virtual ThinStiffness<Real> respond(const ThinView& body, Range r) const = 0;

  // Elements without grid and contact points (bodies/thin/sheet/).
  /// Forces of elements r; how fast the fastest is by itself. r.begin is a multiple of kGroup.
  virtual Pace stretch(const StretchView& body, Range r) const = 0;
  /// The same for backward Euler (thin/stretch_trial.h): forces and potential [J]; their change.
  virtual double stretch_trial(const StretchView& body, Range r) const = 0;
  virtual void stretch_stiffness(const StretchView& body, Range r, bool definite,
                                 StretchStiffness* out) const = 0;
  virtual RestStiffness rest_stiffness(const Vec2d& warp) const = 0;

  // The implicit solve.
  /// Forces and stress at what was tried; returns the energy [J].
  virtual double force(const ThinView& body, const TrialView& trial, Range r) const = 0;
  /// Their change.
  virtual void change(const ThinView& body, const TrialView& trial, Range r) const = 0;
  /// psi'' at what was tried, and its diagonal at the corners.
  virtual void linearise(const ThinView& body, const TrialView& trial, Range r, bool definite) const = 0;
  /// What contact points add to the diagonal of the nodes' matrix.
  virtual void load_stiffness(const ThinView& body, const TrialView& trial, Range r,
                              StiffnessBatch& out) const = 0;
  /// What corners feel of each other through the tangents: corners (corners + 1)/2 entries for each contact
  /// point of r.
  virtual void mesh_stiffness(const ThinView& body, const TrialView& trial, Range r,
                              MeshStiffness& out) const = 0;
  /// The normals that strains would begin from if they ended yielded; returns the largest shift.
  virtual double yielded(const ThinView& body, const TrialView& trial, Range r, FieldView start) const = 0;

 private:
  int tangents_, normals_;
};

/// Throws E0306 when thin things cannot be made of it.
std::unique_ptr<ThinLaw> make_thin_law(const Material& material, bool plane, const std::string& object);

template <class Law>
std::unique_ptr<ThinLaw> make_thin_law_of(const Law& law);

}  // namespace weft
