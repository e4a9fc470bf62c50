#include "scene/build/build.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "geometry/distance_mesh.h"
#include "geometry/mesh_checks.h"
#include "geometry/mesh_io.h"
#include "scene/build/check_quantities.h"
#include "scene/build/rigid.h"
#include "scene/kinds/kind.h"

namespace weft {
namespace {

/// Adds to a mesh's error who asked for the mesh.
Error named_by(const Error& e, const std::string& user) {
  return Error(e.code, e.what(), e.where, e.hint + (e.hint.empty() ? "" : "\n") + "needed by " + user,
               e.exit);
}

PairFriction make_pair_friction(const Scene& scene, const PairSpec& p) {
  PairFriction out{0, {}, {}, p.friction};
  for (std::size_t i = 0; i < scene.objects.size(); ++i) {
    if (scene.objects[i].name == p.a) out.body = i;
    if (scene.objects[i].name == p.b) out.other_body = i;
  }
  for (std::size_t i = 0; i < scene.colliders.size() && !out.other_body; ++i)
    if (scene.colliders[i].name == p.b) out.collider = i;
  return out;
}

std::vector<Vec3d> scaled(std::vector<Vec3d> vertices, double scale) {
  for (Vec3d& v : vertices) v *= scale;
  return vertices;
}

}  // namespace

Shape make_shape(const ShapeSpec& spec, const std::string& folder, const std::string& user) {
  return std::visit(
      [&](const auto& s) -> Shape {
        if constexpr (std::is_same_v<std::decay_t<decltype(s)>, MeshFile>) {
          const std::filesystem::path path = std::filesystem::path(folder) / s.path;
          try {
            TriangleMesh mesh = read_mesh(path);
            require_solid(mesh, path.string());
            mesh.vertices = scaled(std::move(mesh.vertices), s.scale);
            return MeshShape{std::make_shared<const DistanceMesh>(std::move(mesh))};
          } catch (const Error& e) {
            throw named_by(e, user);
          }
        } else {
          return s;
        }
      },
      spec);
}

Collider make_collider(const ColliderSpec& spec, const std::string& folder) {
  const std::string user = fmt::format("collider \"{}\"", spec.name);
  Collider c;
  c.name = spec.name;
  c.shape = make_shape(spec.shape, folder, user);
  c.boundary = spec.boundary;
  c.friction = spec.friction;
  c.visible = spec.visible;
  c.colour = spec.colour;
  if (spec.look != "auto") c.look = spec.look;
  c.start = spec.place.pose();
  c.velocity = spec.velocity;
  c.spin = spec.spin;
  for (const KeySpec& k : spec.keys) c.keys.push_back({k.time, k.place.pose()});
  if (spec.sequence) {
    try {
      const MeshSequence s = read_mesh_sequence(std::filesystem::path(folder) / spec.sequence->files);
      const double scale = std::get<MeshFile>(spec.shape).scale;
      const TriangleMesh& first = std::get<MeshShape>(c.shape).mesh->mesh();
      if (s.first.vertices.size() != first.vertices.size() || s.first.triangles != first.triangles)
        throw Error("E0114", "the files of the sequence connect other vertices than the collider's mesh",
                    spec.sequence->files, "name one of the files of the sequence as its mesh");
      for (std::size_t k = 0; k < s.frames.size(); ++k) {
        c.sequence_times.push_back(double(s.numbers[k] - s.numbers[0]) / spec.sequence->fps);
        c.sequence.push_back(scaled(s.frames[k], scale));
      }
    } catch (const Error& e) {
      throw named_by(e, user);
    }
  }
  c.move_to(0);
  return c;
}

std::unique_ptr<World> build_world(const Scene& scene) {
  auto world = std::make_unique<World>();
  world->solver = scene.solver;
  for (const ObjectSpec& o : scene.objects)
    world->bodies.push_back(kind_of(o).build(scene, o));
  for (const ColliderSpec& c : scene.colliders) world->colliders.push_back(make_collider(c, scene.folder));
  world->loads.resize(world->colliders.size());
  for (const PairSpec& p : scene.pairs) world->pairs.push_back(make_pair_friction(scene, p));
  for (const JointSpec& j : scene.joints) world->joints.push_back(make_joint(scene, j));
  check_quantities(scene, *world);
  return world;
}

}  // namespace weft
