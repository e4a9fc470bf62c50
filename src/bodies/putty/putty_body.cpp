#include "bodies/putty/putty_body.h"

#include <cmath>

#include "bodies/measures.h"
#include "bodies/putty/putty_flow.h"
#include "exec/error.h"
#include "math/svd.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = 1024;
constexpr double kSortAgain = 4;  // radii of neighbourhoods that points may move before they are sorted again
constexpr double kElastic = 1e29;  // [Pa] yield stresses beyond it mean never
constexpr double kExplicit = 3.5;  // frequency in c/spacing: with the world's 0.7 dt = 0.4 spacing/c

constexpr double kAhead = 3;  // points get a third of what nodes need: rounds of exchange add up
constexpr double kMostHeft = 1e3;

template <class F>
void each(std::size_t n, F&& f) {
  parallel_chunks(n, kChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) f(i);
  });
}

template <class T>
void permute(std::vector<T>& a, std::span<const KeyIndex> order) {
  if (a.empty()) return;
  std::vector<T> b(a.size());
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = a[order[i].index];
  a = std::move(b);
}

void check(const PuttyOptions& o) {
  if (o.points.empty() || !(o.spacing > 0))
    throw Error("E0527", "putty \"" + o.name + "\" has no points or no spacing", {},
                "fill it with points at a spacing above zero");
  if (o.keep_neighbours && o.material.yield_stress < kElastic)
    throw Error("E0526", "putty \"" + o.name + "\" keeps its neighbours but yields", {},
                "flow changes neighbours: leave out yield_stress or keep_neighbours");
}

}  // namespace

std::unique_ptr<Body> make_putty(const PuttyOptions& options) {
  check(options);
  PuttyOptions prepared = options;
  prepared.material.prepare();
  return std::make_unique<PuttyBody>(prepared);
}

PuttyBody::PuttyBody(const PuttyOptions& options)
    : Body(options.name),
      options_(options),
      volume_(std::pow(options.spacing, 3)),
      mass_(options.material.density * volume_),
      response_(near_, {options.material.mu, options.material.lambda, volume_, options.control}),
      implicit_(response_, mass_),
      surface_({x_, w_, mass_, options.spacing}),
      skin_(*this) {
  identify("putty", PuttyLaw::name);
  roles_.motion = this;
  roles_.field = this;
  roles_.renewal = this;
  const std::size_t n = options.points.size();
  x_ = rest_ = options.points;
  for (std::size_t i = 0; i < n; ++i) {
    ids_.push_back(std::uint32_t(i));
    const auto& list = options.velocities;
    v_.push_back(list.empty() ? Vec3d::zero() : list.size() == 1 ? list[0] : list[i]);
  }
  F_.assign(n, Mat3d::identity());
  hardened_.assign(n, 0);
  stretch_.assign(n, Real(1));
  elastic_.assign(n, Vec3d::zero());
  pressed_.assign(n, 0);
  pins_ = Pins(options.pins, x_);
  options_.points = {};
  options_.velocities = {};
  options_.pins = {};
  sort_points();
  w_ = v_;
  shift_.assign(n, Vec3d::zero());
  prepare();
  measure_speed();
}

/// Neighbours in space become neighbours in memory.
void PuttyBody::sort_points() {
  const std::vector<KeyIndex> order = compact_order(x_, options_.spacing);
  std::vector<std::uint32_t> from(order.size());
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = order[i].index;
  permute(ids_, order);
  for (Vectors* a : {&x_, &v_, &w_, &rest_, &elastic_}) permute(*a, order);
  permute(pressed_, order);
  permute(F_, order);
  permute(hardened_, order);
  permute(stretch_, order);
  pins_.reorder(from);
  if (surface_.size()) surface_.rename(from);
  drift_ = 0;
}

bool PuttyBody::renew(double) {
  if (drift_ > kSortAgain * reach() && !options_.keep_neighbours && !prepared_) {
    sort_points();
    prepare();
    return true;
  }
  return prepare();
}

bool PuttyBody::prepare() {
  if (prepared_) return false;
  prepared_ = true;
  const bool keeps = options_.keep_neighbours;
  if (!keeps || !linked_) {
    std::vector<Mat3d> inverses(size(), Mat3d::identity());
    if (!keeps) each(size(), [&](std::size_t i) { inverses[i] = inverse(F_[i]); });
    const std::vector<Real> none(keeps ? size() : 0, Real(1));
    near_.find({keeps ? rest_ : x_, inverses, keeps ? none : stretch_}, reach());
    linked_ = true;
  }
  if (keeps) find_gradients();
  response_.begin(F_);
  kept_.assign(keeps ? size() : 0, Quad<Real>{});
  const bool changed = surface_.find(near_, F_, reach());
  if (keeps) response_.control_force(x_, kept_);
  return changed;
}

