/// weft render RUN: a picture a frame, and a movie.
#include "render.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "exec/threads.h"
#include "output/picture/movie.h"
#include "output/picture/picture.h"
#include "output/run_folder.h"
#include "output/scene_run.h"
#include "verbs.h"

namespace weft {

namespace fs = std::filesystem;

namespace {

Error wrong(const std::string& option, const std::string& text, const std::string& like) {
  return Error("E0602", fmt::format("{} '{}' makes no sense", option, text), {},
               fmt::format("write it like {}", like));
}

std::vector<std::int64_t> choose(const RenderRequest& r, std::vector<std::int64_t> all) {
  if (all.empty())
    throw Error("E0404", fmt::format("'{}' has no frames to draw", r.folder.string()), r.folder.string(),
                "run the scene first", Exit::disk);
  long a = all.front(), b = all.back();
  char end = 0;
  if (!r.frames.empty() && std::sscanf(r.frames.c_str(), "%ld:%ld%c", &a, &b, &end) != 2)
    throw wrong("--frames", r.frames, "1:48");
  if (r.still) a = b = *r.still;
  std::erase_if(all, [&](std::int64_t n) { return n < a || n > b; });
  if (all.empty())
    throw Error("E0404", fmt::format("'{}' has no frames {}:{}", r.folder.string(), a, b), r.folder.string(),
                "choose among those in frames/", Exit::disk);
  return all;
}

/// The scene's own wishes, then the command line's, and a camera that sees the action of all the run.
PictureOptions options_for(const RenderRequest& r, const std::vector<std::int64_t>& all) {
  PictureOptions o;
  const RenderSpec spec = read_resolved(r.folder).render;
  o.width = spec.width;
  o.height = spec.height;
  if (spec.background)
    o.light.background = Vec3f{{from_srgb((*spec.background)[0]), from_srgb((*spec.background)[1]),
                          from_srgb((*spec.background)[2])}};
  char end = 0;
  if (!r.size.empty() && (std::sscanf(r.size.c_str(), "%dx%d%c", &o.width, &o.height, &end) != 2 ||
                          o.width < 16 || o.height < 16 || o.width > 8192 || o.height > 8192))
    throw wrong("--size", r.size, "1280x720");
  if (!r.camera.empty()) {
    Vec3d &f = o.camera.from, &t = o.camera.to;
    if (std::sscanf(r.camera.c_str(), "%lf,%lf,%lf:%lf,%lf,%lf%c", &f[0], &f[1], &f[2], &t[0], &t[1], &t[2],
                    &end) != 6 ||
        !(norm(f - t) > 0))
      throw wrong("--camera", r.camera, "1,-2,1:0,0,0");
    return o;
  }
  if (spec.camera && norm(spec.camera->from - spec.camera->to) > 0) {
    o.camera = {spec.camera->from, spec.camera->to, spec.camera->angle};
    return o;
  }
  Bounds bounds;
  bool plane = false;
  constexpr std::size_t looks = 8;
  for (std::size_t k = 0; k < std::min(looks, all.size()); ++k) {
    const std::int64_t n = all[all.size() <= looks ? k : k * (all.size() - 1) / (looks - 1)];
    const Frame f = read_frame(r.folder / "frames" / (frame_name(n) + ".weft"));
    const Bounds b = busy_bounds(f);
    bounds.add(b.lower);
    bounds.add(b.upper);
    plane = f.plane;
  }
  o.camera = frame_bounds(bounds, plane, double(o.width) / o.height);
  return o;
}

}  // namespace

void render_run(const RenderRequest& r) {
  const ThreadLimit limit(r.threads);
  const RunInfo info = read_run_info(r.folder);
  const auto all = numbered_files(r.folder / "frames", ".weft"), chosen = choose(r, all);
  const PictureOptions options = options_for(r, all);
  const fs::path out = r.output.empty() ? r.folder : r.output, pictures = out / "pictures";
  std::error_code error;
  fs::create_directories(pictures, error);
  if (error)
    throw Error("E0402", fmt::format("cannot make the folder '{}': {}", pictures.string(), error.message()),
                {}, "choose another with -o", Exit::disk);
  std::unique_ptr<Movie> movie;
  if (!r.still && chosen.size() > 1) {
    if (can_make_movies())
      movie = std::make_unique<Movie>(out / "movie.mp4", options.width, options.height, info.fps);
    else
      print_warning("W0412", "the program ffmpeg is not installed: pictures, but no movie",
                    "install it (apt install ffmpeg) and render again");
  }
  for (std::int64_t n : chosen) {
    const Image image = draw_picture(read_frame(r.folder / "frames" / (frame_name(n) + ".weft")), options);
    const fs::path path = pictures / (frame_name(n) + ".png");
    write_png(path, image);
    if (movie) movie->add(image);
    if (!r.quiet) fmt::print("{}\n", path.string());
    std::fflush(stdout);
  }
  if (movie) movie->finish();
  if (movie && !r.quiet) fmt::print("{}\n", (out / "movie.mp4").string());
}

void add_render(CLI::App& app, int& exit_code) {
  auto r = std::make_shared<RenderRequest>();
  CLI::App* verb = app.add_subcommand("render", "pictures of a run's frames, and a movie");
  verb->add_option("run", r->folder, "run folder")->required();
  verb->add_option("--frames", r->frames, "A:B: only these");
  verb->add_option("--size", r->size, "WxH in pixels");
  verb->add_option("--camera", r->camera, "x,y,z:tx,ty,tz: from where, to where");
  verb->add_option("--still", r->still, "one frame alone, no movie");
  verb->add_option("-o,--output", r->output, "folder for pictures/ and movie.mp4 (default: the run folder)");
  verb->add_option("--threads", r->threads, "threads to use (0: all cores)")->check(CLI::Range(0, 4096));
  verb->add_flag("--quiet", r->quiet, "say nothing unless something is wrong");
  verb->callback([r, &exit_code] {
    render_run(*r);
    exit_code = 0;
  });
}

}  // namespace weft
