#include "bodies/solid/solid_body.h"

#include <cmath>

namespace weft {
namespace {
constexpr std::size_t kChunk = 1024;
}

std::unique_ptr<Body> make_solid(const SolidOptions& options) { return std::make_unique<SolidBody>(options); }

SolidBody::SolidBody(const SolidOptions& options)
    : OwnVertices(options.name, options.force, 0),
      options_(options),
      response_(make_tet_response(options.rest, options.material)),
      surface_(options.rest, response_->tets()),
      points_(sample_triangles(
                  surface_.mesh, surface_.vertices, response_->tets().mass(),
                  options.point_spacing > 0 ? options.point_spacing : 0.5 * response_->tets().mean_edge()),
              x_, w_),
      damping_(options.damping, options.damping_rounds, response_->tets()) {
  identify("solid", response_->law());
  const Tets& tets = response_->tets();
  const std::size_t n = tets.vertices();
  const std::vector<Vec3d>& now = options.positions.empty() ? options.rest.vertices : options.positions;
  std::vector<Vec3d> starts;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t id = tets.id(i);
    const auto& list = options.velocities;
    rest_.push_back(options.rest.vertices[id]);
    starts.push_back(now[id]);
    x_.push_back(place(now[id]));
    v_.push_back(place(list.empty() ? Vec3d::zero() : list.size() == 1 ? list[0] : list[id]));
    total_mass_ += tets.mass()[i];
  }
  w_ = v_;
  skin_.set_vertices(surface_.vertices);
  faces_.triangles.triangles = surface_.triangles;
  faces_.triangles.rest = surface_.mesh.vertices;
  faces_.triangles.closed = true;
  roles_.surface = &faces_;
  std::vector<Pin> pins = options.pins;
  for (Pin& p : pins)
    for (std::uint32_t& v : p.vertices) v = tets.vertex_of(v);
  pins_ = Pins(std::move(pins), starts);
  loads_ = BodyLoads(options.loads, options.rest.vertices.size());
  corners_.resize(tets.size());
  if (options.implicit) implicit_ = std::make_unique<BackwardEuler>(*response_);
  options_.rest = {};
  options_.positions = {};
  options_.velocities = {};
  options_.pins = {};
  respond();
  measure_speed();
}

void SolidBody::accelerate(const Step& step, const Vec3d& gravity, std::span<const Barrier> barriers) {
  points_.forget();
  skin_.begin();
  begin_touch();
  const Tets& tets = response_->tets();
  if (implicit_) {
    fall(step, step.dt, gravity, [](std::size_t, Vec3d&) {});
    solve(step, barriers);
  } else {
    fall(step, step.kick(), gravity,
         [&](std::size_t i, Vec3d& a) { a += force_on(tets.around(), i, corners_) * (1 / tets.mass()[i]); });
  }
  if (damping_.acts()) damping_.apply(x_, step.dt, w_);
  prescribe(step.dt);
}

void SolidBody::solve(const Step& step, std::span<const Barrier> barriers) {
  Vectors free(size()), before(size()), v(size());
  for (std::size_t i = 0; i < size(); ++i) {
    free[i] = vector(w_[i]);
    before[i] = vector(v_[i]);
  }
  given_.assign(barriers.size(), Vec3d::zero());
  own_next_.resize(size());
  if (two_stages(options_.integrator, barriers) && solve_stages(step, free)) return;
  ImplicitContacts contacts(barriers, skin_.vertices, step.dt, all_prescribed(step.dt));
  implicit_->solve({x_, free, before, step.dt}, contacts, v, given_);
  each_of(size(), [&](std::size_t i) { own_next_[i] = (v[i] - free[i]) * (1 / step.dt); });
  if (options_.integrator == Integrator::tr_bdf2 && barriers.empty()) keep_momenta(free, v);
  for (std::size_t i = 0; i < size(); ++i) w_[i] = place(v[i]);
}

