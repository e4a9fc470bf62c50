#include "output/export/run_frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "exec/error.h"
#include "output/run_folder.h"

namespace weft {

namespace fs = std::filesystem;

namespace {

/// "12" -> 12; an empty text leaves `value` as it is.
bool parse(std::string_view text, std::int64_t& value) {
  if (text.empty()) return true;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::vector<std::int64_t> choose_frames(const fs::path& run, const std::string& text) {
  std::vector<std::int64_t> all = numbered_files(run / "frames", ".weft");
  if (all.empty())
    throw Error("E0419", fmt::format("'{}' has no frames yet", run.string()), run.string(),
                fmt::format("run the scene first, or go on with 'weft resume {}'", run.string()));
  if (text.empty()) return all;
  std::int64_t a = all.front(), b = all.back();
  const std::size_t colon = text.find(':');
  const std::string_view t = text;
  const bool good = colon == std::string::npos
                        ? parse(t, a) && parse(t, b)
                        : parse(t.substr(0, colon), a) && parse(t.substr(colon + 1), b);
  if (!good || a > b)
    throw Error("E0602", fmt::format("--frames '{}' makes no sense", text), {}, "write it like 1:48");
  for (const std::int64_t n : {a, b})
    if (!std::binary_search(all.begin(), all.end(), n))
      throw Error("E0419", fmt::format("'{}' has no frame {}", run.string(), n), run.string(),
                  fmt::format("it has frames {}:{}", all.front(), all.back()));
  std::erase_if(all, [&](std::int64_t n) { return n < a || n > b; });
  return all;
}

Frame read_run_frame(const fs::path& run, std::int64_t number) {
  const fs::path path = run / "frames" / (frame_name(number) + ".weft");
  Frame frame = read_frame(path);
  if (frame.number != number)
    throw Error("E0405", fmt::format("'{}' holds frame {}", path.string(), frame.number), path.string(),
                "compute the frame again", Exit::disk);
  return frame;
}

}  // namespace weft
