/// weft bench: particle updates per second and core, phase by phase, against the transfers' own limit
/// in the same run.
#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "bench_auto.h"
#include "bench_device.h"
#include "bench_hair.h"
#include "bench_implicit.h"
#include "bench_putty.h"
#include "bench_rigid.h"
#include "bench_solid.h"
#include "bodies/grains/grains.h"
#include "bodies/point_field.h"
#include "bodies/shell/shell.h"
#include "bodies/thin/thin.h"
#include "exec/clock.h"
#include "exec/error.h"
#include "exec/threads.h"
#include "geometry/fill.h"
#include "materials/presets.h"
#include "verbs.h"
#include "words.h"
#include "world/world.h"

namespace weft {
namespace {

constexpr double kDx = 0.01;
constexpr int kSteps = 40, kDeviceSteps = 512;

/// Points that carry mass and velocity and nothing else: what the two transfers cost on their own.
class PlainParcels : public Parcels {
 public:
  explicit PlainParcels(const std::vector<Vec3d>& x) : n_(x.size()) {
    for (PointField* f : {&x_, &v_, &C_}) f->resize(n_);
    for (std::size_t i = 0; i < n_; ++i)
      for (int a = 0; a < 3; ++a) x_(i, a) = Real(x[i][a]);
  }
  std::size_t size() const override { return n_; }
  void positions(Range r, Real* x, Real* y, Real* z) const override {
    Real* out[3] = {x, y, z};
    for (std::size_t g = r.begin; g < r.end; g += kGroup)
      for (int a = 0; a < 3; ++a)
        std::copy_n(x_.group(g, a), std::min(kGroup, r.end - g), out[a] + (g - r.begin));
  }
  void reorder(std::span<const std::uint32_t> order) override {
    for (PointField* f : {&x_, &v_, &C_}) f->reorder(order, scratch_);
  }
  void load(Range r, const Step&, ParcelBatch& out) const override {
    for (std::size_t i = r.begin; i < r.end; i += P::width) {
      const std::size_t at = i - r.begin;
      P(Real(1)).store(&out.m[at]);
      for (int a = 0; a < 3; ++a) {
        P::load(x_.group(i, a)).store(&out.x[a][at]);
        P::load(v_.group(i, a)).store(&out.p[a][at]);
        for (int b = 0; b < 3; ++b) P::load(C_.group(i, 3 * a + b)).store(&out.Q[b][a][at]);
      }
    }
  }
  void unload(Range r, const Step& step, const AnswerBatch& in) override {
    for (std::size_t i = r.begin; i < r.end; i += P::width) {
      const std::size_t at = i - r.begin;
      for (int a = 0; a < 3; ++a) {
        const P v = P::load(&in.v[a][at]);
        v.store(v_.group(i, a));
        (P::load(x_.group(i, a)) + P(Real(step.dt)) * v).store(x_.group(i, a));
        for (int b = 0; b < 3; ++b) P::load(&in.C[b][a][at]).store(C_.group(i, 3 * a + b));
      }
    }
  }

