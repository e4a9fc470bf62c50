/// The engine: bodies, grid and obstacles on a device, and the loop of steps.
///
///   advance    measure, plan, make parcels, lists        from the rest form
///              while not done:  sort or remake, if wanted;  some steps
///              unmake parcels                            back to the rest form
///   a step     p2g -> merge -> obstacles -> decide -> bodies
///
/// On a card the loop is one graph that runs without the host (graph.h); in the twin the same calls in the same order.
#pragma once
#include <cmath>
#include <optional>

#include "device/body_list.h"
#include "device/decide.h"
#include "device/engine.h"
#include "device/graph.h"
#include "device/grid.h"
#include "device/nodes.h"
#include "device/obstacle_set.h"
#include "device/shared_nodes.h"
#include "device/surfaces/surface_set.h"
#include "exec/clock.h"

namespace weft::WEFT_DEVICE {

/// Bits of a float, on the host.
inline float as_float(unsigned bits) {
  float f;
  std::memcpy(&f, &bits, sizeof f);
  return f;
}

class Engine final : public DeviceEngine {
 public:
  explicit Engine(std::string name) : name_(std::move(name)) {}

  void take(std::span<Body* const> bodies, std::span<const Collider> colliders, const DeviceSteps& steps,
            double time) override;
  DeviceReport advance(double t_end, std::uint64_t most, const DeviceSteps& steps,
                       const StepMemory& before) override;
  void begin_shared(double t_end, std::uint64_t most, const DeviceSteps& steps, const StepMemory& before,
                    const HostLimit& limit) override;
  std::optional<SharedTry> try_shared() override;
  void read_shared(SharedNodes& s) override;
  void write_shared(const SharedNodes& s) override;
  void find_places(std::span<const std::uint64_t> keys, SharedPlaces& out) override;
  std::optional<double> meet_shared() override;
  double decide_shared(bool good, const HostLimit& limit) override;
  DeviceReport end_shared() override;
  void bring_home() override;
  void time_phases(bool on) override { timed_ = on; }
  std::size_t memory_bytes() const override;
  std::string name() const override { return name_; }

 private:
  // The parts of a step, in their order; each is launched whether wanted or not, and looks for itself.
  void nodes() {
    merge();
    meet();
    decide();
  }
  void merge();
  void meet();
  void decide() {
    phase("check", [&] { launch(stream_, 1, Decide{deciding(), obstacles_.view()}); });
  }
  void points(When when);
  void meet_surfaces(When when);
  void settle_surfaces(std::span<Body* const> bodies, const DeviceSteps& steps);
  void step() {
    nodes();
    points(When::plain);
  }
  /// What comes between steps now and then: lists, or parcels for a shorter dt.
  void service(bool as_they_lie = false);
  void begin();
  void loop();
  void end();
  bool mend();
  bool meet_again(Control c);
  /// What one call of advance, or of begin_shared, begins and ends with.
  void open(double t_end, std::uint64_t most, const DeviceSteps& steps, const StepMemory& before,
            const HostLimit& limit);
  DeviceReport report(const Control& c);
  bool is_over(const Control& c) const {
    return c.time >= c.end || c.steps_left == 0 || (c.trouble & ~unsigned(kOutside));
  }
  MergeNodes merging() const {
    return {grid_.view(),
            {float(gravity_[0]), float(gravity_[1]), float(gravity_[2])},
            empty_,
            obstacles_.view().mark};
  }
  WantedBlocks want(std::span<const std::uint64_t> keys);
  Control look();
  void put(const Control& c) {
    stream_.copy(grid_.control(), &c, sizeof c);
    stream_.wait();
  }
  void set_rules(const DeviceSteps& steps);
  void see();
  void launch_anew();
  DecideView deciding() {
    return {grid_.control(), rules_.data(), peaks_.data(), rule_.data(), int(bodies_.size())};
  }
  template <class F>
  void phase(const char* name, F&& f);
  std::string failure_of(const Control& c) const;

