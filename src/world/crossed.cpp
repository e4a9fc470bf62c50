#include "world/crossed.h"

#include <algorithm>

#include "world/depth.h"
#include "world/surfaces.h"
#include "world/world.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = 1024;

/// What is inside one collider.
struct Inside {
  std::size_t pairs = 0;
  Deepest deepest{0, {{0, 0, 0}}};
};
Inside join(Inside a, const Inside& b) {
  a.pairs += b.pairs;
  if (b.deepest.phi < a.deepest.phi) a.deepest = b.deepest;
  return a;
}

class Finder {
 public:
  Finder(const World& world, std::span<const FrameObject> drawn)
      : world_(world), surfaces_(collect_surfaces(world, drawn)), soup_(surfaces_.soup) {}

  CrossedSurfaces find() {
    crossings_ = find_surface_crossings(soup_);
    for (const CrossedObjects& c : crossings_.objects) add(c);
    for (std::size_t b = 0; b < world_.bodies.size(); ++b)
      for (std::size_t c = 0; c < world_.colliders.size(); ++c) add(b, c);
    for (const Crossed& c : out_.between) out_.pairs += c.pairs;
    std::stable_sort(out_.between.begin(), out_.between.end(),
                     [](const Crossed& a, const Crossed& b) { return a.pairs > b.pairs; });
    return std::move(out_);
  }

 private:
  /// Crossings of bodies; those with collider meshes come with what is inside of them.
  void add(const CrossedObjects& c) {
    if (c.objects[1] >= world_.bodies.size() || may_overlap(world_, c.objects[0], c.objects[1])) return;
    std::size_t a = c.objects[0], b = c.objects[1];
    if (lines(b)) std::swap(a, b);
    out_.between.push_back(
        {world_.bodies[a]->name(), world_.bodies[b]->name(), false, lines(a), c.pairs, c.place, c.depth});
  }

  void add(std::size_t body, std::size_t collider) {
    const Collider& c = world_.colliders[collider];
    Inside found;
    if (surfaces_.none(body) || world_.bodies[body]->roles().rigid)
      found = points_in(*world_.bodies[body], c);
    if (!surfaces_.none(body))
      found = join(found,
                   std::holds_alternative<MeshShape>(c.shape) ? in_mesh(body, collider) : in_shape(body, c));
    out_.penetration = std::max(out_.penetration, -found.deepest.phi);
    if (found.pairs)
      out_.between.push_back({world_.bodies[body]->name(), c.name, true, lines(body), found.pairs,
                              found.deepest.place, -found.deepest.phi});
  }

  bool lines(std::size_t body) const { return surfaces_.triangles[body].size() == 0; }

  static Inside points_in(const Body& body, const Collider& c) {
    const std::vector<double> x = body.quantity("x"), y = body.quantity("y"), z = body.quantity("z");
    const auto part = [&](Range r) {
      Inside found;
      for (std::size_t i = r.begin; i < r.end; ++i) {
        const Vec3d at{{x[i], y[i], z[i]}};
        if (c.may_touch(at)) deepen(found, {c.distance(at).phi, at});
      }
      return found;
    };
    return reduce_chunks(x.size(), 4 * kChunk, Inside{}, part, join);
  }
  static void deepen(Inside& found, const Deepest& d) {
    if (d.phi < found.deepest.phi) found.deepest = d;
  }

  template <std::size_t N>
  std::array<Vec3d, N> corners(const std::array<std::uint32_t, N>& of) const {
    std::array<Vec3d, N> x;
    for (std::size_t k = 0; k < N; ++k) x[k] = soup_.x[of[k]];
    return x;
  }

