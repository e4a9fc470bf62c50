/// weft bench hair: a tube of strands sways from its roots. The rod solve and the geometry of contact are
/// timed apart.
#include "bench_hair.h"

#include <fmt/format.h>

#include <cmath>
#include <ctime>

#include "bodies/hair/strand_packs.h"
#include "contact/strands/crossings.h"
#include "contact/strands/impulses.h"
#include "exec/clock.h"
#include "exec/threads.h"

namespace weft {
namespace {

constexpr int kSegments = 175;          // as the strands of HGG19's hair tubes
constexpr double kLength = 0.3;         // [m]
constexpr double kSpacing = 1.2e-3;     // between roots [m]
constexpr double kDelta = 1e-3;         // contact distance [m]
constexpr double kDt = 1.0 / 24 / 100;  // a hundred steps per frame

/// Strands that stick out along x from a square of roots, slightly wavy so that they are not alike.
std::vector<StrandSpec> tube(std::size_t segments) {
  const std::size_t count = std::max<std::size_t>(16, segments / kSegments);
  const auto side = std::size_t(std::ceil(std::sqrt(double(count))));
  RodMaterial hair;
  std::vector<StrandSpec> all(count);
  for (std::size_t s = 0; s < count; ++s) {
    const double y = kSpacing * double(s % side), z = kSpacing * double(s / side), phase = 0.7 * double(s);
    for (int i = 0; i <= kSegments; ++i) {
      const double x = kLength * i / kSegments, wave = 0.3 * kSpacing * x / kLength;
      all[s].rest.push_back(
          {{x, y + wave * std::sin(60 * x + phase), z + wave * std::cos(60 * x + 2 * phase)}});
    }
    all[s].stiffness = stiffness_of(hair);
  }
  return all;
}

/// Wall clock and processor time of a phase, over steps.
struct Lap {
  double wall = 0, cpu = 0;
  template <class F>
  void time(F&& f) {
    const double start = wall_seconds();
    const std::clock_t busy = std::clock();
    f();
    wall += wall_seconds() - start;
    cpu += double(std::clock() - busy) / CLOCKS_PER_SEC;
  }
  nlohmann::ordered_json rate(double updates, int threads) const {
    return {{"segments_per_second", updates / wall},
            {"segments_per_second_per_core", updates / wall / threads},
            {"segments_per_processor_second", updates / cpu}};
  }
};

}  // namespace

nlohmann::ordered_json bench_hair(std::size_t segments, int threads, int steps) {
  StrandPacks hair(tube(segments));
  std::vector<std::uint32_t> first, strand;
  std::vector<Real> inverse_mass(hair.vertices());
  for (std::size_t s = 0; s < hair.size(); ++s) {
    hair.hold_root(s);
    for (std::uint32_t i = 0; i <= kSegments; ++i) {
      if (i < kSegments) first.push_back(hair.first_vertex(s) + i), strand.push_back(std::uint32_t(s));
      inverse_mass[hair.first_vertex(s) + i] = i < 2 ? Real(0) : 1 / hair.pack_of(s).mass[i][hair.lane_of(s)];
    }
  }
  std::vector<Vec3r> x(hair.vertices()), v(hair.vertices()), rubbed(hair.vertices());
  // Every strand sways its own way, so that they would pass through each other.
  for (std::size_t s = 0; s < hair.size(); ++s)
    for (std::uint32_t i = 2; i <= kSegments; ++i) {
      const double phase = 2.4 * double(s), far = double(i) / kSegments;
      v[hair.first_vertex(s) + i] =
          Vec3d{{0, 0.5 * far * std::sin(phase), 0.5 * far * std::cos(phase)}}.as<Real>();
    }
  hair.set_velocities(v);
  RodStepOptions o;
  o.dt = kDt;
  o.gravity = {{0, 0, -9.81}};
  FindOptions find;
  find.delta = kDelta;
  StrandContactFinder finder;
  StrandImpulses impulses;
  Lap rods, search, push, check;
  std::size_t newton = 0, contacts = 0, crossings = 0, before = 0;
  const auto step = [&] {
    rods.time([&] { newton += hair.accelerate(o, StrandPacks::How::euler); });
    hair.places(x);
    hair.velocities(v);
    const StrandView view{x, first, strand};
    const std::vector<StrandContact>* found = nullptr;
    search.time([&] { found = &finder.find(view, find); });
    contacts += found->size();
    const std::vector<Vec3r> free = v;
    push.time([&] {
      impulses.apply(*found, inverse_mass, v, 5);
      impulses.rub(inverse_mass, 0.3, rubbed);
    });
    check.time([&] { crossings += count_crossings(view, v, o.dt, 1e-8, 1, &finder.candidates()); });
    before += count_crossings(view, free, o.dt, 1e-8, 1, &finder.candidates());
    hair.set_velocities(v);
    rods.time([&] { hair.move(o); });
    for (std::size_t i = 0; i < v.size(); ++i) v[i] += rubbed[i];
    hair.set_velocities(v);
  };
  for (int k = 0; k < 5; ++k) step();
  rods = search = push = check = {};
  newton = contacts = crossings = before = 0;
  for (int k = 0; k < steps; ++k) step();

  const ThreadLimit limit(threads);
  const double updates = double(hair.segments()) * steps;
  const Lap geometry{search.wall + push.wall, search.cpu + push.cpu};
  nlohmann::ordered_json j;
  j["case"] = "hair";
  j["strands"] = hair.size();
  j["segments"] = hair.segments();
  j["threads"] = limit.threads();
  j["real"] = sizeof(Real) == 4 ? "float" : "double";
  j["steps"] = steps;
  j["dt"] = o.dt;
  j["rods"] = rods.rate(updates, limit.threads());
  j["rods"]["newton_steps"] = double(newton) / double(hair.packs()) / steps;
  j["geometry"] = geometry.rate(updates, limit.threads());
  j["geometry"]["search_over_all"] = search.cpu / geometry.cpu;
  j["geometry"]["rounds"] = 5;
  j["geometry"]["contacts"] = double(contacts) / steps;
  j["geometry"]["over_rods"] = geometry.cpu / rods.cpu;
  j["crossings"] = check.rate(updates, limit.threads());
  j["crossings"]["without_impulses"] = double(before) / steps;
  j["crossings"]["with_impulses"] = double(crossings) / steps;
  const RodTotals t = hair.totals();
  j["energy"] = {{"kinetic", t.kinetic}, {"stretch", t.stretch}, {"bend", t.bend}, {"twist", t.twist}};
  return j;
}

void print_hair(const nlohmann::ordered_json& j) {
  fmt::print("hair: {} strands, {} segments, {} threads, {}, steps of {:.2g} s\n",
             j["strands"].get<std::size_t>(), j["segments"].get<std::size_t>(), j["threads"].get<int>(),
             j["real"].get<std::string>(), j["dt"].get<double>());
  for (const char* part : {"rods", "geometry", "crossings"})
    fmt::print("  {:<10} {:7.2f} M segments/s/core by the wall clock, {:7.2f} M by processor time\n", part,
               j[part]["segments_per_second_per_core"].get<double>() / 1e6,
               j[part]["segments_per_processor_second"].get<double>() / 1e6);
  fmt::print(
      "  {:.2f} Newton steps a step; {:.0f} contacts; geometry takes {:.2f} of the rods' time, {:.0f} % of "
      "it search\n",
      j["rods"]["newton_steps"].get<double>(), j["geometry"]["contacts"].get<double>(),
      j["geometry"]["over_rods"].get<double>(), 100 * j["geometry"]["search_over_all"].get<double>());
  fmt::print("  crossings a step: {:.2f} without impulses, {:.2f} with\n",
             j["crossings"]["without_impulses"].get<double>(), j["crossings"]["with_impulses"].get<double>());
}

}  // namespace weft
