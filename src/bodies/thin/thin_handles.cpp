/// ThinBody: put elsewhere from outside, and what its pins feel.
#include "bodies/thin/thin_body.h"

namespace weft {

bool ThinBody::corner_of(std::size_t i, std::span<const char> flags) const {
  for (int a = 0; a < law_->corners(); ++a)
    if (flags[contacts_.vertex(i, a)]) return true;
  return false;
}

void ThinBody::Grip::put_place(std::size_t i, const Vec3d& x) {
  set_vector(body.vertices_.x, i, x);
  set_vector(body.vertices_.low, i, x - body.vertex(i));
}

/// What pressed where the vertices were presses no more.
void ThinBody::Grip::placed(std::span<const char> changed) {
  for (std::size_t i = 0; i < body.contacts_.points.size(); ++i)
    if (body.corner_of(i, changed)) body.forget_press(i);
  body.respond_all();
}

/// The gradient of velocities around it is not known any more.
void ThinBody::Grip::put_velocity(std::size_t i, const Vec3d& v) {
  set_vector(body.vertices_.v, i, v);
  for (int a = 0; a < 9; ++a) body.vertices_.C(i, a) = 0;
}

/// Contact points go with their vertices.
void ThinBody::Grip::hurried(std::span<const char> changed) {
  Real fastest = 0;
  for (std::size_t i = 0; i < changed.size(); ++i)
    if (changed[i]) fastest = std::max(fastest, Real(norm2(velocity_of(i))));
  body.limits_[0].speed2 = std::max(body.limits_[0].speed2, fastest);
  ThinContacts& q = body.contacts_;
  for (std::size_t i = 0; i < q.points.size(); ++i) {
    if (!body.corner_of(i, changed)) continue;
    set_vector(q.v, i, q.mean<double>(body.vertices_.v, i));
    for (int a = 0; a < 9; ++a) q.C(i, a) = 0;
  }
}

/// Momenta that `load` and `unload` replace come from the pin:
///   on the vertex  m v_T - (m v + dt f)  as the step begins,  m (v_T - v_g)  as it ends,  v_g of the grid
void ThinBody::feel_pinned(Range r, const Step& step, const AnswerBatch& in) {
  if (step.implicit) return;  // forces are those of the solve, which tells only nodes
  const CornerSum sum = forces();
  for (std::size_t i = r.begin; i < r.end; ++i) {
    if (!pins_.leads(i)) continue;
    const double m = double(vertices_.mass(i, 0));
    const Vec3d target = pins_.target(pins_.held(i)), v = (target - vertex(i)) * (1 / step.dt);
    Vec3d given = (v - vector_at(vertices_.v, i)) * m;
    for (int a = 0; a < 3; ++a) given[a] += m * (v[a] - double(in.v[a][i - r.begin]));
    given -= sum.at(i).as<double>() * step.dt;
    if (!loads_.empty()) given -= loads_.on(vertices_.points.id(i)) * step.dt;
    if (options_.force)
      given -= options_.force->at(vector_at(vertices_.rest, i), vertex(i), step.time) * (m * step.dt);
    feel_.feel(pins_, pins_.held(i), target, -given);
  }
}

}  // namespace weft
