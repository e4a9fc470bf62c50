/// A triangle no longer than `spacing` allows gets the three points b = (2/3, 1/6, 1/6): one point would not
/// do, as its mass could not be shared between three corners as they need it. A longer one is halved across
/// its longest side until its parts are short enough; each part holds one point near its middle.
/// Masses (Richardson 1972, Lucy 1974): m_q <- m_q sum_p b_pq m_p / M_p with M_p = sum_q b_pq m_q; they stay
/// positive and keep their sum.
#include "geometry/surface_points.h"

#include <algorithm>
#include <cmath>

#include "geometry/random.h"

namespace weft {
namespace {

/// Longest side of a part over the spacing: a right-angled part of that length has an area of spacing^2, and
/// none has much more.
constexpr double kPartLength = 2;
constexpr int kFewestHalvings = 2;  ///< four parts at least
constexpr double kJitter = 0.3;     ///< how far from a part's middle to its sides a point may lie
constexpr int kRounds = 2000;
constexpr double kGoodMasses = 1e-10;

/// A part of a triangle: its corners in barycentric coordinates of the whole.
using Part = std::array<Vec3d, 3>;

class Sampler {
 public:
  Sampler(const TriangleMesh& mesh, double spacing, std::uint64_t seed)
      : mesh_(mesh), longest_(kPartLength * spacing), random_{seed} {}

  void triangle(std::uint32_t t) {
    triangle_ = t;
    const Part whole{{{{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}}};
    area_ = 0.5 * norm(cross(place(whole[1]) - place(whole[0]), place(whole[2]) - place(whole[0])));
    if (longest_side(whole).second > longest_) return split(whole, 0);
    for (int k = 0; k < 3; ++k) {
      std::array<double, 3> b{1.0 / 6, 1.0 / 6, 1.0 / 6};
      b[std::size_t(k)] = 2.0 / 3;
      points.push_back({t, b, area_ / 3});
    }
  }

  std::vector<SurfacePoint> points;

 private:
  Vec3d place(const Vec3d& b) const {
    const auto& c = mesh_.triangles[triangle_];
    return mesh_.vertices[c[0]] * b[0] + mesh_.vertices[c[1]] * b[1] + mesh_.vertices[c[2]] * b[2];
  }

  /// Which side is the longest (from corner k to the next), and how long.
  std::pair<int, double> longest_side(const Part& p) const {
    std::pair<int, double> best{0, -1};
    for (int k = 0; k < 3; ++k) {
      const double length = norm(place(p[std::size_t((k + 1) % 3)]) - place(p[std::size_t(k)]));
      if (length > best.second) best = {k, length};
    }
    return best;
  }

  /// Each halving halves the area; forty are more than any mesh needs.
  void split(const Part& p, int halvings) {
    const auto [side, length] = longest_side(p);
    if (halvings >= kFewestHalvings && (length <= longest_ || halvings >= 40))
      return add(p, std::ldexp(area_, -halvings));
    const auto a = std::size_t(side), b = (a + 1) % 3, c = (a + 2) % 3;
    const Vec3d middle = (p[a] + p[b]) * 0.5;
    split({p[a], middle, p[c]}, halvings + 1);
    split({middle, p[b], p[c]}, halvings + 1);
  }

  void add(const Part& p, double area) {
    // Uniform in the part, then drawn towards its middle; rows of points would beat with rows of nodes.
    const double r = std::sqrt(random_.uniform(points.size(), 0)), s = random_.uniform(points.size(), 1);
    const Vec3d middle = (p[0] + p[1] + p[2]) * (1.0 / 3);
    const Vec3d any = p[0] * (1 - r) + p[1] * (r * (1 - s)) + p[2] * (r * s);
    const Vec3d b = middle + (any - middle) * kJitter;
    points.push_back({triangle_, {b[0], b[1], b[2]}, area});
  }

  const TriangleMesh& mesh_;
  double longest_;
  Random random_;
  std::uint32_t triangle_ = 0;
  double area_ = 0;
};

}  // namespace

std::vector<SurfacePoint> sample_surface(const TriangleMesh& mesh, double spacing, std::uint64_t seed) {
  Sampler sampler(mesh, spacing, seed);
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) sampler.triangle(t);
  return std::move(sampler.points);
}

std::vector<double> consistent_masses(const TriangleMesh& mesh, std::span<const SurfacePoint> points,
                                      std::span<const double> vertex_mass, double& worst) {
  std::vector<char> covered(mesh.vertices.size(), 0);
  for (const SurfacePoint& q : points)
    for (const std::uint32_t p : mesh.triangles[q.triangle]) covered[p] = 1;
  double total = 0;
  for (std::size_t p = 0; p < covered.size(); ++p) total += covered[p] ? vertex_mass[p] : 0;

  std::vector<double> m(points.size(), total / double(std::max<std::size_t>(points.size(), 1)));
  std::vector<double> ratio(mesh.vertices.size());
  for (int round = 0;; ++round) {
    std::fill(ratio.begin(), ratio.end(), 0.0);  // M_p, then m_p / M_p
    for (std::size_t q = 0; q < points.size(); ++q)
      for (std::size_t k = 0; k < 3; ++k)
        ratio[mesh.triangles[points[q].triangle][k]] += points[q].weight[k] * m[q];
    worst = 0;
    for (std::size_t p = 0; p < ratio.size(); ++p) {
      if (!covered[p]) continue;
      worst = std::max(worst, std::fabs(ratio[p] / vertex_mass[p] - 1));
      ratio[p] = vertex_mass[p] / ratio[p];
    }
    if (worst < kGoodMasses || round == kRounds) return m;
    for (std::size_t q = 0; q < points.size(); ++q) {
      double change = 0;
      for (std::size_t k = 0; k < 3; ++k)
        change += points[q].weight[k] * ratio[mesh.triangles[points[q].triangle][k]];
      m[q] *= change;
    }
  }
}

}  // namespace weft
