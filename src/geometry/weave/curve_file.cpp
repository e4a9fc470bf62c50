#include "geometry/weave/curve_file.h"

#include <fmt/format.h>

#include <bit>
#include <cctype>
#include <cmath>
#include <fstream>

#include "geometry/mesh_io.h"
#include "geometry/obj_elements.h"

namespace weft {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kMagic = "WEFTCRV1";
constexpr std::size_t kHeader = 24;

[[noreturn]] void unknown_kind(const fs::path& path) {
  throw Error("E0102", fmt::format("curves with extension '{}' are not known", path.extension().string()),
              path.string(), "use .obj (l elements) or .wcv");
}

[[noreturn]] void no_curves(const std::string& name) {
  throw Error("E0145", "the file holds no curves", name, "export polylines: 'l' lines in OBJ");
}

/// Numbers of a little-endian file, one after the other. Ask `remaining` first.
struct Bytes {
  std::string_view data;
  std::string name;
  std::size_t at = 0;

  std::string where() const { return fmt::format("{}: byte {}", name, at); }
  std::uint32_t word() {
    std::uint32_t w = 0;
    for (int k = 0; k < 4; ++k) w |= std::uint32_t(static_cast<unsigned char>(data[at++])) << (8 * k);
    return w;
  }
  float real() { return std::bit_cast<float>(word()); }
};

void put(std::string& out, std::uint32_t w) {
  for (int k = 0; k < 4; ++k) out += char(w >> (8 * k) & 0xff);
}
void put(std::string& out, double value) { put(out, std::bit_cast<std::uint32_t>(float(value))); }

std::string wcv_bytes(const Strands& strands) {
  std::string out(kMagic);
  for (const std::size_t n :
       {strands.counts.size(), strands.vertices.size(), strands.colours.size(), strands.roots.size()})
    put(out, std::uint32_t(n));
  for (const std::uint32_t n : strands.counts) put(out, n);
  for (const Vec3d& x : strands.vertices)
    for (int k = 0; k < 3; ++k) put(out, x[k]);
  for (const auto& colour : strands.colours)
    for (const float c : colour) put(out, double(c));
  for (const std::uint32_t v : strands.roots) put(out, v);
  return out;
}

std::string obj_bytes(const Strands& strands) {
  std::string out;
  for (const Vec3d& x : strands.vertices)
    fmt::format_to(std::back_inserter(out), "v {} {} {}\n", x[0], x[1], x[2]);
  std::uint64_t vertex = 0;
  for (const std::uint32_t n : strands.counts) {
    out += 'l';
    for (std::uint32_t i = 0; i < n; ++i) fmt::format_to(std::back_inserter(out), " {}", ++vertex);
    out += '\n';
  }
  return out;
}

/// Counts that the file can hold, or an error.
std::array<std::uint64_t, 4> read_counts(Bytes& in) {
  if (in.data.substr(0, kMagic.size()) != kMagic)
    throw Error("E0109", "this is not a curve file: it does not begin with WEFTCRV1", in.where(),
                "export .wcv curves, or name the file .obj when it is OBJ");
  in.at = kMagic.size();
  if (in.data.size() < kHeader)
    throw Error("E0107",
                fmt::format("a curve file's header has {} bytes, this file has {}", kHeader, in.data.size()),
                in.where(), "the file is truncated; export it again");
  std::array<std::uint64_t, 4> n{};
  for (auto& count : n) count = in.word();
  const std::uint64_t size = kHeader + 4 * n[0] + 12 * n[1] + 12 * n[2] + 4 * n[3];
  if (n[0] == 0) no_curves(in.name);
  if (n[2] != 0 && n[2] != n[0])
    throw Error("E0108", fmt::format("{} of {} strands have a colour", n[2], n[0]), in.name + ": byte 16",
                "give all strands a colour or none");
  if (size > in.data.size())
    throw Error("E0107", fmt::format("the header promises {} bytes, the file has {}", size, in.data.size()),
                in.name + ": byte 8", "the file is truncated or its header is wrong; export it again");
  if (size < in.data.size())
    throw Error("E0109", "data follows what the header declares", fmt::format("{}: byte {}", in.name, size),
                "export the curves again");
  return n;
}

}  // namespace

