/// Writes frames as USD and, beside them, what a reader must find there.
///   usd_sequence FOLDER                a made-up run with everything that is awkward
///   usd_sequence FOLDER FRAME.weft...  frames of a run
/// FOLDER/usd holds the export, FOLDER/expected/NNNNNN.json the values by path of the prim; numbers of JSON
/// keep every bit of a float.
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "math/quaternion.h"
#include "output/export/exporter.h"
#include "output/run_folder.h"

namespace {

using namespace weft;
using Json = nlohmann::json;
using Vec3f = Vec3<float>;

/// Values of all sizes and signs, never twice the same.
struct Numbers {
  std::uint32_t state = 1;
  float operator()() {
    state = state * 1664525u + 1013904223u;
    const int exponent = int(state >> 8 & 31) - 20;
    return float(std::ldexp(double(std::int32_t(state)) / 2147483648.0, exponent));
  }
  Vec3f vector() { return {{(*this)(), (*this)(), (*this)()}}; }
  std::vector<Vec3f> vectors(std::size_t n) {
    std::vector<Vec3f> v(n);
    for (Vec3f& x : v) x = vector();
    return v;
  }
};

FrameObject object(const char* name, const char* kind, std::size_t n, Numbers& next) {
  FrameObject o;
  o.name = name;
  o.kind = kind;
  o.radius = 0.0125;
  o.position = next.vectors(n);
  o.velocity = next.vectors(n);
  for (std::size_t i = 0; i < n; ++i) o.id.push_back(std::uint32_t(3 * i + 1));
  return o;
}

/// A grid of (n - 1)^2 squares, the last one cut in two triangles.
FrameObject cloth(std::uint32_t n, Numbers& next) {
  FrameObject o = object("Étoffe à carreaux", "mesh", n * n, next);
  for (std::uint32_t j = 0; j + 1 < n; ++j)
    for (std::uint32_t i = 0; i + 1 < n; ++i) {
      const std::uint32_t a = j * n + i, b = a + 1, c = a + n + 1, d = a + n;
      if (i + 2 == n && j + 2 == n) {
        o.faces.insert(o.faces.end(), {3, 3});
        o.corners.insert(o.corners.end(), {a, b, c, a, c, d});
      } else {
        o.faces.push_back(4);
        o.corners.insert(o.corners.end(), {a, b, c, d});
      }
    }
  for (const std::uint32_t v : o.corners) o.uv.push_back({float(v % n) / 7, float(v / n) / 7});
  o.look = "cloth";
  o.scalars["stretch"].assign(o.position.size(), 0.25f);
  return o;
}

FrameObject hair(Numbers& next) {
  FrameObject o = object("hair \"x\" [1]", "curves", 12, next);
  o.curves = {5, 3, 4};
  for (std::size_t i = 0; i < 12; ++i) o.radii.push_back(0.001f * float(i + 1));
  return o;
}

/// From a source: none at first.
FrameObject grains(std::int64_t frame, Numbers& next) {
  FrameObject o = object("1 sand/wet", "points", std::size_t(frame) * 37, next);
  for (std::size_t i = 0; i < o.position.size(); ++i) {
    o.colours.push_back({0.1f, float(i % 11) / 10, 1});
    o.scalars["von Mises"].push_back(next());
  }
  o.scalars["von Mises"];
  return o;
}

/// A sheet that is torn at frame 3: from then on it has another face.
FrameObject sheet(std::int64_t frame, Numbers& next) {
  FrameObject o = object("cloth", "mesh", 6, next);
  o.smooth = true;
  o.faces = {4, 4};
  o.corners = {0, 1, 2, 3, 3, 2, 4, 5};
  if (frame >= 3) o.faces = {3, 4, 3}, o.corners = {0, 1, 2, 3, 2, 4, 5, 0, 2, 3};
  return o;
}

std::vector<FrameCollider> obstacles(double time) {
  std::vector<FrameCollider> out;
  for (const char* kind : {"plane", "sphere", "box", "capsule", "cylinder", "mesh"}) {
    FrameCollider c;
    c.name = c.kind = kind;
    c.size = std::string(kind) == "plane" ? Vec3d{{0, 0, 1}} : Vec3d{{0.3, 0.7, 0.2}};
    c.position = {{0.1 + time, 1.0 / 3, -time}};
    c.rotation = Quaternion<double>::from_axis_angle({{0, 0.6, 0.8}}, 0.4 * time).to_matrix();
    out.push_back(c);
  }
  out.back().vertices = {{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1.1f, 0}}, {{0, 0, 0.7f}}};
  out.back().vertices[2][1] += float(time);  // it deforms
  out.back().triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  return out;
}

