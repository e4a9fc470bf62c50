#include "geometry/weave/hair.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <unordered_map>

#include "exec/error.h"
#include "geometry/distance_mesh.h"
#include "geometry/random.h"
#include "geometry/weave/directions.h"

namespace weft {

namespace {

constexpr double kPi = std::numbers::pi;

struct Root {
  Vec3d x, n;  ///< place and outward normal
};

/// Where hair may grow: points of the surface in its cap, uniform by area.
class Scalp {
 public:
  explicit Scalp(const HeadHair& hair)
      : radius_(hair.radius), cap_(hair.cap), mesh_(hair.surface), skin_(hair.skin) {
    up_ = {{-std::sin(hair.tilt), 0, std::cos(hair.tilt)}};
    if (mesh_.triangles.empty()) {
      area_ = 4 * kPi * radius_ * radius_ * cap_;  // zones of equal height have equal area
      return;
    }
    double low = 1e300, high = -1e300;
    for (const Vec3d& x : mesh_.vertices)
      low = std::min(low, dot(x, up_)), high = std::max(high, dot(x, up_));
    lowest_ = high - cap_ * (high - low);
    for (std::uint32_t t = 0; t < mesh_.triangles.size(); ++t) {
      const auto [a, b, c] = corners(t);
      if (dot(a + b + c, up_) / 3 < lowest_) continue;
      area_ += norm(cross(b - a, c - a)) / 2;
      sums_.push_back(area_);
      grown_.push_back(t);
    }
    if (!(area_ > 0))
      throw Error("E0143", "no triangle of the mesh lies in the cap where hair should grow", {},
                  "raise 'cap', or check that the mesh stands upright (z up)");
    distance_ = std::make_unique<DistanceMesh>(mesh_);
  }

  double area() const { return area_; }

  Root place(const Vec3d& r) const {
    if (sums_.empty()) {
      const double z = 1 - 2 * cap_ * r[0], angle = 2 * kPi * r[1],
                   flat = std::sqrt(std::max(0.0, 1 - z * z));
      const Vec3d side{{up_[2], 0, -up_[0]}}, y{{0, 1, 0}};  // x and y of the cap
      const Vec3d n = side * (flat * std::cos(angle)) + y * (flat * std::sin(angle)) + up_ * z;
      return skin_ ? on_skin(n * radius_) : Root{n * radius_, n};
    }
    const auto at = std::upper_bound(sums_.begin(), sums_.end(), r[0] * area_) - sums_.begin();
    const auto [a, b, c] = corners(grown_[std::min<std::size_t>(std::size_t(at), grown_.size() - 1)]);
    const double q = std::sqrt(r[1]);
    return {a * (1 - q) + b * (q * (1 - r[2])) + c * (q * r[2]), normalized(cross(b - a, c - a))};
  }

  /// Moves a point that came nearer than `gap` to the head away from it.
  Vec3d keep_out(const Vec3d& x, double gap) const {
    if (skin_) return off_skin(x, gap);
    if (!distance_) {
      const double r = norm(x);
      return r < radius_ + gap && r > 0 ? x * ((radius_ + gap) / r) : x;
    }
    const Closest c = distance_->closest(x);
    return c.phi < gap ? x + c.n * (gap - c.phi) : x;
  }

 private:
  std::array<Vec3d, 3> corners(std::uint32_t t) const {
    const auto& v = mesh_.triangles[t];
    return {mesh_.vertices[v[0]], mesh_.vertices[v[1]], mesh_.vertices[v[2]]};
  }
  Vec3d out_of_skin(const Vec3d& x) const {
    const double e = 1e-4 * radius_;
    Vec3d n;
    for (int k = 0; k < 3; ++k) {
      Vec3d a = x, b = x;
      a[k] -= e, b[k] += e;
      n[k] = skin_(b) - skin_(a);
    }
    return normalized(n);
  }
  Root on_skin(Vec3d x) const {
    for (int round = 0; round < 4; ++round) x -= out_of_skin(x) * skin_(x);
    return {x, out_of_skin(x)};
  }
  Vec3d off_skin(Vec3d x, double gap) const {
    for (int round = 0; round < 3; ++round) {
      const double d = skin_(x);
      if (d >= gap) break;
      x += out_of_skin(x) * (gap - d);
    }
    return x;
  }