 private:
  using P = Pack<Real>;
  std::size_t n_;
  PointField x_{3}, v_{3}, C_{9};
  Array<Real> scratch_;
};

struct BenchOptions {
  std::string name = "sand";
  std::size_t particles = 1000000;
  int threads = 0;
  int steps = 0;    ///< 0: kSteps, or kDeviceSteps where there is a device
  double edge = 0;  ///< cloth: of a triangle, in cells; 0: as the layers below
  std::string device = "cpu";
  int row = 0;            ///< putty: of the paper's table, 0: all
  double seconds = 0.05;  ///< putty: simulated
  bool json = false;
};

/// A block of 8 points per cell.
std::vector<Vec3d> block_of_points(std::size_t n) {
  const double side = std::cbrt(double(n)) * kDx / 2;
  Fill f{kDx / 2, Sampling::jittered, 1, false};
  return fill(Box{{{side / 2, side / 2, side / 2}}}, Pose{{{0, 0, side / 2}}}, f);
}

void append_positions(const Parcels& set, std::vector<Vec3d>& out) {
  Real x[3][kBatch];
  for (std::size_t b = 0; b < set.size(); b += kBatch) {
    const Range r{b, std::min(set.size(), b + kBatch)};
    set.positions(r, x[0], x[1], x[2]);
    for (std::size_t i = 0; i < r.size(); ++i) out.push_back({{x[0][i], x[1][i], x[2][i]}});
  }
}

double transfers_alone(const std::vector<Vec3d>& points, int steps) {
  PlainParcels plain(points);
  Grid grid(GridShape{kDx, 2, false});
  Parcels* sets[] = {&plain};
  TransferTicks ticks;
  Step step;
  step.dt = 1e-5;
  step.dx = kDx;
  step.degree = grid.shape().degree;
  step.affine_inverse = grid.affine_inverse();
  grid.bin(sets);
  grid.p2g(sets, step, ticks);
  const double start = wall_seconds();
  for (int i = 0; i < steps; ++i) {
    grid.p2g(sets, step, ticks);
    grid.g2p(sets, step, ticks);
  }
  return double(points.size()) * steps / (wall_seconds() - start);
}

std::unique_ptr<Body> grains_case(const BenchOptions& o) {
  GrainsOptions g;
  g.name = o.name;
  g.material = make_preset(o.name);
  g.point_volume = kDx * kDx * kDx / 8;
  g.positions = block_of_points(o.particles);
  g.velocities = {Vec3d{{0.5, 0.3, -1}}};
  return make_grains(g);
}

/// How layers of cloth lie, in cells.
struct Layers {
  int count;
  double edge, apart;
};
/// As a rule half a cell apart, edges of a cell: each presses on the next. With --edge as peers of graphics cards
/// are measured: layers far apart, one where there are few points, which is a garment.
Layers layers_of(const BenchOptions& o) {
  constexpr std::size_t garment = 100000;
  if (o.edge <= 0) return {16, 1, 0.5};
  if (o.particles <= garment) return {1, o.edge, 1};
  return o.edge < 0.75 ? Layers{16, o.edge, 4} : Layers{64, o.edge, 2};
}

/// Three parcels per square: a vertex and two contact points.
std::unique_ptr<Body> cloth_case(const BenchOptions& o) {
  const Layers layers = layers_of(o);
  const int n = std::max(2, int(std::sqrt(double(o.particles) / (3.0 * layers.count))));
  const double h = layers.edge * kDx;
  ThinOptions t;
  t.name = o.name;
  t.material = make_preset("cotton");
  t.section = 0.5 * kDx;
  if (o.device != "cpu") t.self_contact = false;  // layers press on the grid
  for (int l = 0; l < layers.count; ++l) {
    const std::uint32_t first = std::uint32_t(t.rest.size());
    for (int j = 0; j <= n; ++j)
      for (int i = 0; i <= n; ++i)
        t.rest.push_back({{(i + 0.13 * l) * h, (j + 0.07 * l) * h, (layers.apart * l + 1) * kDx}});
    const auto at = [&](int i, int j) { return first + std::uint32_t(j * (n + 1) + i); };
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        t.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
        t.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
      }
  }
  t.velocities = {Vec3d{{0.5, 0.3, -1}}};
  return make_thin(t);
}

/// A block of straight strands, segments of a cell, half a cell apart: two parcels per segment.
std::unique_ptr<Body> fibre_case(const BenchOptions& o) {
  constexpr int length = 100;
  const int n = std::max(2, int(std::sqrt(double(o.particles) / (2.0 * length))));
  ThinOptions t;
  t.name = o.name;
  t.material = make_preset("wool");
  t.section = 0.2 * kDx * kDx;
  if (o.device != "cpu") t.self_contact = false;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k <= length; ++k) t.rest.push_back({{k * kDx, 0.5 * i * kDx, (0.5 * j + 1) * kDx}});
      t.counts.push_back(length + 1);
    }
  t.velocities = {Vec3d{{0.5, 0.3, -1}}};
  return make_thin(t);
}

