/// ShellBody: put elsewhere from outside, and what its pins feel.
#include "bodies/shell/shell_body.h"

namespace weft {

/// What pressed where the surface was presses no more.
void ShellBody::Grip::placed(std::span<const char>) {
  ShellState& s = body.s_;
  for (std::size_t i = 0; i < s.contact.points.size(); ++i) {
    Real x[3];
    s.contact_places({i, i + 1}, &x[0], &x[1], &x[2]);
    if (x[0] == s.contact.x(i, 0) && x[1] == s.contact.x(i, 1) && x[2] == s.contact.x(i, 2)) continue;
    const Vec3d across = s.contact_frame(i, vector_at(s.contact.d, i)).q3;
    if (norm2(across) > 0.5) set_vector(s.contact.d, i, across);
  }
  s.find_dips();
  body.respond_all();
}

/// The gradient of velocities around it is not known any more.
void ShellBody::Grip::put_velocity(std::size_t i, const Vec3d& v) {
  set_vector(body.s_.control.v, i, v);
  for (int a = 0; a < 9; ++a) body.s_.control.C(i, a) = 0;
}

/// Contact points go with the surface.
void ShellBody::Grip::hurried(std::span<const char> changed) {
  ShellState& s = body.s_;
  Real fastest = 0;
  for (std::size_t i = 0; i < changed.size(); ++i)
    if (changed[i]) fastest = std::max(fastest, Real(norm2(velocity_of(i))));
  s.limits[0].speed2 = std::max(s.limits[0].speed2, fastest);
  for (std::size_t i = 0; i < s.contact.points.size(); ++i) {
    set_vector(s.contact.v, i, s.at_contact(i, s.control.v));
    for (int a = 0; a < 9; ++a) s.contact.C(i, a) = 0;
  }
}

/// Momenta that `load` and `unload` replace come from the pin:
///   on the point  m v_T - (m v + dt f)  as the step begins,  m (v_T - v_g)  as it ends,  v_g of the grid
void ShellBody::feel_pinned(Range r, const Step& step, const AnswerBatch& in) {
  if (step.implicit) return;  // forces are those of the solve, which tells only nodes
  const ControlFields& c = s_.control;
  for (std::size_t i = r.begin; i < r.end; ++i) {
    if (!s_.is_pinned(i)) continue;
    const double m = double(c.mass(i, 0));
    const Vec3d target = s_.pins.target(s_.pins.held(i)), v = (target - s_.place(i)) * (1 / step.dt);
    Vec3d given = (v - vector_at(c.v, i)) * m;
    for (int a = 0; a < 3; ++a) given[a] += m * (v[a] - double(in.v[a][i - r.begin]));
    given -= s_.sum_on(i, s_.force).as<double>() * step.dt;
    if (s_.pressure != 0) given -= s_.sum_on(i, s_.push).as<double>() * step.dt;
    if (!s_.loads.empty()) given -= s_.loads.on(c.points.id(i)) * step.dt;
    if (s_.options.force)
      given -= s_.options.force->at(vector_at(c.rest, i), s_.place(i), step.time) * (m * step.dt);
    feel_.feel(s_.pins, s_.pins.held(i), target, -given);
  }
}

}  // namespace weft
