#include "output/usd/object_prim.h"

#include <algorithm>

#include "output/usd/prim_names.h"
#include "output/usd/shared_attributes.h"

namespace weft::usd {

namespace {

std::string prim_type(const std::string& kind) {
  if (kind == "mesh") return "Mesh";
  if (kind == "curves") return "BasisCurves";
  return "Points";
}

template <class T>
Array seen(Type type, const std::vector<T>& values) {
  return array_of(type, std::span<const T>(values));
}

std::vector<float> widths(const FrameObject& o) {
  std::vector<float> w(o.position.size(), float(2 * o.radius));
  if (o.radii.size() == w.size())
    std::transform(o.radii.begin(), o.radii.end(), w.begin(), [](float r) { return 2 * r; });
  return w;
}

std::vector<Vec3<float>> lights(const std::vector<std::array<float, 3>>& srgb) {
  std::vector<Vec3<float>> out(srgb.size());
  std::transform(srgb.begin(), srgb.end(), out.begin(), light);
  return out;
}

float half_largest(const std::vector<float>& widths) {
  return widths.empty() ? 0 : *std::max_element(widths.begin(), widths.end()) / 2;
}

}  // namespace

std::vector<Attribute> object_faces(const FrameObject& o, std::optional<double> time) {
  if (o.kind == "mesh")
    return {{"faceVertexCounts", "int[]", seen(Type::int32, o.faces), time},
            {"faceVertexIndices", "int[]", seen(Type::int32, o.corners), time}};
  if (o.kind == "curves") return {{"curveVertexCounts", "int[]", seen(Type::int32, o.curves), time}};
  return {};
}

Prim object_shape(const FrameObject& o, const std::string& name) {
  Prim p{.name = name, .type = prim_type(o.kind)};
  p.attributes = object_faces(o, {});
  const auto fixed = [&](const char* what, const char* type, Value value) {
    p.attributes.push_back({.name = what, .type = type, .value = std::move(value), .uniform = true});
  };
  if (o.kind == "mesh") {
    fixed("subdivisionScheme", "token", Token{o.smooth ? "catmullClark" : "none"});
    fixed("doubleSided", "bool", true);
    if (!o.uv.empty())
      p.attributes.push_back({"primvars:st", "texCoord2f[]", seen(Type::vec2f, o.uv), {}, "faceVarying"});
  } else if (o.kind == "curves") {
    fixed("type", "token", Token{"linear"});
  }
  p.attributes.push_back(scene_name(o.name));
  p.attributes.push_back(display_colour(o.colour));
  if (!o.look.empty())
    p.attributes.push_back(
        {.name = "userProperties:look", .type = "string", .value = Text{o.look}, .custom = true});
  return p;
}

std::vector<Attribute> object_samples(const FrameObject& o, double time) {
  std::vector<Attribute> out{{"points", "point3f[]", seen(Type::vec3f, o.position), time},
                             {"velocities", "vector3f[]", seen(Type::vec3f, o.velocity), time}};
  float margin = 0;
  if (o.kind != "mesh") {
    std::vector<float> w = widths(o);
    margin = half_largest(w);
    out.push_back({"widths", "float[]", array_of(Type::float32, std::move(w)), time, "vertex"});
  }
  if (o.kind == "points" && o.id.size() == o.position.size())
    out.push_back(
        {"ids", "int64[]", array_of(Type::int64, std::vector<std::int64_t>(o.id.begin(), o.id.end())), time});
  if (!o.colours.empty())
    out.push_back(
        {"primvars:displayColor", "color3f[]", array_of(Type::vec3f, lights(o.colours)), time, "vertex"});
  std::vector<std::string> names;
  for (const auto& s : o.scalars) names.push_back(s.first);
  names = valid_names(names);
  std::size_t i = 0;
  for (const auto& [name, values] : o.scalars)
    out.push_back({"primvars:" + names[i++], "float[]", seen(Type::float32, values), time, "vertex"});
  out.push_back({"extent", "float3[]", extent_of(o.position, margin), time});
  return out;
}

}  // namespace weft::usd
