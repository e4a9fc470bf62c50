/// Loads on a shell, all of them multiplied by one load factor s.
///   dead      forces that keep size and direction: constant on control points
///   pressure  p n per current area: turns and grows with the surface;
///             force on the place: p a_1 x a_2 per parametric area
///   couple    a moment m [N m] about a fixed axis b, turning with the tangent across the edge:
///             work m dtheta, dtheta = b . (t x dt) / |t|^2, t the tangent's part across b
#pragma once
#include "validation/shell/statics/shell_model.h"

namespace weft {

/// A moment at a place on the surface.
struct Couple {
  SurfacePlace place;
  int direction;  ///< which tangent it turns: 0: x_,1   1: x_,2
  Vec3d axis;     ///< unit vector
  double moment;  ///< [N m]
};

struct Loads {
  Points dead;          ///< on each control point [N]; may be empty
  double pressure = 0;  ///< along the normal [Pa]
  std::vector<Couple> couples;

  Loads& operator+=(const Loads& other);
};
Loads scaled(Loads loads, double by);

/// Dead loads on the limit surface, added to `dead` (made large enough).
void add_point_load(const ShellModel& m, const SurfacePlace& at, const Vec3d& force, Points& dead);
/// On the rest area of all faces with energy [N/m^2].
void add_area_load(const ShellModel& m, const Vec3d& load, Points& dead);

/// An edge of a face: t = 0, s = 1, t = 1, s = 0 for 0 to 3.
struct FaceEdge {
  std::uint32_t face;
  int edge;
};
/// Gauss points of an edge with their rest lengths [m]: weights of line loads and of edge couples.
struct EdgePlace {
  SurfacePlace at;
  double length;
};
std::vector<EdgePlace> edge_places(const ShellModel& m, const std::vector<FaceEdge>& edges);
/// Per rest length of the edges [N/m].
void add_line_load(const ShellModel& m, const std::vector<FaceEdge>& edges, const Vec3d& load, Points& dead);
/// Per rest length of the edges [N m/m]; positive turns the outward tangent about the axis.
void add_edge_couple(const ShellModel& m, const std::vector<FaceEdge>& edges, const Vec3d& axis,
                     double moment, std::vector<Couple>& couples);

/// Loads prepared for a model: forces and how they change.
class LoadCase {
 public:
  LoadCase(const ShellModel& model, Loads loads);

  /// Adds the forces at load factor 1 to F.
  void add_force(const Points& x, Points& F) const;
  const Loads& loads() const { return loads_; }
  /// Whether forces depend on positions.
  bool follows() const { return loads_.pressure != 0 || !loads_.couples.empty(); }
  /// Adds -dF/dx of one face (the model's index) over its control points, symmetrised: exact (but for
  /// quadrature) where the load has a potential, as pressure on a closed or held edge has.
  void add_face_stiffness(const Points& x, std::size_t face, double factor, Eigen::MatrixXd& K) const;

 private:
  struct CoupleAt {
    Couple couple;
    std::vector<double> weights;  ///< of the tangent, over the control points of the face
  };
  void add_couple_force(const CoupleAt& c, std::span<const std::uint32_t> vertices, const Points& x,
                        Points& F) const;

  const ShellModel* model_;
  Loads loads_;
  std::vector<std::vector<CoupleAt>> couples_;  ///< of each face of the model
};

}  // namespace weft
