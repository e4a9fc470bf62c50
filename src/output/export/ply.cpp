/// PLY, binary little endian, one file per frame and thing.
///   vertex   x y z, velocity as vx vy vz, colour as red green blue (bytes), id, radius, quantities,
///            s t where a vertex has one texture coordinate
///   face     vertex_indices, and texcoord (2 per corner) where seams give a vertex several
///   edge     vertex1 vertex2, the pieces of curves
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "output/export/attributes.h"
#include "output/export/buffered_file.h"
#include "output/export/formats.h"
#include "output/export/things.h"

namespace weft {

namespace {

constexpr std::uint32_t kByte = 255;

std::string properties(const Attribute& a) {
  if (a.name == "velocity") return "property float vx\nproperty float vy\nproperty float vz\n";
  if (a.name == "colour") return "property uchar red\nproperty uchar green\nproperty uchar blue\n";
  return fmt::format("property {} {}\n", a.integer ? "uint" : "float", a.name);
}

/// The parts of a file, found before its header is written.
struct Ply {
  const FrameObject& object;
  std::vector<Attribute> attributes = attributes_of(object);
  std::vector<std::array<float, 2>> uv = vertex_uv(object);
  std::vector<std::array<std::uint32_t, 2>> segments = segments_of(object);
  bool seams = !object.uv.empty() && uv.empty();
  bool small_faces = object.faces.empty() || std::ranges::max(object.faces) <= kByte / 2;
};

std::string header(const Ply& p, const Frame& frame) {
  const FrameObject& o = p.object;
  std::string h = fmt::format(
      "ply\nformat binary_little_endian 1.0\ncomment weft frame {} time {} radius {}\nelement vertex {}\n",
      frame.number, frame.time, o.radius, o.position.size());
  h += "property float x\nproperty float y\nproperty float z\n";
  for (const Attribute& a : p.attributes) h += properties(a);
  if (!p.uv.empty()) h += "property float s\nproperty float t\n";
  const char* count = p.small_faces ? "uchar" : "uint";
  if (o.kind == "mesh") {
    h += fmt::format("element face {}\nproperty list {} int vertex_indices\n", o.faces.size(), count);
    if (p.seams) h += fmt::format("property list {} float texcoord\n", count);
  }
  if (o.kind == "curves")
    h += fmt::format("element edge {}\nproperty int vertex1\nproperty int vertex2\n", p.segments.size());
  return h + "end_header\n";
}

void write_vertices(const Ply& p, BufferedFile& out) {
  for (std::size_t i = 0; i < p.object.position.size(); ++i) {
    out.write(&p.object.position[i], 12);
    for (const Attribute& a : p.attributes) {
      if (a.name != "colour") {
        out.write(a.row(i), 4 * a.components);
        continue;
      }
      for (std::size_t k = 0; k < 3; ++k)
        out.put(std::uint8_t(std::lround(255 * std::clamp(a.real(i, k), 0.0f, 1.0f))));
    }
    if (!p.uv.empty()) out.write(&p.uv[i], 8);
  }
}

void write_faces(const Ply& p, BufferedFile& out) {
  const auto count = [&](std::uint32_t n) {
    if (p.small_faces) out.put(std::uint8_t(n));
    else out.put(n);
  };
  std::size_t c = 0;
  for (const std::uint32_t n : p.object.faces) {
    count(n);
    out.write(&p.object.corners[c], 4 * n);
    if (p.seams) {
      count(2 * n);
      out.write(&p.object.uv[c], 8 * n);
    }
    c += n;
  }
}

class PlyExporter : public Exporter {
 public:
  explicit PlyExporter(const ExportOptions& options) : options_(options) {}
  void add(const Frame& frame) override {
    for (const Thing& thing : Things(frame)) {
      const Ply p{*thing.object};
      BufferedFile out(sequence_path(options_, thing.file, frame, ".ply"));
      out.text(header(p, frame));
      write_vertices(p, out);
      write_faces(p, out);
      for (const auto& s : p.segments) out.write(&s, 8);
      out.commit();
    }
  }
  void finish() override {}

 private:
  ExportOptions options_;
};

}  // namespace

std::unique_ptr<Exporter> make_ply_exporter(const ExportOptions& options) {
  return std::make_unique<PlyExporter>(options);
}

}  // namespace weft
