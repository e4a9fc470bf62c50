#include "bodies/rigid/rigid_body.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "exec/error.h"
#include "geometry/shape_surface.h"
#include "geometry/weld.h"

namespace weft {

RigidStart RigidBody::start_of(const RigidOptions& o) {
  if (!(o.density > 0) || !(o.properties.volume > 0))
    throw Error("E0530", "rigid body \"" + o.name + "\" has no mass", {},
                "its surface must be closed with its faces turned outward, and its density above 0");
  RigidStart s;
  s.mass = o.density * o.properties.volume;
  s.inertia = o.properties.inertia * o.density;
  s.centre = o.pose.to_world(o.properties.centre);
  s.rotation = o.pose.rotation;
  s.velocity = o.velocity;
  s.spin = o.spin;
  s.axis = o.axis;
  return s;
}

RigidBody::RigidBody(RigidOptions options)
    : Body(options.name), options_(std::move(options)), state_(start_of(options_)) {
  identify("rigid", "rigid");
  roles_.motion = this;
  roles_.field = this;
  roles_.rigid = this;
  first_ = {state_.centre(), state_.rotation()};
  const TriangleMesh& mesh = options_.surface;
  for (const Vec3d& v : mesh.vertices) {
    const Vec3d r =
        place(v - options_.properties.centre) - (options_.axis ? options_.axis->through : state_.centre());
    reach_ = std::max(reach_, norm(options_.axis ? cross(normalized(options_.axis->direction), r) : r));
  }
  if (options_.point_spacing > 0) place_points();
  TriangleMesh whole = welded(mesh);
  for (Vec3d& v : whole.vertices) v -= options_.properties.centre;
  surface_.triangles.triangles = std::move(whole.triangles);
  surface_.triangles.rest = std::move(whole.vertices);
  surface_.triangles.closed = true;
  if (!surface_.triangles.triangles.empty()) roles_.surface = &surface_;
}

void RigidBody::Surface::read_motion(double dt, std::span<VertexMotion> out) const {
  RigidState after = body.state_;
  after.advance(dt);
  const RigidTrial trial = body.state_.trial();
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Vec3d& at = triangles.rest[i];
    out[i].x = body.place(at);
    out[i].u = after.centre() + after.rotation().rotate(at) - out[i].x;
    out[i].v = trial.velocity_at(out[i].x);
    out[i].inverse_mass = 0;
  }
}

void RigidBody::place_points() {
  // Pictures want round things rounder than the grid can see: points are laid on triangles of its own scale.
  const TriangleMesh mesh = shape_surface(options_.shape, 2 * options_.point_spacing);
  for (const SurfacePoint& p : sample_surface(mesh, options_.point_spacing, 1)) {
    const auto& t = mesh.triangles[p.triangle];
    const Vec3d &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
    const Vec3d at = a * p.weight[0] + b * p.weight[1] + c * p.weight[2];
    points_.push_back(
        {at - options_.properties.centre, normalized(cross(b - a, c - a)), p.area, points_.size()});
  }
}

void RigidBody::accelerate(const Step& step, const Vec3d& gravity, std::span<const Barrier>) {
  state_.accelerate(step.kick(), gravity);
  const double now[] = {step.time};
  for (const RigidLoad& l : options_.loads)
    state_.push(place(first_.to_local(l.at)),
                l.force * (step.kick() * (l.of_time ? (*l.of_time)(now) : 1.0)));
  if (wrench_.force != Vec3d::zero() || wrench_.torque != Vec3d::zero()) {
    state_.push(state_.centre(), wrench_.force * step.kick());
    state_.twist(wrench_.torque * step.kick());
  }
  alone_ = state_.trial_momenta();
}

void RigidBody::end_step(const Step& step) {
  const RigidState::Momenta now = state_.trial_momenta();
  felt_.linear += now.linear - alone_.linear;
  felt_.angular += now.angular - alone_.angular;
  state_.advance(step.dt);
}

Pose RigidBody::pose() const { return {place(-options_.properties.centre), state_.rotation()}; }

void RigidBody::positions(Range r, Real* x, Real* y, Real* z) const {
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Vec3d at = place(points_[i].at);
    x[i - r.begin] = Real(at[0]);
    y[i - r.begin] = Real(at[1]);
    z[i - r.begin] = Real(at[2]);
  }
}

void RigidBody::reorder(std::span<const std::uint32_t> order) {
  std::vector<Point> sorted(points_.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) sorted[i] = points_[order[i]];
  points_.swap(sorted);
}

void RigidBody::load(Range r, const Step& step, ParcelBatch& out) const {
  const RigidTrial trial = state_.trial();
  const double m = state_.mass() / double(points_.size());
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const std::size_t k = i - r.begin;
    const Vec3d x = place(points_[i].at), v = trial.velocity_at(x);
    out.m[k] = Real(m);
    for (int a = 0; a < 3; ++a) {
      out.x[a][k] = Real(x[a]);
      out.p[a][k] = Real(m * v[a]);
    }
  }
  const auto clear = [&](auto& columns) {
    for (auto& column : columns)
      for (auto& row : column) std::fill_n(row, r.size(), Real(0));
  };
  clear(out.Q);
  if (step.weight_gradient) clear(out.S);
}

