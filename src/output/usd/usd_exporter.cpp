/// A run as USD.
///   TITLE.usda                  the whole run (root_layer.h): open this one
///   topology.usdc               every prim with what never changes
///   topology.NNNNNN.usdc        faces and curves from frame N on, only where they change
///   manifest.usdc               the names of what changes
///   frames/TITLE.NNNNNN.usdc    what changes, a layer per frame
#include <xxhash.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "output/atomic_file.h"
#include "output/export/exporter.h"
#include "output/run_folder.h"
#include "output/usd/frame_layers.h"
#include "output/usd/prim_names.h"
#include "output/usd/root_layer.h"

namespace weft {

namespace {

namespace fs = std::filesystem;

/// Numbers of the files PREFIX.NNNNNN.usdc in a folder, ascending.
std::vector<std::int64_t> numbers_of(const fs::path& folder, const std::string& prefix) {
  std::vector<std::int64_t> out;
  if (!fs::is_directory(folder)) return out;
  for (const auto& e : fs::directory_iterator(folder)) {
    const std::string name = e.path().filename().string();
    if (!name.starts_with(prefix + ".")) continue;
    const char* first = name.data() + prefix.size() + 1;
    std::int64_t n = 0;
    std::from_chars(first, name.data() + name.size(), n);
    if (name == prefix + "." + frame_name(n) + ".usdc") out.push_back(n);
  }
  std::sort(out.begin(), out.end());
  return out;
}

/// Of the faces and curves of all objects.
std::uint64_t hash_of_faces(const Frame& frame) {
  std::uint64_t h = 0;
  for (const FrameObject& o : frame.objects)
    for (const auto* v : {&o.faces, &o.corners, &o.curves})
      h = XXH3_64bits_withSeed(v->data(), v->size() * sizeof v->front(), h + v->size());
  return h;
}

class UsdExporter : public Exporter {
 public:
  explicit UsdExporter(const ExportOptions& options)
      : options_(options), title_(usd::valid_file_name(options.title)) {
    manifest_.metadata = usd::stage_metadata(options);
    std::error_code error;
    fs::create_directories(options.folder / "frames", error);
    if (error) throw_disk_error("make the folder", options.folder / "frames", error.value());
  }

  void add(const Frame& frame) override {
    settle_faces(frame);
    const usd::Layer samples = usd::samples_layer(frame, options_);
    usd::declare(samples, manifest_);
    const usd::Crate manifest = usd::crate(manifest_);
    if (const fs::path path = options_.folder / usd::manifest_file; !manifest.equals(path))
      manifest.write(path);
    usd::crate(samples).write(options_.folder / usd::samples_file(title_, frame.number));
  }

  void finish() override {
    const usd::RootFiles files{title_, frames(), faces()};
    if (files.frames.empty()) return;
    write_atomically(options_.folder / (title_ + ".usda"), usd::root_text(files, options_));
  }

 private:
  std::vector<std::int64_t> frames() const { return numbers_of(options_.folder / "frames", title_); }
  std::vector<std::int64_t> faces() const { return numbers_of(options_.folder, "topology"); }

  /// There is a file of faces for the frame when, and only when,
  /// they are no longer those of the frame before.
  void settle_faces(const Frame& frame) {
    const std::uint64_t hash = hash_of_faces(frame);
    const fs::path path = options_.folder / usd::faces_file(frame.number);
    if (hash != hash_ && faces_change(frame))
      usd::crate(usd::faces_layer(frame, options_, double(frame.number))).write(path);
    else remove(path);
    hash_ = hash;
  }

  /// Whether the files, which an earlier exporter may have written, have other faces for the frame than its
  /// own. The first frame makes the topology.
  bool faces_change(const Frame& frame) const {
    const std::vector<std::int64_t> there = frames();
    const bool is_first = there.empty() || frame.number <= there[0];
    const fs::path topology = options_.folder / usd::topology_file;
    const usd::Crate now = usd::crate(usd::topology_layer(frame, options_));
    if (is_first && fs::exists(topology) && !now.equals(topology)) begin_again();
    if (!fs::exists(topology)) {
      now.write(topology);
      return false;
    }
    if (is_first) return false;
    std::optional<std::int64_t> last;
    for (const std::int64_t n : faces())
      if (n < frame.number) last = n;
    if (!last) return !now.equals(topology);
    return !usd::crate(usd::faces_layer(frame, options_, double(*last)))
                .equals(options_.folder / usd::faces_file(*last));
  }

  /// Frames that do not fit the topology are of another scene: they go.
  void begin_again() const {
    for (const std::int64_t n : frames()) remove(options_.folder / usd::samples_file(title_, n));
    for (const std::int64_t n : faces()) remove(options_.folder / usd::faces_file(n));
    remove(options_.folder / usd::topology_file);
  }

  static void remove(const fs::path& path) {
    std::error_code error;
    fs::remove(path, error);
    if (error) throw_disk_error("remove", path, error.value());
  }

  ExportOptions options_;
  std::string title_;
  usd::Layer manifest_;                ///< all that any frame so far had values of
  std::optional<std::uint64_t> hash_;  ///< of the faces of the frame before
};

}  // namespace

std::unique_ptr<Exporter> make_usd_exporter(const ExportOptions& options) {
  return std::make_unique<UsdExporter>(options);
}

}  // namespace weft
