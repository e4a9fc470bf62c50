/// How drawing is told: a bar with the time left on a terminal, a line per picture otherwise.
#pragma once
#include <filesystem>

#include "exec/clock.h"

namespace weft {

class RenderProgress {
 public:
  RenderProgress(std::size_t pictures, bool quiet);
  ~RenderProgress();
  RenderProgress(const RenderProgress&) = delete;
  RenderProgress& operator=(const RenderProgress&) = delete;
  void done(const std::filesystem::path& picture);

 private:
  void draw_bar();
  std::size_t all_, count_ = 0;
  bool quiet_, bar_;
  double began_ = wall_seconds();
};

}  // namespace weft
