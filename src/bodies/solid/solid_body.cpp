#include "bodies/solid/solid_body.h"

#include <cmath>

#include "bodies/measures.h"

namespace weft {
namespace {
constexpr std::size_t kChunk = 1024;
}

std::unique_ptr<Body> make_solid(const SolidOptions& options) { return std::make_unique<SolidBody>(options); }

SolidBody::SolidBody(const SolidOptions& options)
    : Body(options.name),
      options_(options),
      response_(make_tet_response(options.rest, options.material)),
      surface_(options.rest, response_->tets()),
      points_(surface_, response_->tets().mass(),
              options.point_spacing > 0 ? options.point_spacing : 0.5 * response_->tets().mean_edge(), x_,
              w_),
      skin_(*this),
      damping_(options.damping, options.damping_rounds, response_->tets()) {
  identify("solid", response_->law());
  roles_.motion = this;
  roles_.field = this;
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
  std::vector<Pin> pins = options.pins;
  for (Pin& p : pins)
    for (std::uint32_t& v : p.vertices) v = tets.vertex_of(v);
  pins_ = Pins(std::move(pins), starts);
  force_.resize(tets.size());
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
  std::fill(skin_.shift.begin(), skin_.shift.end(), Vec3d::zero());
  fall(step, gravity, implicit_ ? 0 : 1);
  if (implicit_) solve(step, barriers);
  if (damping_.acts()) damping_.apply(x_, step.dt, w_);
  lead(step);
}

/// w = v + dt (g + elastic f/m).
void SolidBody::fall(const Step& step, const Vec3d& gravity, double elastic) {
  const Tets& tets = response_->tets();
  parallel_chunks(size(), kChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      Vec3d a = gravity;
      if (elastic > 0) a += force_on(tets.around(), i, force_) * (1 / tets.mass()[i]);
      if (options_.force) a += options_.force->at(rest_[i], vector(x_[i]), step.time);
      w_[i] = place(vector(v_[i]) + a * step.dt);
    }
  });
}

void SolidBody::solve(const Step& step, std::span<const Barrier> barriers) {
  std::vector<ImplicitContacts::Led> pinned;
  Vectors free(size()), before(size()), v(size());
  for (std::size_t i = 0; i < size(); ++i) {
    free[i] = vector(w_[i]);
    before[i] = vector(v_[i]);
    if (!pins_.empty() && led(i)) pinned.push_back({std::uint32_t(i), led_velocity(i, step.dt)});
  }
  ImplicitContacts contacts(barriers, surface_.vertices, step.dt, std::move(pinned));
  given_.assign(barriers.size(), Vec3d::zero());
  implicit_->solve({x_, free, before, step.dt}, contacts, v, given_);
  for (std::size_t i = 0; i < size(); ++i) w_[i] = place(v[i]);
}

void SolidBody::lead(const Step& step) {
  if (pins_.empty()) return;
  for (std::size_t i = 0; i < size(); ++i)
    if (led(i)) w_[i] = place(led_velocity(i, step.dt));
}

void SolidBody::end_exchange(const Step& step) {
  points_.changes([&](std::size_t i, const Vec3d& dw) { w_[i] += place(dw); });
  points_.forget();
  lead(step);
}

void SolidBody::end_step(const Step& step) {
  parallel_chunks(size(), kChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) x_[i] += w_[i] * step.dt;
  });
  for (std::size_t s = 0; s < skin_.shift.size(); ++s) x_[skin_.vertex(s)] += place(skin_.shift[s]);
  // Exactly where they are told, not where rounding puts them.
  if (!pins_.empty())
    for (std::size_t i = 0; i < size(); ++i)
      if (led(i)) x_[i] = place(pins_.target(pins_.held(i)));
  v_ = w_;
  if (damping_.acts()) damping_.keep();
  respond();
  measure_speed();
}

void SolidBody::respond() {
  if (!implicit_) frequency2_ = response_->forces(x_, force_);
}

void SolidBody::measure_speed() { speed_ = greatest_speed(v_); }

Limits SolidBody::limits() const {
  Limits l;
  l.speed = speed_;
  // An element by itself bounds omega of the mesh.
  l.frequency = std::sqrt(frequency2_);
  return l;
}

double SolidBody::trial_speed() const { return trial_speed_of(w_); }

void SolidBody::Skin::places(Range r, Real* x, Real* y, Real* z) const {
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Place& at = body.x_[vertex(i)];
    x[i - r.begin] = Real(at[0]), y[i - r.begin] = Real(at[1]), z[i - r.begin] = Real(at[2]);
  }
}

void SolidBody::Skin::put(std::size_t i, const Vec3d& by, const Vec3d& v) {
  if (!body.pins_.empty() && body.led(vertex(i))) return;
  body.w_[vertex(i)] = place(v);
  shift[i] += by;
}

}  // namespace weft
