#include "bodies/shell/shell_sheet.h"

#include <cmath>
#include <numeric>

#include "bodies/shell/limit_mesh.h"
#include "exec/error.h"
#include "exec/loops.h"
#include "geometry/mesh.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = 1024;
constexpr int kParts = 1;             // of a face along each side, as others meet it
constexpr double kShare = 0.4;        // of omega: as fast as stretch and bending may be damped by default
constexpr double kBendLoss = 0.2;     // loss factor of the slowest bending by default, as fabrics have ...
constexpr double kBendDamping = 0.1;  // ... and at most this [s]

}  // namespace

ShellSheet::ShellSheet(const ShellOptions& options, std::unique_ptr<ShellLaw> law)
    : OwnVertices(options.name, options.force, 0.5 * options.thickness),
      law_(std::move(law)),
      s_(options, law_->density()),
      forces_(s_, *law_),
      mesh_(limit_mesh(options, kParts)),
      surface_x_(mesh_.rest.size(), Place::zero()),
      surface_w_(surface_x_),
      points_(sampled(), surface_x_, surface_w_, {0.5 * options.thickness, false}) {
  identify("shell", law_->name());
  roles_.surface = this;
  const std::vector<Vec3d>& now = options.positions.empty() ? options.rest : options.positions;
  const auto& list = options.velocities;
  rest_ = options.rest;
  for (std::size_t i = 0; i < rest_.size(); ++i) {
    x_.push_back(place(now[i]));
    v_.push_back(place(list.empty() ? Vec3d::zero() : list.size() == 1 ? list[0] : list[i]));
  }
  w_ = v_;
  for (const double m : mass_of_) total_mass_ += m;
  pins_ = Pins(held_pins(options), now);
  loads_ = BodyLoads(options.loads, now.size());
  shift_.assign(rest_.size(), Vec3d::zero());
  choose_damping();
  respond();
  measure_speed();
  carry_surface();
}

SampledSurface ShellSheet::sampled() {
  for (std::size_t i = 0; i < s_.size(); ++i) mass_of_.push_back(double(s_.control.mass(i, 0)));
  surface_mass_ = masses_of_means(mesh_, mass_of_);
  std::vector<std::uint32_t> all(mesh_.rest.size());
  std::iota(all.begin(), all.end(), 0u);
  const double spacing = s_.options.point_spacing > 0 ? s_.options.point_spacing : 1e300;
  return sample_triangles({mesh_.rest, mesh_.triangles}, std::move(all), surface_mass_, spacing);
}

void ShellSheet::carry_surface() {
  parallel_each(surface_x_.size(), kChunk, [&](std::size_t i) {
    surface_x_[i] = place(mesh_.mean(i, [&](std::uint32_t k) { return vector(x_[k]); }));
    surface_w_[i] = place(mesh_.mean(i, [&](std::uint32_t k) { return vector(w_[k]); }));
  });
}

void ShellSheet::begin_step(const Step& step) {
  OwnVertices::begin_step(step);
  s_.patches.ties.follow(pins_);
}

void ShellSheet::accelerate(const Step& step, const Vec3d& gravity, std::span<const Barrier>) {
  std::fill(shift_.begin(), shift_.end(), Vec3d::zero());
  if (!pins_.empty()) {
    std::vector<char> fixed(surface_x_.size());
    for (std::size_t i = 0; i < fixed.size(); ++i) {
      fixed[i] = 1;
      mesh_.each_mover(i, [&](std::uint32_t k, double) { fixed[i] &= char(prescribed(k)); });
    }
    points_.hold(std::move(fixed));
  }
  fall(step, step.kick(), gravity, [&](std::size_t i, Vec3d& a) {
    if (mass_of_[i] > 0) a += forces_.on(i) * (1 / mass_of_[i]);
  });
  if (drag_ > 0) parallel_each(size(), kChunk, [&](std::size_t i) { w_[i] *= 1 / (1 + drag_ * step.dt); });
  prescribe(step.dt);
  carry_surface();
}

void ShellSheet::end_exchange(const Step& step) {
  points_.changes([&](std::size_t i, const Vec3d& dv) {
    mesh_.each_mover(i, [&](std::uint32_t k, double weight) {
      if (mass_of_[k] > 0) w_[k] += place(dv * (weight * surface_mass_[i] / mass_of_[k]));
    });
  });
  points_.forget();
  prescribe(step.dt);
  carry_surface();
}

void ShellSheet::read_motion(double dt, std::span<VertexMotion> out) const {
  parallel_each(size(), kChunk, [&](std::size_t i) {
    const Vec3d v = vector(w_[i]);
    out[i] = {vector(x_[i]), v * dt + shift_[i], v, held_still(i) ? 0 : 1 / mass_of_[i]};
  });
}

void ShellSheet::write_motion(double dt, std::span<const VertexMotion> in) {
  parallel_each(size(), kChunk, [&](std::size_t i) {
    if (held_still(i)) return;
    w_[i] = place(led(i, vector(w_[i]), in[i].v));
    shift_[i] = free_part(i, in[i].u - in[i].v * dt);
  });
}

void ShellSheet::end_step(const Step& step) {
  parallel_each(size(), kChunk, [&](std::size_t i) {
    // The sum that read_motion tells, so that contact knows where a point will be to the last bit.
    x_[i] = place(vector(x_[i]) + (vector(w_[i]) * step.dt + shift_[i]));
    put_held(i);
  });
  v_ = w_;
  s_.pressure = pressure_at(s_.options.pressure, step.time + step.dt);
  respond();
  measure_speed();
  tell_pins(step, [](std::size_t) { return Vec3d::zero(); });
}

/// omega = 3.52/L^2 sqrt(E t^2/(12 rho)) of a strip clamped at one end and as long as the shell.
double ShellSheet::slowest_bending() const {
  Bounds box;
  for (const Vec3d& x : rest_) box.add(x);
  const Vec3d size = box.upper - box.lower;
  const double L = std::max({size[0], size[1], size[2]}), t = s_.options.thickness;
  return 3.52 / (L * L) * std::sqrt(law_->modulus() * t * t / (12 * law_->density()));
}

/// Default: what the fastest vibrations at rest can bear without steps that are much shorter.
void ShellSheet::choose_damping() {
  const Places still(size(), Place::zero());
  Places flat;
  for (const Vec3d& x : rest_) flat.push_back(place(x));
  const ShellForces::Speeds at_rest = forces_.respond(flat, still, {});
  const double most = kShare * std::sqrt(at_rest.omega2);
  const ShellSettings& o = s_.options;
  tau_.stretch = o.stretch_damping.value_or(most / std::max(at_rest.stretch, 1e-300));
  tau_.bend = o.bend_damping.value_or(
      std::min({kBendDamping, kBendLoss / slowest_bending(), most / std::max(at_rest.bend, 1e-300)}));
  drag_ = o.drag.value_or(0) / (law_->density() * o.thickness);
}

void ShellSheet::respond() {
  speeds_ = forces_.respond(x_, v_, tau_);
  forces_.push(x_, s_.pressure);
  show();
}

Limits ShellSheet::limits() const {
  Limits l;
  l.speed = speed_;
  l.frequency = speeds_.pace(tau_).frequency();
  l.always = true;  // its steps are explicit, whatever those of others
  return l;
}

}  // namespace weft
