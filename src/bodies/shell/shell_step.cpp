/// ShellBody: the phases of a step.
#include <cmath>

#include "bodies/shell/motion_kernel.h"
#include "bodies/shell/shell_body.h"

namespace weft {

ShellBody::ShellBody(const ShellOptions& options, std::unique_ptr<ShellLaw> law)
    : Body(options.name),
      law_(std::move(law)),
      s_(options, law_->density()),
      contacts_(s_, law_->contact()),
      controls_(s_) {
  identify("shell", law_->name());
  roles_.implicit = this;
  roles_.surfaces[0] = &controls_;
  if (!s_.on_mesh()) roles_.surfaces[1] = &contacts_;  // else they go where control points go
  respond_all();
  for (std::size_t i = 0; i < size(); ++i) mass_ += double(s_.control.mass(i, 0));
  for (std::size_t i = 0; i < contacts_.size() && !s_.on_mesh(); ++i) mass_ += double(s_.contact.mass(i, 0));
}

void ShellBody::add_sets(std::vector<Parcels*>& sets) {
  if (!s_.on_mesh()) sets.push_back(this);
  sets.push_back(&contacts_);
}

void ShellBody::load(Range r, const Step& step, ParcelBatch& out) const {
  const ControlFields& c = s_.control;
  load_motion(r, {c.x, c.v, c.C, c.mass}, s_.options.damping, out);
  const Real dt = Real(step.dt);
  for (const Forces* f : {step.implicit ? nullptr : &s_.force, s_.pressure != 0 ? &s_.push : nullptr}) {
    if (!f) continue;
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const Vec3r on = s_.sum_on(i, *f);
      for (int a = 0; a < 3; ++a) out.p[a][i - r.begin] += dt * on[a];
    }
  }
  if (step.weight_gradient)
    for (auto& column : out.S)
      for (auto& row : column) std::fill_n(row, r.size(), Real(0));
  if (s_.options.force)
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const Vec3d b = s_.options.force->at(vector_at(c.rest, i), s_.place(i), step.time);
      for (int a = 0; a < 3; ++a) out.p[a][i - r.begin] += c.mass(i, 0) * dt * Real(b[a]);
    }
  if (!s_.pins.empty()) load_pinned(r, step, out);
}

void ShellBody::load_pinned(Range r, const Step& step, ParcelBatch& out) const {
  for (std::size_t i = r.begin; i < r.end; ++i) {
    if (!s_.is_pinned(i)) continue;
    const std::size_t at = i - r.begin;
    const int held = s_.pins.held(i);
    const Real m = s_.control.mass(i, 0);
    const Vec3d v = (s_.pins.target(held) - s_.place(i)) * (1 / step.dt);
    const Mat3d turn = cross_matrix(s_.pins.spin(held));
    for (int a = 0; a < 3; ++a) {
      out.p[a][at] = m * Real(v[a]);
      for (int b = 0; b < 3; ++b) out.Q[b][a][at] = m * Real(turn(a, b));
    }
  }
}

void ShellBody::unload(Range r, const Step& step, const AnswerBatch& in) {
  ControlFields& c = s_.control;
  s_.limits[r.begin / kBatch] = take_motion(r, in, c.v, c.C);
  const ControlKernel kernel{c.x.view(), c.low.view(), c.v.view(), Real(step.dt)};
  for (std::size_t i = r.begin; i < r.end; i += P::width) kernel.move<P>(i);
  if (!s_.pins.empty()) move_pinned(r, step);
}

/// Pinned points go exactly to their prescribed places.
void ShellBody::move_pinned(Range r, const Step& step) {
  ControlFields& c = s_.control;
  BatchMotion& l = s_.limits[r.begin / kBatch];
  for (std::size_t i = r.begin; i < r.end; ++i) {
    if (!s_.is_pinned(i)) continue;
    const int held = s_.pins.held(i);
    // The grid has just moved it by dt v.
    const Vec3d target = s_.pins.target(held), before = s_.place(i) - vector_at(c.v, i) * step.dt;
    const Vec3d v = (target - before) * (1 / step.dt);
    const Mat3d turn = cross_matrix(s_.pins.spin(held));
    s_.put(i, target);
    set_vector(c.v, i, v);
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) c.C(i, 3 * a + b) = Real(turn(a, b));
    l.speed2 = std::max(l.speed2, Real(norm2(v)));
  }
}

void ShellBody::begin_step(const Step& step) {
  s_.pins.begin_step(step);
  if (s_.on_mesh()) predict(step);
}

void ShellBody::end_step(const Step& step) {
  s_.dx = step.dx;
  s_.pressure = pressure_at(s_.options.pressure, step.time + step.dt);
  if (s_.on_mesh()) move_on_mesh(step);
  s_.find_dips();
  respond_all();
}

Limits ShellBody::limits() const {
  BatchMotion m;
  for (const auto* list : {&s_.limits, &s_.contact_limits})
    for (const BatchMotion& l : *list) {
      m.speed2 = std::max(m.speed2, l.speed2);
      m.gradient2 = std::max(m.gradient2, l.gradient2);
    }
  Limits l;
  l.speed = std::sqrt(double(m.speed2));
  l.gradient = std::sqrt(double(m.gradient2));
  // A contact point by itself has half the mass of its part of the shell, but never lies in cells without
  // control points.
  l.wave_speed = std::sqrt(double(s_.stiffness.contact) / law_->density());
  l.frequency = std::sqrt(double(s_.stiffness.mesh) / law_->density());
  return l;
}

}  // namespace weft
