/// The text file that stands for a whole run. It puts the manifest over the topology and lets the frames
/// follow each other by value clips: from the time of each frame on, its layer has the word.
#pragma once
#include <string>
#include <vector>

#include "output/export/exporter.h"

namespace weft::usd {

struct RootFiles {
  std::string title;                 ///< as files have it: frames/TITLE.NNNNNN.usdc
  std::vector<std::int64_t> frames;  ///< ascending, at least one
  std::vector<std::int64_t> faces;   ///< of topology.NNNNNN.usdc, ascending: frames where faces change
};

/// "frames/TITLE.000012.usdc", "topology.000012.usdc"
std::string samples_file(const std::string& title, std::int64_t frame);
std::string faces_file(std::int64_t frame);

std::string root_text(const RootFiles& files, const ExportOptions& options);

}  // namespace weft::usd
