#include "output/usd/collider_prim.h"

#include <cmath>

#include "output/usd/shared_attributes.h"

namespace weft::usd {

namespace {

using Vec3f = Vec3<float>;

Attribute half_size(double x, double y, double z) {
  const Vec3f h = Vec3d{{x, y, z}}.as<float>();
  return {"extent", "float3[]", array_of(Type::vec3f, std::vector<Vec3f>{-h, h})};
}

Attribute number(const char* name, double value) { return {name, "double", value}; }

void add_faces(Prim& p, std::vector<std::uint32_t> corners, std::size_t per_face) {
  std::vector<std::int32_t> counts(corners.size() / per_face, std::int32_t(per_face));
  p.attributes.push_back({"faceVertexCounts", "int[]", array_of(Type::int32, std::move(counts))});
  p.attributes.push_back({"faceVertexIndices", "int[]", array_of(Type::int32, std::move(corners))});
  p.attributes.push_back(
      {.name = "subdivisionScheme", .type = "token", .value = Token{"none"}, .uniform = true});
  p.attributes.push_back({.name = "doubleSided", .type = "bool", .value = true, .uniform = true});
}

/// Corners of a square around the origin, counter-clockwise seen from where the normal points.
std::vector<Vec3f> square(const Vec3d& normal, double reach) {
  const Vec3d axis = std::abs(normal[0]) < 0.6 ? Vec3d{{1, 0, 0}} : Vec3d{{0, 1, 0}};
  const Vec3d v = normalized(cross(normal, axis)), u = normalized(cross(v, normal));
  std::vector<Vec3f> out;
  for (const auto& [a, b] : {std::pair(-1, -1), std::pair(1, -1), std::pair(1, 1), std::pair(-1, 1)})
    out.push_back(((a * reach) * u + (b * reach) * v).as<float>());
  return out;
}

void add_shape(Prim& p, const FrameCollider& c, double reach) {
  const double r = c.size[0], half = c.size[1];
  if (c.kind == "plane") {
    std::vector<Vec3f> corners = square(c.size, reach);
    p.attributes = {{"extent", "float3[]", extent_of(corners, 0)},
                    {"points", "point3f[]", array_of(Type::vec3f, std::move(corners))}};
    add_faces(p, {0, 1, 2, 3}, 4);
  } else if (c.kind == "mesh") {
    std::vector<std::uint32_t> corners;
    for (const auto& t : c.triangles) corners.insert(corners.end(), t.begin(), t.end());
    add_faces(p, std::move(corners), 3);
  } else if (c.kind == "sphere") {
    p.attributes = {number("radius", r), half_size(r, r, r)};
  } else if (c.kind == "box") {
    p.attributes = {number("size", 2), half_size(1, 1, 1)};
  } else {
    const double end = c.kind == "capsule" ? half + r : half;  // a capsule's height goes without its caps
    p.attributes = {number("radius", r), number("height", 2 * half), half_size(r, r, end)};
    p.attributes.push_back({.name = "axis", .type = "token", .value = Token{"Z"}, .uniform = true});
  }
}

// x_world = position + R S x_local, S the half sizes of a box. USD multiplies row vectors from the left:
//   M = | (R S)^T     0 |
//       | position^T  1 |
Matrix transform_of(const FrameCollider& c) {
  Matrix m{};
  for (int i = 0; i < 3; ++i) {
    const double s = c.kind == "box" ? c.size[i] : 1;
    for (int k = 0; k < 3; ++k) m[std::size_t(4 * i + k)] = c.rotation(k, i) * s;
    m[std::size_t(12 + i)] = c.position[i];
  }
  m[15] = 1;
  return m;
}

std::string prim_type(const std::string& kind) {
  if (kind == "sphere") return "Sphere";
  if (kind == "box") return "Cube";
  if (kind == "capsule") return "Capsule";
  if (kind == "cylinder") return "Cylinder";
  return "Mesh";
}

}  // namespace

Prim collider_shape(const FrameCollider& collider, const std::string& name, double reach) {
  Prim p{.name = name, .type = prim_type(collider.kind)};
  add_shape(p, collider, reach);
  p.attributes.push_back(scene_name(collider.name));
  p.attributes.push_back(display_colour(collider.colour));
  p.attributes.push_back({.name = "xformOpOrder",
                          .type = "token[]",
                          .value = TokenArray{{"xformOp:transform"}},
                          .uniform = true});
  return p;
}

std::vector<Attribute> collider_samples(const FrameCollider& c, double time) {
  std::vector<Attribute> out{{"xformOp:transform", "matrix4d", transform_of(c), time}};
  if (c.kind == "mesh") {
    out.push_back({"points", "point3f[]", array_of(Type::vec3f, std::span<const Vec3f>(c.vertices)), time});
    out.push_back({"extent", "float3[]", extent_of(c.vertices, 0), time});
  }
  return out;
}

}  // namespace weft::usd
