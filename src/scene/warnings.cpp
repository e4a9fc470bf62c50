#include "scene/warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "geometry/distance_mesh.h"
#include "geometry/mesh_checks.h"
#include "scene/build/build.h"
#include "scene/build/hair.h"
#include "scene/build/shell.h"
#include "scene/build/thin.h"
#include "scene/crossing_warnings.h"

namespace weft {
namespace {

/// Smallest size of a shape across [m].
struct Thickness {
  double operator()(const Plane&) const { return 1e300; }
  double operator()(const Sphere& s) const { return 2 * s.radius; }
  double operator()(const Box& s) const { return 2 * std::min({s.half[0], s.half[1], s.half[2]}); }
  double operator()(const Capsule& s) const { return 2 * s.radius; }
  double operator()(const Cylinder& s) const { return 2 * std::min(s.radius, s.half_height); }
  double operator()(const MeshShape& s) const { return thinnest_extent(s.mesh->mesh()); }
};

std::vector<Vec3d> points_of(const Body& body) {
  const auto x = body.quantity("x"), y = body.quantity("y"), z = body.quantity("z");
  std::vector<Vec3d> out(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) out[i] = {{x[i], y[i], z[i]}};
  return out;
}

/// Every n-th point, at most about 2000: enough to see an overlap.
template <class Test>
double part_inside(const std::vector<Vec3d>& points, Test&& inside) {
  const std::size_t stride = std::max<std::size_t>(1, points.size() / 2000);
  std::size_t seen = 0, hits = 0;
  for (std::size_t i = 0; i < points.size(); i += stride, ++seen) hits += inside(points[i]);
  return seen ? double(hits) / double(seen) : 0;
}

class Finder {
 public:
  Finder(const Scene& scene, const World& world) : scene_(scene), world_(world) {
    for (const auto& body : world.bodies) points_.push_back(points_of(*body));
    for (const ObjectSpec& o : scene.objects)
      shapes_.push_back(o.as<GrainsSpec>() ? make_shape(o.shape, scene.folder, o.name) : Shape{Sphere{1}});
  }

  std::vector<Warning> find() {
    for (std::size_t i = 0; i < scene_.objects.size(); ++i) object(i);
    for (const Collider& c : world_.colliders) collider(c);
    for (std::size_t i = 0; i < scene_.objects.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) overlap(i, j);
    for (Warning& w : starting_warnings(world_, inside_)) out_.push_back(std::move(w));
    const bool pinned = std::any_of(scene_.objects.begin(), scene_.objects.end(),
                                    [](const ObjectSpec& o) { return !o.pins().empty(); });
    if (world_.colliders.empty() && !pinned && norm(scene_.solver.gravity) > 0)
      add("W0209", "there is gravity, but no collider to hold anything",
          "add a [[collider]] with shape = { plane = [0, 0, 1] }");
    return std::move(out_);
  }

 private:
  void add(std::string code, std::string what, std::string hint) {
    out_.push_back({std::move(code), std::move(what), std::move(hint)});
  }

  /// What JGT17 section 6.1 says of mesh and grid: elements about as long as a cell. Much longer ones let
  /// things pass through, much shorter ones cost steps and cannot touch within a cell.
  void thin_object(std::size_t i) {
    const ObjectSpec& o = scene_.objects[i];
    on_grid(o, o.as<ThinSpec>()->on_grid_by_damping);
    const ThinOptions t = make_thin_options(scene_, o);
    all_held(o.as<ThinSpec>()->coupling, t);
    const double dx = scene_.solver.dx, edge = mean_edge(t);
    const int points =
        t.triangles.empty() ? t.contact_points : int(std::lround(std::sqrt(double(t.contact_points))));
    if (edge > 1.5 * dx * points)
      add("W0210",
          fmt::format("the elements of \"{}\" are {:.2g} cells long with {} contact point{} along them",
                      o.name, edge / dx, points, points > 1 ? "s" : ""),
          "things may slip through: make its spacing about dx, or give it more contact_points");
    if (edge < 0.25 * dx)
      add("W0211", fmt::format("the elements of \"{}\" are only {:.2g} cells long", o.name, edge / dx),
          "folds finer than a cell cannot touch each other, and short elements mean short steps: make its "
          "spacing "
          "about dx");
    fast_object(i);
  }

