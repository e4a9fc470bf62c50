#include "bodies/thin/sheet/sheet_body.h"

#include <cmath>
#include <numbers>
#include <numeric>

#include "exec/error.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = 1024;
constexpr double kShare = 0.4;         // of omega: as fast as stretch and bending may be damped by default
constexpr double kBendDamping = 0.01;  // [s]: a loss factor of 0.1 to 0.3 at 10 to 30 rad/s, as fabrics have

double half_thickness(const ThinOptions& o, const ThinLaw& law) {
  return law.normals() == 1 ? 0.5 * o.section : std::sqrt(o.section / std::numbers::pi);
}

}  // namespace

std::unique_ptr<Body> make_sheet(const ThinOptions& options) {
  return std::make_unique<SheetBody>(options, make_thin_law(options.material, options.plane, options.name));
}

SheetBody::SheetBody(const ThinOptions& options, std::unique_ptr<ThinLaw> law)
    : OwnVertices(options.name, options.force, half_thickness(options, *law)),
      law_(std::move(law)),
      options_(options),
      radius_(half_thickness(options, *law_)),
      elements_(options, *law_),
      mesh_(contact_mesh(options, elements_, radius_)),
      points_(sampled(options), x_, w_, {radius_, options.plane}) {
  identify(law_->normals() == 1 ? "cloth" : "fibre", law_->name());
  roles_.surface = this;
  roles_.rests = this;
  const std::size_t n = options.rest.size();
  const std::vector<Vec3d>& now = options.positions.empty() ? options.rest : options.positions;
  const auto& list = options.velocities;
  rest_ = options.rest;
  for (std::size_t i = 0; i < n; ++i) {
    x_.push_back(place(now[i]));
    v_.push_back(place(list.empty() ? Vec3d::zero() : list.size() == 1 ? list[0] : list[i]));
    total_mass_ += vertex_mass(i);
  }
  w_ = v_;
  std::vector<std::uint32_t> all(n);
  std::iota(all.begin(), all.end(), 0u);
  skin_.set_vertices(std::move(all));
  pins_ = Pins(options.pins, now);
  loads_ = BodyLoads(options.loads, now.size());
  if (options.bending > 0) {
    bends_ = law_->tangents() == 2
                 ? SheetBends(HeldHinges(options, elements_.mass()))
                 : SheetBends(make_rods(rest_, options.counts, options.bending), rest_, elements_.mass());
  }
  choose_damping();
  options_.rest = {};
  options_.positions = {};
  options_.velocities = {};
  options_.pins = {};
  respond();
  measure_speed();
}

ContactMesh SheetBody::contact_mesh(const ThinOptions& options, const SheetElements& elements,
                                    double radius) {
  ContactMesh m;
  m.rest = options.rest;
  m.radius = radius;
  m.triangles = options.triangles;
  if (m.triangles.empty())
    for (std::size_t e = 0; e < elements.size(); ++e)
      m.segments.push_back({elements.corner(e)[0], elements.corner(e)[1]});
  return m;
}

SampledSurface SheetBody::sampled(const ThinOptions& options) const {
  const double spacing = options.point_spacing > 0 ? options.point_spacing : 1e300;
  if (mesh_.segments.empty()) {
    std::vector<std::uint32_t> all(mesh_.rest.size());
    std::iota(all.begin(), all.end(), 0u);
    return sample_triangles({mesh_.rest, mesh_.triangles}, std::move(all), elements_.mass(), spacing);
  }
  std::vector<double> mass;
  for (std::size_t e = 0; e < elements_.size(); ++e) mass.push_back(law_->density() * elements_.volume(e));
  return sample_segments(mesh_.rest, mesh_.segments, mass, spacing);
}

