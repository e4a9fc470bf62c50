#include "render_wishes.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <sstream>

#include "exec/error.h"
#include "output/run_info.h"

namespace weft {

namespace {

Error wrong(const std::string& option, const std::string& text, const std::string& like) {
  return Error("E0602", fmt::format("{} '{}' makes no sense", option, text), {},
               fmt::format("write it like {}", like));
}

std::optional<std::array<int, 2>> size_of(const RenderRequest& r) {
  if (r.size.empty()) return r.draft ? std::optional(std::array<int, 2>{640, 360}) : std::nullopt;
  int w = 0, h = 0;
  char end = 0;
  if (std::sscanf(r.size.c_str(), "%dx%d%c", &w, &h, &end) != 2 || w < 16 || h < 16 || w > 16384 || h > 16384)
    throw wrong("--size", r.size, "1280x720, from 16x16 to 16384x16384");
  return std::array<int, 2>{w, h};
}

Camera camera_of(const std::string& text) {
  Camera c;
  double degrees = 30;
  char end = 0;
  const int n = std::sscanf(text.c_str(), "%lf,%lf,%lf:%lf,%lf,%lf:%lf%c", &c.from[0], &c.from[1], &c.from[2],
                            &c.to[0], &c.to[1], &c.to[2], &degrees, &end);
  const bool whole = n == 7 || (n == 6 && text.find_first_not_of("0123456789+-.eE,:") == std::string::npos &&
                                std::count(text.begin(), text.end(), ':') == 1);
  if (!whole || !(norm(c.from - c.to) > 1e-9) || !std::isfinite(norm(c.from) + norm(c.to)) ||
      !(degrees > 0.5) || !(degrees < 170))
    throw wrong("--camera", text, "1,-2,1:0,0,0, with an angle 1,-2,1:0,0,0:30, or auto");
  c.angle = degrees * M_PI / 180;
  return c;
}

/// The title of a run's scene is not in its folder's name; the name tells runs of one scene apart.
std::string name_of(const std::filesystem::path& folder) {
  const std::filesystem::path p = folder.filename().empty() ? folder.parent_path() : folder;
  return p.stem().string();
}

std::vector<std::string> captions_of(const RenderRequest& r) {
  std::vector<std::string> out;
  std::istringstream words(r.captions);
  for (std::string w; std::getline(words, w, ',');) out.push_back(w);
  if (!out.empty() && out.size() != r.folders.size())
    throw wrong("--captions", r.captions,
                fmt::format("\"one,two\": {} of them, one a run", r.folders.size()));
  if (out.empty() && r.folders.size() > 1)
    for (const auto& f : r.folders) out.push_back(name_of(f));
  return out;
}

}  // namespace

PictureWishes wishes_of(const RenderRequest& r) {
  PictureWishes w;
  w.size = size_of(r);
  w.samples = r.samples ? r.samples : r.draft ? std::optional(6) : std::nullopt;
  w.find_camera = r.camera == "auto";
  if (!r.camera.empty() && !w.find_camera) w.camera = camera_of(r.camera);
  w.colour = r.colour;
  w.captions = captions_of(r);
  if (!r.range.empty()) {
    std::array<double, 2> range{};
    char end = 0;
    if (std::sscanf(r.range.c_str(), "%lf:%lf%c", &range[0], &range[1], &end) != 2 || !(range[0] < range[1]))
      throw wrong("--range", r.range, "0:2.5");
    w.range = range;
  }
  return w;
}

std::vector<std::int64_t> choose_frames(const RenderRequest& r, const RunPictures& pictures) {
  std::vector<std::int64_t> all = pictures.frames();
  long a = all.front(), b = all.back();
  char end = 0;
  if (!r.frames.empty() && (std::sscanf(r.frames.c_str(), "%ld:%ld%c", &a, &b, &end) != 2 || a > b))
    throw wrong("--frames", r.frames, "1:48");
  if (r.still) {
    a = b = pictures.still();
    if (!r.still->empty() && std::sscanf(r.still->c_str(), "%ld%c", &a, &end) != 1)
      throw wrong("--still", *r.still, "--still 12, or --still alone");
    if (!r.still->empty()) b = a;
  }
  const std::string there = fmt::format("there are frames {} to {}", all.front(), all.back());
  std::erase_if(all, [&](std::int64_t n) { return n < a || n > b; });
  if (all.empty())
    throw Error("E0404", fmt::format("'{}' has no frames {}:{}", r.folders[0].string(), a, b),
                r.folders[0].string(), there, Exit::disk);
  return all;
}

}  // namespace weft