/// F from where the kept neighbours are.
void PuttyBody::find_gradients() {
  each(size(), [&](std::size_t i) {
    Mat3d sum = Mat3d::zero();
    near_.each(i, [&](std::uint32_t j, const Link<Real>& out) {
      sum += outer(x_[j] - x_[i], Vec3d{{out.wp[0], out.wp[1], out.wp[2]}});
    });
    const Mat3d F = sum * near_.moments(i).inverse.as<double>();
    F_[i] = F;
    if (near_.moments(i).rank == 3) return;
    Mat3d U, V;
    Vec3d s;
    svd(F, U, s, V);
    for (int k = near_.moments(i).rank; k < 3; ++k) s[k] = 1;
    F_[i] = U * Mat3d::diagonal(s) * transpose(V);
  });
}

void PuttyBody::accelerate(const Step& step, const Vec3d& gravity, std::span<const Barrier> barriers) {
  prepare();
  begin_again();
  surface_.forget();
  std::fill(shift_.begin(), shift_.end(), Vec3d::zero());
  fall(step, gravity);
  if (options_.implicit) solve(step, barriers);
  else push(step);
  lead(step);
}

void PuttyBody::begin_again() {
  if (tried_) {
    elastic_ = start_.elastic;
    pressed_ = start_.pressed;
    surface_.set_heft(start_.heft);
  } else {
    start_ = {elastic_, pressed_, surface_.heft()};
  }
  tried_ = true;
}

/// w = v + dt g.
void PuttyBody::fall(const Step& step, const Vec3d& gravity) {
  each(size(), [&](std::size_t i) {
    Vec3d a = gravity;
    if (options_.force) a += options_.force->at(rest_[i], x_[i], step.time);
    w_[i] = v_[i] + a * step.dt;
  });
}

/// w += dt f/m.
void PuttyBody::push(const Step& step) {
  u_.assign(size(), Quad<Real>{});
  Quads<Real> y(size());
  response_.freeze({});
  response_.apply(u_, true, y);
  each(size(), [&](std::size_t i) {
    Vec3d f = -y[i].vector().as<double>();
    if (!kept_.empty()) f -= kept_[i].vector().as<double>();
    elastic_[i] = f * (1 / mass_);
    w_[i] += elastic_[i] * step.dt;
  });
}

PuttySolve<Real>::Task PuttyBody::task(const Step& step) {
  return {free_,
          v_,
          step.dt,
          options_.tolerance,
          options_.rotation_rounds,
          elastic_,
          pressed_,
          kept_.empty() ? nullptr : &kept_,
          x_,
          options_.spacing};
}

void PuttyBody::solve(const Step& step, std::span<const Barrier> barriers) {
  std::vector<ImplicitContacts::Led> pinned;
  std::vector<std::uint32_t> self;
  for (std::size_t i = 0; i < size(); ++i) {
    if (!pins_.empty() && led(i)) pinned.push_back({std::uint32_t(i), led_velocity(i, step.dt)});
    if (!barriers.empty()) self.push_back(std::uint32_t(i));
  }
  contacts_.emplace(barriers, self, step.dt, std::move(pinned));
  given_.assign(barriers.size(), Vec3d::zero());
  free_ = w_;
  const auto done = implicit_.solve(task(step), *contacts_, w_, given_);
  work_.gradients += done.gradients;
  work_.guesses += done.guesses;
  work_.converged &= done.converged;
  each(size(), [&](std::size_t i) {
    elastic_[i] = (w_[i] - free_[i] - implicit_.residual()[i] * (1 / mass_)) * (1 / step.dt);
  });
}

/// Others' impulses act on points of the surface. Moved by them alone, stiff points would strain by more than
/// anybody gave: backward Euler passes them on,  (m + dt^2 K) d = impulses.  The heft of the next exchange
/// follows from how much came about of the change that others asked for.
void PuttyBody::pass_on(const Step& step) {
  Vectors change(size());
  double asked = 0, got = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    change[i] = surface_.change(i) * surface_.heft();
    asked += norm2(surface_.change(i));
  }
  if (asked == 0) return;
  work_.gradients += implicit_.pass_on(task(step), *contacts_, change);
  for (std::size_t i = 0; i < size(); ++i) {
    w_[i] += change[i];
    got += dot(surface_.change(i), change[i]);
  }
  const double heft = kAhead * surface_.heft() * asked / std::max(got, asked / kMostHeft);
  surface_.set_heft(std::clamp(heft, 1.0, kMostHeft));
  contacts_->give(w_, implicit_.residual(), given_);
}

void PuttyBody::lead(const Step& step) {
  if (pins_.empty()) return;
  for (std::size_t i = 0; i < size(); ++i)
    if (led(i)) w_[i] = led_velocity(i, step.dt);
}

void PuttyBody::end_exchange(const Step& step) {
  if (options_.implicit) pass_on(step);
  else each(size(), [&](std::size_t i) { w_[i] += surface_.change(i); });
  surface_.forget();
  lead(step);
}