/// False when that would bring energy: backward Euler never does.
bool SolidBody::solve_stages(const Step& step, const Vectors& fall) {
  const Vectors before = starts(step.dt), push = pushed(own_, step.dt);
  Vectors free;
  const StageStart start{before, fall, push, step.dt};
  TwoStages stages;
  const double dt = stages.length(step.dt);
  Places x(size());
  bool converged = true;
  const auto stage = [&](auto&& way, const Vectors& guess, Vectors& v) {
    each_of(size(), [&](std::size_t i) { x[i] = place(vector(x_[i]) + way(i)); });
    ImplicitContacts pins({}, {}, dt, all_prescribed(step.dt));
    v.resize(size());
    converged &= implicit_->solve({x, free, guess, dt}, pins, v).converged;
  };
  stages.first_free(start, free);
  stage([&](std::size_t i) { return stages.first_way(start, i); }, before, stages.v1);
  stages.second_free(start, free);
  stage([&](std::size_t i) { return stages.second_way(start, i); }, stages.v1, stages.v2);
  stages.end(start);
  each_of(size(), [&](std::size_t i) { own_next_[i] = (stages.v2[i] - free[i]) * (1 / dt); });
  const auto mass = [&](std::size_t i) { return vertex_mass(i); };
  const auto at = [&](std::size_t i) { return vector(x_[i]); };
  if (!pins_.holds()) {
    stages.keep_momenta(start, mass, at);
    each_of(size(), [&](std::size_t i) { x[i] = place(at(i) + stages.w[i] * step.dt); });
    converged = converged && !stages.gains(start, mass, implicit_->energy(x_), implicit_->energy(x));
  }
  if (!converged) return false;
  take_stages(stages);
  return true;
}

void SolidBody::end_exchange(const Step& step) {
  points_.changes([&](std::size_t i, const Vec3d& dw) {
    w_[i] += place(dw);
    touch();
  });
  points_.forget();
  prescribe(step.dt);
}

void SolidBody::Faces::read_motion(double dt, std::span<VertexMotion> out) const {
  for (std::size_t s = 0; s < out.size(); ++s) {
    const std::size_t i = body.surface_.vertices[s];
    out[s].x = plain(body.x_[i]);
    out[s].v = plain(body.w_[i]);
    out[s].u = out[s].v * dt + body.skin_.shift[s];
    out[s].inverse_mass = body.prescribed(i) ? 0 : 1 / body.vertex_mass(i);
  }
}

void SolidBody::Faces::write_motion(double dt, std::span<const VertexMotion> in) {
  for (std::size_t s = 0; s < in.size(); ++s) {
    if (!(in[s].inverse_mass > 0)) continue;
    const std::uint32_t i = body.surface_.vertices[s];
    Place& w = body.w_[i];
    if (norm2(in[s].v - vector(w)) > 0) body.touch();
    w = place(body.led(i, plain(w), in[s].v));
    body.skin_.shift[s] = body.free_part(i, in[s].u - in[s].v * dt);
  }
}

void SolidBody::end_step(const Step& step) {
  parallel_chunks(size(), kChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) x_[i] += w_[i] * step.dt;
  });
  for (std::size_t s = 0; s < skin_.shift.size(); ++s) x_[skin_.vertices[s]] += place(skin_.shift[s]);
  if (!pins_.empty())
    for (std::size_t i = 0; i < size(); ++i) put_held(i);
  take_velocities();
  own_.swap(own_next_);
  if (damping_.acts()) damping_.keep();
  respond();
  measure_speed();
  if (!pins_.holds()) return;
  if (implicit_) response_->forces(x_, corners_);
  tell_pins(step, [&](std::size_t i) {
    if (!implicit_) return Vec3d::zero();
    return force_on(response_->tets().around(), i, corners_) * (step.dt / vertex_mass(i));
  });
}

void SolidBody::respond() {
  if (!implicit_) frequency2_ = response_->forces(x_, corners_);
}

Limits SolidBody::limits() const {
  Limits l;
  l.speed = speed_;
  // An element by itself bounds omega of the mesh.
  l.frequency = std::sqrt(frequency2_);
  l.always = !implicit_;
  return l;
}

}  // namespace weft
