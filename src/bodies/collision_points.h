/// Points on a surface as the grid sees them; where they are is up to the vertices.
///   x_q = sum_p b_pq x_p,   v_q = sum_p b_pq w_p
///   back:  dw_p = sum_q c_pq dv_q,   c_pq = b_pq m_q / sum_r b_pr m_r
/// With sum_q b_pq m_q = m_p (geometry/surface_points.h) impulses keep linear momentum, and angular momentum with what
/// lost_spin.h adds to dv_q.
#pragma once
#include "bodies/lost_spin.h"
#include "bodies/places.h"
#include "bodies/points.h"
#include "geometry/surface_points.h"

namespace weft {

/// Points between two or three vertices, and the mass that each stands for.
struct SampledSurface {
  struct Point {
    std::array<std::uint32_t, 3> corner;  ///< of `vertices`; a segment's third is its second
    std::array<double, 3> weight;
    double mass, area;  ///< [kg]; per area of its triangle or length of its segment [1]
  };
  std::vector<std::uint32_t> vertices;  ///< of the body
  std::vector<Point> points;
  double worst = 0;  ///< largest |sum_q b_pq m_q / m_p - 1|
};

/// Points at most about `spacing` apart on triangles whose vertices are `vertices` of the body; mass: of all
/// vertices of the body [kg].
SampledSurface sample_triangles(const TriangleMesh& mesh, std::vector<std::uint32_t> vertices,
                                std::span<const double> mass, double spacing);
/// The same on segments; mass: of each [kg].
SampledSurface sample_segments(std::span<const Vec3d> rest,
                               std::span<const std::array<std::uint32_t, 2>> segments,
                               std::span<const double> mass, double spacing);

/// A surface that is not the skin of something.
struct Thinness {
  double radius = -1;  ///< half the thickness; negative: one side is inside [m]
  bool plane = false;  ///< segments are sheets seen from their edge, in the plane x-z
};

class CollisionPoints final : public Parcels {
 public:
  /// x: vertices at the start of the step; w: their velocities at its end.
  CollisionPoints(SampledSurface surface, const Places& x, const Places& w, Thinness thin = {});
  std::size_t size() const override { return points_.size(); }
  void positions(Range r, Real* x, Real* y, Real* z) const override;
  void reorder(std::span<const std::uint32_t> order) override;
  void load(Range r, const Step& step, ParcelBatch& out) const override;
  void unload(Range r, const Step& step, const AnswerBatch& in) override;
  void add_change(std::size_t i, const Vec3d& dv) override { change_[points_.id(i)] += dv; }
  /// A strand's points have none, but an area.
  void normals(Range r, Real* nx, Real* ny, Real* nz, Real* area) const override;
  double sheet() const override { return thin_.radius; }

  /// Vertices that nothing can move, one flag each, or none: points between them are as heavy as can be.
  void hold(std::vector<char> fixed) { fixed_ = std::move(fixed); }
  /// Nobody has answered yet.
  void forget();
  /// Calls add(vertex, dw) for every vertex that the answers change.
  template <class Add>
  void changes(Add&& add) {
    give_back_spin();
    for (std::size_t s = 0; s < vertices_.size(); ++s) {
      Vec3d dw = Vec3d::zero();
      for (std::size_t k = begin_[s]; k < begin_[s + 1]; ++k)
        dw += change_[share_[k].point] * share_[k].weight;
      if (norm2(dw) > 0) add(vertices_[s], dw);
    }
  }
  double worst_mass() const { return worst_; }  ///< largest |sum_q b_pq m_q / m_p - 1|
  std::size_t bytes() const;
  void archive(Archive& a, const std::string& name);

 private:
  struct Point {                          ///< never changes: the order of points is all that a run changes
    std::array<std::uint32_t, 3> corner;  ///< vertices of the body
    std::array<Real, 3> weight;
    Real mass, area;
  };
  struct Share {
    std::uint32_t point;  ///< by id
    double weight;
  };
  Vec3d between(const Point& q, const Places& at) const;
  bool fixed(const Point& q) const {
    return !fixed_.empty() && fixed_[q.corner[0]] && fixed_[q.corner[1]] && fixed_[q.corner[2]];
  }
  void connect(std::span<const SampledSurface::Point> points);
  void give_back_spin();
  /// Of the points that take part.
  template <class Takes>
  LostSpin lost_spin(Takes&& takes) const;

  const Places &x_, &w_;
  Thinness thin_;
  Points points_;  ///< ids: in the order they were made
  std::vector<Point>& point_ = points_.add_records<Point>("point");
  std::vector<std::uint32_t> vertices_;
  std::vector<char> fixed_;
  std::vector<std::size_t> begin_;
  std::vector<Share> share_;
  std::vector<Vec3d> change_;  ///< dv_q by id
  std::vector<Vec3d> spin_;    ///< that each has lost, per mass, by id [m^2/s]
  double worst_ = 0;
};

}  // namespace weft
