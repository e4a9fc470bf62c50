#include "output/export/things.h"

#include <cctype>
#include <cmath>
#include <map>
#include <set>

#include "output/picture/solid.h"

namespace weft {

namespace {

/// Corners nearer than this, in parts of the collider's size, are one vertex.
constexpr float kWeld = 1e-5f;

/// Triangles that share their vertices from a solid whose faces have corners of their own;
/// those without area go.
void weld(const Solid& solid, FrameObject& mesh) {
  float size = 0;
  for (const Vec3<float>& x : solid.x) size = std::max(size, norm(x));
  std::map<std::array<std::int64_t, 3>, std::uint32_t> known;
  for (const auto& triangle : solid.triangles) {
    std::array<std::uint32_t, 3> t{};
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3<float>& x = solid.x[triangle[k]];
      std::array<std::int64_t, 3> cell{};
      for (std::size_t i = 0; i < 3; ++i) cell[i] = std::llround(x[int(i)] / (kWeld * size));
      const auto [at, fresh] = known.emplace(cell, std::uint32_t(mesh.position.size()));
      if (fresh) mesh.position.push_back(x);
      t[k] = at->second;
    }
    if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) continue;
    mesh.faces.push_back(3);
    mesh.corners.insert(mesh.corners.end(), t.begin(), t.end());
  }
}

}  // namespace

FrameObject collider_mesh(const FrameCollider& c) {
  FrameObject mesh;
  mesh.name = c.name;
  mesh.kind = "mesh";
  mesh.look = c.look;
  mesh.colour = c.colour;
  if (c.kind == "mesh") {
    mesh.position = c.vertices;
    mesh.faces.assign(c.triangles.size(), 3);
    for (const auto& t : c.triangles) mesh.corners.insert(mesh.corners.end(), t.begin(), t.end());
  } else {
    FrameCollider unmoved = c;  // welded in its own axes, so that it is the same mesh in every frame
    unmoved.position = Vec3d{{0, 0, 0}};
    unmoved.rotation = Mat3d::identity();
    weld(solid_of(unmoved), mesh);
  }
  for (Vec3<float>& x : mesh.position) x = (c.position + c.rotation * x.as<double>()).as<float>();
  return mesh;
}

std::string safe_file_name(const std::string& name) {
  std::string safe;
  for (const char c : name) {
    const auto u = static_cast<unsigned char>(c);
    safe += std::isalnum(u) || c == '-' || c == '_' || u >= 0x80 ? c : '_';
  }
  return safe.empty() ? "_" : safe;
}

Things::Things(const Frame& frame) {
  for (const FrameCollider& c : frame.colliders)
    if (c.kind != "plane") meshes_.push_back(collider_mesh(c));
  std::set<std::string> taken;
  const auto add = [&](const FrameObject& o) {
    const std::string base = safe_file_name(o.name);
    std::string file = base;
    for (int n = 2; !taken.insert(file).second; ++n) file = base + "_" + std::to_string(n);
    all_.push_back({file, &o});
  };
  for (const FrameObject& o : frame.objects) add(o);
  for (const FrameObject& m : meshes_) add(m);
}

}  // namespace weft
