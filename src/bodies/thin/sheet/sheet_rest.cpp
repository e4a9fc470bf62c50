#include "bodies/thin/sheet/sheet_rest.h"

#include <algorithm>

#include "bodies/thin/sheet/sheet_body.h"

namespace weft {
namespace {

constexpr double kArrived = 1e-12;  // [m]

}  // namespace

SheetRest::SheetRest(SheetElements& elements, SheetBends& bends, const Places& x)
    : elements_(elements), bends_(bends), x_(x), matrix_(elements, bends) {
  const std::size_t n = elements.mass().size();
  trial_.resize(n);
  inertia_.resize(n);
  for (Vectors* v : {&way_, &in_, &out_}) v->resize(n);
}

void SheetRest::begin(double dt, Vectors forces, std::vector<char> held) {
  start_ = x_;
  outside_ = std::move(forces), held_ = std::move(held);
  for (std::size_t i = 0; i < inertia_.size(); ++i) inertia_[i] = elements_.mass()[i] / (dt * dt);
  bends_.begin(start_);
  matrix_.begin();
}

double SheetRest::try_way(std::span<const Vec3d> u) {
  const std::size_t n = way_.size();
  std::copy(u.begin(), u.end(), way_.begin());
  each_of(n, [&](std::size_t i) { trial_[i] = place(vector(start_[i]) + way_[i]); });
  const double outside = sum_over(
      n, [&](std::size_t i) { return 0.5 * inertia_[i] * norm2(way_[i]) - dot(outside_[i], way_[i]); });
  return outside + elements_.trial(trial_, start_, 0) + bends_.trial(trial_, 0);
}

void SheetRest::forces(std::span<Vec3d> out) const {
  each_of(out.size(), [&](std::size_t i) {
    Vec3d f = outside_[i] - way_[i] * inertia_[i];
    elements_.add_force(i, f);
    bends_.add_force(i, f);
    out[i] = f;
  });
  keep_free(out);
}

void SheetRest::keep_free(std::span<Vec3d> of) const {
  each_of(of.size(), [&](std::size_t i) {
    for (int a = 0; held_[i] && a < 3; ++a)
      if (held_[i] >> a & 1) of[i][a] = 0;
  });
}

bool SheetRest::linearise(std::span<const std::array<double, 6>> more) {
  elements_.stiffness(trial_, start_, 0, true, stiffness_);
  if (!bends_.empty()) bends_.stiffness(trial_, 0);
  matrix_.assemble(stiffness_, inertia_, held_, 1, more);
  return matrix_.factorise();
}

void SheetRest::multiply(std::span<const Vec3d> d, std::span<Vec3d> out) {
  std::copy(d.begin(), d.end(), in_.begin());
  matrix_.multiply(in_, out_);
  std::copy(out_.begin(), out_.end(), out.begin());
}

void SheetRest::precondition(std::span<const Vec3d> r, std::span<Vec3d> out) {
  std::copy(r.begin(), r.end(), in_.begin());
  matrix_.solve_factors(in_, out_);
  std::copy(out_.begin(), out_.end(), out.begin());
}

std::size_t SheetRest::bytes() const {
  return matrix_.bytes() + bytes_of(start_) + bytes_of(trial_) + bytes_of(outside_) + 3 * bytes_of(way_) +
         bytes_of(inertia_) + bytes_of(stiffness_);
}

/// Of a vertex that is prescribed: what is left of its way is rounding.
bool SheetBody::arrived(std::size_t i) const {
  return pins_.leads(i) && norm(led(i, target(i) - vector(x_[i]), Vec3d::zero())) < kArrived;
}

void SheetBody::begin_rest(const Step& step, const Vec3d& gravity) {
  if (!search_) search_ = std::make_unique<SheetRest>(elements_, bends_, x_);
  const std::size_t n = size();
  Vectors outside(n);
  lead_.assign(n, Vec3d::zero());
  fall(step, 1, gravity, [](std::size_t, Vec3d&) {});
  each_of(n, [&](std::size_t i) {
    outside[i] = (vector(w_[i]) - vector(v_[i])) * vertex_mass(i);
    w_[i] = Place::zero();
    if (pins_.leads(i) && !arrived(i)) lead_[i] = led(i, target(i) - vector(x_[i]), Vec3d::zero());
  });
  search_->begin(step.dt, std::move(outside), held_flags());
}

}  // namespace weft
