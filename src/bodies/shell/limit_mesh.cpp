#include "bodies/shell/limit_mesh.h"

#include <algorithm>
#include <map>

#include "geometry/shells/vertex_limits.h"
#include "geometry/subdivision.h"

namespace weft {
namespace {

constexpr double kNothing = 1e-12;  // weights below it are left out
constexpr int kRounds = 100;
constexpr double kGoodMasses = 1e-4;

class Builder {
 public:
  Builder(const ShellOptions& o, int parts)
      : o_(o),
        rest_{o.rest, o.quads},
        limits_(vertex_limits(rest_, o.boundary)),
        corner_(o.rest.size(), kNew) {
    mesh.radius = 0.5 * o.thickness;
    mesh.mover_count = std::uint32_t(o.rest.size());
    mesh.mover_begin.push_back(0);
    for (std::uint32_t q = 0; q < o.quads.size(); ++q)
      if (o.bare.empty() || !o.bare[q]) parts == 1 ? whole(q) : divided(q);
  }
  ContactMesh mesh;

 private:
  static constexpr std::uint32_t kNew = ~std::uint32_t(0);

  /// Two triangles around the first corner, as quads are drawn and exported: what is seen is what is met.
  void whole(std::uint32_t q) {
    std::array<std::uint32_t, 4> v;
    for (std::size_t c = 0; c < 4; ++c) v[c] = corner(o_.quads[q][c]);
    add(v[0], v[1], v[2]), add(v[0], v[2], v[3]);
  }
  /// Eight triangles around the middle.
  void divided(std::uint32_t q) {
    constexpr double kMiddle[4][2] = {{0.5, 0}, {1, 0.5}, {0.5, 1}, {0, 0.5}};
    std::array<std::uint32_t, 8> rim;
    for (std::size_t c = 0; c < 4; ++c) {
      const std::uint32_t a = o_.quads[q][c], b = o_.quads[q][(c + 1) % 4];
      rim[2 * c] = corner(a);
      const auto [at, fresh] = middle_.try_emplace(std::minmax(a, b), 0);
      if (fresh) at->second = place({q, kMiddle[c][0], kMiddle[c][1]});
      rim[2 * c + 1] = at->second;
    }
    const std::uint32_t m = place({q, 0.5, 0.5});
    for (std::size_t k = 0; k < 8; ++k) add(rim[k], rim[(k + 1) % 8], m);
  }
  void add(std::uint32_t a, std::uint32_t b, std::uint32_t c) { mesh.triangles.push_back({a, b, c}); }

  std::uint32_t corner(std::uint32_t v) {
    if (corner_[v] != kNew) return corner_[v];
    const std::uint32_t begin = limits_.begin[v], n = limits_.begin[v + 1] - begin;
    return corner_[v] = point(n, [&](std::uint32_t k) {
             return Mover{limits_.vertices[begin + k], limits_.weights[begin + k]};
           });
  }
  std::uint32_t place(const SurfacePlace& p) {
    const LimitStencils stencils = limit_stencils(rest_, o_.boundary, {&p, 1});
    const Stencil s = stencils[0];
    return point(std::uint32_t(s.vertices.size()), [&](std::uint32_t k) {
      return Mover{s.vertices[k], s.weights[k][0]};
    });
  }
  template <class Of>
  std::uint32_t point(std::uint32_t count, Of&& of) {
    const std::size_t first = mesh.movers.size();
    double sum = 0;
    for (std::uint32_t k = 0; k < count; ++k) {
      const Mover m = of(k);
      if (!(m.weight > kNothing)) continue;
      mesh.movers.push_back(m);
      sum += m.weight;
    }
    for (std::size_t k = first; k < mesh.movers.size(); ++k) mesh.movers[k].weight /= sum;
    mesh.mover_begin.push_back(std::uint32_t(mesh.movers.size()));
    const std::uint32_t i = std::uint32_t(mesh.rest.size());
    mesh.rest.push_back(Vec3d::zero());
    mesh.rest[i] = mesh.mean(i, [&](std::uint32_t k) { return o_.rest[k]; });
    return i;
  }

  const ShellOptions& o_;
  QuadMesh rest_;
  VertexLimits limits_;
  std::vector<std::uint32_t> corner_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middle_;
};

}  // namespace

ContactMesh limit_mesh(const ShellOptions& options, int parts) {
  return std::move(Builder(options, parts).mesh);
}

std::vector<double> masses_of_means(const ContactMesh& mesh, std::span<const double> mover_mass) {
  std::vector<double> m(mesh.rest.size(), 0), ratio(mover_mass.size());
  double total = 0;
  for (const double k : mover_mass) total += k;
  std::fill(m.begin(), m.end(), total / double(std::max<std::size_t>(m.size(), 1)));
  for (int round = 0; round < kRounds; ++round) {
    std::fill(ratio.begin(), ratio.end(), 0.0);
    for (std::size_t i = 0; i < m.size(); ++i)
      mesh.each_mover(i, [&](std::uint32_t k, double weight) { ratio[k] += weight * m[i]; });
    double worst = 0;
    for (std::size_t k = 0; k < ratio.size(); ++k) {
      if (!(ratio[k] > 0 && mover_mass[k] > 0)) continue;
      ratio[k] = mover_mass[k] / ratio[k];
      worst = std::max(worst, std::abs(1 - ratio[k]));
    }
    if (worst < kGoodMasses) break;
    for (std::size_t i = 0; i < m.size(); ++i) {
      double change = 0;
      mesh.each_mover(i, [&](std::uint32_t k, double weight) { change += weight * ratio[k]; });
      m[i] *= change;
    }
  }
  return m;
}

}  // namespace weft