void RigidBody::normals(Range r, Real* nx, Real* ny, Real* nz, Real* area) const {
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Vec3d n = state_.rotation().rotate(points_[i].n);
    nx[i - r.begin] = Real(n[0]);
    ny[i - r.begin] = Real(n[1]);
    nz[i - r.begin] = Real(n[2]);
    area[i - r.begin] = Real(points_[i].area);
  }
}

Limits RigidBody::limits() const {
  Limits l;
  l.gradient = norm(state_.spin());
  l.speed = (options_.axis ? 0 : norm(state_.velocity())) + l.gradient * reach_;
  return l;
}

double RigidBody::trial_speed() const {
  const RigidTrial trial = state_.trial();
  const double speed = (options_.axis ? 0 : norm(trial.velocity)) + norm(trial.spin) * reach_;
  return std::isfinite(speed) ? speed : std::numeric_limits<double>::infinity();
}

Totals RigidBody::totals() const {
  Totals t;
  t.mass = state_.mass();
  t.kinetic = state_.kinetic();
  t.volume = options_.properties.volume;
  t.momentum = state_.velocity() * t.mass;
  t.first_moment = state_.centre() * t.mass;
  t.angular_momentum = cross(state_.centre(), t.momentum) + state_.angular_momentum();
  return t;
}

std::size_t RigidBody::memory_bytes() const {
  return sizeof(*this) + points_.capacity() * sizeof(Point) +
         options_.surface.vertices.capacity() * sizeof(Vec3d) +
         options_.surface.triangles.capacity() * sizeof(options_.surface.triangles[0]);
}

std::size_t RigidBody::first_bad() const {
  const Vec3d x = place({{1, 1, 1}}), v = state_.velocity() + state_.spin();
  const bool good = std::isfinite(sum(x)) && std::isfinite(sum(v));
  return good ? size() : 0;
}

template <class At>
std::vector<double> RigidBody::measure(const std::string& what, std::size_t count, At&& at) const {
  const auto each = [&](auto&& of) {
    std::vector<double> out(count);
    for (std::size_t i = 0; i < count; ++i) out[i] = of(i);
    return out;
  };
  const auto axis_after = [&](const std::string& stem) {
    if (what.size() != stem.size() + 1 || !what.starts_with(stem)) return -1;
    return what.back() >= 'x' && what.back() <= 'z' ? what.back() - 'x' : -1;
  };
  const auto velocity = [&](std::size_t i) {
    return state_.velocity() + cross(state_.spin(), state_.rotation().rotate(at(i)));
  };
  const auto moved = [&](std::size_t i) { return place(at(i)) - first_.to_world(at(i)); };
  if (const int c = axis_after(""); c >= 0) return each([&](std::size_t i) { return place(at(i))[c]; });
  if (const int c = axis_after("v"); c >= 0) return each([&](std::size_t i) { return velocity(i)[c]; });
  if (const int c = axis_after("displacement_"); c >= 0)
    return each([&](std::size_t i) { return moved(i)[c]; });
  if (const int c = axis_after("spin_"); c >= 0) return std::vector<double>(count, state_.spin()[c]);
  if (const int c = axis_after("body_spin_"); c >= 0)
    return std::vector<double>(count, state_.rotation().conjugate().rotate(state_.spin())[c]);
  if (what == "speed") return each([&](std::size_t i) { return norm(velocity(i)); });
  if (what == "displacement") return each([&](std::size_t i) { return norm(moved(i)); });
  if (what == "spin") return std::vector<double>(count, norm(state_.spin()));
  if (what == "angle" && options_.axis) return std::vector<double>(count, state_.angle());
  if (what == "kinetic") return std::vector<double>(count, state_.kinetic());
  return {};
}

std::vector<double> RigidBody::quantity(const std::string& what) const {
  if (what == "mass") return std::vector<double>(size(), state_.mass() / double(size()));
  if (what == "id") {
    std::vector<double> ids(size());
    for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = points_[i].id;
    return ids;
  }
  return measure(what, size(), [&](std::size_t i) { return points_[i].at; });
}

FrameObject RigidBody::frame(const std::vector<std::string>& quantities) const {
  FrameObject f;
  f.name = name();
  f.kind = "mesh";
  f.look = options_.look;
  f.colour = options_.colour;
  const TriangleMesh& mesh = options_.surface;
  const auto at = [&](std::size_t i) { return mesh.vertices[i] - options_.properties.centre; };
  const Vec3d v = state_.velocity(), spin = state_.spin();
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    const Vec3d r = state_.rotation().rotate(at(i));
    f.position.push_back((state_.centre() + r).as<float>());
    f.velocity.push_back((v + cross(spin, r)).as<float>());
    f.id.push_back(std::uint32_t(i));
  }
  for (const std::string& what : quantities) {
    const std::vector<double> values = measure(what, mesh.vertices.size(), at);
    if (!values.empty()) f.scalars[what].assign(values.begin(), values.end());
  }
  f.faces.assign(mesh.triangles.size(), 3);
  for (const auto& t : mesh.triangles) f.corners.insert(f.corners.end(), t.begin(), t.end());
  return f;
}

void RigidBody::archive(Archive& a) {
  const std::string p = name() + "/";
  state_.archive(a, p);
  a.array(p + "points", points_);
}

std::unique_ptr<Body> make_rigid(const RigidOptions& options) { return std::make_unique<RigidBody>(options); }

}  // namespace weft
