#include "output/usd/root_layer.h"

#include <fmt/format.h>

#include "output/run_folder.h"
#include "output/usd/frame_layers.h"

namespace weft::usd {

namespace {

struct Clips {
  std::string name, manifest;
  std::vector<std::string> files;
  std::vector<std::int64_t> starts;  ///< from when on each is active
  std::int64_t last;                 ///< time codes of the stage and of the clips are the same up to here
};

std::string clips_text(const Clips& c) {
  std::string files, active;
  for (std::size_t i = 0; i < c.files.size(); ++i) {
    files += fmt::format("{}@./{}@", i ? ", " : "", c.files[i]);
    active += fmt::format("{}({}, {})", i ? ", " : "", c.starts[i], i);
  }
  return fmt::format(R"(        dictionary {} = {{
            double2[] active = [{}]
            asset[] assetPaths = [{}]
            asset manifestAssetPath = @./{}@
            string primPath = "/World"
            double2[] times = [({}, {}), ({}, {})]
        }}
)",
                     c.name, active, files, c.manifest, c.starts[0], c.starts[0], c.last, c.last);
}

Clips samples_clips(const RootFiles& f) {
  Clips c{"samples", manifest_file, {}, f.frames, f.frames.back()};
  for (const std::int64_t n : f.frames) c.files.push_back(samples_file(f.title, n));
  return c;
}

// The topology has no samples: until the first change the defaults of the manifest hold, and it is that.
Clips faces_clips(const RootFiles& f) {
  Clips c{"faces", topology_file, {topology_file}, {f.frames[0]}, f.frames.back()};
  for (const std::int64_t n : f.faces) {
    c.files.push_back(faces_file(n));
    c.starts.push_back(n);
  }
  return c;
}

}  // namespace

std::string samples_file(const std::string& title, std::int64_t frame) {
  return "frames/" + title + "." + frame_name(frame) + ".usdc";
}
std::string faces_file(std::int64_t frame) { return "topology." + frame_name(frame) + ".usdc"; }

std::string root_text(const RootFiles& f, const ExportOptions& options) {
  std::string clips = clips_text(samples_clips(f)), sets = R"("samples")";
  if (!f.faces.empty()) clips += clips_text(faces_clips(f)), sets += R"(, "faces")";
  return fmt::format(R"(#usda 1.0
(
    defaultPrim = "World"
    endTimeCode = {}
    framesPerSecond = {}
    metersPerUnit = {}
    startTimeCode = {}
    subLayers = [
        @./{}@,
        @./{}@
    ]
    timeCodesPerSecond = {}
    upAxis = "{}"
)

over "World" (
    clips = {{
{}    }}
    clipSets = [{}]
)
{{
}}
)",
                     f.frames.back(), options.fps, 1 / options.scale, f.frames[0], manifest_file,
                     topology_file, options.fps, options.y_up ? "Y" : "Z", clips, sets);
}

}  // namespace weft::usd
