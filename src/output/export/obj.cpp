/// OBJ, one file a frame with all things in it.
#include <fmt/format.h>

#include <algorithm>

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

/// One line an element: `word` and the next `n` vertices.
void write_row(const char* word, std::size_t first, std::size_t n, BufferedFile& out) {
  out.text(word);
  for (std::size_t k = 0; k < n; ++k) print(out, " {}", first + k + 1);
  out.text("\n");
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
  std::size_t first = counts.vertices;
  for (const std::uint32_t n : o.curves) {
    write_row(n > 1 ? "l" : "p", first, n, out);
    first += n;
  }
  const std::size_t points = o.kind == "points" ? o.position.size() : 0;
  for (std::size_t i = 0; i < points; i += kPointsALine)
    write_row("p", counts.vertices + i, std::min(kPointsALine, points - i), out);
  counts.vertices += o.position.size();
  counts.coordinates += o.uv.size();
}

std::unique_ptr<Exporter> make_obj_exporter(const ExportOptions& options) {
  return std::make_unique<ObjExporter>(options);
}

}  // namespace weft