  /// Layers stick together there, and things show through.
  void on_grid(const ObjectSpec& o, bool by_damping) {
    if (by_damping)
      add("W0217", fmt::format("\"{}\" meets others on the grid, because it has 'damping'", o.name),
          "use stretch_damping, bend_damping or drag; or say coupling = \"grid\"");
  }

  /// Pins move its own points only; at the nodes that they share with others they are as light as ever.
  template <class Options>
  void all_held(Coupling coupling, const Options& t) {
    if (coupling == Coupling::mesh || t.pins.empty()) return;
    std::set<std::uint32_t> held;
    for (const Pin& p : t.pins) held.insert(p.vertices.begin(), p.vertices.end());
    if (held.size() == t.rest.size())
      add("W0220", fmt::format("every vertex of \"{}\" is pinned, and coupling is \"grid\"", t.name),
          "grains and putty go through it: say coupling = \"mesh\", or make it a collider");
  }

  /// Contact points at most half a cell apart;
  /// faces not much shorter than a cell and longer than the thickness.
  void shell_object(std::size_t i) {
    const ObjectSpec& o = scene_.objects[i];
    on_grid(o, o.as<ShellSpec>()->on_grid_by_damping);
    const ShellOptions s = make_shell_options(scene_, o);
    all_held(o.as<ShellSpec>()->coupling, s);
    const double dx = scene_.solver.dx, edge = mean_edge(QuadMesh{s.rest, s.quads});
    if (edge > 0.75 * dx * s.contact_points)
      add("W0210",
          fmt::format("the faces of \"{}\" are {:.2g} cells long with {} contact points along them", o.name,
                      edge / dx, s.contact_points),
          "things may slip through: make its spacing about dx, or give it more contact_points");
    if (edge < 0.25 * dx)
      add("W0211", fmt::format("the faces of \"{}\" are only {:.2g} cells long", o.name, edge / dx),
          "folds finer than a cell cannot touch each other, and short faces mean short steps: make its "
          "spacing about dx");
    if (s.thickness > edge)
      add("W0212",
          fmt::format("\"{}\" is {:.2g} times as thick as its faces are long", o.name, s.thickness / edge),
          "where it bends sharply its inner side turns inside out: make it thinner or its spacing larger");
    fast_object(i);
  }

  /// Vertices press on the grid, and curls need segments.
  void hair_object(std::size_t i) {
    const ObjectSpec& o = scene_.objects[i];
    const HairOptions h = make_hair_options(scene_, o);
    const double cells = mean_segment(h) / scene_.solver.dx, bend = sharpest_bend(h);
    if (h.press && cells > 1.5)
      add("W0213", fmt::format("the segments of \"{}\" are {:.2g} cells long", o.name, cells),
          "strands press on each other at their vertices only: give them more segments, or raise dx");
    if (bend > 1)
      add("W0214",
          fmt::format("segments of \"{}\" meet at {:.0f} degrees", o.name, bend * 180 / std::numbers::pi),
          "curls are not resolved: give strands more segments, or curls a larger pitch");
    fast_object(i);
    inside_colliders(i);
  }

  /// Its surface is points: they must not be farther apart than the grid can close, and neighbourhoods need
  /// points on either side.
  void putty_object(std::size_t i) {
    const ObjectSpec& o = scene_.objects[i];
    const double cells = o.spacing / scene_.solver.dx;
    if (cells > 1.01)
      add("W0215", fmt::format("the points of \"{}\" are {:.2g} cells apart", o.name, cells),
          "things may slip between them: give it a smaller spacing, or raise dx");
    fast_object(i);
    inside_colliders(i);
  }

  void fast_object(std::size_t i) {
    double speed = 0;
    for (double v : world_.bodies[i]->quantity("speed")) speed = std::max(speed, v);
    fast(fmt::format("object \"{}\"", scene_.objects[i].name), speed);
  }

