#include "bodies/shell/shell_contacts.h"

#include "bodies/shell/motion_kernel.h"

namespace weft {

using P = Pack<Real>;

FibreKernel ShellContacts::fibres(const Step& step, PointField& d, PointField& pull) const {
  return {s_.contact.x.view(), d.view(), pull.view(), Real(step.dt), Real(0), step.weight_gradient};
}

void ShellContacts::load(Range r, const Step& step, ParcelBatch& out) const {
  const ContactFields& c = s_.contact;
  load_motion(r, {c.x, c.v, c.C, c.mass}, s_.options.damping, out);
  const double scale = step.implicit ? 0.0 : step.weight_gradient ? 1.0 : step.affine_inverse;
  FibreKernel kernel = fibres(step, c.d, c.pull);
  kernel.kick = Real(-step.dt * scale);
  for (std::size_t i = r.begin; i < r.end; i += P::width) kernel.load<P>(i, i - r.begin, out);
  if (!s_.options.force) return;
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Vec3d b = s_.options.force->at(s_.at_contact(i, s_.control.rest), vector_at(c.x, i),
                                         step.time + (step.implicit ? step.dt : 0));
    for (int a = 0; a < 3; ++a) out.p[a][i - r.begin] += Real(double(c.mass(i, 0)) * step.dt * b[a]);
  }
}

void ShellContacts::unload(Range r, const Step& step, const AnswerBatch& in) {
  ContactFields& c = s_.contact;
  s_.contact_limits[r.begin / kBatch] = take_motion(r, in, c.v, c.C);
  const FibreKernel kernel = fibres(step, c.d, c.pull);
  const auto& gradient = step.weight_gradient ? in.G : in.C;
  for (std::size_t i = r.begin; i < r.end; i += P::width) kernel.unload<P>(i, i - r.begin, gradient);
}

void ShellContacts::try_unload(Range r, const Step& step, const AnswerBatch& in, Solve what) {
  const FibreKernel kernel = fibres(step, s_.start_d(), s_.contact.tried_pull);
  const FieldView out = s_.contact.tried.view();
  const auto& gradient = step.weight_gradient ? in.G : in.C;
  for (std::size_t i = r.begin; i < r.end; i += P::width)
    kernel.try_unload<P>(i, i - r.begin, gradient, what == Solve::change, out);
}

void ShellContacts::try_load(Range r, const Step& step, ParcelBatch& out, Solve) const {
  FibreKernel kernel = fibres(step, s_.start_d(), s_.contact.tried_pull);
  kernel.kick = Real(-step.dt * (step.weight_gradient ? 1.0 : step.affine_inverse));
  for (std::size_t i = r.begin; i < r.end; i += P::width) kernel.try_load<P>(i, i - r.begin, out);
}

/// dG = e_b g^T moves the fibre by dt (g . d_s) e_b.
void ShellContacts::load_stiffness(Range r, const Step& step, StiffnessBatch& out) const {
  Parcels::load_stiffness(r, step, out);
  const double dt2 = step.dt * step.dt;
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Vec3d s = vector_at(s_.start_d(), i), d = vector_at(s_.contact.tried0, i);
    if (dot(d, d) >= 1 - 1e-6) continue;  // nothing presses on it, about
    const Mat3d K = law_.fibre_stiffness(s_.contact_frame(i, d)) * (dt2 * s_.contact_volume(i));
    int uv = 0;
    for (int u = 0; u < 3; ++u)
      for (int v = u; v < 3; ++v, ++uv) {
        const double pair = u == v ? s[u] * s[u] : 2 * s[u] * s[v];
        int pq = 0;
        for (int p = 0; p < 3; ++p)
          for (int q = p; q < 3; ++q, ++pq) out.T[uv][pq][i - r.begin] = Real(pair * K(p, q));
      }
  }
}

/// What strained the fibre was C before: its stress would hand out work that nobody pays. It forgets
/// (contact_points.h).
void ShellContacts::set_gradient(std::size_t i, const Vec3d& n, const Vec3d& rate, double) {
  set_along(s_.contact.C, i, n, rate);
  const Vec3d across = s_.contact_frame(i, vector_at(s_.contact.d, i)).q3;
  if (norm2(across) > 0.5) set_vector(s_.contact.d, i, across);
}

void ShellControls::places(Range r, Real* x, Real* y, Real* z) const {
  const ControlFields& c = s_.control;
  copy_positions(c.x, r, x, y, z);
  Real* out[3] = {x, y, z};
  for (int a = 0; a < 3; ++a)
    for (std::size_t i = r.begin; i < r.end; ++i) {
      Real& to = out[a][i - r.begin];
      to += c.dip(i, a);
    }
}

void ShellControls::put(std::size_t i, const Vec3d& by, const Vec3d& v) {
  if (s_.pins.fixes(i)) return;
  s_.put(i, s_.place(i) + s_.pins.led(i, Vec3d::zero(), by));
  set_vector(s_.control.v, i, s_.pins.led(i, vector_at(s_.control.v, i), v));
}

}  // namespace weft
