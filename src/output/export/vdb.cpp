/// OpenVDB, one file per frame and object of points, with two grids:
///   surface   level set of the space the points fill [m], voxels of the points' radius
///   density   fog: the fraction of each voxel that they fill, voxels of their spacing
#include <fmt/format.h>
#include <openvdb/io/Archive.h>
#include <xxhash.h>

#include <sstream>

#include "exec/error.h"
#include "output/atomic_file.h"
#include "output/export/formats.h"
#include "output/export/things.h"
#include "output/surface/level_set.h"

namespace weft {

namespace {

/// An archive in memory: the bytes are looked after by AtomicFile, which knows full disks.
class MemoryArchive : public openvdb::io::Archive {
 public:
  Ptr copy() const override { return std::make_shared<MemoryArchive>(*this); }
  std::string bytes(const openvdb::GridCPtrVec& grids, const openvdb::MetaMap& about) const {
    std::ostringstream out;
    Archive::write(out, grids, true, about);
    return std::move(out).str();
  }
};

/// Every archive gets a random identity at this place; ours comes from the contents, so that the same frame
/// gives the same file.
void name_by_contents(std::string& bytes) {
  constexpr std::size_t kPlace = 21, kLength = 36;  // after magic, versions and the flag of offsets
  bytes.replace(kPlace, kLength, kLength, '0');
  const XXH128_hash_t h = XXH3_128bits(bytes.data(), bytes.size());
  const std::string id =
      fmt::format("{:08x}-{:04x}-{:04x}-{:04x}-{:012x}", h.high64 >> 32, h.high64 >> 16 & 0xffff,
                  h.high64 & 0xffff, h.low64 >> 48, h.low64 & 0xffffffffffff);
  bytes.replace(kPlace, kLength, id);
}

std::string vdb_bytes(const FrameObject& o, const Frame& frame) {
  const PointGrid fine{o.radius, o.radius, 1}, coarse{o.radius, 2 * o.radius, 0};
  const openvdb::FloatGrid::Ptr surface = level_set_of(o.position, fine),
                                density = density_of(o.position, coarse);
  surface->setName("surface");
  density->setName("density");
  openvdb::MetaMap about;
  about.insertMeta("creator", openvdb::StringMetadata(std::string("weft ") + WEFT_VERSION));
  about.insertMeta("object", openvdb::StringMetadata(o.name));
  about.insertMeta("frame", openvdb::Int64Metadata(frame.number));
  about.insertMeta("time", openvdb::DoubleMetadata(frame.time));
  about.insertMeta("point_radius", openvdb::DoubleMetadata(o.radius));
  for (const auto& grid : {surface, density}) grid->setSaveFloatAsHalf(true);
  std::string bytes = MemoryArchive().bytes({surface, density}, about);
  name_by_contents(bytes);
  return bytes;
}

class VdbExporter : public Exporter {
 public:
  explicit VdbExporter(const ExportOptions& options) : options_(options) {}
  void add(const Frame& frame) override {
    std::vector<std::string> left_out;
    bool any = false;
    for (const Thing& thing : Things(frame)) {
      const FrameObject& o = *thing.object;
      if (o.kind != "points" || !(o.radius > 0)) {
        left_out.push_back(o.name);
        continue;
      }
      any = true;
      write_atomically(sequence_path(options_, thing.file, frame, ".vdb"), vdb_bytes(o, frame));
    }
    if (!any)
      throw Error("E0423", "nothing of this run can be written as vdb: it has no objects made of points", {},
                  "meshes and curves go into usd, pc2, ply, obj, vtp or npz");
    if (!left_out.empty())
      warn(fmt::format("volumes are made of points alone; left out: {}", fmt::join(left_out, ", ")));
  }
  void finish() override {}

 private:
  ExportOptions options_;
};

}  // namespace

std::unique_ptr<Exporter> make_vdb_exporter(const ExportOptions& options) {
  return std::make_unique<VdbExporter>(options);
}

}  // namespace weft
