#include "output/frame_file.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "exec/error.h"
#include "output/container.h"

namespace weft {

using nlohmann::json;

namespace {

constexpr std::uint32_t kFrameVersion = 2;

/// Numbers that JSON cannot hold (a crash's frame may have them) become null, and come back as NaN.
double number(const json& j) { return j.is_null() ? std::nan("") : j.get<double>(); }
json list(const Vec3d& v) { return json{v[0], v[1], v[2]}; }
Vec3d vec3(const json& j) { return {{number(j.at(0)), number(j.at(1)), number(j.at(2))}}; }

template <class T>
void put(FileWriter& w, const std::string& name, SectionType type, const std::vector<T>& v) {
  w.section(name, type, v.data(), v.size() * sizeof(T));
}

template <class T>
std::vector<T> take(FileReader& r, const std::string& name, std::size_t count) {
  // The size is the one the directory was checked with, so that nothing absurd is allocated here.
  if (r.stored_bytes(name) / sizeof(T) != count || r.stored_bytes(name) % sizeof(T) != 0)
    throw Error("E0405", "the frame's part '" + name + "' has another length than its points", {},
                "compute the frame again", Exit::disk);
  std::vector<T> v(count);
  r.block(name, v.data(), count * sizeof(T));
  return v;
}

json describe(const Frame& f) {
  json meta = {{"number", f.number}, {"time", f.time}, {"dx", f.dx}, {"plane", f.plane}};
  meta["objects"] = json::array();
  for (const FrameObject& o : f.objects) {
    json scalars = json::array();
    for (const auto& [name, values] : o.scalars) scalars.push_back(name);
    meta["objects"].push_back({{"name", o.name},
                               {"kind", o.kind},
                               {"look", o.look},
                               {"radius", o.radius},
                               {"smooth", o.smooth},
                               {"colour", o.colour},
                               {"points", o.position.size()},
                               {"ids", !o.id.empty()},
                               {"velocities", !o.velocity.empty()},
                               {"coloured", !o.colours.empty()},
                               {"radii", !o.radii.empty()},
                               {"faces", o.faces.size()},
                               {"corners", o.corners.size()},
                               {"uv", !o.uv.empty()},
                               {"curves", o.curves.size()},
                               {"scalars", scalars}});
  }
  meta["colliders"] = json::array();
  for (const FrameCollider& c : f.colliders) {
    json rotation = json::array();
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) rotation.push_back(c.rotation(i, j));
    meta["colliders"].push_back({{"name", c.name},
                                 {"kind", c.kind},
                                 {"look", c.look},
                                 {"colour", c.colour},
                                 {"size", list(c.size)},
                                 {"position", list(c.position)},
                                 {"rotation", rotation},
                                 {"vertices", c.vertices.size()},
                                 {"triangles", c.triangles.size()}});
  }
  return meta;
}

/// Counts add up and corners exist, so that nobody who draws or exports need look.
void check_topology(const FrameObject& o) {
  const auto sum = [](const std::vector<std::uint32_t>& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t(0));
  };
  const bool whole =
      (o.kind == "points" || o.kind == "mesh" || o.kind == "curves") && sum(o.faces) == o.corners.size() &&
      (o.kind != "curves" || sum(o.curves) == o.position.size()) &&
      std::all_of(o.corners.begin(), o.corners.end(), [&](std::uint32_t v) { return v < o.position.size(); });
  if (!whole)
    throw Error("E0405", "the faces or curves of the frame's object '" + o.name + "' do not fit its vertices",
                {}, "compute the frame again", Exit::disk);
}

FrameObject read_object(FileReader& r, const json& j, const std::string& at) {
  FrameObject o;
  o.name = j.at("name");
  o.kind = j.at("kind");
  o.look = j.at("look");
  o.radius = number(j.at("radius"));
  o.smooth = j.at("smooth");
  o.colour = j.at("colour").get<std::array<float, 3>>();
  const std::size_t n = j.at("points");
  o.position = take<Vec3<float>>(r, at + "position", n);
  if (j.at("velocities")) o.velocity = take<Vec3<float>>(r, at + "velocity", n);
  if (j.at("ids")) o.id = take<std::uint32_t>(r, at + "id", n);
  if (j.at("coloured")) o.colours = take<std::array<float, 3>>(r, at + "colours", n);
  if (j.at("radii")) o.radii = take<float>(r, at + "radii", n);
  for (const std::string name : j.at("scalars")) o.scalars[name] = take<float>(r, at + "scalar." + name, n);
  const std::size_t corners = j.at("corners");
  if (const std::size_t m = j.at("faces")) o.faces = take<std::uint32_t>(r, at + "faces", m);
  if (corners) o.corners = take<std::uint32_t>(r, at + "corners", corners);
  if (j.at("uv")) o.uv = take<std::array<float, 2>>(r, at + "uv", corners);
  if (const std::size_t m = j.at("curves")) o.curves = take<std::uint32_t>(r, at + "curves", m);
  check_topology(o);
  return o;
}