void PuttyBody::end_step(const Step& step) {
  u_.resize(size());
  Vec3d mean = Vec3d::zero();  // what all do alike costs digits and strains nothing
  for (const Vec3d& w : w_) mean += w;
  mean *= step.dt / double(size());
  each(size(), [&](std::size_t i) {
    Vec3d to = x_[i] + w_[i] * step.dt + shift_[i];
    if (!pins_.empty() && led(i)) to = pins_.target(pins_.held(i));
    u_[i] = quad((to - x_[i] - mean).as<Real>());
    x_[i] = to;
  });
  v_ = w_;
  strain_and_flow(step.dt);
  measure_speed();
  drift_ += speed_ * step.dt;
  prepared_ = tried_ = false;
}

/// F <- F + A, then F <- F V diag(1/s_p) V^T.
void PuttyBody::strain_and_flow(double dt) {
  using P = Pack<Real>;
  const PuttyLaw& law = options_.material;
  const double flow = flow_of_step(law, dt);
  const bool flows = law.yield_stress < kElastic && flow > 0;
  A_.resize(size());
  response_.gradients(u_, A_);
  parallel_chunks(size(), kPatch, [&](Range r) {
    alignas(64) Real lane[9][P::width];
    for (std::size_t i = r.begin; i < r.end; i += std::size_t(P::width)) {
      const std::size_t count = std::min(std::size_t(P::width), r.end - i);
      for (std::size_t l = 0; l < std::size_t(P::width); ++l) {
        const std::size_t at = i + std::min(l, count - 1);
        if (l < count && near_.moments(at).rank == 3) F_[at] += A_[at].as<double>();
        for (int c = 0; c < 9; ++c) lane[c][l] = Real(F_[at](c / 3, c % 3));
      }
      Mat3<P> F, U, V;
      Vec3<P> s;
      for (int c = 0; c < 9; ++c) F(c / 3, c % 3) = P::load_aligned(lane[c]);
      svd(F, U, s, V);
      if (flows) {
        for (std::size_t l = 0; l < std::size_t(P::width); ++l)
          lane[0][l] = Real(hardened_[i + std::min(l, count - 1)]);
        const P before = P::load_aligned(lane[0]);
        const PuttyFlow<P> f = putty_flow(law, flow, s, before);
        Vec3<P> inverse;
        for (int k = 0; k < 3; ++k) inverse[k] = P(1) / f.plastic[k], s[k] = s[k] * inverse[k];
        const auto flowed = f.hardened > before;
        const Mat3<P> B = V * Mat3<P>::diagonal(inverse) * transpose(V);
        for (int c = 0; c < 9; ++c) B(c / 3, c % 3).store_aligned(lane[c]);
        for (std::size_t l = 0; l < count; ++l) {
          if (!flowed[int(l)] || near_.moments(i + l).rank < 3) continue;
          Mat3d b;
          for (int c = 0; c < 9; ++c) b(c / 3, c % 3) = double(lane[c][l]);
          // Exactly of determinant 1: volume is kept whatever the digits of a Real.
          F_[i + l] = F_[i + l] * b * (1 / std::cbrt(determinant(b)));
          hardened_[i + l] = double(f.hardened[int(l)]);
        }
      }
      for (std::size_t l = 0; l < count; ++l) {
        stretch_[i + l] = s[0][int(l)];
        if (near_.moments(i + l).rank < 3) strain_flat(i + l, flows ? flow : 0);
      }
    }
  });
}

/// Neighbours in a plane, in a line, or none: what they do not span keeps its stretch of 1.
void PuttyBody::strain_flat(std::size_t i, double flow) {
  const Mat3d F = F_[i] * near_.span_of(i).as<double>() + A_[i].as<double>();
  Mat3d U, V;
  Vec3d s;
  svd(F, U, s, V);
  for (int k = near_.moments(i).rank; k < 3; ++k) s[k] = 1;
  if (flow > 0) {
    const PuttyFlow<double> f = putty_flow(options_.material, flow, s, hardened_[i]);
    for (int k = 0; k < 3; ++k) s[k] /= f.plastic[k];
    hardened_[i] = f.hardened;
  }
  F_[i] = U * Mat3d::diagonal(s) * transpose(V);
  stretch_[i] = Real(std::max({s[0], s[1], s[2]}));
}

void PuttyBody::measure_speed() { speed_ = greatest_speed(v_); }

Limits PuttyBody::limits() const {
  Limits l;
  l.speed = speed_;
  const PuttyLaw& law = options_.material;
  if (!options_.implicit)
    l.frequency = kExplicit * std::sqrt((law.lambda + 2 * law.mu) / law.density) / options_.spacing;
  return l;
}

double PuttyBody::trial_speed() const { return trial_speed_of(w_); }

void PuttyBody::Skin::places(Range r, Real* x, Real* y, Real* z) const {
  for (std::size_t i = r.begin; i < r.end; ++i)
    x[i - r.begin] = Real(body.x_[i][0]), y[i - r.begin] = Real(body.x_[i][1]), z[i - r.begin] = Real(body.x_[i][2]);
}

void PuttyBody::Skin::put(std::size_t i, const Vec3d& by, const Vec3d& v) {
  if (!body.pins_.empty() && body.led(i)) return;
  body.w_[i] = v;
  body.shift_[i] += by;
}

}  // namespace weft
