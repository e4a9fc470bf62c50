/// weft run SCENE: simulates a scene into its run folder.
#include <fmt/format.h>

#include <memory>

#include "exec/threads.h"
#include "output/row_file.h"
#include "running.h"
#include "scene/shipped.h"
#include "verbs.h"
#include "words.h"

namespace weft {

namespace {

struct Options {
  std::string scene, output, frames, quality = "normal";
  std::vector<std::string> set;
  bool force = false;
  RunningOptions running;
};

/// "A:B", "B" -> frames of the scene; B is where it ends, frames before A are computed but not written.
void choose_frames(const std::string& text, Scene& scene, std::int64_t& write_from) {
  const auto wrong = [&](const std::string& why) {
    return Error("E0602", fmt::format("--frames {}: {}", text, why), {},
                 fmt::format("the scene has frames {}:{}", scene.time.first, scene.time.last));
  };
  int a = scene.time.first, b = 0;
  try {
    const std::size_t colon = text.find(':');
    std::size_t used = 0;
    if (colon != std::string::npos) {
      const std::string left = text.substr(0, colon);
      if (!left.empty()) a = std::stoi(left, &used);
      if (used != left.size()) throw std::invalid_argument(left);
    }
    const std::string right = colon == std::string::npos ? text : text.substr(colon + 1);
    b = right.empty() ? scene.time.last : std::stoi(right, &used);
    if (!right.empty() && used != right.size()) throw std::invalid_argument(right);
  } catch (const std::exception&) {
    throw wrong("write it like 1:48");
  }
  if (a < scene.time.first) throw wrong("the simulation begins later");
  if (b <= scene.time.first || b < a) throw wrong("there is nothing to compute");
  set_last_frame(scene.time, b);
  write_from = a;
}

int run(const Options& o) {
  const std::string file = find_scene(o.scene), text = read_text(file);
  Scene scene = with_absolute_files(parse_scene(text, file, {o.set, parse_quality(o.quality)}));
  choose_device(o.running.device, scene);
  RunInfo info = describe_program();
  info.write_from = scene.time.first;
  if (!o.frames.empty()) choose_frames(o.frames, scene, info.write_from);
  info.scene = file;
  info.first = info.frame = scene.time.first;
  info.last = scene.time.last;
  info.fps = scene.time.fps;
  const std::filesystem::path folder =
      o.output.empty() ? default_run_folder(o.scene) : std::filesystem::path(o.output);
  const ThreadLimit limit(o.running.threads);
  info.threads = limit.threads();
  RunFolder::require_free(folder, o.force);  // before the work of building, which may be long
  Ready ready = make_running(scene);
  ready.world->board();  // a card that is too small says so before there is a folder
  RunFolder run_folder = RunFolder::create(folder, {text, write_resolved(scene), o.force});
  if (!o.running.quiet && !o.running.json) fmt::print("{} -> {}\n", o.scene, folder.string());
  return carry_out({scene, ready, run_folder, info, false}, o.running);
}

}  // namespace

Verb verb_run() {
  auto o = std::make_shared<Options>();
  std::vector<CommandOption> options{
      {"scene",
       "scene file (TOML), or the name of a shipped scene",
       &o->scene,
       {.required = true, .takes = Takes::scene}},
      {"-o,--output",
       "run folder (default: the scene's name with .run)",
       &o->output,
       {.takes = Takes::folder}},
      {"--frames", "A:B: write frames A to B, and end there", &o->frames},
      {"--set", "key=value: change a key of the scene, e.g. solver.dx=0.01", &o->set, {.one_each = true}},
      {"--quality", "draft, normal or final", &o->quality, {.words = quality_words()}},
      {"--force", "replace a run that is there", &o->force}};
  add_running_options(options, o->running);
  return {"run", "simulate a scene into its run folder", std::move(options), [o] { return run(*o); }};
}

}  // namespace weft
