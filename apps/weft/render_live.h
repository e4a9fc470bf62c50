/// Pictures drawn while a run goes on.
#pragma once
#include <memory>

#include "output/picture/run_pictures.h"
#include "output/run.h"

namespace weft {

/// Hears of frames, passes the news on, and draws each frame that was written. What goes wrong with pictures
/// never stops the run: it is noted, and no more are drawn.
class LivePictures : public Progress {
 public:
  LivePictures(std::filesystem::path folder, Progress& next) : folder_(std::move(folder)), next_(next) {}
  void step(const World& world, std::int64_t frame, const FrameSteps& steps) override {
    next_.step(world, frame, steps);
  }
  void note(const std::string& text) override { next_.note(text); }
  void warn(const Warning& warning) override { next_.warn(warning); }
  void frame(const FrameStats& stats) override;

 private:
  void draw(std::int64_t frame);
  std::filesystem::path folder_;
  Progress& next_;
  std::unique_ptr<RunPictures> pictures_;
  bool failed_ = false;
};

/// Draws what is still missing and makes the movie of all pictures.
void finish_live_pictures(const std::filesystem::path& folder, bool quiet);

}  // namespace weft
