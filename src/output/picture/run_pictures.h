/// The pictures of a run: its frames, drawn as its scene and the one who asks wish.
#pragma once
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "output/picture/colour_by.h"
#include "output/picture/picture.h"
#include "scene/scene.h"

namespace weft {

/// What the one who asks wants otherwise than the scene.
struct PictureWishes {
  std::optional<std::array<int, 2>> size;
  std::optional<int> samples;
  std::optional<Camera> camera;
  bool find_camera = false;  ///< whatever the scene says
  std::string colour;        ///< quantity
  std::optional<std::array<double, 2>> range;
  std::vector<std::string> captions;  ///< one per run; none: no captions
  int turn = 0;                       ///< pictures of a full turn of the camera; 0: it stands still
  bool first_frame_only = false;      ///< the run is not there yet: only its first frame is known
};

class RunPictures {
 public:
  /// Throws Error E0404 when a folder has no frames, E0431 when the quantity is not in them. Several runs
  /// share camera and range, so that they can be compared.
  RunPictures(std::vector<std::filesystem::path> folders, const PictureWishes& wishes);

  /// Frames that every run has, ascending.
  const std::vector<std::int64_t>& frames() const { return frames_; }
  /// The frame that shows the first run best.
  std::int64_t still() const;
  /// A frame of every run beside each other; `step` counts pictures of a turn.
  Pixels draw(std::int64_t frame, int step = 0) const;
  int width() const;
  int height() const { return options_.height; }

 private:
  void look_around(const PictureWishes& wishes);
  Pixels draw_one(std::size_t run, std::int64_t frame, int step) const;

  std::vector<std::filesystem::path> folders_;
  std::vector<std::int64_t> frames_;
  RenderSpec spec_;  ///< of the first run
  PictureOptions options_;
  ColourBy colour_;
  std::vector<std::string> captions_;
  int turn_ = 0;
};

/// PictureOptions as [render] has them, but for the camera.
PictureOptions options_of(const RenderSpec& spec);

}  // namespace weft
