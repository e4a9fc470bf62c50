#include "bodies/thin/sheet/sheet_elements.h"

#include <cmath>

#include "exec/error.h"
#include "exec/loops.h"
#include "math/definite.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = std::size_t(1) << 10;

/// The largest eigenvalue of C; E11, E22, sqrt(2) E12 have the length of E.
double largest(const std::array<double, 6>& C) {
  const double r = std::sqrt(0.5);
  double A[3][3] = {{C[0], C[1], C[2] * r}, {C[1], C[3], C[4] * r}, {C[2] * r, C[4] * r, C[5]}}, X[3][3];
  jacobi_eigen(A, X, 6);
  return std::max(A[0][0], std::max(A[1][1], A[2][2]));
}

}  // namespace

SheetElements::SheetElements(const ThinOptions& options, const ThinLaw& law)
    : law_(law), corners_(law.corners()), tear2_(options.tear * options.tear) {
  const std::vector<std::uint32_t> all = element_corners(options, corners_);
  for (std::size_t k = 0; k < all.size(); k += std::size_t(corners_))
    corner_.push_back({all[k], all[k + 1], all[k + std::size_t(corners_) - 1]});
  measure(options);
  around_.build(options.rest.size(), size(), corners_,
                [&](std::size_t e, int a) { return corner_[e][std::size_t(a)]; });
  share_mass();
}

void SheetElements::measure(const ThinOptions& options) {
  const std::size_t n = size(), padded = chunk_count(n, kGroup) * kGroup;
  rest_.resize(padded * kStretchValues);
  volume_.resize(padded);
  force_.resize(n);
  mass_.assign(options.rest.size(), 0);
  for (std::size_t e = 0; e < n; ++e) {
    const RestElement shape(options, corner_[e].data(), corners_);
    for (int k = 0; k < 3; ++k) rest(e, kStretchB + k) = shape.B[k];
    for (int k = 0; k < 2; ++k) rest(e, kStretchWarp + k) = shape.warp[k];
    const RestStiffness stiffness = law_.rest_stiffness(shape.warp);
    for (int k = 0; k < 6; ++k) rest(e, kStretchC + k) = stiffness.C[std::size_t(k)];
    const double most = largest(stiffness.C);
    rest(e, kStretchMost) = most;
    rest(e, kStretchScale) = std::max(1.0, most / stiffness.modulus);
    volume_[e] = shape.V;
    for (int a = 0; a < corners_; ++a)
      mass_[corner_[e][std::size_t(a)]] += law_.density() * shape.V / corners_;
  }
  for (std::size_t i = 0; i < mass_.size(); ++i)
    if (!(mass_[i] > 0))
      throw Error("E0226",
                  "vertex " + std::to_string(i) + " of \"" + options.name + "\" belongs to no element", {},
                  "remove vertices that nothing uses");
}

std::array<Vec2d, 3> SheetElements::gradients(std::size_t e) const {
  const double b11 = rest(e, kStretchB), b12 = rest(e, kStretchB + 1), b22 = rest(e, kStretchB + 2);
  if (corners_ == 2) return {Vec2d{{-b11, 0}}, Vec2d{{b11, 0}}, Vec2d::zero()};
  return {Vec2d{{-b11, -b12 - b22}}, Vec2d{{b11, b12}}, Vec2d{{0, b22}}};
}

/// omega^2 of the mesh is at most the largest omega^2 of an element by itself, however a vertex shares its
/// mass among the elements around it. Those that pull hardest, as V |g_a|^2, get most.
void SheetElements::share_mass() {
  std::vector<double> pull(mass_.size(), 0);
  for (std::size_t e = 0; e < size(); ++e) {
    const auto g = gradients(e);
    for (std::size_t a = 0; a < std::size_t(corners_); ++a) pull[corner_[e][a]] += volume_[e] * norm2(g[a]);
  }
  parallel_each(size(), 4096, [&](std::size_t e) {
    const auto g = gradients(e);
    double xx = 0, yy = 0, xy = 0;
    for (std::size_t a = 0; a < std::size_t(corners_); ++a) {
      const std::uint32_t i = corner_[e][a];
      const double w = pull[i] / (mass_[i] * norm2(g[a]));  // V / m_a
      xx += w * g[a][0] * g[a][0], yy += w * g[a][1] * g[a][1], xy += w * g[a][0] * g[a][1];
    }
    rest(e, kStretchSpread) = 0.5 * (xx + yy) + std::hypot(0.5 * (xx - yy), xy);
  });
  // The lanes past the last element repeat it, so that what packs compute there is harmless.
  for (std::size_t e = size(); e < volume_.size(); ++e) {
    volume_[e] = volume_[size() - 1];
    for (int c = 0; c < kStretchValues; ++c) rest(e, c) = rest(size() - 1, c);
  }
}

StretchView SheetElements::view(const Places& x, const Places& v, double damping) {
  StretchView view;
  view.x = x.data(), view.v = v.data();
  view.corner = corner_.data(), view.rest = rest_.data(), view.volume = volume_.data();
  view.force = force_.data(), view.size = size();
  view.damping = damping, view.tear2 = tear2_;
  return view;
}

Pace SheetElements::respond(const Places& x, const Places& v, double damping) {
  const StretchView all = view(x, v, damping);
  return reduce_chunks(
      size(), kChunk, Pace{}, [&](Range r) { return law_.stretch(all, r); },
      [](const Pace& a, const Pace& b) { return faster(a, b); });
}

double SheetElements::trial(const Places& x, const Places& start, double damping) {
  const StretchView all = view(x, start, damping);
  return reduce_chunks(
      size(), kChunk, 0.0, [&](Range r) { return law_.stretch_trial(all, r); },
      [](double a, double b) { return a + b; });
}

void SheetElements::stiffness(const Places& x, const Places& start, double damping, bool definite,
                              std::vector<StretchStiffness>& out) {
  out.resize(size());
  const StretchView all = view(x, start, damping);
  parallel_chunks(size(), kChunk, [&](Range r) { law_.stretch_stiffness(all, r, definite, out.data()); });
}

ElementStrain SheetElements::strain(const Places& x, std::size_t e) const {
  const auto& c = corner_[e];
  const Vec3d e1 = vector(x[c[1]]) - vector(x[c[0]]), e2 = vector(x[c[2]]) - vector(x[c[0]]);
  ElementStrain s{};
  s.t[0] = e1 * rest(e, kStretchB);
  s.warp = {{rest(e, kStretchWarp), rest(e, kStretchWarp + 1)}};
  const auto unit = [](const Vec3d& a) { return a * (1 / std::max(norm(a), 1e-12)); };
  if (corners_ == 3) {
    s.t[1] = e1 * rest(e, kStretchB + 1) + e2 * rest(e, kStretchB + 2);
    s.d[0] = unit(cross(s.t[0], s.t[1]));
    return s;
  }
  const Vec3d q = unit(s.t[0]);
  if (law_.normals() == 2) across(q, s.d[0], s.d[1]);
  else s.d[0] = {{-q[2], 0, q[0]}};
  return s;
}

double SheetElements::energy(const Places& x) const {
  return sum_of(size(), kChunk, [&](std::size_t e) { return volume_[e] * law_.energy(strain(x, e)); });
}

std::size_t SheetElements::bytes() const {
  return bytes_of(corner_) + bytes_of(rest_) + bytes_of(volume_) + bytes_of(force_) + bytes_of(mass_) +
         around_.bytes();
}

void SheetElements::archive(Archive& a, const std::string& prefix) {
  if (tear2_ > 0) a.array(prefix + "volume", volume_);
}

}  // namespace weft
