/// ThinBody: what the implicit solve asks (equations in trial_kernel.h). Pinned vertices go where they are
/// told: their x^ is given, and no force moves them.
#include "bodies/thin/thin_body.h"
#include "grid/settled.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = std::size_t(1) << 11;

}  // namespace

TrialView ThinBody::trial(double dt) const {
  TrialView t;
  t.u = vertices_.u.view();
  t.d = contacts_.trial_d.view(), t.t = contacts_.trial_t.view();
  t.start = started_ ? contacts_.start_d.view() : contacts_.d.view();
  t.stress = contacts_.trial_stress.view();
  t.tangent = contacts_.tangent.view();
  t.force = const_cast<Real*>(trial_force_.empty() ? nullptr : trial_force_[0].data());
  t.diagonal = const_cast<Real*>(diagonal_.empty() ? nullptr : diagonal_[0].data());
  t.dt = dt, t.dx = dx_;
  return t;
}

void ThinBody::begin_solve(const Step& step) {
  ThinContacts& q = contacts_;
  const std::size_t n = q.points.size();
  const int entries = law_->entries();
  dx_ = step.dx;
  started_ = false;
  vertices_.points.set_components(vertices_.u, 3);
  q.points.set_components(q.trial_d, q.d.components());
  q.points.set_components(q.trial_t, q.t.components());
  q.points.set_components(q.trial_stress, 9);
  q.points.set_components(q.tangent, entries * (entries + 1) / 2);
  trial_force_.resize(n * std::size_t(law_->corners()));
  diagonal_.resize(n * std::size_t(law_->corners()));
  bends_.begin_solve();
  // Without contact points on the grid nothing else ever says what the normals are.
  parallel_chunks(chunk_count(n, kGroup) * kGroup, std::size_t(1) << 14, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      for (int c = 0; c < q.d.components(); ++c) q.trial_d(i, c) = q.d(i, c);
      for (int c = 0; c < q.t.components(); ++c) q.trial_t(i, c) = q.t(i, c);
    }
  });
}

void ThinBody::try_unload(Range r, const Step& step, const AnswerBatch& in, Solve what) {
  const P dt = Real(step.dt);
  for (std::size_t i = r.begin; i < r.end; i += P::width)
    for (int a = 0; a < 3; ++a) (dt * P::load(&in.v[a][i - r.begin])).store(vertices_.u.group(i, a));
  if (pins_.empty()) return;
  for (std::size_t i = r.begin; i < r.end; ++i)
    if (pins_.leads(i))
      set_vector(vertices_.u, i,
                 pins_.led(i, what != Solve::change ? pins_.target(pins_.held(i)) - vertex(i) : Vec3d::zero(),
                           vector_at(vertices_.u, i)));
}

void ThinBody::try_unload_contacts(Range r, const Step& step, const AnswerBatch& in, Solve what) {
  const P dt = Real(step.dt);
  const auto& gradient = step.weight_gradient ? in.G : in.C;
  const FieldView start = trial().start, tangents = contacts_.t.view();
  const FieldView d = contacts_.trial_d.view(), t = contacts_.trial_t.view();
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    Mat3<P> G;
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) G(a, b) = P::load(&gradient[b][a][i - r.begin]);
    const auto strain = [&](const FieldView& from, const FieldView& to, int first) {
      const Vec3<P> column = load_vector<P>(from, i, first);
      Vec3<P> moved = (G * column) * dt;
      if (what != Solve::change) moved += column;
      store_vector(moved, to, i, first);
    };
    for (int b = 0; b < d.n; b += 3) strain(start, d, b);
    for (int a = 0; a < t.n; a += 3) strain(tangents, t, a);
  }
}

double ThinBody::try_elements(const Step&, Solve what) {
  const ThinView body = view();
  TrialView tried = trial();
  tried.settled = what == kSettled;
  const std::size_t n = contacts_.points.size();
  if (what == Solve::change) {
    parallel_chunks(n, kChunk, [&](Range r) { law_->change(body, tried, r); });
    bends_.try_change(vertices_.u);
    return 0;
  }
  const auto part = [&](Range r) { return law_->force(body, tried, r); };
  const double energy = reduce_chunks(n, kChunk, 0.0, part, [](double a, double b) { return a + b; }) +
                        bends_.try_force(vertices_.x, vertices_.u);
  if (tried.settled) bends_.settle(vertices_.x);
  return energy;
}

void ThinBody::try_load(Range r, const Step& step, ParcelBatch& out, Solve what) const {
  Parcels::try_load(r, step, out, what);
  const Real dt = Real(step.dt);
  CornerSum sum = forces();
  sum.force = trial().force;
  sum.bend_force = bends_.tried_forces();
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const std::uint8_t axes = pins_.axes_of(i);  // the pin takes it
    if (axes == 7) continue;
    const Vec3r f = sum.at(i);
    for (int a = 0; a < 3; ++a)
      if (!(axes >> a & 1)) out.p[a][i - r.begin] = dt * f[a];
  }
}

