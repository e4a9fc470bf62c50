#include "render_live.h"

#include <fmt/format.h>

#include "exec/error.h"
#include "output/picture/movie.h"
#include "output/run_folder.h"
#include "render_progress.h"
#include "verbs.h"

namespace weft {

namespace fs = std::filesystem;

namespace {

fs::path picture_path(const fs::path& folder, std::int64_t frame) {
  return folder / "pictures" / (frame_name(frame) + ".png");
}

/// The camera comes from the scene or the first frame alone, so that every picture of a run has the same one,
/// whoever drew it and when.
std::unique_ptr<RunPictures> open_pictures(const fs::path& folder) {
  PictureWishes wishes;
  wishes.first_frame_only = true;
  std::error_code error;
  fs::create_directories(folder / "pictures", error);
  if (error)
    throw Error("E0402", fmt::format("cannot make '{}': {}", (folder / "pictures").string(), error.message()),
                {}, "check the folder", Exit::disk);
  return std::make_unique<RunPictures>(std::vector{folder}, wishes);
}

bool is_drawn(const fs::path& folder, std::int64_t frame) {
  std::error_code none, other;
  const auto picture = fs::last_write_time(picture_path(folder, frame), none);
  const auto written = fs::last_write_time(folder / "frames" / (frame_name(frame) + ".weft"), other);
  return !none && !other && picture >= written;
}

}  // namespace

void LivePictures::frame(const FrameStats& stats) {
  next_.frame(stats);
  if (failed_) return;
  try {
    draw(stats.frame);
  } catch (const Error& e) {
    failed_ = true;
    next_.note(fmt::format("no more pictures while the run goes on: {}", e.what()));
  }
}

void LivePictures::draw(std::int64_t frame) {
  if (!fs::exists(folder_ / "frames" / (frame_name(frame) + ".weft"))) return;
  if (!pictures_) pictures_ = open_pictures(folder_);
  write_png(picture_path(folder_, frame), pictures_->draw(frame));
}

void finish_live_pictures(const fs::path& folder, bool quiet) {
  const std::unique_ptr<RunPictures> pictures = open_pictures(folder);
  std::unique_ptr<Movie> movie;
  if (pictures->frames().size() > 1 && can_make_movies())
    movie = std::make_unique<Movie>(folder / "movie.mp4", pictures->width(), pictures->height(),
                                    read_run_info(folder).fps);
  else if (pictures->frames().size() > 1)
    print_warning("W0412", "the program ffmpeg is not installed: pictures, but no movie",
                  "install it (apt install ffmpeg), then `weft render`");
  for (std::int64_t n : pictures->frames()) {
    const fs::path path = picture_path(folder, n);
    if (!is_drawn(folder, n)) write_png(path, pictures->draw(n));
    if (movie) movie->add(read_png(path));
  }
  if (movie) movie->finish();
  if (movie && !quiet) fmt::print("{}\n", (folder / "movie.mp4").string());
}

}  // namespace weft