/// Layers of foil half a cell apart, faces of a cell: five parcels per face,
/// a control point and four contact points.
std::unique_ptr<Body> shell_case(const BenchOptions& o) {
  constexpr int layers = 8;
  const int n = std::max(3, int(std::sqrt(double(o.particles) / (5.0 * layers))));
  ShellOptions s;
  s.name = o.name;
  s.material = make_preset("foil");
  s.thickness = 0.1 * kDx;
  for (int l = 0; l < layers; ++l) {
    const std::uint32_t first = std::uint32_t(s.rest.size());
    for (int j = 0; j <= n; ++j)
      for (int i = 0; i <= n; ++i)
        s.rest.push_back({{(i + 0.13 * l) * kDx, (j + 0.07 * l) * kDx, (0.5 * l + 1) * kDx}});
    const auto at = [&](int i, int j) { return first + std::uint32_t(j * (n + 1) + i); };
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) s.quads.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
  }
  s.velocities = {Vec3d{{0.5, 0.3, -1}}};
  return make_shell(s);
}

/// The case falls on a rough floor: it yields, slides, and is sorted again as it moves.
World make_case(const BenchOptions& o) {
  World world;
  world.solver.dx = kDx;
  world.bodies.push_back(o.name == "cloth"   ? cloth_case(o)
                         : o.name == "fibre" ? fibre_case(o)
                         : o.name == "shell" ? shell_case(o)
                                             : grains_case(o));
  Collider floor;
  floor.name = "floor";
  floor.friction = 0.5;
  world.colliders.push_back(floor);
  return world;
}

nlohmann::ordered_json run_case(const BenchOptions& o) {
  World world = make_case(o);
  for (int i = 0; i < 10; ++i) world.step(1e9);
  world.times = {};
  const double start = wall_seconds();
  for (int i = 0; i < o.steps; ++i) world.step(1e9);
  const double seconds = wall_seconds() - start;
  std::vector<Vec3d> points;
  std::vector<Parcels*> sets;
  world.bodies[0]->add_sets(sets);
  for (const Parcels* set : sets) append_positions(*set, points);
  const double transfers = transfers_alone(points, std::max(o.steps / 2, 5));

  const ThreadLimit limit(o.threads);
  const double n = double(world.size()), rate = n * o.steps / seconds;
  const PhaseTimes& t = world.times;
  const auto per = [&](double s) { return s / (n * o.steps) * 1e9; };
  nlohmann::ordered_json j;
  j["case"] = o.name;
  j["particles"] = world.size();
  j["threads"] = limit.threads();
  j["real"] = sizeof(Real) == 4 ? "float" : "double";
  j["steps"] = o.steps;
  j["updates_per_second"] = rate;
  j["updates_per_second_per_core"] = rate / limit.threads();
  j["bytes_per_particle"] = double(world.memory_bytes()) / n;
  for (std::size_t p = 0; p < kPhases; ++p)
    if (t.seconds[p] > 0) j["phases"][kPhaseNames[p]] = per(t.seconds[p]);
  j["phases_unit"] = "ns a particle, wall clock";
  j["transfers_alone_per_second_per_core"] = transfers / limit.threads();
  j["step_over_transfers"] = transfers / rate;
  return j;
}

void print_table(const nlohmann::ordered_json& j) {
  fmt::print("{}: {} particles, {} threads, {}\n", j["case"].get<std::string>(),
             j["particles"].get<std::size_t>(), j["threads"].get<int>(), j["real"].get<std::string>());
  fmt::print("  {:.2f} M updates/s, {:.2f} M updates/s/core, {:.0f} bytes a particle\n",
             j["updates_per_second"].get<double>() / 1e6,
             j["updates_per_second_per_core"].get<double>() / 1e6, j["bytes_per_particle"].get<double>());
  fmt::print("  transfers alone {:.2f} M/s/core; the whole step takes {:.2f} times as long\n",
             j["transfers_alone_per_second_per_core"].get<double>() / 1e6,
             j["step_over_transfers"].get<double>());
  for (const auto& [phase, ns] : j["phases"].items())
    fmt::print("  {:<10} {:7.2f} ns a particle\n", phase, ns.get<double>());
}