void SheetBody::accelerate(const Step& step, const Vec3d& gravity, std::span<const Barrier>) {
  implicit_ = step.implicit && options_.implicit && !resting_;
  skin_.begin();
  begin_touch();
  if (!pins_.empty()) {
    std::vector<char> fixed(size());
    for (std::size_t i = 0; i < size(); ++i) fixed[i] = prescribed(i);
    points_.hold(std::move(fixed));
  }
  if (resting_) return begin_rest(step, gravity);
  if (implicit_) return begin_solve(step, gravity);
  fall(step, step.kick(), gravity, [&](std::size_t i, Vec3d& a) { a += force_on(i) * (1 / vertex_mass(i)); });
  if (drag_ > 0) parallel_each(size(), kChunk, [&](std::size_t i) { w_[i] *= 1 / (1 + drag_ * step.dt); });
  prescribe(step.dt);
}

Vec3d SheetBody::force_on(std::size_t i) const {
  Vec3d f = Vec3d::zero();
  elements_.add_force(i, f);
  bends_.add_force(i, f);
  return f;
}

void SheetBody::end_exchange(const Step& step) {
  points_.changes([&](std::size_t i, const Vec3d& dw) {
    w_[i] += place(dw);
    if (implicit_) free_[i] += dw;
    touch();
  });
  points_.forget();
  prescribe(step.dt);
}

void SheetBody::read_motion(double dt, std::span<VertexMotion> out) const {
  parallel_each(size(), kChunk, [&](std::size_t i) {
    const Vec3d v = vector(w_[i]);
    out[i] = {vector(x_[i]), v * dt + skin_.shift[i], v, prescribed(i) ? 0 : 1 / vertex_mass(i)};
  });
}

void SheetBody::write_motion(double dt, std::span<const VertexMotion> in) {
  if (implicit_) remember(dt, in);
  parallel_each(size(), kChunk, [&](std::size_t i) {
    if (resting_) w_[i] = place(in[i].v);  // pins too go no farther than contact says
    if (resting_ || prescribed(i)) return;
    w_[i] = place(led(i, vector(w_[i]), in[i].v));
    skin_.shift[i] = free_part(i, in[i].u - in[i].v * dt);
  });
}

void SheetBody::end_step(const Step& step) {
  parallel_each(size(), kChunk, [&](std::size_t i) {
    // The sum that read_motion tells, so that contact knows where a vertex will be to the last bit.
    x_[i] = place(vector(x_[i]) + (vector(w_[i]) * step.dt + skin_.shift[i]));
    if (!resting_ || arrived(i)) put_held(i);
  });
  take_velocities();
  if (implicit_) own_.swap(own_next_);
  else touched_ = 1;  // of its own forces nothing is known
  respond();
  measure_speed();
  if (pins_.holds())
    tell_pins(step, [&](std::size_t i) {
      return implicit_ ? force_on(i) * (step.dt / vertex_mass(i)) : Vec3d::zero();
    });
}

/// Default: what the fastest vibrations at rest can bear without steps that are much shorter.
void SheetBody::choose_damping() {
  const Places still(size(), Place::zero());
  Places flat;
  for (const Vec3d& x : rest_) flat.push_back(place(x));
  const Pace stretch = elements_.respond(flat, still, 1);
  const Pace bend = bends_.respond(flat, still, 1);
  const double most = kShare * std::sqrt(stretch.omega2 + bend.omega2);
  stretch_damping_ = options_.stretch_damping.value_or(most / stretch.damping);
  bend_damping_ =
      options_.bend_damping.value_or(std::min(kBendDamping, most / std::max(bend.damping, 1e-300)));
  // Of a strand, what the air sees is as wide as it is thick.
  const double area = law_->normals() == 1 ? 1 / options_.section : 2 * radius_ / options_.section;
  drag_ = options_.drag.value_or(0) * area / law_->density();
}

void SheetBody::respond() {
  pace_ = elements_.respond(x_, v_, stretch_damping_);
  if (bends_.empty()) return;
  if (options_.tear > 0)
    bends_.cut([&](std::uint32_t i) {
      for (const std::uint32_t c : elements_.around().corners(i))
        if (elements_.volume(c / 4) == 0) return true;
      return false;
    });
  pace_ = pace_ + bends_.respond(x_, v_, bend_damping_);
}

Limits SheetBody::limits() const {
  Limits l;
  l.speed = speed_;
  l.frequency = pace_.frequency();
  l.always = !options_.implicit;
  return l;
}

}  // namespace weft