Strands parse_wcv(std::string_view data, const std::string& name) {
  Bytes in{data, name};
  const auto [strands, vertices, colours, roots] = read_counts(in);
  Strands out;
  std::uint64_t sum = 0;
  for (std::uint64_t s = 0; s < strands; ++s) {
    const std::string where = in.where();
    out.counts.push_back(in.word());
    sum += out.counts.back();
    if (out.counts.back() < 2 || sum > vertices)
      throw Error("E0108", fmt::format("strand {} cannot have {} vertices", s, out.counts.back()), where,
                  "a strand has at least 2, all together as many as the header says");
  }
  if (sum != vertices)
    throw Error("E0108", fmt::format("the strands have {} vertices, the header says {}", sum, vertices),
                name + ": byte 12", "export the curves again");
  for (std::uint64_t v = 0; v < vertices; ++v) {
    const std::string where = in.where();
    Vec3d x{};
    for (int k = 0; k < 3; ++k) x[k] = double(in.real());
    text::require_finite(x, where);
    out.vertices.push_back(x);
  }
  for (std::uint64_t s = 0; s < colours; ++s) {
    const std::string where = in.where();
    out.colours.push_back({in.real(), in.real(), in.real()});
    for (const float c : out.colours.back())
      if (!(c >= 0 && c <= 1))
        throw Error("E0105", fmt::format("the colour {} of strand {} is not in 0..1", c, s), where,
                    "export linear colours");
  }
  for (std::uint64_t r = 0; r < roots; ++r) {
    const std::string where = in.where();
    const std::uint32_t v = in.word();
    if (v >= vertices || (!out.roots.empty() && v <= out.roots.back()))
      throw Error("E0106", fmt::format("root {} is vertex {} of {}", r, v, vertices), where,
                  "roots are ascending indices of vertices, counted from 0");
    out.roots.push_back(v);
  }
  return out;
}

Strands parse_obj_curves(std::string_view data, const std::string& name) {
  text::ObjElements obj(data, name, "curve");
  std::vector<std::uint32_t> corners, counts;
  const auto curve = [&](const text::Token& keyword) {
    const std::size_t first = corners.size();
    while (auto token = obj.in.word_on_line()) {
      if (token->word[0] == '#') break;
      corners.push_back(obj.read_index(*token));
    }
    counts.push_back(std::uint32_t(corners.size() - first));
    if (counts.back() < 2)
      throw Error("E0110", fmt::format("a curve needs at least 2 vertices, this one has {}", counts.back()),
                  obj.in.where(keyword), "remove it or export again");
  };
  do {
    const auto keyword = obj.in.word_on_line();
    if (!keyword || keyword->word[0] == '#') continue;
    if (keyword->word == "v") obj.read_vertex(*keyword);
    else if (keyword->word == "l") curve(*keyword);
    else obj.skip(*keyword);
  } while (obj.in.next_line());
  obj.require_vertices();
  if (counts.empty()) no_curves(name);
  Strands strands;
  strands.counts = std::move(counts);
  strands.vertices.reserve(corners.size());
  for (const std::uint32_t v : corners) strands.vertices.push_back(obj.vertices[v]);
  return strands;
}

Strands read_curves(const fs::path& path) {
  const std::string data = mesh_file_bytes(path), extension = extension_of(path);
  if (data.empty()) throw Error("E0103", "the file is empty", path.string(), "export the curves again");
  if (extension == ".obj") return parse_obj_curves(data, path.string());
  if (extension == ".wcv") return parse_wcv(data, path.string());
  unknown_kind(path);
}

void write_curves(const fs::path& path, const Strands& strands) {
  const std::string extension = extension_of(path);
  if (extension != ".obj" && extension != ".wcv") unknown_kind(path);
  std::ofstream file(path, std::ios::binary);
  file << (extension == ".obj" ? obj_bytes(strands) : wcv_bytes(strands));
  file.close();
  if (!file)
    throw Error("E0113", "the curves could not be written", path.string(),
                "check the folder and free disk space", Exit::disk);
}

}  // namespace weft
