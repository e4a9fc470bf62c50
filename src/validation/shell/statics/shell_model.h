/// A shell as a function of its control points: elastic energy, gradient and second derivative in double
/// precision, without mass, grid or contact. What statics, vibration and buckling are computed with.
///
///   Psi(x) = sum_q V_q psi(f_q),   V_q = w_q |det [e . g]| tau/2
///   at xi = +- tau/(2 sqrt 3);   Layers::paper: +- tau/4
#pragma once
#include <Eigen/Dense>
#include <variant>

#include "bodies/shell/kirchhoff_love.h"
#include "geometry/subdivision.h"
#include "materials/material.h"

namespace weft {

using LaminaMaterial = std::variant<Lamina, Orthotropic, WovenShell>;
/// Throws Error E0521 when it is no law of a lamina.
LaminaMaterial lamina_of(const Material& material);

struct ShellModelOptions {
  QuadMesh mesh;            ///< control points at rest
  std::vector<bool> bare;   ///< of each quad: without energy and load (rows beyond an edge); may be empty
  std::vector<Vec3d> warp;  ///< of each quad; empty: along its first edge
  LaminaMaterial material;
  double thickness = 0;  ///< [m]
  double layer =
      0.288675134594812882;  ///< |xi| / thickness: 1/(2 sqrt 3) for the exact bending stiffness, 1/4 in GHF18
  int gauss = 2;             ///< points of a face along each side, 2 to 4
  BoundaryRule rule = BoundaryRule::edge_and_corner;
};

using Points = std::vector<Vec3d>;
/// Stress of every lamina point as the gradient of psi by the metric (materials/lamina.h).
using Slopes = std::vector<Vec3d>;

/// Which second derivative.
enum class Stiffness {
  exact,
  definite  ///< Gauss-Newton: without negative eigenvalues
};

class ShellModel {
 public:
  explicit ShellModel(ShellModelOptions options);

  const Points& rest() const { return options_.mesh.vertices; }
  const QuadMesh& mesh() const { return options_.mesh; }
  BoundaryRule rule() const { return options_.rule; }
  double thickness() const { return options_.thickness; }
  bool is_bare(std::size_t face) const { return !options_.bare.empty() && options_.bare[face]; }
  /// The diagonal of the bounding box of the control points [m].
  double size() const { return size_; }

  double energy(const Points& x) const;
  /// Adds dPsi/dx to g.
  void add_gradient(const Points& x, Points& g) const;
  /// Whether no lamina is turned inside out.
  bool is_valid(const Points& x) const;

  /// Faces with energy, the control points of each, and how many there are.
  std::size_t faces() const { return faces_.size(); }
  std::span<const std::uint32_t> vertices(std::size_t face) const;
  /// d^2 Psi/dx^2 of one face over its control points, three components each.
  void face_stiffness(const Points& x, std::size_t face, Stiffness kind, Eigen::MatrixXd& K) const;
  /// The exact one, but with this stress instead of that at x.
  void face_stiffness_under(const Points& x, std::size_t face, const Slopes& stress,
                            Eigen::MatrixXd& K) const;
  /// The stress at x and its first-order change along `change`.
  Slopes stress_after(const Points& x, const Points& change) const;

  /// Visits every in-plane quadrature place: visit(stencil, rest area of the place [m^2]).
  template <class Visit>
  void each_place(Visit&& visit) const {
    for (std::size_t i = 0; i < places_.size(); ++i) visit(stencils_[i], places_[i].area);
  }
  /// The same for one face (an index below faces()): visit(stencil, in-plane weight), which sums to 1.
  template <class Visit>
  void each_place_of(std::size_t face, Visit&& visit) const {
    for (std::size_t i = faces_[face].first; i < faces_[face].end; ++i)
      visit(stencils_[i], places_[i].weight);
  }

 private:
  struct Place {
    double weight;  ///< in-plane, sums to 1 per face
    double area;    ///< of the mid-surface [m^2]
    Mat2<double> B[2];
    double V[2];  ///< [m^3]
  };
  struct Face {
    std::size_t first, end;  ///< places
  };
  double xi(int layer) const { return (layer == 0 ? -1 : 1) * options_.layer * options_.thickness; }
  Jet<double> jet(std::size_t place, const Points& x) const;
  using JetMatrix = Eigen::Matrix<double, 15, 15>;
  template <class Respond>
  void place_stiffness(std::size_t place, const Points& x, bool exact, Respond&& respond, JetMatrix& H) const;
  template <class Fill>
  void sum_places(std::size_t face, Fill&& fill, Eigen::MatrixXd& K) const;

  ShellModelOptions options_;
  LimitStencils stencils_;
  std::vector<Place> places_;
  std::vector<Face> faces_;
  double size_ = 0;
};

/// Abscissae and weights of Gauss' rule on [0, 1].
struct GaussRule {
  std::vector<double> at, weight;
};
GaussRule gauss_rule(int points);

}  // namespace weft
