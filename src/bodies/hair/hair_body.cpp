#include "bodies/hair/hair_body.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "exec/error.h"
#include "exec/loops.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = 4096;
constexpr std::size_t kStrands = 64;
constexpr double kNewtonTolerance = 1e-4;  // of an edge
constexpr double kTouch = 0.1;             // of what a strand's own forces change: contact that counts

std::vector<StrandSpec> specs_of(const HairOptions& o) {
  const double a = 0.5 * o.thickness;
  const RodLaw& law = o.material;
  const RodStiffness stiffness =
      stiffness_of(RodMaterial{law.young, law.poisson, law.density, a, a * o.flatness}, o.dynamic_twist);
  std::vector<StrandSpec> specs;
  std::size_t at = 0;
  for (const std::uint32_t n : o.counts) {
    if (n < 3)
      throw Error("E0552", fmt::format("a strand of hair \"{}\" has {} vertices", o.name, n), {},
                  "a strand needs at least three: give it more segments", Exit::bad_input);
    specs.push_back(
        {{o.rest.begin() + std::ptrdiff_t(at), o.rest.begin() + std::ptrdiff_t(at + n)}, stiffness});
    at += n;
  }
  return specs;
}

}  // namespace

HairBody::HairBody(const HairOptions& o)
    : Body(o.name), options_(o), radius_(0.5 * o.thickness * std::sqrt(o.flatness)), packs_(specs_of(o)) {
  identify("hair", RodLaw::name);
  roles_.motion = this;
  roles_.strands = this;
  roles_.surfaces[0] = &surface_;
  section_ = std::numbers::pi * radius_ * radius_;
  make_strands(o);
  pins_ = Pins(o.pins, rest_);
  loads_ = BodyLoads(o.loads, rest_.size());
  find_held();
  make_geometry();
  options_.rest.clear();
  options_.positions.clear();
  options_.velocities.clear();
  options_.pins.clear();
  packs_.set_velocities(velocity_);
  packs_.remember();
}

void HairBody::make_strands(const HairOptions& o) {
  const std::size_t n = packs_.vertices();
  vertices_.resize(n);
  points_.resize(n);
  rest_ = o.positions.empty() ? o.rest : o.positions;
  limits_.resize((n + kBatch - 1) / kBatch);
  for (std::size_t s = 0; s < packs_.size(); ++s) {
    const std::size_t first = packs_.first_vertex(s);
    first_.push_back(std::uint32_t(first));
    touched_.push_back(1);  // of its own forces nothing is known yet
    if (!o.positions.empty()) packs_.place(s, std::span(rest_).subspan(first, o.counts[s]));
    for (std::size_t i = 0; i < o.counts[s]; ++i) {
      mass_[first + i] = Real(packs_.mass_of(s, i));
      inverse_mass_[first + i] = 1 / mass_[first + i];
      total_mass_ += double(mass_[first + i]);
    }
  }
  packs_.places(place_);
  for (std::size_t i = 0; i < n; ++i) {
    if (!o.velocities.empty()) velocity_[i] = o.velocities[i].as<Real>();
    speed_ = std::max(speed_, double(norm(velocity_[i])));
    for (int a = 0; a < 3; ++a) F_(i, 4 * a) = 1;
    volume_(i, 0) = Real(double(mass_[i]) / o.material.density);
  }
  place_parcels();
}

void HairBody::find_held() {
  if (pins_.empty()) return;
  for (std::uint32_t s = 0; s < options_.counts.size(); ++s) {
    const std::size_t first = first_[s];
    for (std::uint32_t i = 0; i < options_.counts[s]; ++i) {
      const int here = pins_.held(first + i);
      if (here < 0) continue;
      held_vertices_.push_back({s, i, here});
      const int next = i + 1 < options_.counts[s] ? pins_.held(first + i + 1) : -1;
      if (next >= 0 && pins_.pin_of(here) == pins_.pin_of(next))
        held_edges_.push_back({s, i, here, packs_.director(s, i)});
    }
  }
}

RodStepOptions HairBody::rod_options(double dt, const Vec3d& gravity) const {
  RodStepOptions o;
  o.dt = dt;
  o.gravity = gravity;
  o.iterations = options_.newton_steps;
  o.tolerance = kNewtonTolerance;
  return o;
}

void HairBody::begin_step(const Step& step) {
  dt_ = step.dt;
  pins_.begin_step(step);
}

/// What the scene's own force adds to the velocities at the start.
void HairBody::push(const Step& step) {
  packs_.velocities(lagrangian_);
  loads_.find(step.time, {});
  parallel_chunks(size(), kChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      if (options_.force)
        lagrangian_[i] +=
            (options_.force->at(rest_[i], place_[i].as<double>(), step.time) * step.dt).as<Real>();
      if (!loads_.empty()) lagrangian_[i] += (loads_.on(i) * (step.kick() / double(mass_[i]))).as<Real>();
    }
  });
  packs_.set_velocities(lagrangian_);
}

