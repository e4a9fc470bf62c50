/// Damping of a solid by transfers of its vertices' velocities to a grid of the mesh's own spacing and back.
///   u = w - (V + Omega x (x - c))          what is left without the rigid motion of the whole
///   u' , C = grid -> vertices of (u, skew C) -> grid          locally rigid motion passes unchanged
///   d = theta (u' - u),   theta = 1 - (1 - nu)^(dt / T)       the same damping for steps of any length
///   w += s (d without its rigid part),   s <= 1 so that kinetic energy never grows
/// Linear and angular momentum stay as they are. C is remembered from step to step.
#pragma once
#include "bodies/solid/tets.h"
#include "grid/smooth.h"

namespace weft {

constexpr double kDampingTime = 0.01;  ///< T: nu is what a transfer takes away in this time [s]

class Damping {
 public:
  Damping(double weight, int rounds, const Tets& tets);
  bool acts() const { return weight_ > 0 && rounds_ > 0; }
  /// Damps w; x are the places of the vertices. C of the step's end is kept apart until `keep`.
  void apply(const Places& x, double dt, Places& w);
  void keep();
  std::size_t bytes() const;
  void archive(Archive& a, const std::string& name);

 private:
  struct Motion {
    Vec3d centre, linear, angular;
    Vec3d at(const Vec3d& x) const { return linear + cross(angular, x - centre); }
  };
  /// The rigid motion with the momenta of w.
  Motion rigid_part(const Places& x, const Places& w) const;
  struct Sums;
  /// By itself, so that its bits do not depend on what surrounds it.
  [[gnu::noinline]] static Motion motion_of(const Sums& s, const Vec3d& origin);
  void transfer();
  void blend(const Places& x, double theta);

  /// Vertices as parcels of the grid that damps them.
  struct Vertices final : SortedParcels {
    explicit Vertices(Damping& owner) : damping(owner) {}
    void positions(Range r, Real* x, Real* y, Real* z) const override;
    void load(Range r, const Step& step, ParcelBatch& out) const override;
    void unload(Range r, const Step& step, const AnswerBatch& in) override;
    std::size_t bytes() const { return order_bytes(); }
    Damping& damping;
  };

  double weight_ = 0;
  int rounds_ = 0;
  const Tets& tets_;
  std::vector<Vec3<Real>> place_;  ///< from the centre
  Places u_, change_;
  std::vector<Vec3<Real>> spin_, next_spin_;  ///< axial vectors of skew C
  Vertices vertices_{*this};
};

}  // namespace weft
