/// PC2 point caches, one per thing, each with the mesh it moves, NAME.obj (the first frame).
///   "POINTCACHE2\0", int32 version = 1, int32 points, float start frame, float frames per sample,
///   int32 samples, then for each sample points x 3 floats
/// The number of vertices and what they connect must stay the same; a thing that changes is left out.
#include <fmt/format.h>
#include <xxhash.h>

#include <map>

#include "exec/error.h"
#include "output/export/formats.h"
#include "output/export/obj_text.h"
#include "output/export/things.h"

namespace weft {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kStep = 24, kSamples = 28;  ///< places in the file

std::uint64_t topology_hash(const FrameObject& o) {
  std::uint64_t h = o.position.size();
  for (const auto* list : {&o.faces, &o.corners, &o.curves})
    h = XXH3_64bits_withSeed(list->data(), 4 * list->size(), h);
  return h;
}

std::string header(std::size_t points, std::int64_t start) {
  std::string h("POINTCACHE2\0", 12);
  const auto append = [&](auto x) { h.append(reinterpret_cast<const char*>(&x), sizeof x); };
  append(std::int32_t(1));
  append(std::int32_t(points));
  append(float(start));
  append(1.0f);
  append(std::int32_t(0));
  return h;
}

/// One thing's cache, growing.
struct Cache {
  fs::path path;
  std::string name;
  std::uint64_t topology = 0;
  std::size_t points = 0;
  std::int32_t samples = 0;
  std::unique_ptr<AtomicFile> file;  ///< none once finished
  bool left_out = false;
};

/// The finished cache becomes the beginning of a longer one.
void reopen(Cache& c) {
  c.file = std::make_unique<AtomicFile>(c.path);
  c.file->append_file(c.path);
}

class Pc2Exporter : public Exporter {
 public:
  explicit Pc2Exporter(const ExportOptions& options) : options_(options) {}
  void add(const Frame& frame) override;
  void finish() override;

 private:
  void begin(const Thing& thing, const Frame& frame);
  void keep_pace(const Frame& frame);
  void leave_out(Cache& c, const std::string& why);

  ExportOptions options_;
  std::map<std::string, Cache> caches_;
  std::int64_t first_ = 0, last_ = 0, step_ = 0;
  int frames_ = 0;
};

void Pc2Exporter::begin(const Thing& thing, const Frame& frame) {
  const FrameObject& o = *thing.object;
  Cache c{options_.folder / (thing.file + ".pc2"), o.name, topology_hash(o), o.position.size(), 0, {}, false};
  if (o.position.size() > 0) {
    BufferedFile rest(options_.folder / (thing.file + ".obj"));
    ObjCounts counts;
    write_obj(o, counts, rest);
    rest.commit();
    c.file = std::make_unique<AtomicFile>(c.path);
    const std::string h = header(c.points, frame.number);
    c.file->write(h.data(), h.size());
  }
  caches_.emplace(thing.file, std::move(c));
}

/// Samples of a cache are evenly spaced in time.
void Pc2Exporter::keep_pace(const Frame& frame) {
  if (frames_ == 0) first_ = frame.number;
  if (frames_ == 1) step_ = frame.number - last_;
  if (frames_ > 1 && frame.number - last_ != step_)
    throw Error("E0424",
                fmt::format("frame {} follows frame {}, but a point cache needs one every {}", frame.number,
                            last_, step_),
                {}, "export evenly spaced frames with --frames A:B, or compute the missing ones");
  last_ = frame.number;
  ++frames_;
}

void Pc2Exporter::leave_out(Cache& c, const std::string& why) {
  warn(fmt::format("'{}' {}, and a point cache cannot change: left out", c.name, why));
  c.left_out = true;
  c.samples = 0;
  c.file.reset();
  for (const char* extension : {".pc2", ".obj"}) fs::remove(fs::path(c.path).replace_extension(extension));
}

void Pc2Exporter::add(const Frame& frame) {
  const bool first = frames_ == 0;
  keep_pace(frame);
  for (const Thing& thing : Things(frame)) {
    const FrameObject& o = *thing.object;
    if (first) begin(thing, frame);
    const auto found = caches_.find(thing.file);
    if (found == caches_.end()) continue;
    Cache& c = found->second;
    if (c.left_out) continue;
    if (o.position.size() != c.points) {
      leave_out(c, fmt::format("has {} points in frame {} but {} in frame {}", c.points, first_,
                               o.position.size(), frame.number));
    } else if (c.points > 0) {
      if (topology_hash(o) != c.topology) {
        leave_out(c, fmt::format("connects its vertices differently in frame {}", frame.number));
        continue;
      }
      if (!c.file) reopen(c);
      c.file->write(o.position.data(), 12 * c.points);
      ++c.samples;
    }
  }
}

void Pc2Exporter::finish() {
  bool any = false;
  for (auto& [file, c] : caches_) {
    any = any || c.samples > 0;
    if (c.points == 0 && !c.left_out) warn(fmt::format("'{}' has no points: left out", c.name));
    if (!c.file) continue;
    const float step = float(std::max<std::int64_t>(step_, 1));
    c.file->overwrite(kStep, &step, sizeof step);
    c.file->overwrite(kSamples, &c.samples, sizeof c.samples);
    c.file->commit();
    c.file.reset();
  }
  const bool all_left_out = !caches_.empty() && !any;
  if (all_left_out)
    throw Error("E0423",
                fmt::format("nothing of this run can be written as pc2: {}",
                            warnings().empty() ? "its objects are empty" : warnings().front()),
                {}, "usd, ply, obj, vtp and npz take numbers that change");
}

}  // namespace

std::unique_ptr<Exporter> make_pc2_exporter(const ExportOptions& options) {
  return std::make_unique<Pc2Exporter>(options);
}

}  // namespace weft