void ThinBody::try_load_contacts(Range r, const Step& step, ParcelBatch& out) const {
  const Real kick = Real(-step.dt * (step.weight_gradient ? 1.0 : step.affine_inverse));
  const ContactKernel kernel{contacts_.trial_stress.view(), {}, {}, kick, Real(step.dt)};
  const P none = Real(0);
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    const std::size_t at = i - r.begin;
    none.store(&out.m[at]);
    for (int a = 0; a < 3; ++a) {
      P::load(contacts_.x.group(i, a)).store(&out.x[a][at]);
      none.store(&out.p[a][at]);
      for (int b = 0; b < 3; ++b) {
        const P stress = kernel.kicked<P>(i, a, b);
        stress.store(step.weight_gradient ? &out.S[b][a][at] : &out.Q[b][a][at]);
        if (step.weight_gradient) none.store(&out.Q[b][a][at]);
      }
    }
  }
}

void ThinBody::linearise(const Step& step, bool definite) {
  const ThinView body = view();
  const TrialView tried = trial(step.dt);
  parallel_chunks(contacts_.points.size(), kChunk,
                  [&](Range r) { law_->linearise(body, tried, r, definite); });
  bends_.linearise(vertices_.x, vertices_.u, definite);
}

void ThinBody::load_stiffness(Range r, const Step& step, StiffnessBatch& out) const {
  Parcels::load_stiffness(r, step, out);
  const Real dt2 = Real(step.dt * step.dt);
  const std::size_t corners = std::size_t(law_->corners());
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const std::uint8_t axes = pins_.axes_of(i);
    if (axes == 7) continue;
    Real A[6] = {};
    for (const std::uint32_t at : around_.corners(i))
      for (std::size_t c = 0; c < 6; ++c) A[c] += diagonal_[at / 4 * corners + at % 4][c];
    bends_.add_stiffness(i, dt2, A);
    for (int a = 0, c = 0; a < 3; ++a)
      for (int b = a; b < 3; ++b, ++c)
        if ((axes >> a & 1) || (axes >> b & 1)) A[c] = 0;
    for (std::size_t c = 0; c < 6; ++c) out.A[c][i - r.begin] = A[c];
  }
}

void ThinBody::load_contact_stiffness(Range r, const Step& step, StiffnessBatch& out) const {
  Parcels::load_stiffness(r, step, out);
  law_->load_stiffness(view(), trial(step.dt), r, out);
}

void ThinBody::mesh_vertices(MeshStiffness& out) const {
  const std::size_t n = size(), elements = contacts_.points.size(),
                    pairs = std::size_t(law_->corners() * (law_->corners() + 1) / 2);
  out.number.resize(n), out.held.assign(n, 0), out.mass.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    out.number[i] = vertices_.points.id(i);
    out.held[out.number[i]] = pins_.leads(i);
    out.mass[out.number[i]] = double(vertices_.mass(i, 0));
  }
  out.element.resize(elements);
  const int corners = law_->corners();
  for (std::size_t e = 0; e < elements; ++e) {
    out.element[e] = contacts_.points.id(e);
    for (int a = 0; a < corners; ++a)
      out.mass[out.number[contacts_.vertex(e, a)]] += double(contacts_.mass(e, 0)) / corners;
  }
  out.entries.resize(elements * pairs + bends_.list().size() * bends_.pairs());
}

void ThinBody::mesh_stiffness(const Step& step, MeshStiffness& out) const {
  const ThinView body = view();
  const TrialView tried = trial(step.dt);
  const std::size_t elements = contacts_.points.size(),
                    pairs = std::size_t(law_->corners() * (law_->corners() + 1) / 2);
  parallel_chunks(elements, kChunk, [&](Range r) { law_->mesh_stiffness(body, tried, r, out); });
  bends_.mesh_stiffness(step.dt, elements * pairs, out);
}

bool ThinBody::begin_from_yielded(const Step&) {
  if (!options_.plastic || options_.discretisation != Discretisation::hybrid) return false;
  contacts_.points.set_components(contacts_.start_d, contacts_.d.components());
  const ThinView body = view();
  const TrialView tried = trial();
  const FieldView start = contacts_.start_d.view();
  const auto part = [&](Range r) { return law_->yielded(body, tried, r, start); };
  const double most = reduce_chunks(contacts_.points.size(), kChunk, 0.0, part,
                                    [](double a, double b) { return std::max(a, b); });
  started_ = true;
  return most > 1e-5;
}

}  // namespace weft
