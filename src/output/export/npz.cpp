/// NumPy's NPZ, one file per frame: arrays `frame` and `time`, and for each thing NAME.position (n x 3),
/// NAME.velocity, NAME.id, NAME.colour, NAME.radius, NAME.QUANTITY, NAME.faces, NAME.corners, NAME.uv,
/// NAME.curves; those it does not have are left out.
#include <fmt/format.h>

#include "output/export/attributes.h"
#include "output/export/formats.h"
#include "output/export/things.h"
#include "output/export/zip.h"

namespace weft {

namespace {

/// The NPY header, version 1.0: magic, length, a Python dictionary filled up to 64 bytes.
std::string npy_header(const char* type, const std::string& shape) {
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", type, shape);
  constexpr std::size_t kFixed = 10;
  text.append(63 - (kFixed + text.size()) % 64, ' ');
  text += '\n';
  std::string head("\x93NUMPY\x01\x00", 8);
  head += char(text.size() & 0xff);
  head += char(text.size() >> 8);
  return head + text;
}

class NpzFile {
 public:
  explicit NpzFile(const std::filesystem::path& path) : zip_(path) {}
  /// A number.
  void scalar(const std::string& name, const char* type, const void* data) {
    zip_.add(name + ".npy", npy_header(type, ""), data, 8);
  }
  /// A list of numbers, or of rows of them, of four bytes each.
  void rows(const std::string& name, const char* type, const void* data, std::size_t count,
            std::size_t components = 1) {
    const std::string shape =
        components == 1 ? fmt::format("{},", count) : fmt::format("{}, {}", count, components);
    zip_.add(name + ".npy", npy_header(type, shape), data, 4 * count * components);
  }
  void commit() { zip_.commit(); }

 private:
  ZipFile zip_;
};

void add_thing(NpzFile& npz, const std::string& name, const FrameObject& o) {
  const std::size_t n = o.position.size();
  npz.rows(name + ".position", "<f4", o.position.data(), n, 3);
  bool has_radius = false;
  for (const Attribute& a : attributes_of(o)) {
    npz.rows(name + "." + a.name, a.integer ? "<u4" : "<f4", a.data, n, a.components);
    has_radius = has_radius || a.name == "radius";
  }
  if (!has_radius && o.radius > 0) npz.scalar(name + ".radius", "<f8", &o.radius);
  const auto list = [&](const char* what, const std::vector<std::uint32_t>& values) {
    if (!values.empty()) npz.rows(name + "." + what, "<u4", values.data(), values.size());
  };
  list("faces", o.faces);
  list("corners", o.corners);
  list("curves", o.curves);
  if (!o.uv.empty()) npz.rows(name + ".uv", "<f4", o.uv.data(), o.uv.size(), 2);
}

class NpzExporter : public Exporter {
 public:
  explicit NpzExporter(const ExportOptions& options) : options_(options) {}
  void add(const Frame& frame) override {
    NpzFile npz(sequence_path(options_, safe_file_name(options_.title), frame, ".npz"));
    npz.scalar("frame", "<i8", &frame.number);
    npz.scalar("time", "<f8", &frame.time);
    for (const Thing& thing : Things(frame)) add_thing(npz, thing.file, *thing.object);
    npz.commit();
  }
  void finish() override {}

 private:
  ExportOptions options_;
};

}  // namespace

std::unique_ptr<Exporter> make_npz_exporter(const ExportOptions& options) {
  return std::make_unique<NpzExporter>(options);
}

}  // namespace weft
