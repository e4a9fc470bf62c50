#include "scene/estimate.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "scene/build/points.h"
#include "world/world.h"

namespace weft {
namespace {

constexpr double kFrameBytes = 28;        // per point in a frame: position and velocity as floats, id
constexpr double kCheckpointBytes = 120;  // per point in a checkpoint

/// Seconds of a step on the device, the first ones left out.
double device_step_seconds(World& world) {
  constexpr std::uint64_t warm = 16, timed = 128;
  const double end = world.time + 1e6;
  world.advance(end, warm);
  const auto start = std::chrono::steady_clock::now();
  const std::uint64_t before = world.steps;
  world.advance(end, timed);
  const double spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  world.bring_home();
  return spent / double(std::max<std::uint64_t>(1, world.steps - before));
}

double poured_points(const Scene& scene) {
  double sum = 0;
  for (const ObjectSpec& o : scene.objects) {
    const GrainsSpec* grains = o.as<GrainsSpec>();
    if (!grains || !grains->source) continue;
    const GrainsOptions g = make_points(scene, o);
    const double time = std::min(grains->source->until, scene.time.end) - grains->source->from;
    sum +=
        std::max(0.0, time) * norm(g.source->velocity) / g.source->length * double(g.source->pattern.size());
  }
  return sum;
}

}  // namespace

Estimate estimate(const Scene& scene, World& world) {
  Estimate e;
  for (const auto& body : world.bodies)
    e.objects.push_back({body->name(), body->material(), body->size(), body->mass()});
  e.points = world.size();
  e.poured = poured_points(scene);
  e.frames = scene.time.last - scene.time.first + 1;

  const double first_frame = scene.time.at(scene.time.first + 1);
  const StepReport first = world.choose_dt(1e9);
  e.dt = first.dt;
  e.limit = name_of(first.limit);
  e.substeps = std::max(1.0, std::ceil(first_frame / e.dt));

  const auto start = std::chrono::steady_clock::now();
  double spent = 0;
  int steps = 0;
  for (; steps < 3 && spent < 5 && world.time < first_frame; ++steps) {
    world.step(first_frame);
    spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  e.nodes = world.grid().block_count() * kBlockNodes;
  const double grown = (double(e.points) + e.poured) / std::max(1.0, double(e.points));
  e.memory = double(world.memory_bytes()) * (e.points > 0 ? grown : 1) + (e.points > 0 ? 0 : e.poured * 200);
  const double written = std::ceil(double(e.frames) / scene.output.every);
  const double mean_points = double(e.points) + 0.5 * e.poured;
  e.disk = written * mean_points * kFrameBytes +
           scene.output.keep * (double(e.points) + e.poured) * kCheckpointBytes;
  const double first_step = world.engine() ? device_step_seconds(world) : spent / std::max(1, steps);
  const double a_step = e.points > 0 ? first_step * mean_points / double(e.points) : mean_points * 2e-7;
  e.seconds = a_step * e.substeps * (e.frames - 1);
  return e;
}

}  // namespace weft
