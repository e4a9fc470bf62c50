/// A movie, made by the program ffmpeg from pictures handed to it one after the other.
#pragma once
#include <filesystem>

#include "output/picture/image.h"

namespace weft {

class Movie {
 public:
  /// Throws Error E0412 when ffmpeg is not installed.
  Movie(std::filesystem::path path, int width, int height, double fps);
  /// Removes what is unfinished.
  ~Movie();
  Movie(const Movie&) = delete;
  Movie& operator=(const Movie&) = delete;
  void add(const Pixels& picture);
  /// Waits for ffmpeg and gives the movie its name. Throws Error E0412 when it failed.
  void finish();

 private:
  [[noreturn]] void fail();
  void wait();
  std::filesystem::path path_, partial_;
  int pipe_ = -1, pid_ = -1, status_ = 0;
};

/// Is ffmpeg there?
bool can_make_movies();

}  // namespace weft
