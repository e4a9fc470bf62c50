/// weft bench CASE --device gpu: steps of a device. Two passes over the same motion: one as a run would make it, one
/// that waits after every phase and is slower for it.
#include "bench_device.h"

#include <fmt/format.h>

#include "exec/clock.h"
#include "world/device_fit.h"

namespace weft {
namespace {

constexpr std::uint64_t kWarm = 64;     // steps that make graphs and room, and reach the floor's first nodes
constexpr std::uint64_t kPhased = 128;  // steps timed phase by phase
constexpr double kEver = 1e6;           // [s]

/// Exactly so many steps: a report may be of fewer.
DeviceReport advance(World& world, std::uint64_t steps) {
  DeviceReport all;
  while (all.steps < steps) {
    const DeviceReport r = std::get<DeviceReport>(world.advance(kEver, steps - all.steps));
    if (!r.steps) break;
    all.steps += r.steps;
    all.retries += r.retries;
    all.sorts += r.sorts;
    all.dt_sum += r.dt_sum;
    if (all.phases.empty()) all.phases = r.phases;
    else
      for (std::size_t k = 0; k < all.phases.size(); ++k) all.phases[k].second += r.phases.at(k).second;
  }
  return all;
}

std::unique_ptr<World> on_device(const DeviceBench& b) {
  auto world = std::make_unique<World>(b.make());
  world->solver.device = b.device;
  settle_device(*world);
  world->board();
  return world;
}

}  // namespace

nlohmann::ordered_json bench_device(const DeviceBench& b) {
  const auto world = on_device(b);
  const double n = double(world->size());
  advance(*world, kWarm);
  const double start = wall_seconds();
  const DeviceReport r = advance(*world, std::uint64_t(b.steps));
  const double seconds = wall_seconds() - start;
  nlohmann::ordered_json j;
  j["case"] = b.name;
  j["device"] = device_text(b.device);
  j["card"] = world->engine()->name();
  j["particles"] = world->size();
  j["steps"] = r.steps;
  j["sorts"] = r.sorts;
  j["retries"] = r.retries;
  j["mean_dt"] = r.dt_sum / double(std::max<std::uint64_t>(1, r.steps));
  j["us_per_step"] = seconds / double(r.steps) * 1e6;
  j["updates_per_second"] = n * double(r.steps) / seconds;
  j["bytes_per_particle"] = double(world->engine()->memory_bytes()) / n;
  world->bring_home();
  j["state_hash"] = fmt::format("{:016x}", world->hash());
  world->time_device_phases(true);
  const DeviceReport phased = advance(*world, std::min<std::uint64_t>(kPhased, std::uint64_t(b.steps)));
  for (const auto& [phase, spent] : phased.phases) j["phases"][phase] = spent / double(phased.steps) * 1e6;
  j["phases_unit"] = "us a step, each phase waited for";
  return j;
}

void print_device(const nlohmann::ordered_json& j) {
  fmt::print("{}: {} particles on {} ({})\n", j["case"].get<std::string>(), j["particles"].get<std::size_t>(),
             j["device"].get<std::string>(), j["card"].get<std::string>());
  fmt::print("  {:.3f} G updates/s, {:.1f} us a step, {:.0f} bytes a particle\n",
             j["updates_per_second"].get<double>() / 1e9, j["us_per_step"].get<double>(),
             j["bytes_per_particle"].get<double>());
  fmt::print("  {} steps of {:.3g} s, {} sorts, {} retries; state_hash {}\n", j["steps"].get<std::uint64_t>(),
             j["mean_dt"].get<double>(), j["sorts"].get<std::uint64_t>(), j["retries"].get<std::uint64_t>(),
             j["state_hash"].get<std::string>());
  if (!j.contains("phases")) return;
  for (const auto& [phase, us] : j["phases"].items())
    fmt::print("  {:<14} {:9.2f} us a step\n", phase, us.get<double>());
}

}  // namespace weft
