/// shape = { } of things made of a simple shape, and rotate = { }.
#include <cmath>

#include "scene/keys/shared_keys.h"

namespace weft {
namespace {

/// A key that holds a whole shape.
template <class S>
Key<ShapeSpec> shape_key(KeyInfo info, std::function<S(TableReader&, const Scene&)> read,
                         std::function<std::string(const S&, const std::string&)> write) {
  const std::string name = info.name;
  return {std::move(info),
          [name, read](TableReader& table, const Scene& scene, ShapeSpec& to) {
            if (table.has(name)) to = read(table, scene);
          },
          [write](const ShapeSpec& from, const std::string& folder) {
            const S* shape = std::get_if<S>(&from);
            return shape ? write(*shape, folder) : "";
          }};
}

template <class S>
S read_part(TableReader& shape, const Scene& scene, const Table<S>& table) {
  S s{};
  TableReader t = shape.table(table.info.name, table.info);
  table.read(t, scene, s);
  t.finish();
  return s;
}

/// A length of which the shape keeps half.
template <class S>
Key<S> doubled(double S::*half, const std::string& name, double low, const std::string& meaning) {
  return {{.name = name, .unit = "m", .low = low, .high = kFar, .meaning = meaning, .required = true},
          [half, name](TableReader& table, const Scene&, S& to) { to.*half = 0.5 * table.number(name); },
          [half](const S& from, const std::string&) { return fmt::format("{}", 2 * (from.*half)); }};
}

Plane read_plane(TableReader& shape) {
  const Vec3d n = shape.vector("plane");
  if (!(norm(n) > 1e-9))
    throw shape.error("E0209", "a plane needs a normal", "plane", "not all numbers may be 0");
  // An exact unit normal keeps its digits, so that a resolved scene says the same again.
  return Plane{std::abs(norm(n) - 1) < 1e-15 ? n : normalized(n)};
}

Keys<ShapeSpec> shape_keys() {
  return {
      shape_key<Box>(
          {.name = "box", .type = KeyType::vector, .unit = "m", .low = 1e-7, .high = kFar, .meaning = "full sizes"},
          [](TableReader& t, const Scene&) { return Box{t.vector("box") * 0.5}; },
          [](const Box& s, const std::string&) { return list(s.half * 2.0); }),
      shape_key<Sphere>({.name = "sphere", .unit = "m", .low = 1e-7, .high = kFar, .meaning = "radius"},
                        [](TableReader& t, const Scene&) { return Sphere{t.number("sphere")}; },
                        [](const Sphere& s, const std::string&) { return fmt::format("{}", s.radius); }),
      shape_key<Capsule>(
          {.name = "capsule",
           .type = KeyType::table,
           .meaning = "along z: { radius, length }, length without the caps"},
          [](TableReader& t, const Scene& scene) { return read_part(t, scene, capsule_table()); },
          [](const Capsule& s, const std::string& folder) { return capsule_table().keys.text(s, folder); }),
      shape_key<Cylinder>(
          {.name = "cylinder", .type = KeyType::table, .meaning = "along z: { radius, height }"},
          [](TableReader& t, const Scene& scene) { return read_part(t, scene, cylinder_table()); },
          [](const Cylinder& s, const std::string& folder) { return cylinder_table().keys.text(s, folder); }),
      shape_key<MeshFile>(
          {.name = "mesh",
           .type = KeyType::text,
           .meaning = "a closed triangle mesh, .obj .ply or .stl, path relative to the scene"},
          [](TableReader& t, const Scene&) { return MeshFile{read_path(t, "mesh"), t.number("scale")}; },
          [](const MeshFile& s, const std::string& folder) { return whole_path(folder, s.path); }),
      shape_key<Plane>({.name = "plane",
                        .type = KeyType::vector,
                        .low = -1e3,
                        .high = 1e3,
                        .meaning = "colliders only: the outward normal; everything behind it is solid"},
                       [](TableReader& t, const Scene&) { return read_plane(t); },
                       [](const Plane& s, const std::string&) { return list(s.normal); }),
      {{.name = "scale", .fallback = "1", .low = 1e-6, .high = 1e6, .meaning = "of a mesh"},
       {},
       [](const ShapeSpec& s, const std::string&) {
         const MeshFile* mesh = std::get_if<MeshFile>(&s);
         return mesh ? fmt::format("{}", mesh->scale) : "";
       }},
  };
}

}  // namespace

const Table<ShapeSpec>& shape_table() {
  static const Table<ShapeSpec> t{"shape", "shape = { }",
                                  "One of box, sphere, capsule, cylinder, mesh or plane.", shape_keys()};
  return t;
}

const Table<Capsule>& capsule_table() {
  static const Table<Capsule> t{
      "capsule",
      "capsule = { }",
      "",
      {key_of<Capsule>(describe::number<&Capsule::radius>("radius", "m", {1e-7, kFar}, "radius").required()),
       doubled(&Capsule::half_length, "length", 0, "between the caps")}};
  return t;
}

const Table<Cylinder>& cylinder_table() {
  static const Table<Cylinder> t{
      "cylinder",
      "cylinder = { }",
      "",
      {key_of<Cylinder>(describe::number<&Cylinder::radius>("radius", "m", {1e-7, kFar}, "radius").required()),
       doubled(&Cylinder::half_height, "height", 1e-7, "height")}};
  return t;
}

const Table<Placement>& rotate_table() {
  static const Table<Placement> t{
      "rotate",
      "rotate = { }",
      "",
      {key_of<Placement>(
           describe::vector<&Placement::axis>("axis", "", {-1e6, 1e6}, "direction, any length but zero")),
       key_of<Placement>(describe::number<&Placement::angle>("angle", "rad", {-1e6, 1e6},
                                                   "counter-clockwise seen against the axis; \"30 deg\"")
                             .required())}};
  return t;
}

std::string rotation_text(const Placement& p) { return p.angle == 0 ? "" : rotate_table().keys.text(p, ""); }

Placement read_placement(TableReader& reader, const Scene& scene) {
  Placement p;
  p.at = reader.vector("at");
  if (!reader.has("rotate")) return p;
  TableReader rotate = reader.table("rotate", rotate_table().info);
  rotate_table().read(rotate, scene, p);
  if (!(norm(p.axis) > 1e-9))
    throw rotate.error("E0209", "a rotation axis needs a direction", "axis", "not all numbers may be 0");
  rotate.finish();
  return p;
}

ShapeSpec read_shape(TableReader& parent, const Scene& scene, bool is_collider) {
  const TableInfo& info = shape_table().info;
  TableReader shape = parent.table("shape", info);
  const std::string kind = read_shape_kind(shape, info);
  if (kind.empty()) {
    shape.finish();
    std::vector<std::string> kinds = info.names();
    kinds.pop_back();  // scale
    throw parent.error("E0205", fmt::format("the shape of {} is not said", parent.title()), "shape",
                       fmt::format("one of: {}", fmt::join(kinds, " ")));
  }
  if (kind == "plane" && !is_collider)
    throw shape.error("E0204", "an object cannot fill a half space", "plane",
                      "planes are for colliders; use a box");
  ShapeSpec out = Sphere{1};
  shape_table().read(shape, scene, out);
  shape.finish();
  return out;
}

std::string shape_text(const ShapeSpec& shape, const std::string& folder) {
  return shape_table().keys.text(shape, folder);
}

}  // namespace weft