FrameCollider read_collider(FileReader& r, const json& j, const std::string& at) {
  FrameCollider c;
  c.name = j.at("name");
  c.kind = j.at("kind");
  c.look = j.at("look");
  c.colour = j.at("colour").get<std::array<float, 3>>();
  c.size = vec3(j.at("size"));
  c.position = vec3(j.at("position"));
  for (int i = 0; i < 9; ++i)
    c.rotation(i / 3, i % 3) = number(j.at("rotation").at(static_cast<std::size_t>(i)));
  if (c.kind != "mesh") return c;
  c.vertices = take<Vec3<float>>(r, at + "vertices", j.at("vertices"));
  c.triangles = take<std::array<std::uint32_t, 3>>(r, at + "triangles", j.at("triangles"));
  for (const auto& t : c.triangles)
    for (std::uint32_t v : t)
      if (v >= c.vertices.size())
        throw Error("E0405", "a collider's triangle names a vertex it does not have", {},
                    "compute the frame again", Exit::disk);
  return c;
}

}  // namespace

void write_frame(const std::filesystem::path& path, const Frame& frame) {
  FileWriter w(path, FileKind::frame, kFrameVersion);
  w.text("meta", describe(frame).dump(-1, ' ', false, json::error_handler_t::replace));
  for (std::size_t i = 0; i < frame.objects.size(); ++i) {
    const FrameObject& o = frame.objects[i];
    const std::string at = "object." + std::to_string(i) + ".";
    put(w, at + "position", SectionType::float32, o.position);
    if (!o.velocity.empty()) put(w, at + "velocity", SectionType::float32, o.velocity);
    if (!o.id.empty()) put(w, at + "id", SectionType::uint32, o.id);
    if (!o.colours.empty()) put(w, at + "colours", SectionType::float32, o.colours);
    if (!o.radii.empty()) put(w, at + "radii", SectionType::float32, o.radii);
    for (const auto& [name, values] : o.scalars) put(w, at + "scalar." + name, SectionType::float32, values);
    if (!o.faces.empty()) put(w, at + "faces", SectionType::uint32, o.faces);
    if (!o.corners.empty()) put(w, at + "corners", SectionType::uint32, o.corners);
    if (!o.uv.empty()) put(w, at + "uv", SectionType::float32, o.uv);
    if (!o.curves.empty()) put(w, at + "curves", SectionType::uint32, o.curves);
  }
  for (std::size_t i = 0; i < frame.colliders.size(); ++i) {
    const FrameCollider& c = frame.colliders[i];
    if (c.kind != "mesh") continue;
    const std::string at = "collider." + std::to_string(i) + ".";
    put(w, at + "vertices", SectionType::float32, c.vertices);
    put(w, at + "triangles", SectionType::uint32, c.triangles);
  }
  w.commit();
}

Frame read_frame(const std::filesystem::path& path) {
  FileReader r(path, FileKind::frame);
  if (r.kind_version() != kFrameVersion)
    throw Error("E0406",
                "'" + path.string() + "' is a frame of version " + std::to_string(r.kind_version()) +
                    "; this program reads version " + std::to_string(kFrameVersion),
                path.string(), "use the version of the program that wrote it", Exit::disk);
  try {
    const json meta = json::parse(r.text("meta"));
    Frame f;
    f.number = meta.at("number");
    f.time = number(meta.at("time"));
    f.dx = number(meta.at("dx"));
    f.plane = meta.at("plane");
    const json &objects = meta.at("objects"), &colliders = meta.at("colliders");
    for (std::size_t i = 0; i < objects.size(); ++i)
      f.objects.push_back(read_object(r, objects.at(i), "object." + std::to_string(i) + "."));
    for (std::size_t i = 0; i < colliders.size(); ++i)
      f.colliders.push_back(read_collider(r, colliders.at(i), "collider." + std::to_string(i) + "."));
    return f;
  } catch (const json::exception& e) {
    throw Error("E0405", "'" + path.string() + "' is damaged: its description does not make sense",
                path.string(), "compute the frame again", Exit::disk);
  }
}

std::string first_not_finite(const Frame& frame) {
  const auto bad = [](const Vec3<float>& v) {
    return !std::isfinite(v[0]) || !std::isfinite(v[1]) || !std::isfinite(v[2]);
  };
  for (const FrameObject& o : frame.objects) {
    const auto say = [&](std::size_t i, const std::string& what) {
      return "object '" + o.name + "', point " + std::to_string(i) + ": " + what;
    };
    for (std::size_t i = 0; i < o.position.size(); ++i)
      if (bad(o.position[i])) return say(i, "position");
    for (std::size_t i = 0; i < o.velocity.size(); ++i)
      if (bad(o.velocity[i])) return say(i, "velocity");
    for (const auto& [name, values] : o.scalars)
      for (std::size_t i = 0; i < values.size(); ++i)
        if (!std::isfinite(values[i])) return say(i, name);
  }
  return {};
}

}  // namespace weft
