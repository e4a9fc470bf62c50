/// PLY 1.0: a text header (ply_header.cpp) and then elements, as text or binary of either endianness.
/// Wanted: `vertex` with x, y, z and `face` with a list vertex_indices (or vertex_index);
/// all else is skipped over.
#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "geometry/mesh_io.h"
#include "geometry/ply_header.h"

namespace weft {

namespace {

using ply::Encoding;
using ply::Property;
using ply::Type;

/// Hands out one value after the other, whatever the encoding.
class Values {
 public:
  Values(std::string_view data, const std::string& name, const ply::Header& header)
      : data_(data),
        text_(data.substr(header.bytes), name, header.lines),
        at_(header.bytes),
        encoding_(header.encoding),
        name_(name) {}

  double next(Type type) { return encoding_ == Encoding::ascii ? next_text(type) : next_binary(type); }

  /// Where the value read last stands.
  std::string where() const {
    if (encoding_ == Encoding::ascii) return text_.where(token_);
    return fmt::format("{}: byte {}", name_, last_);
  }
  std::size_t remaining() const {
    return encoding_ == Encoding::ascii ? text_.remaining() : data_.size() - at_;
  }
  /// The fewest bytes a value can take: in text a digit and a separator, though the last needs none.
  std::size_t least_bytes(Type type) const { return encoding_ == Encoding::ascii ? 2 : ply::size_of(type); }
  bool text() const { return encoding_ == Encoding::ascii; }

  void require_end() {
    if (encoding_ == Encoding::ascii) {
      if (auto extra = text_.word()) refuse_rest(text_.where(*extra));
    } else {
      for (std::size_t i = at_; i < data_.size(); ++i)
        if (data_[i] != '\n' && data_[i] != '\r' && data_[i] != '\0')
          refuse_rest(fmt::format("{}: byte {}", name_, at_));
    }
  }

 private:
  [[noreturn]] void refuse_rest(const std::string& where) const {
    throw Error("E0109", "data follows the last element that the header declares", where,
                "the counts in the header are wrong; export the mesh again");
  }
  [[noreturn]] void truncated(const std::string& where) const {
    throw Error("E0107", "the file ends in the middle of its data", where,
                "the file is truncated; export it again");
  }

  double next_text(Type type) {
    const auto token = text_.word();
    if (!token) truncated(text_.where());
    token_ = *token;
    const auto value = text::number(token->word);
    if (!value || (!ply::is_real(type) && !text::integer(token->word)))
      throw Error("E0110",
                  fmt::format("{} is not {}", text::quoted(token->word),
                              ply::is_real(type) ? "a number" : "a whole number"),
                  where(), "export the mesh again");
    return *value;
  }

  template <class T>
  static double cast(std::uint64_t bits) {
    T value;
    if constexpr (sizeof(T) == 8) value = std::bit_cast<T>(bits);
    else if constexpr (sizeof(T) == 4) value = std::bit_cast<T>(std::uint32_t(bits));
    else value = static_cast<T>(bits);
    return double(value);
  }

  double next_binary(Type type) {
    const std::size_t n = ply::size_of(type);
    last_ = at_;
    if (data_.size() - at_ < n) truncated(fmt::format("{}: byte {}", name_, at_));
    std::uint64_t bits = 0;
    for (std::size_t k = 0; k < n; ++k) {
      const std::uint64_t byte = static_cast<unsigned char>(data_[at_ + k]);
      bits |= byte << (8 * (encoding_ == Encoding::little ? k : n - 1 - k));
    }
    at_ += n;
    switch (type) {
      case Type::int8:
        return cast<std::int8_t>(bits);
      case Type::uint8:
        return cast<std::uint8_t>(bits);
      case Type::int16:
        return cast<std::int16_t>(bits);
      case Type::uint16:
        return cast<std::uint16_t>(bits);
      case Type::int32:
        return cast<std::int32_t>(bits);
      case Type::uint32:
        return cast<std::uint32_t>(bits);
      case Type::float32:
        return cast<float>(bits);
      default:
        return cast<double>(bits);
    }
  }

