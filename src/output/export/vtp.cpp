/// VTK PolyData, one .vtp per frame and thing, and one .pvd that gives each its time.
/// XML first, then the arrays as they are in memory, each after its length ("appended raw"):
///   Points, PointData (velocity id colour radius quantities, TCoords), Verts, Lines or Polys, TimeValue
#include <fmt/format.h>

#include <numeric>

#include "output/export/attributes.h"
#include "output/export/buffered_file.h"
#include "output/export/formats.h"
#include "output/export/things.h"

namespace weft {

namespace {

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') out += "&amp;";
    else if (c == '<') out += "&lt;";
    else if (c == '"') out += "&quot;";
    else out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return out;
}

/// Arrays in the order of their bytes; the XML names their places.
class Appended {
 public:
  std::string array(const std::string& name, const char* type, std::size_t components, const void* data,
                    std::size_t bytes) {
    parts_.push_back({data, bytes});
    const std::string xml = fmt::format(
        "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" offset=\"{}\"/>\n",
        type, escaped(name), components, offset_);
    offset_ += sizeof(std::uint64_t) + bytes;
    return xml;
  }
  template <class T>
  std::string array(const std::string& name, const char* type, std::size_t components,
                    const std::vector<T>& v) {
    return array(name, type, components, v.data(), v.size() * sizeof(T));
  }
  void write(BufferedFile& out) const {
    for (const auto& [data, bytes] : parts_) {
      out.put(std::uint64_t(bytes));
      out.write(data, bytes);
    }
  }

 private:
  std::vector<std::pair<const void*, std::size_t>> parts_;
  std::size_t offset_ = 0;
};

/// Cells of VTK: the vertices of each one after the other, and where each ends.
struct Cells {
  std::vector<std::uint32_t> vertices;
  std::vector<std::uint32_t> ends;
};

Cells cells_of(const FrameObject& o) {
  Cells cells;
  if (o.kind == "mesh") {
    cells.vertices = o.corners;
    cells.ends = o.faces;
  } else {
    cells.vertices.resize(o.position.size());
    std::iota(cells.vertices.begin(), cells.vertices.end(), 0u);
    if (o.kind == "curves") cells.ends = o.curves;
    else cells.ends.assign(o.position.size(), 1);
  }
  std::inclusive_scan(cells.ends.begin(), cells.ends.end(), cells.ends.begin());
  return cells;
}

void write_vtp(const std::filesystem::path& path, const FrameObject& o, const Frame& frame) {
  const Cells cells = cells_of(o);
  const auto uv = vertex_uv(o);
  const char* kind = o.kind == "mesh" ? "Polys" : o.kind == "curves" ? "Lines" : "Verts";
  Appended appended;
  std::string xml =
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
      "header_type=\"UInt64\">\n<PolyData>\n";
  xml += fmt::format(
      "<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">{}"
      "</DataArray>\n</FieldData>\n",
      frame.time);
  xml += fmt::format("<Piece NumberOfPoints=\"{}\" NumberOf{}=\"{}\">\n", o.position.size(), kind,
                     cells.ends.size());
  xml += fmt::format("<Points>\n{}</Points>\n", appended.array("Points", "Float32", 3, o.position));
  xml += fmt::format("<PointData{}>\n", uv.empty() ? "" : " TCoords=\"uv\"");
  for (const Attribute& a : attributes_of(o))
    xml += appended.array(a.name, a.integer ? "UInt32" : "Float32", a.components, a.data,
                          4 * a.components * o.position.size());
  if (!uv.empty()) xml += appended.array("uv", "Float32", 2, uv);
  xml +=
      fmt::format("</PointData>\n<{}>\n{}", kind, appended.array("connectivity", "Int32", 1, cells.vertices));
  xml += fmt::format("{}</{}>\n", appended.array("offsets", "Int32", 1, cells.ends), kind);
  xml += "</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_";
  BufferedFile out(path);
  out.text(xml);
  appended.write(out);
  out.text("\n</AppendedData>\n</VTKFile>\n");
  out.commit();
}

class VtpExporter : public Exporter {
 public:
  explicit VtpExporter(const ExportOptions& options) : options_(options) {}
  void add(const Frame& frame) override {
    int part = 0;
    for (const Thing& thing : Things(frame)) {
      const auto path = sequence_path(options_, thing.file, frame, ".vtp");
      if (!thing.object->uv.empty() && vertex_uv(*thing.object).empty())
        warn(fmt::format("'{}' has seams in its texture coordinates, which VTK cannot hold: left out",
                         thing.object->name));
      write_vtp(path, *thing.object, frame);
      entries_ += fmt::format("<DataSet timestep=\"{}\" part=\"{}\" name=\"{}\" file=\"{}\"/>\n", frame.time,
                              part++, escaped(thing.object->name), escaped(path.filename().string()));
    }
  }
  void finish() override {
    write_atomically(options_.folder / (safe_file_name(options_.title) + ".pvd"),
                     "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" "
                     "byte_order=\"LittleEndian\">\n<Collection>\n" +
                         entries_ + "</Collection>\n</VTKFile>\n");
  }

 private:
  ExportOptions options_;
  std::string entries_;
};

}  // namespace

std::unique_ptr<Exporter> make_vtp_exporter(const ExportOptions& options) {
  return std::make_unique<VtpExporter>(options);
}

}  // namespace weft
