#include "bodies/putty/putty_surface.h"

#include "bodies/lost_spin.h"

namespace weft {
namespace {
// Of |sum w p| / (h sum w): lattices have 0.17 in a face, 0.26 in an edge, at most 0.07 a layer beneath.
constexpr double kOneSided = 0.11;
}  // namespace

bool PuttySurface::find(const Neighbourhoods<Real>& near, std::span<const Mat3d> F, double h) {
  const std::size_t n = F.size();
  std::vector<char> on(n);
  normal_.resize(n);
  change_.resize(n, Vec3d::zero());
  spin_.resize(n, Vec3d::zero());
  parallel_chunks(n, 2048, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const Moments<Real>& m = near.moments(i);
      const Vec3d s = m.first.as<double>();
      const Vec3d out = -(F[i] * s);
      const double length = norm(out);
      // Sheets, strands and crumbs are surface all over.
      on[i] = m.rank < 3 || norm(s) > kOneSided * h * double(m.weight);
      normal_[i] = length > 0 ? out * (1 / length) : Vec3d{{0, 0, 1}};
    }
  });
  if (on == on_) return false;
  on_ = std::move(on);
  point_.clear();
  for (std::size_t i = 0; i < n; ++i)
    if (on_[i]) point_.push_back(std::uint32_t(i));
  return true;
}

void PuttySurface::positions(Range r, Real* x, Real* y, Real* z) const {
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Vec3d at = place(i);
    x[i - r.begin] = Real(at[0]), y[i - r.begin] = Real(at[1]), z[i - r.begin] = Real(at[2]);
  }
}

void PuttySurface::reorder(std::span<const std::uint32_t> order) {
  std::vector<std::uint32_t> sorted(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) sorted[i] = point_[order[i]];
  point_ = std::move(sorted);
}

void PuttySurface::load(Range r, const Step& step, ParcelBatch& out) const {
  for (auto& column : out.Q)
    for (auto& row : column) std::fill_n(row, r.size(), Real(0));
  if (step.weight_gradient)
    for (auto& column : out.S)
      for (auto& row : column) std::fill_n(row, r.size(), Real(0));
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const std::size_t at = i - r.begin;
    const Vec3d x = place(i), &v = body_.w[point_[i]];
    out.m[at] = Real(body_.mass * heft_);
    for (int a = 0; a < 3; ++a) {
      out.x[a][at] = Real(x[a]);
      out.p[a][at] = Real(body_.mass * heft_ * v[a]);
    }
  }
}

void PuttySurface::unload(Range r, const Step& step, const AnswerBatch& in) {
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const std::size_t at = i - r.begin, p = point_[i];
    change_[p] = {{in.v[0][at], in.v[1][at], in.v[2][at]}};
    spin_[p] = spin_of(in, at, step) + cross(place(i) - body_.x[p], change_[p]);
  }
}

void PuttySurface::give_back_spin() {
  if (point_.empty()) return;
  LostSpin lost(body_.x[point_[0]]), rest = lost;
  for (const std::uint32_t p : point_) {
    if (norm2(change_[p]) > 0) lost.add(1, body_.x[p], change_[p], spin_[p]);
    rest.add(1, body_.x[p], change_[p], Vec3d::zero());
  }
  lost.find_turn();
  rest.set_spin(lost.rest());
  rest.find_turn();
  for (const std::uint32_t p : point_) {
    if (norm2(change_[p]) > 0) change_[p] += lost.at(body_.x[p]);
    change_[p] += rest.at(body_.x[p]);
  }
}

void PuttySurface::normals(Range r, Real* nx, Real* ny, Real* nz, Real* area) const {
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Vec3d& n = normal_[point_[i]];
    const std::size_t at = i - r.begin;
    nx[at] = Real(n[0]), ny[at] = Real(n[1]), nz[at] = Real(n[2]);
    area[at] = Real(body_.spacing * body_.spacing);
  }
}

void PuttySurface::rename(std::span<const std::uint32_t> order) {
  std::vector<std::uint32_t> now(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) now[order[i]] = std::uint32_t(i);
  for (std::uint32_t& p : point_) p = now[p];
  std::vector<char> on(on_.size());
  for (std::size_t i = 0; i < on.size(); ++i) on[i] = on_[order[i]];
  on_ = std::move(on);
}

std::size_t PuttySurface::bytes() const {
  return bytes_of(point_) + bytes_of(on_) + bytes_of(normal_) + bytes_of(change_) + bytes_of(spin_);
}

void PuttySurface::archive(Archive& a, const std::string& name) {
  a.array(name, point_);
  a.value(name + ".heft", heft_);
  if (!a.reading()) return;
  on_.assign(body_.x.size(), 0);
  for (const std::uint32_t p : point_) on_[p] = 1;
}

}  // namespace weft