  std::string name_;
  Stream stream_;
  DeviceGrid grid_;
  ObstacleSet obstacles_;
  SurfaceSet surfaces_;
  SurfaceControl met_{};  ///< what surfaces had done when the host last looked
  std::vector<std::unique_ptr<DeviceBody>> bodies_;
  std::vector<Traveller*> travellers_;
  DeviceArray<Stepping> rules_;
  DeviceArray<BodyPeaks> peaks_;
  DeviceArray<BodyRule> rule_;
  std::vector<BodyRule> rule_of_;
  std::vector<BodyPeaks> last_peaks_;
  StepView view_{};
  Vec3d gravity_{{0, 0, 0}};
  float empty_ = 0;
  // What the host shares in steps that it takes part in.
  DeviceArray<unsigned char> geometric_, others_;
  DeviceArray<BlockKey> wanted_key_;
  DeviceArray<int> wanted_;
  DeviceArray<Quad> shared_, places_;
  DeviceArray<unsigned> count_;
  std::optional<Control> decided_;  ///< as the last decision left it, when points had not moved yet
  double dx_ = 0;
  StepLoop loop_;
  bool timed_ = false;
  std::vector<std::pair<std::string, double>> phases_;
};

inline void Engine::take(std::span<Body* const> bodies, std::span<const Collider> colliders,
                         const DeviceSteps& steps, double time) {
  bodies_.clear(), travellers_.clear(), rule_of_.clear();
  std::vector<SetView> sets;
  std::vector<std::vector<unsigned>> first;
  std::vector<unsigned char> geometric;
  std::size_t parcels = 0;
  double mass = 0;
  std::size_t counted = 0;
  for (Body* body : bodies) {
    if (!body->size()) continue;
    travellers_.push_back(body->roles().traveller);
    bodies_.push_back(make_device_body(travellers_.back()->leave()));
    rule_of_.push_back(bodies_.back()->rule());
    first.emplace_back();
    for (const SetPlan& s : bodies_.back()->sets()) {
      geometric.push_back(body->roles().surface != nullptr);
      first.back().push_back(unsigned(parcels));
      sets.push_back({unsigned(parcels), unsigned(s.count), s.moves, s.mass});
      parcels = (parcels + s.count + DeviceGrid::kAlign - 1) / DeviceGrid::kAlign * DeviceGrid::kAlign;
    }
    mass += body->mass(), counted += body->parcels();
  }
  if (sets.size() > std::size_t(kMostSets))
    throw Error("E0725", "a device steps at most " + std::to_string(kMostSets / 2) + " objects", {},
                "join objects of one material, or say device = \"cpu\"");
  empty_ = float(1e-12 * mass / double(std::max<std::size_t>(counted, 1)));
  grid_.settle(stream_, sets, steps.dx, parcels / 128);
  rule_.put(stream_, rule_of_);
  geometric_.put(stream_, geometric);
  peaks_.resize(std::max<std::size_t>(bodies_.size(), 1));
  rules_.resize(1);
  set_rules(steps);
  Control c{};
  c.time = time;
  // Quanta of what obstacles take: a sum of the whole mass at 2^20 m/s still fits.
  c.load_unit = c.spin_unit = std::exp2(std::floor(std::log2(std::max(mass, 1e-30)))) * 0x1p-42;
  put(c);
  obstacles_.settle(stream_, colliders, steps.dx, grid_.view());
  int set = 0;
  view_ = {grid_.view(), obstacles_.view(), peaks_.data()};
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    bodies_[b]->settle(stream_, view_, set, first[b], int(b));
    set += int(first[b].size());
  }
  settle_surfaces(bodies, steps);
  see();
  stream_.wait();
}

inline void Engine::settle_surfaces(std::span<Body* const> bodies, const DeviceSteps& steps) {
  std::vector<SurfacePlan> plans;
  std::vector<std::size_t> who;
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    SurfacePlan plan{nullptr, {}, 0, int(b)};
    plan.data = bodies_[b]->surface(plan.pins, plan.parcels);
    if (plan.data) plans.push_back(plan), who.push_back(b);
  }
  std::vector<const Body*> of;
  for (const Body* body : bodies)
    if (body->size()) of.push_back(body);
  const auto friction = [&](std::size_t a, std::size_t b) {
    if (steps.friction) return steps.friction(of[who[a]], of[who[b]]);
    return std::sqrt(plans[a].data->friction * plans[b].data->friction);
  };
  surfaces_.settle(stream_, plans, friction, view_);
  for (std::size_t k = 0; k < who.size(); ++k) bodies_[who[k]]->see_kick(surfaces_.kick(k));
}

inline void Engine::set_rules(const DeviceSteps& s) {
  Stepping r{s.dx,       s.cfl,    s.safety,
             s.dt_max,   s.dt_min, s.dt_fixed,
             s.dt_scale, 4.0,      {s.gravity[0], s.gravity[1], s.gravity[2]}};
  rules_.put(stream_, {r});
  dx_ = s.dx;
  if (norm2(gravity_ - s.gravity) > 0) loop_.forget();  // it is part of what was launched
  gravity_ = s.gravity;
}

