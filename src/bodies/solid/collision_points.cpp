#include "bodies/solid/collision_points.h"

namespace weft {

CollisionPoints::CollisionPoints(const SolidSurface& surface, const std::vector<double>& mass, double spacing,
                                 const Places& x, const Places& w)
    : x_(x), w_(w), vertices_(surface.vertices) {
  const std::vector<SurfacePoint> made = sample_surface(surface.mesh, spacing, 1);
  std::vector<double> vertex_mass;
  for (const std::uint32_t v : vertices_) vertex_mass.push_back(mass[v]);
  const std::vector<double> point_mass = consistent_masses(surface.mesh, made, vertex_mass, worst_);
  points_.resize(made.size());
  for (std::size_t q = 0; q < made.size(); ++q) {
    const auto& t = surface.triangles[made[q].triangle];
    const auto& X = surface.mesh.vertices;
    const double area = 0.5 * norm(cross(X[t[1]] - X[t[0]], X[t[2]] - X[t[0]]));
    Point& p = point_[q];
    for (std::size_t a = 0; a < 3; ++a) {
      p.corner[a] = vertices_[t[a]];
      p.weight[a] = Real(made[q].weight[a]);
    }
    p.mass = Real(point_mass[q]);
    p.area = Real(made[q].area / area);
  }
  change_.assign(made.size(), Vec3d::zero());
  connect(surface, made, point_mass);
}

void CollisionPoints::connect(const SolidSurface& surface, std::span<const SurfacePoint> points,
                              std::span<const double> mass) {
  begin_.assign(vertices_.size() + 1, 0);
  std::vector<double> total(vertices_.size(), 0);
  for (std::size_t q = 0; q < points.size(); ++q)
    for (std::size_t a = 0; a < 3; ++a) {
      const std::uint32_t s = surface.triangles[points[q].triangle][a];
      ++begin_[s + 1];
      total[s] += points[q].weight[a] * mass[q];
    }
  for (std::size_t s = 0; s < vertices_.size(); ++s) begin_[s + 1] += begin_[s];
  share_.resize(begin_.back());
  std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
  for (std::size_t q = 0; q < points.size(); ++q)
    for (std::size_t a = 0; a < 3; ++a) {
      const std::uint32_t s = surface.triangles[points[q].triangle][a];
      share_[next[s]++] = {std::uint32_t(q), points[q].weight[a] * mass[q] / total[s]};
    }
}

Vec3d CollisionPoints::between(const Point& q, const Places& at) const {
  return vector(at[q.corner[0]]) * double(q.weight[0]) + vector(at[q.corner[1]]) * double(q.weight[1]) +
         vector(at[q.corner[2]]) * double(q.weight[2]);
}

void CollisionPoints::positions(Range r, Real* x, Real* y, Real* z) const {
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Vec3d at = between(point_[i], x_);
    x[i - r.begin] = Real(at[0]), y[i - r.begin] = Real(at[1]), z[i - r.begin] = Real(at[2]);
  }
}

void CollisionPoints::reorder(std::span<const std::uint32_t> order) { points_.reorder(order); }

void CollisionPoints::load(Range r, const Step& step, ParcelBatch& out) const {
  for (auto& column : out.Q)
    for (auto& row : column) std::fill_n(row, r.size(), Real(0));
  if (step.weight_gradient)
    for (auto& column : out.S)
      for (auto& row : column) std::fill_n(row, r.size(), Real(0));
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Point& q = point_[i];
    const std::size_t at = i - r.begin;
    const Vec3d x = between(q, x_), v = between(q, w_);
    out.m[at] = q.mass;
    for (int a = 0; a < 3; ++a) {
      out.x[a][at] = Real(x[a]);
      out.p[a][at] = Real(double(q.mass) * v[a]);
    }
  }
}

void CollisionPoints::unload(Range r, const Step&, const AnswerBatch& in) {
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const std::size_t at = i - r.begin;
    change_[points_.id(i)] = {{in.v[0][at], in.v[1][at], in.v[2][at]}};
  }
}

void CollisionPoints::normals(Range r, Real* nx, Real* ny, Real* nz, Real* area) const {
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Point& q = point_[i];
    const Vec3d x0 = vector(x_[q.corner[0]]);
    const Vec3d n = cross(vector(x_[q.corner[1]]) - x0, vector(x_[q.corner[2]]) - x0);
    const double twice = norm(n), inverse = twice > 0 ? 1 / twice : 0;
    const std::size_t at = i - r.begin;
    nx[at] = Real(n[0] * inverse), ny[at] = Real(n[1] * inverse), nz[at] = Real(n[2] * inverse);
    area[at] = Real(0.5 * twice * double(q.area));
  }
}

void CollisionPoints::forget() { std::fill(change_.begin(), change_.end(), Vec3d::zero()); }

std::size_t CollisionPoints::bytes() const {
  return points_.bytes() + bytes_of(vertices_) + bytes_of(begin_) + bytes_of(share_) + bytes_of(change_);
}

void CollisionPoints::archive(Archive& a, const std::string& name) { points_.archive_order(a, name); }

}  // namespace weft
