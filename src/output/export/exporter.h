/// Other programs' formats. An exporter hears the frames of a run one after the other and holds
/// one at a time.
#pragma once
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "output/frame_file.h"
#include "scene/export_formats.h"

namespace weft {

struct ExportOptions {
  std::filesystem::path folder;      ///< where the files go; made when it is not there
  std::string title;                 ///< names the files that stand for the whole run
  std::vector<std::string> objects;  ///< only these objects and colliders; empty: all
  bool y_up = false;                 ///< (x, y, z) -> (x, z, -y); otherwise z is up, as in the simulation
  double scale = 1;                  ///< of lengths, velocities and radii
  double fps = 24;
};

/// One per format. Every file appears under its final name whole or not at all.
class Exporter {
 public:
  virtual ~Exporter() = default;
  /// Frames come in the order of their numbers, already chosen, turned and scaled.
  virtual void add(const Frame& frame) = 0;
  /// Writes what stands for all frames: the USD root, the PVD, the PC2.
  /// May be called again after more frames.
  virtual void finish() = 0;
  /// What the format could not carry so far, one sentence each.
  const std::vector<std::string>& warnings() const { return warnings_; }

 protected:
  /// Remembers a warning, once.
  void warn(const std::string& text) {
    if (std::find(warnings_.begin(), warnings_.end(), text) == warnings_.end()) warnings_.push_back(text);
  }

 private:
  std::vector<std::string> warnings_;
};

/// One of export_formats(). Throws Error E0415 when there is no such format.
std::unique_ptr<Exporter> make_exporter(const std::string& format, const ExportOptions& options);
/// The frame as an exporter wants it: objects chosen, axes turned, lengths scaled. Throws Error E0418 when an
/// object named in the options is not there.
Frame prepared(Frame frame, const ExportOptions& options);

std::unique_ptr<Exporter> make_usd_exporter(const ExportOptions& options);  // output/usd/

}  // namespace weft