/// Memory may have moved.
inline void Engine::see() {
  obstacles_.see(stream_, grid_.view());
  launch_anew();
}

/// Kernels are launched with what is there now.
inline void Engine::launch_anew() {
  view_ = {grid_.view(), obstacles_.view(), peaks_.data()};
  for (auto& body : bodies_) body->see(view_);
  surfaces_.see(view_);
  loop_.forget();
}

template <class F>
void Engine::phase(const char* name, F&& f) {
  if (!timed_ || loop_.recording()) return f();
  stream_.wait();
  const double began = wall_seconds();
  f();
  stream_.wait();
  const double spent = wall_seconds() - began;
  for (auto& p : phases_)
    if (p.first == name) {
      p.second += spent;
      return;
    }
  phases_.emplace_back(name, spent);
}

inline void Engine::merge() {
  phase("obstacles", [&] { obstacles_.mark(stream_, grid_.view()); });
  phase("p2g", [&] { grid_.scatter(stream_); });
  phase("velocity", [&] {
    launch(stream_, (grid_.capacity() + MergeNodes::kBlocks - 1) / MergeNodes::kBlocks, merging());
    obstacles_.fold(stream_, merging());
  });
}

inline void Engine::meet() {
  phase("contact", [&] { obstacles_.meet(stream_, merging()); });
}

inline void Engine::points(When when) {
  surfaces_.before(stream_, when);
  phase("g2p", [&] {
    for (auto& body : bodies_) body->step(stream_, when);
  });
  meet_surfaces(when);
}

/// Surfaces have the last word; the rest of a step follows from where they leave the vertices.
inline void Engine::meet_surfaces(When when) {
  phase("surfaces", [&] { surfaces_.meet(stream_, when); });
  phase("elements", [&] {
    for (auto& body : bodies_) body->answer(stream_, when);
  });
}

inline void Engine::service(bool as_they_lie) {
  phase("sort", [&] { grid_.sort(stream_, as_they_lie); });
  phase("obstacles", [&] { obstacles_.mark_sorted(stream_, grid_.view()); });
  points(When::sorting);
  phase("sort", [&] { grid_.end_sort(stream_); });
  phase("retry", [&] {
    for (auto& body : bodies_) {
      body->unmake(stream_, When::remade);
      body->make(stream_, When::remade);
    }
    obstacles_.move(stream_);
    grid_.measure(stream_, When::remade);
    launch(stream_, 1, EndRemake{grid_.control()});
  });
}

inline Control Engine::look() {
  Control c;
  stream_.copy(&c, grid_.control(), sizeof c);
  stream_.wait();
  return c;
}

/// From the rest form: dt, parcels, lists.
inline void Engine::begin() {
  stream_.zero(peaks_.data(), peaks_.bytes());
  surfaces_.begin(stream_);
  for (auto& body : bodies_) body->measure(stream_);
  launch(stream_, 1, PlanFirst{deciding()});
  obstacles_.move(stream_);
  for (auto& body : bodies_) body->make(stream_, When::always);
  for (;;) {
    Control c = look();
    c.fresh = 1, c.halt = c.sort = c.run = c.remake = c.last = c.recount = 0;
    c.where = c.to;
    c.trouble &= ~unsigned(kUnsorted | kOutside);
    put(c);
    grid_.sort(stream_, true);
    obstacles_.mark_sorted(stream_, grid_.view());
    grid_.end_sort(stream_);
    c = look();
    if (!(c.trouble & (kTooManyBlocks | kTooManyRegions))) {
      if (grid_.choose_scatter(c)) loop_.forget();
      if (grid_.fit_room(c)) launch_anew();
      break;
    }
    grid_.grow(stream_, c);
    see();
  }
  grid_.measure(stream_, When::always);
}

/// Room for what did not fit in a step that sorts, which then goes on. False: nothing to be done here.
inline bool Engine::mend() {
  Control c = look();
  if (c.trouble & kTooManyPairs) return meet_again(c);
  if (!(c.trouble & (kTooManyBlocks | kTooManyRegions)) || (c.trouble & kFarAway)) return false;
  grid_.grow(stream_, c);
  c.trouble &= ~unsigned(kUnsorted);
  c.halt = 0, c.recount = 1;
  put(c);
  see();
  service(true);
  return true;
}

