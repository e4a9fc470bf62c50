/// ThinBody: the phases of a step.
#include <cmath>

#include "bodies/thin/thin_body.h"
#include "materials/fibre.h"
#include "materials/sheet_contact.h"

namespace weft {

void ThinBody::add_sets(std::vector<Parcels*>& sets) {
  sets.push_back(this);
  if (touches()) sets.push_back(&contact_points_);
}

void ThinBody::find_loads(double time) {
  if (loads_.empty()) return;
  std::vector<Vec3d> x(loads_.follow() ? size() : 0);
  for (std::size_t i = 0; i < x.size(); ++i) x[vertices_.points.id(i)] = vertex(i);
  loads_.find(time, x);
}

void ThinBody::Surface::put(std::size_t i, const Vec3d& by, const Vec3d& v) {
  if (body.pins_.fixes(i)) return;
  set_vector(body.vertices_.v, i, body.pins_.led(i, vector_at(body.vertices_.v, i), v));
  set_vector(body.vertices_.x, i, body.vertex(i) + body.pins_.led(i, Vec3d::zero(), by));
}

ThinView ThinBody::view() const {
  const ThinContacts& q = contacts_;
  ThinView v;
  v.x = vertices_.x.view();
  v.at = q.x.view(), v.t = q.t.view(), v.d = q.d.view(), v.stress = q.stress.view();
  v.shape = q.shape.view(), v.volume = q.volume.view(), v.warp = q.warp.view(), v.place = q.place.view();
  v.corner = q.corner.data();
  v.force = q.points.size() ? q.force.data()->data() : nullptr;
  v.contacts = q.points.size();
  v.rules = {from_mesh(), touches(), options_.plastic, Real(options_.tear * options_.tear),
             dx_ > 0 ? Real(1 / (dx_ * dx_)) : Real(1e30)};
  return v;
}

CornerSum ThinBody::forces() const {
  return {around_.view(), contacts_.points.size() ? contacts_.force.data()->data() : nullptr,
          std::size_t(law_->corners()), bends_.around().view(), bends_.forces()};
}

void ThinBody::contact_places(Range r, Real* x, Real* y, Real* z) const {
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Vec3r at = contacts_.mean<Real>(vertices_.x, i);
    x[i - r.begin] = at[0], y[i - r.begin] = at[1], z[i - r.begin] = at[2];
  }
}

void ThinBody::load(Range r, const Step& step, ParcelBatch& out) const {
  load_motion(r, {vertices_.x, vertices_.v, vertices_.C, vertices_.mass}, options_.damping, out);
  const Real dt = Real(step.dt);
  if (!step.implicit) {
    const CornerSum sum = forces();
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const Vec3r f = sum.at(i);
      for (int a = 0; a < 3; ++a) out.p[a][i - r.begin] += dt * f[a];
    }
  }
  if (step.weight_gradient)
    for (auto& column : out.S)
      for (auto& row : column) std::fill_n(row, r.size(), Real(0));
  if (options_.force)
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const Vec3d b = options_.force->at(vector_at(vertices_.rest, i), vertex(i),
                                         step.time + (step.implicit ? step.dt : 0));
      for (int a = 0; a < 3; ++a) out.p[a][i - r.begin] += vertices_.mass(i, 0) * dt * Real(b[a]);
    }
  for (std::size_t i = r.begin; !loads_.empty() && i < r.end; ++i)
    for (int a = 0; a < 3; ++a) out.p[a][i - r.begin] += dt * Real(loads_.on(vertices_.points.id(i))[a]);
  if (pins_.empty()) return;
  for (std::size_t i = r.begin; i < r.end; ++i) {
    if (!pins_.leads(i)) continue;
    const int held = pins_.held(i);
    const std::size_t at = i - r.begin;
    const Real m = vertices_.mass(i, 0);
    const Vec3d v = (pins_.target(held) - vertex(i)) * (1 / step.dt);
    const Mat3d turn = cross_matrix(pins_.spin(held));
    const std::uint8_t axes = pins_.axes(held);
    for (int a = 0; a < 3; ++a) {
      if (!(axes >> a & 1)) continue;
      out.p[a][at] = m * Real(v[a]);
      for (int b = 0; b < 3; ++b) out.Q[b][a][at] = m * Real(turn(a, b));
    }
  }
}

void ThinBody::load_contacts(Range r, const Step& step, ParcelBatch& out) const {
  const ThinContacts& q = contacts_;
  load_motion(r, {q.x, q.v, q.C, q.mass}, options_.damping, out);
  const double kick = step.implicit ? 0 : -step.dt * (step.weight_gradient ? 1.0 : step.affine_inverse);
  const ContactKernel kernel{q.stress.view(), {}, {}, Real(kick), Real(step.dt)};
  for (std::size_t i = r.begin; i < r.end; i += P::width)
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) {
        const std::size_t at = i - r.begin;
        const P stress = kernel.kicked<P>(i, a, b);
        if (step.weight_gradient) stress.store(&out.S[b][a][at]);
        else (P::load(&out.Q[b][a][at]) + stress).store(&out.Q[b][a][at]);
      }
  if (!options_.force) return;
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Vec3d b = options_.force->at(q.mean<double>(vertices_.rest, i), vector_at(q.x, i),
                                       step.time + (step.implicit ? step.dt : 0));
    for (int a = 0; a < 3; ++a) out.p[a][i - r.begin] += Real(double(q.mass(i, 0)) * step.dt * b[a]);
  }
}

