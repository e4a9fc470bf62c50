#include "bodies/collision_points.h"

#include "bodies/lost_spin.h"
#include "exec/loops.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = 1024;
constexpr double kSmall = 1e-9;  // of the spin lost: what is left is rounding
constexpr double kHeld = 1e6;    // times its mass: a point that nothing can move

}  // namespace

CollisionPoints::CollisionPoints(SampledSurface surface, const Places& x, const Places& w, Thinness thin)
    : x_(x), w_(w), thin_(thin), vertices_(std::move(surface.vertices)), worst_(surface.worst) {
  const std::vector<SampledSurface::Point>& made = surface.points;
  points_.resize(made.size());
  for (std::size_t q = 0; q < made.size(); ++q) {
    Point& p = point_[q];
    for (std::size_t a = 0; a < 3; ++a) {
      p.corner[a] = vertices_[made[q].corner[a]];
      p.weight[a] = Real(made[q].weight[a]);
    }
    p.mass = Real(made[q].mass);
    p.area = Real(made[q].area);
  }
  change_.assign(made.size(), Vec3d::zero());
  spin_ = change_;
  connect(made);
}

void CollisionPoints::connect(std::span<const SampledSurface::Point> points) {
  begin_.assign(vertices_.size() + 1, 0);
  std::vector<double> total(vertices_.size(), 0);
  for (const SampledSurface::Point& q : points)
    for (std::size_t a = 0; a < 3; ++a) {
      ++begin_[q.corner[a] + 1];
      total[q.corner[a]] += q.weight[a] * q.mass;
    }
  for (std::size_t s = 0; s < vertices_.size(); ++s) begin_[s + 1] += begin_[s];
  share_.resize(begin_.back());
  std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
  for (std::size_t q = 0; q < points.size(); ++q)
    for (std::size_t a = 0; a < 3; ++a) {
      const std::uint32_t s = points[q].corner[a];
      share_[next[s]++] = {std::uint32_t(q), points[q].weight[a] * points[q].mass / total[s]};
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
    const double m = double(q.mass) * (fixed(q) ? kHeld : 1);
    out.m[at] = Real(m);
    for (int a = 0; a < 3; ++a) {
      out.x[a][at] = Real(x[a]);
      out.p[a][at] = Real(m * v[a]);
    }
  }
}

void CollisionPoints::unload(Range r, const Step& step, const AnswerBatch& in) {
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const std::size_t at = i - r.begin, id = points_.id(i);
    change_[id] = {{in.v[0][at], in.v[1][at], in.v[2][at]}};
    spin_[id] = spin_of(in, at, step);
  }
}

void CollisionPoints::give_back_spin() {
  if (points_.size() == 0) return;
  const auto answered = [&](std::size_t i) { return norm2(change_[points_.id(i)]) > 0 && !fixed(point_[i]); };
  const auto free = [&](std::size_t i) { return !fixed(point_[i]); };
  LostSpin lost = lost_spin(answered);
  if (!(norm2(lost.spin()) > 0)) return;
  lost.find_turn();
  LostSpin rest = LostSpin(lost.near());
  if (norm(lost.rest()) > kSmall * norm(lost.spin())) {
    rest = lost_spin(free);
    rest.set_spin(lost.rest());
    rest.find_turn();
  }
  parallel_each(points_.size(), kChunk, [&](std::size_t i) {
    const Vec3d x = between(point_[i], x_);
    Vec3d by = free(i) ? rest.at(x) : Vec3d::zero();
    if (answered(i)) by += lost.at(x);
    change_[points_.id(i)] += by;
  });
}

template <class Takes>
LostSpin CollisionPoints::lost_spin(Takes&& takes) const {
  const Vec3d near = between(point_[0], x_);
  return reduce_chunks(
      points_.size(), kChunk, LostSpin(near),
      [&](Range r) {
        LostSpin part(near);
        for (std::size_t i = r.begin; i < r.end; ++i)
          if (takes(i)) {
            const double m = double(point_[i].mass);
            const std::size_t id = points_.id(i);
            part.add(m, between(point_[i], x_), change_[id], spin_[id] * m);
          }
        return part;
      },
      [](LostSpin a, const LostSpin& b) {
        a.add(b);
        return a;
      });
}

void CollisionPoints::normals(Range r, Real* nx, Real* ny, Real* nz, Real* area) const {
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Point& q = point_[i];
    const std::size_t at = i - r.begin;
    const Vec3d x0 = vector(x_[q.corner[0]]), e = vector(x_[q.corner[1]]) - x0;
    if (q.corner[1] == q.corner[2]) {
      const double length = norm(e), inverse = thin_.plane && length > 0 ? 1 / length : 0;
      nx[at] = Real(-e[2] * inverse), ny[at] = 0, nz[at] = Real(e[0] * inverse);
      area[at] = Real(length * double(q.area) * (thin_.plane ? 1 : 2 * thin_.radius));
      continue;
    }
    const Vec3d n = cross(e, vector(x_[q.corner[2]]) - x0);
    const double twice = norm(n), inverse = twice > 0 ? 1 / twice : 0;
    nx[at] = Real(n[0] * inverse), ny[at] = Real(n[1] * inverse), nz[at] = Real(n[2] * inverse);
    area[at] = Real(0.5 * twice * double(q.area));
  }
}

void CollisionPoints::forget() {
  std::fill(change_.begin(), change_.end(), Vec3d::zero());
  std::fill(spin_.begin(), spin_.end(), Vec3d::zero());
}

std::size_t CollisionPoints::bytes() const {
  return points_.bytes() + bytes_of(vertices_) + bytes_of(begin_) + bytes_of(share_) + bytes_of(change_) +
         bytes_of(spin_) + bytes_of(fixed_);
}

void CollisionPoints::archive(Archive& a, const std::string& name) { points_.archive_order(a, name); }

}  // namespace weft
