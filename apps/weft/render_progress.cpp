#include "render_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "progress.h"

namespace weft {

RenderProgress::RenderProgress(std::size_t pictures, bool quiet)
    : all_(pictures), quiet_(quiet), bar_(!quiet && pictures > 1 && ::isatty(1)) {
  if (bar_) draw_bar();
}

RenderProgress::~RenderProgress() {
  if (bar_) std::puts("");
}

void RenderProgress::done(const std::filesystem::path& picture) {
  ++count_;
  if (quiet_) return;
  if (bar_) return draw_bar();
  const double each = (wall_seconds() - began_) / double(count_);
  fmt::print("{}  {}/{}, {} a picture{}\n", picture.string(), count_, all_, duration_text(each),
             count_ < all_ ? ", " + duration_text(each * double(all_ - count_)) + " left" : "");
  std::fflush(stdout);
}

void RenderProgress::draw_bar() {
  constexpr std::size_t width = 24;
  const std::size_t full = all_ ? width * count_ / all_ : width;
  const double each = count_ ? (wall_seconds() - began_) / double(count_) : 0;
  fmt::print("\r\x1b[K[{}{}] picture {}/{}", std::string(full, '#'), std::string(width - full, '.'), count_,
             all_);
  if (count_)
    fmt::print("  {} each{}", duration_text(each),
               count_ < all_ ? ", " + duration_text(each * double(all_ - count_)) + " left" : "");
  std::fflush(stdout);
}

}  // namespace weft