  Inside in_shape(std::size_t body, const Collider& c) const {
    return join(in_shape(surfaces_.triangles[body], soup_.triangles, c),
                in_shape(surfaces_.segments[body], soup_.segments, c));
  }
  template <class List>
  Inside in_shape(Range of, const List& list, const Collider& c) const {
    const auto part = [&](Range r) {
      Inside found;
      for (std::size_t i = r.begin; i < r.end; ++i) {
        const auto x = corners(list[of.begin + i]);
        const Deepest d = deepest_place(c, x, -kTouch);
        if (!(d.phi < -kTouch)) continue;
        ++found.pairs;
        deepen(found, d);
      }
      return found;
    };
    return reduce_chunks(of.size(), kChunk, Inside{}, part, join);
  }

  /// Pieces that cross the mesh or are wholly inside of it, and the deepest place of all.
  Inside in_mesh(std::size_t body, std::size_t collider) const {
    const Collider& c = world_.colliders[collider];
    const Range vertices = surfaces_.vertices[body], triangles = surfaces_.triangles[body],
                segments = surfaces_.segments[body];
    std::vector<char> inside(vertices.size());
    const auto part = [&](Range r) {
      Inside found;
      for (std::size_t i = r.begin; i < r.end; ++i) {
        const Vec3d& x = soup_.x[vertices.begin + i];
        const double phi = c.may_touch(x) ? c.distance(x).phi : 0;
        inside[i] = phi < -kTouch;
        deepen(found, {phi, x});
      }
      return found;
    };
    Inside found = reduce_chunks(vertices.size(), kChunk, Inside{}, part, join);
    const auto in = [&](std::uint32_t v) { return inside[v - vertices.begin] != 0; };
    const Through through = crossing(body, std::uint32_t(world_.bodies.size() + collider));
    found.pairs = through.pairs + wholly(triangles, soup_.triangles, in, through.triangles) +
                  wholly(segments, soup_.segments, in, through.segments);
    for (const std::uint32_t t : through.triangles)
      deepen(found, deepest_place(c, corners(soup_.triangles[t]), found.deepest.phi));
    return found;
  }

  /// What of a body crosses another object, in ascending order.
  struct Through {
    std::size_t pairs = 0;
    std::vector<std::uint32_t> triangles, segments;
  };
  Through crossing(std::size_t body, std::uint32_t other) const {
    Through t;
    const auto with = std::find_if(crossings_.objects.begin(), crossings_.objects.end(), [&](const auto& o) {
      return o.objects[0] == body && o.objects[1] == other;
    });
    if (with == crossings_.objects.end()) return t;
    t.pairs = with->pairs;
    for (const CrossedPair& p : crossings_.triangles)  // bodies come before colliders, so do their triangles
      if (soup_.triangle_object[p.who[0]] == body && soup_.triangle_object[p.who[1]] == other)
        t.triangles.push_back(p.who[0]);
    for (const CrossedPair& p : crossings_.segments)
      if (soup_.segment_object[p.who[0]] == body && soup_.triangle_object[p.who[1]] == other)
        t.segments.push_back(p.who[0]);
    for (auto* list : {&t.triangles, &t.segments})
      list->erase(std::unique(list->begin(), list->end()), list->end());
    return t;
  }
  /// How many have all corners inside and are not in the list `but`.
  template <class List, class In>
  static std::size_t wholly(Range of, const List& list, In&& in, const std::vector<std::uint32_t>& but) {
    std::size_t n = 0;
    for (std::size_t i = of.begin; i < of.end; ++i)
      n += std::all_of(list[i].begin(), list[i].end(), in) &&
           !std::binary_search(but.begin(), but.end(), std::uint32_t(i));
    return n;
  }

  const World& world_;
  WorldSurfaces surfaces_;
  const SurfaceSoup& soup_;
  Crossings crossings_;
  CrossedSurfaces out_;
};

}  // namespace

CrossedSurfaces find_crossed(const World& world, std::span<const FrameObject> drawn) {
  return Finder(world, drawn).find();
}

CrossedSurfaces find_crossed(const World& world) {
  std::vector<FrameObject> drawn;
  for (const auto& body : world.bodies) drawn.push_back(body->frame({}));
  return find_crossed(world, drawn);
}

}  // namespace weft
