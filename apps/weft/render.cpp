/// weft render RUN [RUN ...]: a picture per frame, and a movie.
#include "render.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "exec/threads.h"
#include "output/picture/movie.h"
#include "output/run_folder.h"
#include "render_progress.h"
#include "render_wishes.h"
#include "verbs.h"

namespace weft {

namespace fs = std::filesystem;

namespace {

/// One picture to draw.
struct Shot {
  std::int64_t frame = 0;
  int step = 0;      ///< of a turn
  std::string name;  ///< without extension
};

std::vector<Shot> shots_of(const RenderRequest& r, const std::vector<std::int64_t>& frames) {
  std::vector<Shot> shots;
  if (r.still && r.turntable)
    for (int k = 0; k < *r.turntable; ++k) shots.push_back({frames[0], k, "turn_" + frame_name(k + 1)});
  else
    for (std::int64_t n : frames) shots.push_back({n, int(shots.size()), frame_name(n)});
  return shots;
}

fs::path make_folder(const RenderRequest& r) {
  const fs::path out = !r.output.empty()       ? r.output
                       : r.folders.size() == 1 ? r.folders[0]
                                               : r.folders[0] / "compare";
  std::error_code error;
  fs::create_directories(out / "pictures", error);
  if (error)
    throw Error("E0402",
                fmt::format("cannot make the folder '{}': {}", (out / "pictures").string(), error.message()),
                {}, "choose another with -o", Exit::disk);
  return out;
}

void tell_unfinished(const RenderRequest& r, const fs::path& folder, const RunInfo& info) {
  if (info.status == "done" || r.quiet) return;
  fmt::print("note: {} is {} at frame {} of {}; drawing the frames that are there\n", folder.string(),
             info.status == "running" && !is_being_written(folder) ? "killed" : info.status, info.frame,
             info.last);
}

std::unique_ptr<Movie> movie_for(const fs::path& out, const RunPictures& pictures, double fps) {
  if (can_make_movies())
    return std::make_unique<Movie>(out / "movie.mp4", pictures.width(), pictures.height(), fps);
  print_warning("W0412", "the program ffmpeg is not installed: pictures, but no movie",
                "install it (apt install ffmpeg) and render again");
  return nullptr;
}

}  // namespace

void render_run(const RenderRequest& r) {
  const ThreadLimit limit(r.threads);
  double fps = 24;
  for (const fs::path& folder : r.folders) {
    const RunInfo info = read_run_info(folder);
    tell_unfinished(r, folder, info);
    fps = info.fps;
  }
  PictureWishes wishes = wishes_of(r);
  if (r.turntable) {
    if (*r.turntable == 0 && r.still)
      throw Error("E0602", "--turntable 0 turns with the run's frames, but --still asks for one alone", {},
                  "say how many pictures a turn has, e.g. --turntable 72");
    const std::size_t all = numbered_files(r.folders[0] / "frames", ".weft").size();
    wishes.turn = *r.turntable ? *r.turntable : int(all);
  }
  const RunPictures pictures(r.folders, wishes);
  const std::vector<Shot> shots = shots_of(r, choose_frames(r, pictures));
  const fs::path out = make_folder(r);
  std::unique_ptr<Movie> movie = shots.size() > 1 ? movie_for(out, pictures, fps) : nullptr;
  {
    RenderProgress progress(shots.size(), r.quiet);
    for (const Shot& shot : shots) {
      const Pixels picture = pictures.draw(shot.frame, shot.step);
      const fs::path path = out / "pictures" / (shot.name + ".png");
      write_png(path, picture);
      if (movie) movie->add(picture);
      progress.done(path);
    }
  }
  if (movie) movie->finish();
  if (movie && !r.quiet) fmt::print("{}\n", (out / "movie.mp4").string());
}

Verb verb_render() {
  auto r = std::make_shared<RenderRequest>();
  return {"render",
          "pictures of a run's frames, and a movie",
          {{"run",
            "run folder; several are drawn beside each other",
            &r->folders,
            {.required = true, .takes = Takes::run}},
           {"--frames", "A:B: only these", &r->frames},
           {"--size", "WxH in pixels", &r->size},
           {"--samples", "paths of light a pixel (default 16)", &r->samples, {.range = {{1, 65536}}}},
           {"--draft", "small and quick: 640x360, 6 samples", &r->draft},
           {"--camera",
            "x,y,z:tx,ty,tz[:degrees]: from where, to where; auto: sees all",
            &r->camera,
            {.words = {"auto"}}},
           {"--turntable",
            "N: the camera goes around once in N pictures (0: in the run)",
            &r->turntable,
            {.range = {{0, 100000}}}},
           {"--colour,--color",
            "colour by speed, height or a quantity of the frames",
            &r->colour,
            {.words = {"speed", "height"}}},
           {"--range", "low:high of that quantity", &r->range},
           {"--captions", "\"one,two\": a caption a run", &r->captions},
           {"--still",
            "one frame alone, no movie; without a number the scene's choice",
            &r->still,
            {.values = {{0, 1}}}},
           {"-o,--output",
            "folder for pictures/ and movie.mp4 (default: the run folder)",
            &r->output,
            {.takes = Takes::folder}},
           {"--threads", "threads to use (0: all cores)", &r->threads, {.range = {{0, 4096}}}},
           {"--quiet", "say nothing unless something is wrong", &r->quiet}},
          [r] {
            render_run(*r);
            return 0;
          }};
}

}  // namespace weft
