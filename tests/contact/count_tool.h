/// tools/count_crossings, asked by tests.
#pragma once
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace weft {

/// What it says of each frame, or of the one moment.
inline std::vector<nlohmann::json> count_crossings_tool(const std::string& arguments) {
  const std::string command = std::string(WEFT_SOURCE_DIR) + "/tools/count_crossings --json " + arguments;
  std::string text;
  if (FILE* pipe = popen(command.c_str(), "r")) {
    std::array<char, 4096> buffer;
    while (const std::size_t n = fread(buffer.data(), 1, buffer.size(), pipe)) text.append(buffer.data(), n);
    pclose(pipe);
  }
  std::vector<nlohmann::json> frames;
  for (std::size_t at = 0, end = 0; at < text.size(); at = end + 1) {
    end = std::min(text.find('\n', at), text.size());
    frames.push_back(nlohmann::json::parse(text.substr(at, end - at)));
  }
  return frames;
}

}  // namespace weft
