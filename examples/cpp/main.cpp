/// Steps a scene to its last frame and prints the hash of its state: the one in stats.csv of `weft run`.
#include <weft/output/scene_run.h>

#include <cstdio>

int main(int, char** words) {
  const weft::Scene scene = weft::read_scene(words[1]);
  const weft::Ready ready = weft::make_ready(scene);
  weft::World& world = *ready.world;
  for (int frame = scene.time.first; frame <= scene.time.last; ++frame) {
    const double end = scene.time.at(frame);
    for (std::uint64_t steps = 1; world.time < end; ++steps) {
      world.step(end);
      if (steps % world.safe_steps() == 0) world.forget_order();  // as runs do, where they can resume
    }
    world.forget_order();
  }
  std::printf("%016llx\n", static_cast<unsigned long long>(world.hash()));
}