void ThinBody::unload(Range r, const Step& step, const AnswerBatch& in) {
  if (!pins_.empty()) feel_pinned(r, step, in);
  limits_[r.begin / kBatch] = take_motion(r, in, vertices_.v, vertices_.C);
  if (!pins_.empty()) lead_pinned(r, step);
  if (roles_.surface)
    for (std::size_t i = r.begin; i < r.end; i += P::width)
      for (int a = 0; a < 3; ++a) P::load(vertices_.x.group(i, a)).store(vertices_.start.group(i, a));
  const MoveKernel kernel{vertices_.x.view(), vertices_.v.view(), Real(step.dt)};
  for (std::size_t i = r.begin; i < r.end; i += P::width) kernel.unload<P>(i);
  // Exactly at the prescribed places, not where rounding puts them.
  if (pins_.empty()) return;
  for (std::size_t i = r.begin; i < r.end; ++i)
    if (pins_.leads(i)) set_vector(vertices_.x, i, pins_.led(i, pins_.target(pins_.held(i)), vertex(i)));
}

void ThinBody::lead_pinned(Range r, const Step& step) {
  BatchMotion& l = limits_[r.begin / kBatch];
  for (std::size_t i = r.begin; i < r.end; ++i) {
    if (!pins_.leads(i)) continue;
    const int held = pins_.held(i);
    const Vec3d v = (pins_.target(held) - vertex(i)) * (1 / step.dt);
    const Mat3d turn = cross_matrix(pins_.spin(held));
    const std::uint8_t axes = pins_.axes(held);
    for (int a = 0; a < 3; ++a) {
      if (!(axes >> a & 1)) continue;
      vertices_.v(i, a) = Real(v[a]);
      for (int b = 0; b < 3; ++b) vertices_.C(i, 3 * a + b) = Real(turn(a, b));
    }
    l.speed2 = std::max(l.speed2, Real(norm2(vector_at(vertices_.v, i))));
  }
}

void ThinBody::unload_contacts(Range r, const Step& step, const AnswerBatch& in) {
  contact_limits_[r.begin / kBatch] = take_motion(r, in, contacts_.v, contacts_.C);
  const auto& gradient = step.weight_gradient ? in.G : in.C;
  const ContactKernel kernel{{}, contacts_.d.view(), contacts_.t.view(), 0, Real(step.dt)};
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    Mat3<P> G;
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) G(a, b) = P::load(&gradient[b][a][i - r.begin]);
    kernel.unload(i, G);
  }
}

/// d := q_3 of the element, or of a fibre any two unit vectors across it. Obstacles meet vertices first, so
/// that tangents are already those with which the law will answer.
void ThinBody::forget_press(std::size_t i) {
  const ElementStrain s = strain_of(i);
  Vec3d d[2];
  if (law_->tangents() == 2) {
    d[0] = SheetFrame<double>(s.t[0], s.t[1], s.d[0]).q3;
  } else {
    const Vec3d q = normalized(s.t[0]);
    if (law_->normals() == 1) d[0] = {{-q[2], 0, q[0]}};  // in the plane: materials/edge.h
    else across(q, d[0], d[1]);
  }
  if (!(norm2(d[0]) > 0.5)) return;  // a collapsed element has no directions
  for (int b = 0; b < law_->normals(); ++b)
    for (int a = 0; a < 3; ++a) contacts_.d(i, 3 * b + a) = Real(d[b][a]);
}

void ThinBody::end_step(const Step& step) {
  dx_ = step.dx;
  moving_ = false;
  respond_all();
}

void ThinBody::respond_all() {
  using Stiffness = ThinStiffness<Real>;
  contacts_
      .repeat_last();  // else lanes past the end see its element with the directions of another, and limit dt
  const ThinView body = view();
  const auto part = [&](Range r) { return law_->respond(body, r); };
  const auto larger = [](const Stiffness& a, const Stiffness& b) {
    return Stiffness{std::max(a.mesh, b.mesh), std::max(a.contact, b.contact)};
  };
  stiffness_ = reduce_chunks(contacts_.points.size(), std::size_t(1) << 12, Stiffness{}, part, larger);
  bend_frequency2_ = bends_.respond(vertices_.x, vertices_.mass);
}

Limits ThinBody::limits() const {
  BatchMotion m;
  for (const auto* list : {&limits_, &contact_limits_})
    for (const BatchMotion& l : *list) {
      m.speed2 = std::max(m.speed2, l.speed2);
      m.gradient2 = std::max(m.gradient2, l.gradient2);
    }
  Limits l;
  l.speed = std::sqrt(double(m.speed2));
  l.gradient = std::sqrt(double(m.gradient2));
  // An element by itself bounds omega of the mesh; a contact point by itself would have 1/(zeta + 2) of its
  // element's mass, but never lies in cells without its vertices. Measured, with edges of 0.5 to 1.5 cells
  // and contact a tenth to ten times as stiff as the mesh: steps up to 1.5 times what these two bounds allow
  // were always stable, beyond that not always.
  const double share = touches() ? 0.5 * (law_->tangents() + 2) : 0;
  l.wave_speed = std::sqrt(share * double(stiffness_.contact) / law_->density());
  l.frequency = std::sqrt(double(stiffness_.mesh) / law_->density() + bend_frequency2_);
  return l;
}

}  // namespace weft
