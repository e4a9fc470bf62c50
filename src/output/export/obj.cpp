/// OBJ, one file per frame with all things in it.
#include <fmt/format.h>

#include <algorithm>

#include "output/export/attributes.h"
#include "output/export/formats.h"
#include "output/export/obj_text.h"
#include "output/export/things.h"

namespace weft {

namespace {

constexpr std::size_t kPointsALine = 16;

template <class... Args>
void print(BufferedFile& out, fmt::format_string<Args...> format, Args&&... args) {
  fmt::basic_memory_buffer<char, 128> line;
  fmt::format_to(std::back_inserter(line), format, std::forward<Args>(args)...);
  out.write(line.data(), line.size());
}

void write_vertices(const FrameObject& o, BufferedFile& out) {
  for (std::size_t i = 0; i < o.position.size(); ++i) {
    const Vec3<float>& x = o.position[i];
    if (o.colours.empty()) {
      print(out, "v {} {} {}\n", x[0], x[1], x[2]);
    } else {
      const auto& c = o.colours[i];
      print(out, "v {} {} {} {} {} {}\n", x[0], x[1], x[2], c[0], c[1], c[2]);
    }
  }
  for (const auto& uv : o.uv) print(out, "vt {} {}\n", uv[0], uv[1]);
}

void write_faces(const FrameObject& o, const ObjCounts& before, BufferedFile& out) {
  std::size_t c = 0;
  for (const std::uint32_t n : o.faces) {
    out.text("f");
    for (const std::size_t end = c + n; c < end; ++c)
      if (o.uv.empty()) print(out, " {}", before.vertices + o.corners[c] + 1);
      else print(out, " {}/{}", before.vertices + o.corners[c] + 1, before.coordinates + c + 1);
    out.text("\n");
  }
}

void write_points(const FrameObject& o, std::size_t first, BufferedFile& out) {
  for (std::size_t i = 0; i < o.position.size(); ++i)
    print(out, "{} {}{}", i % kPointsALine == 0 ? "p" : "", first + i + 1,
          (i + 1) % kPointsALine == 0 || i + 1 == o.position.size() ? "\n" : "");
}

class ObjExporter : public Exporter {
 public:
  explicit ObjExporter(const ExportOptions& options) : options_(options) {}
  void add(const Frame& frame) override {
    BufferedFile out(sequence_path(options_, safe_file_name(options_.title), frame, ".obj"));
    print(out, "# weft frame {} time {}\n", frame.number, frame.time);
    ObjCounts counts;
    for (const Thing& thing : Things(frame)) write_obj(*thing.object, counts, out);
    out.commit();
  }
  void finish() override {}

 private:
  ExportOptions options_;
};

}  // namespace

void write_obj(const FrameObject& o, ObjCounts& counts, BufferedFile& out) {
  std::string name = o.name;
  std::ranges::replace_if(
      name, [](char c) { return c == '\n' || c == '\r'; }, ' ');
  print(out, "o {}\n", name);
  write_vertices(o, out);
  write_faces(o, counts, out);
  // A line per edge: not every reader takes more than two vertices.
  for (const auto& s : segments_of(o))
    print(out, "l {} {}\n", counts.vertices + s[0] + 1, counts.vertices + s[1] + 1);
  if (o.kind == "points") write_points(o, counts.vertices, out);
  counts.vertices += o.position.size();
  counts.coordinates += o.uv.size();
}

std::unique_ptr<Exporter> make_obj_exporter(const ExportOptions& options) {
  return std::make_unique<ObjExporter>(options);
}

}  // namespace weft
