/// ShellBody: the phases of a step, and what it amounts to.
#include <cmath>

#include "bodies/shell/motion_kernel.h"
#include "bodies/shell/shell_body.h"

namespace weft {
namespace {

void add_motion(Totals& t, std::size_t i, const MovingPoints& p) {
  const double m = double(p.mass(i, 0));
  const Vec3d x = vector_at(p.x, i), v = vector_at(p.v, i);
  t.mass += m;
  t.kinetic += 0.5 * m * norm2(v);
  t.momentum += v * m;
  t.first_moment += x * m;
  t.angular_momentum += cross(x, v) * m;
  t.affine_axial += Vec3d{{p.C(i, 7) - p.C(i, 5), p.C(i, 2) - p.C(i, 6), p.C(i, 3) - p.C(i, 1)}} * m;
}

}  // namespace

ShellBody::ShellBody(const ShellOptions& options, std::unique_ptr<ShellLaw> law)
    : Body(options.name),
      law_(std::move(law)),
      s_(options, law_->density()),
      contacts_(s_, law_->contact()),
      controls_(s_),
      sharpening_(options.sharpen) {
  identify("shell", law_->name());
  roles_.implicit = this;
  roles_.traveller = this;
  roles_.mesh = this;
  if (sharpening_.acts()) roles_.sharpening = &sharpening_;
  sharpening_.add({*this, s_.control.v, s_.control.C, &s_.control.mass, &s_.pins});
  sharpening_.add({contacts_, s_.contact.v, s_.contact.C, &s_.contact.mass});
  roles_.surfaces[0] = &controls_;
  roles_.surfaces[1] = &contacts_;
  respond_all();
  for (std::size_t i = 0; i < size(); ++i) mass_ += double(s_.control.mass(i, 0));
  for (std::size_t i = 0; i < contacts_.size(); ++i) mass_ += double(s_.contact.mass(i, 0));
}

void ShellBody::add_sets(std::vector<Parcels*>& sets) {
  sets.push_back(this);
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
      const Vec3d b =
          s_.options.force->at(vector_at(c.rest, i), s_.place(i), step.time + (step.implicit ? step.dt : 0));
      for (int a = 0; a < 3; ++a) out.p[a][i - r.begin] += c.mass(i, 0) * dt * Real(b[a]);
    }
  for (std::size_t i = r.begin; !s_.loads.empty() && i < r.end; ++i)
    for (int a = 0; a < 3; ++a) out.p[a][i - r.begin] += dt * Real(s_.loads.on(c.points.id(i))[a]);
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
    const std::uint8_t axes = s_.pins.axes(held);
    for (int a = 0; a < 3; ++a) {
      if (!(axes >> a & 1)) continue;
      out.p[a][at] = m * Real(v[a]);
      for (int b = 0; b < 3; ++b) out.Q[b][a][at] = m * Real(turn(a, b));
    }
  }
}

void ShellBody::unload(Range r, const Step& step, const AnswerBatch& in) {
  ControlFields& c = s_.control;
  if (!s_.pins.empty()) feel_pinned(r, step, in);
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
    const std::uint8_t axes = s_.pins.axes(held);
    const Vec3d own = vector_at(c.v, i), now = s_.place(i), before = now - own * step.dt;
    const Vec3d target = Pins::mixed(axes, s_.pins.target(held), now);
    const Vec3d v = Pins::mixed(axes, (target - before) * (1 / step.dt), own);
    const Mat3d turn = cross_matrix(s_.pins.spin(held));
    s_.put(i, target);
    set_vector(c.v, i, v);
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) c.C(i, 3 * a + b) = axes >> a & 1 ? Real(turn(a, b)) : c.C(i, 3 * a + b);
    l.speed2 = std::max(l.speed2, Real(norm2(v)));
  }
}

void ShellBody::begin_step(const Step& step) {
  s_.pins.begin_step(step);
  feel_.begin(s_.pins, step.time + step.dt);
  s_.patches.ties.follow(s_.pins);
  if (s_.loads.empty()) return;
  std::vector<Vec3d> x(s_.loads.follow() ? size() : 0);
  for (std::size_t i = 0; i < x.size(); ++i) x[s_.control.points.id(i)] = s_.place(i);
  s_.loads.find(step.time, x);
}

void ShellBody::end_step(const Step& step) {
  s_.dx = step.dx;
  s_.pressure = pressure_at(s_.options.pressure, step.time + step.dt);
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

Totals ShellBody::totals() const {
  const auto join = [](Totals a, const Totals& b) { return a += b; };
  constexpr std::size_t kChunk = 1 << 10;
  const ControlFields& p = s_.control;
  const ContactFields& c = s_.contact;
  const SheetContact across = law_->contact();
  const auto controls = [&](Range r) {
    Totals t;
    for (std::size_t i = r.begin; i < r.end; ++i) add_motion(t, i, {p.x, p.v, p.C, p.mass});
    return t;
  };
  const auto touching = [&](Range r) {
    Totals t;
    for (std::size_t i = r.begin; i < r.end; ++i) {
      add_motion(t, i, {c.x, c.v, c.C, c.mass});
      const double V = s_.contact_volume(i);
      t.volume += V;
      t.elastic += V * across.contact_energy(s_.contact_frame(i, vector_at(c.d, i)));
    }
    return t;
  };
  Totals t = reduce_chunks(size(), kChunk, Totals{}, controls, join);
  t = reduce_chunks(contacts_.size(), kChunk, t, touching, join);
  t.elastic += ShellMeasure(s_, *law_).bending_energy();
  return t;
}

}  // namespace weft