/// What is held goes where its pin will be.
void HairBody::prescribe(const Step& step) {
  for (const HeldVertex& h : held_vertices_) {
    const std::size_t i = first_[h.strand] + h.vertex;
    const bool active = pins_.active(h.held);
    inverse_mass_[i] = active ? Real(0) : 1 / mass_[i];
    if (!active) packs_.release(h.strand, h.vertex);
    else
      packs_.prescribe(h.strand, h.vertex, (pins_.target(h.held) - place_[i].as<double>()) * (1 / step.dt));
  }
  for (const HeldEdge& h : held_edges_) {
    if (!pins_.active(h.held)) {
      packs_.release_twist(h.strand, h.edge);
      continue;
    }
    const int next = pins_.held(first_[h.strand] + h.edge + 1);
    const Vec3d to = pins_.target(next) - pins_.target(h.held);
    packs_.prescribe_twist(h.strand, h.edge, to, pins_.rotation(h.held).rotate(h.m1), step.dt);
  }
}

void HairBody::accelerate(const Step& step, const Vec3d& gravity, std::span<const Barrier> barriers) {
  packs_.restore();
  if (options_.force || !loads_.empty()) push(step);
  prescribe(step);
  RodStepOptions options = rod_options(step.dt, gravity);
  options.kick = step.kick();
  using How = StrandPacks::How;
  const How how = !options_.implicit                           ? How::explicitly
                  : options_.integrator == Integrator::tr_bdf2 ? How::stages
                                                               : How::euler;
  given_.assign(barriers.size(), Vec3d::zero());
  packs_.accelerate(options, how, {touched_, barriers, given_});
  packs_.velocities(lagrangian_);
  find_brought();
  kick_ = gravity * step.dt;
  smooth_velocities(step);
}

/// v^0 from v^L.
void HairBody::smooth_velocities(const Step& step) {
  smoothing_.begin(size());
  Parcels* sets[] = {&smoothing_};
  smooth(smoothing_grid_, sets, step);
}

/// The most by which each strand's own forces and gravity changed a velocity of it.
void HairBody::find_brought() {
  brought_.resize(first_.size());
  parallel_each(first_.size(), kStrands, [&](std::size_t s) {
    double most = 0;
    for (std::size_t i = first_[s]; i < first_[s] + options_.counts[s]; ++i)
      if (!prescribed(i)) most = std::max(most, double(norm2(lagrangian_[i] - velocity_[i])));
    brought_[s] = most;
  });
}

/// What contact changed less than that tells that nobody was there: what goes on beyond then is small beside it.
void HairBody::find_touched() {
  parallel_each(first_.size(), kStrands, [&](std::size_t s) {
    double most = 0;
    for (std::size_t i = first_[s]; i < first_[s] + options_.counts[s]; ++i)
      if (!prescribed(i)) most = std::max(most, double(norm2(velocity_[i] + rubbed_[i] - alone_[i])));
    touched_[s] = most > kTouch * kTouch * brought_[s];
  });
}

void HairBody::end_step(const Step& step) {
  const Real rate = Real(1 / step.dt);
  const std::size_t n = size();
  find_touched();
  std::vector<Vec3r>& way = lagrangian_;  // which is not needed any more
  parallel_chunks(n, kChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) way[i] = velocity_[i] + shift_[i] * rate;
  });
  packs_.set_velocities(way);
  packs_.move(rod_options(step.dt, Vec3d::zero()));
  // Strands are stiff along themselves: what rubs them goes through their own solve before it moves them.
  parallel_chunks(n, kChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      velocity_[i] += rubbed_[i];
      rubbed_[i] = Vec3r::zero();
    }
  });
  packs_.set_velocities(velocity_);
  packs_.go_beyond();
  packs_.velocities(velocity_);
  packs_.remember();
  packs_.places(place_);
  const auto fastest = [](double a, double b) { return std::max(a, b); };
  speed_ = reduce_chunks(
      n, kChunk, 0.0,
      [&](Range r) {
        Real most = 0;
        for (std::size_t i = r.begin; i < r.end; ++i) {
          most = std::max(most, norm2(velocity_[i]));
          shift_[i] = Vec3r::zero();
          for (int a = 0; a < 3; ++a) x_(parcel_[i], a) = place_[i][a];
        }
        return std::sqrt(double(most));
      },
      fastest);
}

std::unique_ptr<Body> make_hair(const HairOptions& options) { return std::make_unique<HairBody>(options); }

}  // namespace weft