  std::string_view data_;
  text::Cursor text_;
  text::Token token_;
  std::size_t at_ = 0, last_ = 0;
  Encoding encoding_;
  std::string name_;
};

/// A header's count is believed only when the bytes for it are there.
void require_bytes(const Values& values, const ply::Element& element) {
  std::size_t least = 0;
  for (const Property& p : element.properties) least += values.least_bytes(p.list ? p.count_type : p.type);
  const std::size_t slack = values.text() ? 1 : 0;
  if (least == 0 || element.count <= (values.remaining() + slack) / least) return;
  throw Error(
      "E0107",
      fmt::format("the header promises {} x '{}', at least {} bytes, but only {} follow", element.count,
                  element.name.substr(0, 40), element.count * least - slack, values.remaining()),
      element.where, "the file is truncated or its header is wrong; export it again");
}

std::uint64_t list_length(Values& values, const Property& p) {
  const double length = values.next(p.count_type);
  if (length < 0 || length > 4e9)
    throw Error("E0108", fmt::format("a list cannot have {} items", length), values.where(),
                "the file is damaged; export it again");
  const auto n = std::uint64_t(length);
  if (n > (values.remaining() + 1) / values.least_bytes(p.type))
    throw Error(
        "E0107",
        fmt::format("a list of {} items does not fit in the {} bytes that follow", n, values.remaining()),
        values.where(), "the file is truncated; export it again");
  return n;
}

void skip(Values& values, const Property& p) {
  const std::uint64_t n = p.list ? list_length(values, p) : 1;
  for (std::uint64_t i = 0; i < n; ++i) values.next(p.type);
}

void read_vertices(Values& values, const ply::Element& element, TriangleMesh& mesh) {
  bool has[3] = {false, false, false};
  std::vector<int> axis(element.properties.size(), -1);
  for (std::size_t k = 0; k < element.properties.size(); ++k) {
    const Property& p = element.properties[k];
    if (p.list || p.name.size() != 1 || p.name[0] < 'x' || p.name[0] > 'z') continue;
    axis[k] = p.name[0] - 'x';
    has[axis[k]] = true;
  }
  if (!(has[0] && has[1] && has[2]))
    throw Error("E0109", "PLY vertices lack one of the properties x, y, z", element.where,
                "export positions");
  mesh.vertices.reserve(mesh.vertices.size() + element.count);
  for (std::uint64_t i = 0; i < element.count; ++i) {
    Vec3d x{};
    for (std::size_t k = 0; k < element.properties.size(); ++k) {
      if (axis[k] < 0) {
        skip(values, element.properties[k]);
      } else {
        const double value = values.next(element.properties[k].type);
        text::require_finite(Vec3d::filled(value), values.where());
        x[axis[k]] = value;
      }
    }
    mesh.vertices.push_back(x);
  }
}

/// Faces may come before the vertices, so indices are checked against the header's count of them.
void read_faces(Values& values, const ply::Element& element, TriangleMesh& mesh, std::uint64_t vertex_count) {
  const auto is_indices = [](const Property& p) {
    return p.list && (p.name == "vertex_indices" || p.name == "vertex_index");
  };
  bool found = false;
  for (const Property& p : element.properties) {
    if (is_indices(p) && (found || ply::is_real(p.type)))
      throw Error("E0109", "PLY faces must have one list of whole vertex indices", element.where,
                  "export the mesh again");
    found = found || is_indices(p);
  }
  if (!found)
    throw Error("E0109", "PLY faces lack the list 'vertex_indices'", element.where,
                "export polygons, not strips");
  for (std::uint64_t i = 0; i < element.count; ++i) {
    for (const Property& p : element.properties) {
      if (!is_indices(p)) {
        skip(values, p);
        continue;
      }
      const std::uint64_t n = list_length(values, p);
      if (n < 3)
        throw Error("E0110", fmt::format("face {} has {} corners; it needs at least 3", i, n), values.where(),
                    "remove the face or export again");
      std::uint32_t first = 0, previous = 0;
      for (std::uint64_t k = 0; k < n; ++k) {
        const double index = values.next(p.type);
        if (index < 0 || index >= double(vertex_count))
          throw Error(
              "E0106",
              fmt::format("face {} refers to vertex {}, but there are {} vertices", i, index, vertex_count),
              values.where(), "indices count from 0; the file is damaged or incomplete");
        const auto v = std::uint32_t(index);
        if (k == 0) first = v;
        if (k >= 2) mesh.triangles.push_back({first, previous, v});
        previous = v;
      }
    }
  }
}

}  // namespace

TriangleMesh parse_ply(std::string_view data, const std::string& name) {
  const ply::Header header = ply::parse_header(data, name);
  std::uint64_t vertex_count = 0;
  for (const ply::Element& e : header.elements)
    if (e.name == "vertex") vertex_count += e.count;
  Values values(data, name, header);
  TriangleMesh mesh;
  for (const ply::Element& e : header.elements) {
    require_bytes(values, e);
    if (e.name == "vertex") {
      read_vertices(values, e, mesh);
    } else if (e.name == "face") {
      read_faces(values, e, mesh, vertex_count);
    } else if (!e.properties.empty()) {
      for (std::uint64_t i = 0; i < e.count; ++i)
        for (const Property& p : e.properties) skip(values, p);
    }
  }
  values.require_end();
  text::require_content(mesh.vertices.size(), mesh.triangles.size(), name);
  return mesh;
}

}  // namespace weft