  void object(std::size_t i) {
    const ObjectSpec& o = scene_.objects[i];
    if (o.as<ThinSpec>()) return thin_object(i);
    if (o.as<ShellSpec>()) return shell_object(i);
    if (o.as<HairSpec>()) return hair_object(i);
    if (o.as<SolidSpec>()) return fast_object(i), inside_colliders(i);
    if (o.as<PuttySpec>()) return putty_object(i);
    if (!o.as<GrainsSpec>()) return fast_object(i);
    const double dx = scene_.solver.dx, ratio = dx / o.spacing;
    const double count = scene_.solver.plane ? ratio * ratio : ratio * ratio * ratio;
    if (count < (scene_.solver.plane ? 1.9 : 3.9))
      add("W0203", fmt::format("object \"{}\" has only {:.2g} points a cell", o.name, count),
          "8 are usual, 4 in plane mode: lower its spacing");
    double thin = std::visit(Thickness{}, shapes_[i]);
    if (scene_.solver.plane)
      if (const auto* box = std::get_if<Box>(&shapes_[i])) thin = 2 * std::min(box->half[0], box->half[2]);
    const bool pours = o.as<GrainsSpec>()->source.has_value();
    if (thin < 4 * dx && !pours)
      add("W0206", fmt::format("object \"{}\" is only {:.2g} cells thick", o.name, thin / dx),
          fmt::format("make dx at most {:.3g} m", thin / 4));
    if (pours) return;
    fast_object(i);
    inside_colliders(i);
  }

  void inside_colliders(std::size_t i) {
    const ObjectSpec& o = scene_.objects[i];
    for (const Collider& c : world_.colliders) {
      const double part = part_inside(
          points_[i], [&](const Vec3d& x) { return c.distance(x).phi < -0.5 * scene_.solver.dx; });
      if (part > 0) inside_.insert({o.name, c.name});
      if (part > 0)
        add("W0205",
            fmt::format("{:.3g} % of object \"{}\" begins inside collider \"{}\"", 100 * part, o.name,
                        c.name),
            "move one of them");
    }
  }

  void collider(const Collider& c) {
    const double thin = std::visit(Thickness{}, c.shape);
    if (thin < 2 * scene_.solver.dx)
      add("W0201", fmt::format("collider \"{}\" is only {:.2g} cells thick", c.name, thin / scene_.solver.dx),
          fmt::format("material can pass through it: make it thicker, or dx at most {:.3g} m", thin / 2));
    double speed = norm(c.linear);
    if (!std::holds_alternative<Plane>(c.shape)) {
      const Bounds b = bounds(c.shape);
      speed += norm(c.angular) * 0.5 * norm(b.upper - b.lower);
    }
    for (std::size_t k = 1; k < c.keys.size(); ++k)
      speed = std::max(speed, norm(c.keys[k].pose.position - c.keys[k - 1].pose.position) /
                                  (c.keys[k].time - c.keys[k - 1].time));
    fast(fmt::format("collider \"{}\"", c.name), speed);
  }

  /// Speed against what the first dt lets it move: the step follows points, but a collider or a fixed dt may
  /// outrun it.
  void fast(const std::string& who, double speed) {
    const double cells = speed * world_.choose_dt(1e9).dt / scene_.solver.dx;
    if (cells > 0.6)
      add("W0202", fmt::format("{} moves {:.2g} cells in a step", who, cells),
          "lower its speed, or solver.dt or dt_max; check its unit");
  }

  void overlap(std::size_t i, std::size_t j) {
    const GrainsSpec *a = scene_.objects[i].as<GrainsSpec>(), *b = scene_.objects[j].as<GrainsSpec>();
    if (!a || !b || a->source || b->source) return;
    const Pose pose = scene_.objects[j].place.pose();
    const double part = part_inside(points_[i], [&](const Vec3d& x) {
      return signed_distance(shapes_[j], pose.to_local(x)).phi < -0.5 * scene_.objects[j].spacing;
    });
    if (part > 0)
      add("W0204",
          fmt::format("{:.3g} % of object \"{}\" begins inside object \"{}\"", 100 * part,
                      scene_.objects[i].name, scene_.objects[j].name),
          "move one of them");
  }

  const Scene& scene_;
  const World& world_;
  std::vector<std::vector<Vec3d>> points_;
  std::vector<Shape> shapes_;
  std::vector<Warning> out_;
  std::set<std::pair<std::string, std::string>>
      inside_;  ///< objects and colliders they were said to be inside
};

}  // namespace

std::vector<Warning> find_warnings(const Scene& scene, const World& world) {
  return Finder(scene, world).find();
}

}  // namespace weft