/// A step that waited for room goes on where surfaces meet.
inline bool Engine::meet_again(Control c) {
  while (c.trouble & kTooManyPairs) {
    surfaces_.grow(stream_);
    c.trouble &= ~unsigned(kTooManyPairs);
    c.halt = 0, c.run = 1;
    put(c);
    meet_surfaces(c.sort ? When::sorting : When::plain);
    c = look();
  }
  grid_.end_sort(stream_);
  loop_.forget();
  return true;
}

inline void Engine::loop() {
  if (timed_) {
    for (;;) {
      const Control c = look();
      if (c.halt || (c.last && !c.sort)) {
        if (!mend()) return;
        continue;
      }
      if (c.sort || c.remake) service();
      step();
    }
  }
  do {
    loop_.run(
        stream_, grid_.control(), [&] { service(); }, [&] { step(); });
  } while (mend());
}

inline void Engine::end() {
  for (auto& body : bodies_) body->unmake(stream_, When::always);
  last_peaks_ = peaks_.get(stream_);
}

inline void Engine::open(double t_end, std::uint64_t most, const DeviceSteps& steps, const StepMemory& before,
                         const HostLimit& limit) {
  set_rules(steps);
  Control c = look();
  c.end = t_end, c.steps_left = most, c.last_dt = before.last_dt, c.held = before.held;
  c.steps = c.retries = c.sorts = 0;
  c.dt_sum = c.longest = 0, c.shortest = 1e300;
  c.trouble = 0, c.tries = 0, c.fastest2 = c.pushed = 0;
  c.bound = limit.dt < 1e300 ? limit.dt : 0, c.bound_limit = limit.limit, c.verdict = 0;
  for (auto& n : c.limited) n = 0;
  phases_.clear();
  put(c);
}

inline DeviceReport Engine::advance(double t_end, std::uint64_t most, const DeviceSteps& steps,
                                    const StepMemory& before) {
  open(t_end, most, steps, before, {});
  for (;;) {
    begin();
    loop();
    const Control c = look();
    end();
    if (is_over(c)) return report(c);  // points that left their lists' room only want new lists
  }
}

inline DeviceReport Engine::report(const Control& c) {
  DeviceReport r;
  r.steps = c.steps, r.retries = c.retries, r.sorts = c.sorts;
  r.dt_sum = c.dt_sum, r.shortest = c.steps ? c.shortest : 0, r.longest = c.longest;
  for (std::size_t k = 0; k < r.limited.size(); ++k) r.limited[k] = c.limited[k];
  r.time = c.time, r.memory = {c.last_dt, c.held};
  r.failure = failure_of(c);
  r.loads = obstacles_.loads(stream_);
  r.phases = phases_;
  const SurfaceControl now = surfaces_.control(stream_);
  r.surfaces.contacts = now.contacts - met_.contacts, r.surfaces.renewals = now.renewals - met_.renewals;
  r.surfaces.awake = now.woken - met_.woken, r.surfaces.cut = now.cut - met_.cut;
  r.surfaces.entangled = now.given_up - met_.given_up;
  r.surfaces.nearest = now.nearest ? std::min(1.0, double(as_float(~now.nearest))) : 1.0;
  met_ = now;
  return r;
}

inline std::string Engine::failure_of(const Control& c) const {
  if (c.time >= c.end || c.steps_left == 0) return {};
  if (c.trouble & kNotANumber) return "a velocity is not a number";
  if (c.trouble & kTooFast) return "material moves more than a cell in any step that was tried";
  if (c.trouble & kTooShort) return "the time step fell to " + std::to_string(c.carried) + " s";
  if (c.trouble & kFarAway) return "a point is more than four million cells from the origin, or nowhere";
  return {};
}

inline void Engine::bring_home() {
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    bodies_[b]->take(stream_);
    DevicePeaksAtHome home;
    if (b < last_peaks_.size()) {
      const BodyPeaks& p = last_peaks_[b];
      const auto value = [](unsigned bits) { return double(as_float(bits)); };
      home = {std::sqrt(value(p.speed2)), std::sqrt(value(p.gradient2)), value(p.modulus), value(p.mesh),
              value(p.bend)};
    }
    travellers_[b]->arrive(home);
  }
}

inline std::size_t Engine::memory_bytes() const {
  std::size_t n = grid_.bytes() + obstacles_.bytes() + surfaces_.bytes();
  for (const auto& body : bodies_) n += body->bytes();
  return n;
}

}  // namespace weft::WEFT_DEVICE

#include "device/engine_shared.inl"
