/// [time], [output] and [render].
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "scene/spec/shape.h"

namespace weft {

/// Frames first..last; frame `first` is the state at time 0.
struct TimeSpec {
  double fps = 24;  ///< [1/s]
  int first = 0, last = 0;
  double end = 0;  ///< time of the last frame [s]
  double at(int frame) const { return frame >= last ? end : (frame - first) / fps; }  ///< [s]
};

struct OutputSpec {
  std::vector<std::string> write{"frames"};
  std::vector<std::string> quantities{"plastic_strain"};  ///< per-point values kept in frames
  int every = 1;                                          ///< frames between written frames
  int checkpoint = 1;                                     ///< frames between checkpoints
  int keep = 2;                                           ///< checkpoints kept
};

struct CameraSpec {
  Vec3d from{{0, 0, 0}}, to{{0, 0, 0}};
  double angle = 0.6;  ///< vertical angle of view [rad]
};

struct SunSpec {
  Vec3d direction{{-0.8, -0.3, 0.8}};  ///< towards it
  Colour colour{1, 0.97f, 0.91f};
  double strength = 1, softness = 0.07;  ///< softness: half the angle it covers [rad]
};

struct RenderSpec {
  std::optional<CameraSpec> camera;
  int width = 1280, height = 720, samples = 16;
  std::optional<int> still;  ///< the frame that shows the scene best
  std::optional<Colour> background;
  bool ground = true, surfaces = true;
  SunSpec sun;
  double sky = 1;
  std::string colour;                          ///< quantity to colour by, or empty
  std::optional<std::array<double, 2>> range;  ///< of that quantity
};

}  // namespace weft
