/// The small scenes of tests/data/worlds, run as a run does it: the order of the points is forgotten at every
/// frame's end and every sixteen steps, the places where a run may be stopped and continued.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "exec/memory_archive.h"
#include "exec/threads.h"
#include "scene/build/build.h"

namespace weft {

inline Scene small_scene(const std::string& name, const std::vector<std::string>& set = {}) {
  return read_scene(std::string(WEFT_TEST_DATA "/worlds/") + name + ".toml", {set, Quality::normal});
}

/// What a run of a small scene was, in numbers that have to be the same however it is run.
struct Course {
  std::vector<std::uint64_t> hashes;  ///< at every frame's end
  int steps = 0, retries = 0;
  int resumed = 0;  ///< times it was stopped and continued
  bool operator==(const Course& b) const {
    return hashes == b.hashes && steps == b.steps && retries == b.retries;
  }
};

/// A new world with the state of the old one: what stopping and resuming does.
inline std::unique_ptr<World> resumed(World& world, const Scene& scene) {
  std::map<std::string, std::string> state;
  MemoryArchive save(state, false), back(state, true);
  world.archive(save);
  std::unique_ptr<World> fresh = build_world(scene);
  fresh->archive(back);
  return fresh;
}

/// Runs all frames of the scene; `stopping`: with a new world wherever a run may be stopped.
inline Course run_small(const Scene& scene, int threads, bool stopping = false) {
  constexpr int kSettleSteps = 16;
  const ThreadLimit limit(threads);
  std::unique_ptr<World> world = build_world(scene);
  Course course;
  const auto settle = [&] {
    world->forget_order();
    if (!stopping) return;
    world = resumed(*world, scene);
    ++course.resumed;
  };
  for (int frame = scene.time.first + 1; frame <= scene.time.last; ++frame) {
    const double end = scene.time.at(frame);
    for (int step = 1; world->time < end; ++step) {
      const StepReport report = world->step(end);
      ++course.steps;
      course.retries += report.retries;
      if (world->time < end && step % kSettleSteps == 0) settle();
    }
    settle();
    course.hashes.push_back(world->hash());
  }
  return course;
}

}  // namespace weft