void bench_on_device(const BenchOptions& o, const DeviceChoice& device) {
  for (const char* other : {"implicit", "auto", "rigid", "solid", "hair", "putty"})
    if (o.name == other)
      throw Error("E0724", fmt::format("`weft bench {}` cannot be measured on a device", other), {},
                  "sand, snow, jelly, water, ..., cloth, fibre and shell can");
  const auto result =
      bench_device({o.name, device, o.steps ? o.steps : kDeviceSteps, [&] { return make_case(o); }});
  if (o.json) fmt::print("{}\n", result.dump(2));
  else print_device(result);
}

void bench(BenchOptions o) {
  const ThreadLimit limit(o.threads);
  if (const DeviceChoice device = parse_device(o.device); device.kind != DeviceKind::cpu)
    return bench_on_device(o, device.kind == DeviceKind::automatic ? DeviceChoice{DeviceKind::gpu} : device);
  if (!o.steps) o.steps = kSteps;
  const bool race = o.name == "implicit", choice = o.name == "auto", rigid = o.name == "rigid",
             solid = o.name == "solid", hair = o.name == "hair", putty = o.name == "putty";
  const auto result = race     ? bench_implicit(o.row, limit.threads())
                      : choice ? bench_auto(o.row, limit.threads())
                      : rigid  ? bench_rigid(o.steps)
                      : solid  ? bench_solid(o.particles, o.steps, limit.threads())
                      : hair   ? bench_hair(o.particles, o.threads, o.steps)
                      : putty  ? bench_putty(o.row, o.seconds, limit.threads())
                               : run_case(o);
  if (o.json) fmt::print("{}\n", result.dump(2));
  else if (race) print_implicit(result);
  else if (choice) print_auto(result);
  else if (rigid) print_rigid(result);
  else if (solid) print_solid(result);
  else if (hair) print_hair(result);
  else if (putty) print_putty(result);
  else print_table(result);
}

}  // namespace

Verb verb_bench() {
  auto o = std::make_shared<BenchOptions>();
  return {
      "bench",
      "measure speed: particle updates a second a core",
      {{"case",
        "cloth, fibre, shell, hair, solid, rigid, putty, implicit (against explicit), auto (what it picks), "
        "or a preset of "
        "grains: sand, snow, jelly, ...",
        &o->name,
        {.show_default = true,
         .words = {"sand", "snow", "jelly", "water", "cloth", "fibre", "shell", "hair", "solid", "rigid",
                   "putty", "implicit", "auto"}}},
       {"--particles",
        "how many points, or segments of hair",
        &o->particles,
        {.show_default = true, .range = {{1000, 100000000}}}},
       {"--threads",
        "threads to use, 0: all cores",
        &o->threads,
        {.show_default = true, .range = {{0, 1024}}}},
       {"--steps",
        fmt::format("steps to time, 0: {}, {} on a device", kSteps, kDeviceSteps),
        &o->steps,
        {.show_default = true, .range = {{0, 1000000}}}},
       {"--device",
        "cpu, gpu or gpu:1: where the steps are made",
        &o->device,
        {.show_default = true, .words = device_words()}},
       {"--edge",
        "cloth: of a triangle, in cells: 0.5 (layers far apart), 1 (closer), 0: pressed layers",
        &o->edge,
        {.show_default = true, .range = {{0, 4}}}},
       {"--row",
        "putty, implicit, auto: row of the table to run, 0: all",
        &o->row,
        {.show_default = true, .range = {{0, 12}}}},
       {"--seconds", "putty: simulated time", &o->seconds, {.show_default = true, .range = {{1e-3, 100}}}},
       {"--json", "print JSON", &o->json}},
      [o] {
        bench(*o);
        return 0;
      }};
}

}  // namespace weft