  double radius_, cap_, lowest_ = 0, area_ = 0;
  Vec3d up_;
  const TriangleMesh& mesh_;
  const std::function<double(const Vec3d&)>& skin_;
  std::vector<double> sums_;
  std::vector<std::uint32_t> grown_;
  std::unique_ptr<DistanceMesh> distance_;
};

/// Roots one after the other, each the one of eight candidates that is farthest from those before it
/// (Mitchell's best candidate), found in cells as wide as the mean distance.
std::vector<Root> spread_roots(const Scalp& scalp, std::size_t n, const Random& random) {
  const double cell = std::sqrt(scalp.area() / double(n));
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> cells;
  const auto key = [&](const Vec3d& x, int i, int j, int k) {
    const auto part = [&](int a, int d) {
      return std::uint64_t(std::int64_t(std::floor(x[a] / cell)) + d) & 0x1fffff;
    };
    return part(0, i) << 42 | part(1, j) << 21 | part(2, k);
  };
  std::vector<Root> roots;
  const auto room = [&](const Vec3d& x) {  // squared distance to the nearest root, at most a cell's
    double best = cell * cell;
    for (int i = -1; i <= 1; ++i)
      for (int j = -1; j <= 1; ++j)
        for (int k = -1; k <= 1; ++k)
          if (const auto found = cells.find(key(x, i, j, k)); found != cells.end())
            for (const std::uint32_t r : found->second) best = std::min(best, norm2(roots[r].x - x));
    return best;
  };
  for (std::size_t r = 0; r < n; ++r) {
    Root best{};
    double most = -1;
    for (std::size_t c = 0; c < 8; ++c) {
      const Root candidate = scalp.place(random.uniform3(8 * r + c));
      const double here = room(candidate.x);
      if (here > most) most = here, best = candidate;
    }
    cells[key(best.x, 0, 0, 0)].push_back(std::uint32_t(r));
    roots.push_back(best);
  }
  return roots;
}

/// A hair without curls: it starts along the normal and bends towards -z, the more the farther out.
std::vector<Vec3d> fall(const Scalp& scalp, const Root& root, double length, const HeadHair& hair) {
  const auto m = std::size_t(std::round(hair.segments));
  const double step = length / double(m);
  std::vector<Vec3d> points{root.x};
  for (std::size_t i = 1; i <= m; ++i) {
    const double s = double(i) / double(m), down = hair.droop * std::min(1.0, 3 * s);
    Vec3d along = root.n * (1 - down) - Vec3d{{0, 0, down}};
    // A hair at the crown falls to the side it grows on.
    const Vec3d side{{root.x[0], root.x[1], 0}};
    const double flat = norm(side);
    if (flat > 0) along += side * (0.3 * hair.droop * (1 - s) * (1 - hair.comb) / flat);
    along -= Vec3d{{1.5 * hair.comb * (1 - s) * (1 - s), 0, 0}};
    along = normalized(along + Vec3d{{1e-9, 0, 0}});
    const Vec3d next =
        scalp.keep_out(points.back() + along * step, 0.02 * hair.length * std::min(1.0, 4 * s));
    const Vec3d moved = next - points.back();
    points.push_back(points.back() + moved * (step / std::max(norm(moved), 1e-12)));
  }
  return points;
}

}  // namespace

std::size_t HeadHair::count() const { return std::size_t(std::round(strands) * (std::round(segments) + 1)); }

Strands HeadHair::make() const {
  const auto n = std::size_t(std::round(strands)), m = std::size_t(std::round(segments));
  const std::size_t groups = std::min(n, std::size_t(std::max(1.0, std::round(clumps))));
  const Random random{std::uint64_t(seed)}, other{mix_bits(random.seed)};
  const Scalp scalp(*this);
  const std::vector<Root> roots = spread_roots(scalp, n, random);
  // The first roots are spread over the whole scalp: they lead the clumps.
  std::vector<std::vector<Vec3d>> leaders;
  for (std::size_t g = 0; g < groups; ++g) leaders.push_back(fall(scalp, roots[g], length, *this));

  Strands out;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t group = 0;
    for (std::size_t g = 1; g < groups; ++g)
      if (norm2(roots[g].x - roots[k].x) < norm2(roots[group].x - roots[k].x)) group = g;
    const double tall = length * (1 + variation * (2 * other.uniform(k, 0) - 1));
    std::vector<Vec3d> points = fall(scalp, roots[k], tall, *this);
    const double phase = 2 * kPi * (other.uniform(group, 1) + 0.15 * other.uniform(k, 2));
    const std::vector<Vec3d> straight = points;
    const Vec3d level = cross(roots[k].n, Vec3d{{0, 0, 1}});  // across the plane in which the hair bends
    const Vec3d across = norm(level) > 1e-6 ? level : axes_along(roots[k].n).a;
    for (std::size_t i = 1; i <= m; ++i) {
      const double s = double(i) / double(m), gather = clumping * s * std::sqrt(s);
      const double turn = phase + 2 * kPi * tall * s / pitch, grown = curl * std::min(1.0, 4 * s);
      const Vec3d along = normalized(straight[i] - straight[i - 1]);
      const Vec3d a = normalized(across - along * dot(along, across)), b = cross(along, a);
      points[i] = points[i] * (1 - gather) + leaders[group][i] * gather;
      points[i] += (a * std::cos(turn) + b * std::sin(turn)) * grown;
      points[i] = scalp.keep_out(points[i], 0.5 * curl * s);
    }
    out.roots.push_back(std::uint32_t(out.vertices.size()));
    add_strand(out, resample(points, m));
  }
  return out;
}

}  // namespace weft
