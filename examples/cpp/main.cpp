/// Steps a scene to its last frame and prints the hash of its state: the one in stats.csv of `weft run`.
#include <weft/output/scene_run.h>

#include <cstdio>

int main(int, char** words) {
  const weft::Scene scene = weft::read_scene(words[1]);
  const weft::Ready ready = weft::make_ready(scene);
  for (int frame = scene.time.first; frame <= scene.time.last; ++frame) {
    while (ready.world->time < scene.time.at(frame)) ready.world->step(scene.time.at(frame));
    ready.world->forget_order();  // as a run does after each frame
  }
  std::printf("%016llx\n", static_cast<unsigned long long>(ready.world->hash()));
}
