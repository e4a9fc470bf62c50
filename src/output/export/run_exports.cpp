#include "output/export/run_exports.h"

#include <algorithm>
#include <utility>

#include "exec/error.h"
#include "output/atomic_file.h"
#include "output/export/run_frames.h"

namespace weft {

namespace fs = std::filesystem;

RunExports::RunExports(const RunFolder& folder, const OutputSpec& output, double fps) : run_(folder.path()) {
  const fs::path whole = fs::absolute(run_).lexically_normal();
  for (const std::string& name : output.write) {
    const bool twice =
        std::any_of(formats_.begin(), formats_.end(), [&](const Format& f) { return f.name == name; });
    if (name == "frames" || twice) continue;
    ExportOptions o;
    o.folder = run_ / "export" / name;
    o.title = (whole.has_filename() ? whole : whole.parent_path()).stem().string();
    o.fps = fps;
    formats_.push_back({o, name, nullptr, {}});
  }
}

void RunExports::begin(std::int64_t last) {
  for (Format& f : formats_) {
    f.exporter.reset();
    std::error_code error;
    fs::remove_all(f.options.folder, error);
    if (error) throw_disk_error("clear", f.options.folder, error.value());
    f.exporter = make_exporter(f.name, f.options);
  }
  if (formats_.empty()) return;
  for (const std::int64_t n : numbered_files(run_ / "frames", ".weft"))
    if (n <= last) add(read_run_frame(run_, n));
}

/// A format that can hold nothing of this scene is given up; the run goes on without it.
template <class Do>
void RunExports::each(Do&& act) {
  for (Format& f : formats_) {
    if (!f.exporter) continue;
    try {
      act(*f.exporter);
      for (const std::string& w : f.exporter->warnings()) say(f, w);
    } catch (const Error& e) {
      if (e.code != "E0423") throw;
      say(f, e.what());
      f.exporter.reset();
    }
  }
}

void RunExports::say(Format& f, const std::string& warning) {
  if (!f.said.insert(warning).second) return;
  fresh_.push_back(f.name + ": " + warning);
}

void RunExports::add(const Frame& frame) {
  each([&](Exporter& e) { e.add(frame); });
}

void RunExports::finish() {
  each([](Exporter& e) { e.finish(); });
}

std::vector<std::string> RunExports::new_warnings() { return std::exchange(fresh_, {}); }

}  // namespace weft