Frame made_up(std::int64_t number) {
  Numbers next{std::uint32_t(number + 7)};
  Frame f;
  f.number = number;
  f.time = double(number) / 24;
  f.dx = 0.01;
  f.objects = {cloth(9, next),
               hair(next),
               grains(number, next),
               sheet(number, next),
               object("cloth", "points", 4, next),
               object("nothing", "mesh", 0, next)};
  f.objects.back().velocity.clear();
  f.colliders = obstacles(f.time);
  return f;
}

Json numbers(const std::vector<Vec3f>& v) {
  Json out = Json::array();
  for (const Vec3f& x : v)
    for (int k = 0; k < 3; ++k) out.push_back(double(x[k]));
  return out;
}

Json expected(const FrameObject& o) {
  Json j{{"kind", o.kind},
         {"name", o.name},
         {"points", numbers(o.position)},
         {"velocities", numbers(o.velocity)},
         {"faces", o.faces},
         {"corners", o.corners},
         {"curves", o.curves},
         {"ids", o.id},
         {"scalars", Json::object()},
         {"uv", Json::array()},
         {"widths", Json::array()}};
  for (const auto& [name, values] : o.scalars)
    for (const float x : values) j["scalars"][name].push_back(double(x));
  for (const auto& uv : o.uv) j["uv"].push_back(double(uv[0])), j["uv"].push_back(double(uv[1]));
  for (std::size_t i = 0; i < o.position.size(); ++i)
    j["widths"].push_back(double(float(2 * (o.radii.empty() ? float(o.radius) : o.radii[i]))));
  return j;
}

/// How far a shape goes along its own x and z; a box is made as large as it is by its matrix.
std::array<double, 2> reach(const FrameCollider& c, double dx) {
  const double r = c.size[0], half = c.size[1];
  if (c.kind == "plane") return {200 * dx, 0};
  if (c.kind == "sphere") return {r, r};
  if (c.kind == "box") return {1, 1};
  if (c.kind == "capsule") return {r, half + r};
  if (c.kind == "cylinder") return {r, half};
  return {1, 0.7f};  // the only mesh there is
}

/// Where the local unit axes and the origin go; `scale` is what a unit of USD's shape stands for.
Json expected(const FrameCollider& c, double dx) {
  Json j{
      {"kind", c.kind}, {"matrix", Json::array()}, {"points", numbers(c.vertices)}, {"reach", reach(c, dx)}};
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < 4; ++k) {
      const double scale = c.kind == "box" && i < 3 ? c.size[i] : 1;
      j["matrix"].push_back(i < 3 ? (k < 3 ? c.rotation(k, i) * scale : 0.0) : k < 3 ? c.position[k] : 1.0);
    }
  return j;
}

void write_expected(const std::filesystem::path& folder, const Frame& f,
                    const std::vector<std::string>& names) {
  Json j{{"number", f.number}};
  for (std::size_t i = 0; i < f.objects.size(); ++i)
    j["prims"]["/World/objects/" + (names.empty() ? f.objects[i].name : names[i])] = expected(f.objects[i]);
  for (const FrameCollider& c : f.colliders) j["prims"]["/World/colliders/" + c.name] = expected(c, f.dx);
  std::ofstream(folder / (frame_name(f.number) + ".json")) << j;
}

}  // namespace

int main(int argc, char** argv) {
  const std::filesystem::path folder = argv[1];
  std::filesystem::create_directories(folder / "expected");
  ExportOptions options;
  options.folder = folder / "usd";
  options.title = "the run: é";
  if (argc > 2) {
    const auto exporter = make_usd_exporter(options);
    for (int i = 2; i < argc; ++i) {
      const Frame f = read_frame(argv[i]);
      exporter->add(f);
      write_expected(folder / "expected", f, {});
    }
    exporter->finish();
    return 0;
  }
  const std::vector<std::string> names{"_toffe___carreaux", "hair__x___1_", "_1_sand_wet", "cloth",
                                       "cloth_2",           "nothing"};
  // An exporter for the first frames and, as after a resumed run, another for the rest; 6 is missing.
  for (const std::vector<std::int64_t>& part : {std::vector<std::int64_t>{0, 1, 2}, {3, 4, 5, 7}}) {
    const auto exporter = make_usd_exporter(options);
    for (const std::int64_t number : part) {
      const Frame f = made_up(number);
      exporter->add(f);
      write_expected(folder / "expected", f, names);
    }
    exporter->finish();
  }
}
