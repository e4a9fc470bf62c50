#include "contact/surfaces/untangle.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>

#include "contact/surfaces/count.h"

namespace weft {
namespace {

constexpr double kSpeed = 0.3;       // [m/s]
constexpr double kSeparated = 0.9;   // of a curve's edges that join different labels: it cuts something off
constexpr double kBorderCost = 1e6;  // a curve that leads to a border counts after all that cut something off

std::array<std::uint32_t, 2> ordered(std::uint32_t a, std::uint32_t b) {
  return {std::min(a, b), std::max(a, b)};
}

class Groups {
 public:
  explicit Groups(std::size_t n) : of_(n) { std::iota(of_.begin(), of_.end(), 0u); }
  std::uint32_t find(std::uint32_t i) {
    while (of_[i] != i) i = of_[i] = of_[of_[i]];
    return i;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a), b = find(b);
    of_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> of_;
};

double height(const SurfaceScene& s, std::uint32_t vertex, const std::array<std::uint32_t, 3>& t) {
  return dot(cross(s.x[t[1]] - s.x[t[0]], s.x[t[2]] - s.x[t[0]]), s.x[vertex] - s.x[t[0]]);
}

}  // namespace

bool Untangler::look(const SurfaceScene& scene) {
  SurfaceSoup soup;
  soup.x = scene.x;
  for (const SurfaceElement& e : scene.elements) {
    const std::uint32_t part = scene.part_of[e.vertex[0]];
    if (e.corners() == 3) {
      soup.triangles.push_back(e.vertex);
      soup.triangle_object.push_back(part);
    } else {
      soup.segments.push_back({e.vertex[0], e.vertex[1]});
      soup.segment_object.push_back(part);
    }
  }
  for (const SurfacePart& p : scene.parts)
    soup.parts.push_back(p.obstacle ? Part::obstacle : p.rigid != kNone ? Part::rigid : Part::soft);
  crossings_.clear();
  cut_.clear();
  for (const Piercing& p : find_surface_crossings(soup).piercings) {
    const auto& t = soup.triangles[p.triangle];
    const std::uint32_t a = scene.part_of[p.edge[0]], b = scene.part_of[t[0]];
    const SurfacePart &pa = scene.parts[a], &pb = scene.parts[b];
    const bool meet = a == b ? pa.meets_itself : pa.yields || pb.yields;
    const bool elsewhere = (pa.obstacle && !pb.meets_meshes) || (pb.obstacle && !pa.meets_meshes);
    if (!meet || elsewhere) continue;
    crossings_.push_back({p.edge, t, 0});
    cut_.push_back(ordered(p.edge[0], p.edge[1]));
  }
  std::sort(cut_.begin(), cut_.end());
  cut_.erase(std::unique(cut_.begin(), cut_.end()), cut_.end());
  find_curves(scene);
  return tangled();
}

void Untangler::find_curves(const SurfaceScene& scene) {
  Groups groups(scene.size());
  for (const Crossing& c : crossings_) {
    groups.join(c.edge[0], c.edge[1]);
    for (const std::uint32_t v : c.triangle) groups.join(c.edge[0], v);
  }
  std::vector<std::uint32_t> number(scene.size(), kNone);
  curves_ = 0;
  for (Crossing& c : crossings_) {
    std::uint32_t& n = number[groups.find(c.edge[0])];
    if (n == kNone) n = curves_++;
    c.curve = n;
  }
}

bool Untangler::cut(std::uint32_t a, std::uint32_t b) const {
  return std::binary_search(cut_.begin(), cut_.end(), ordered(a, b));
}

void Untangler::excuse(NearPairs& list) const {
  using Key = std::array<std::uint32_t, 4>;
  std::vector<Key> vertices, edges;
  for (const Crossing& c : crossings_) {
    std::array<std::uint32_t, 3> t = c.triangle;
    std::sort(t.begin(), t.end());
    for (const std::uint32_t v : c.edge) vertices.push_back({v, t[0], t[1], t[2]});
    const auto e = ordered(c.edge[0], c.edge[1]);
    for (int k = 0; k < 3; ++k) {
      const auto f = ordered(c.triangle[k], c.triangle[(k + 1) % 3]);
      edges.push_back(e < f ? Key{e[0], e[1], f[0], f[1]} : Key{f[0], f[1], e[0], e[1]});
    }
  }
  std::sort(vertices.begin(), vertices.end());
  std::sort(edges.begin(), edges.end());
  for (NearPair& p : list.pairs) {
    if (p.edges) {
      const auto e = ordered(p.i[0], p.i[1]), f = ordered(p.i[2], p.i[3]);
      const Key k = e < f ? Key{e[0], e[1], f[0], f[1]} : Key{f[0], f[1], e[0], e[1]};
      p.crossing = std::binary_search(edges.begin(), edges.end(), k);
    } else {
      Key k = p.i;
      std::sort(k.begin() + 1, k.end());
      p.crossing = std::binary_search(vertices.begin(), vertices.end(), k);
    }
  }
}

void Untangler::label_sides(const SurfaceScene& scene, std::vector<std::uint32_t>& label,
                            std::vector<std::uint32_t>& size) const {
  Groups groups(scene.size());
  for (const auto& e : scene.edges)
    if (!cut(e[0], e[1])) groups.join(e[0], e[1]);
  label.resize(scene.size());
  size.assign(scene.size(), 0);
  for (std::uint32_t i = 0; i < scene.size(); ++i) ++size[label[i] = groups.find(i)];
}

std::vector<double> Untangler::distances_to_border(const SurfaceScene& scene) const {
  std::vector<double> far(scene.size(), 1e9);
  using Entry = std::pair<double, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  for (std::size_t e = 0; e < scene.edges.size(); ++e)
    if (scene.opposite[e][0] != kNone && scene.opposite[e][1] == kNone)
      for (const std::uint32_t v : scene.edges[e])
        if (far[v] > 0) queue.push({far[v] = 0, v});
  while (!queue.empty()) {
    const auto [d, v] = queue.top();
    queue.pop();
    if (d > far[v]) continue;
    const auto [begin, end] = scene.edges_at(v);
    for (const std::uint32_t* e = begin; e != end; ++e) {
      const std::uint32_t other = scene.other_end(*e, v);
      const double there = d + norm(scene.x[v] - scene.x[other]);
      if (there < far[other] && !cut(v, other)) queue.push({far[other] = there, other});
    }
  }
  return far;
}

std::vector<Untangler::Choice> Untangler::choose(const SurfaceScene& scene,
                                                 const std::vector<std::uint32_t>& label,
                                                 const std::vector<std::uint32_t>& size) const {
  const std::vector<double> far = distances_to_border(scene);
  std::vector<Choice> best(curves_);
  for (std::uint32_t curve = 0; curve < curves_; ++curve) {
    std::vector<std::uint32_t> parts;
    for (const Crossing& c : crossings_)
      if (c.curve == curve) parts.push_back(scene.part_of[c.edge[0]]);
    std::sort(parts.begin(), parts.end());
    parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
    for (const std::uint32_t part : parts) {
      if (!scene.parts[part].yields) continue;
      std::size_t edges = 0, apart = 0;
      std::uint32_t smallest = kNone;
      double above = 0, below = 0;
      for (const Crossing& c : crossings_) {
        if (c.curve != curve || scene.part_of[c.edge[0]] != part) continue;
        ++edges;
        apart += label[c.edge[0]] != label[c.edge[1]];
        for (const std::uint32_t v : c.edge) {
          if (smallest == kNone || size[label[v]] < size[smallest]) smallest = label[v];
          (height(scene, v, c.triangle) > 0 ? above : below) += far[v];
        }
      }
      Choice c;
      c.part = part;
      c.by_label = double(apart) > kSeparated * double(edges);
      c.label = smallest;
      c.above = above < below;
      c.cost =
          c.by_label ? double(size[smallest]) : kBorderCost * (1 + std::min(above, below) / double(edges));
      if (c.cost < best[curve].cost) best[curve] = c;
    }
  }
  return best;
}

Vec3d Untangler::back(const SurfaceScene& scene, const Crossing& c, const Choice& choice,
                      const std::vector<std::uint32_t>& label) const {
  int small = 0;
  if (choice.by_label) {
    if (label[c.edge[0]] == label[c.edge[1]]) return Vec3d::zero();
    small = size_t(label[c.edge[1]] == choice.label);
    if (label[c.edge[0]] != choice.label && label[c.edge[1]] != choice.label) return Vec3d::zero();
  } else {
    small = (height(scene, c.edge[0], c.triangle) > 0) == choice.above ? 0 : 1;
  }
  const Vec3d d = scene.x[c.edge[1 - small]] - scene.x[c.edge[small]];
  return d * (1 / std::max(norm(d), 1e-300));
}

void Untangler::pull(const SurfaceScene& scene, double dt, std::vector<Vec3d>& push) const {
  push.assign(scene.size(), Vec3d::zero());
  std::vector<std::uint32_t> label, size;
  label_sides(scene, label, size);
  const std::vector<Choice> choice = choose(scene, label, size);
  std::vector<Vec3d> mean(curves_, Vec3d::zero());
  for (const Crossing& c : crossings_)
    if (scene.part_of[c.edge[0]] == choice[c.curve].part)
      mean[c.curve] += back(scene, c, choice[c.curve], label);
  std::vector<double> weight(scene.size(), 0);
  for (const Crossing& c : crossings_) {
    const double length = norm(mean[c.curve]);
    if (!(length > 0)) continue;
    const std::uint32_t lead = choice[c.curve].part;
    const bool edge_leads = scene.part_of[c.edge[0]] == lead;
    if (!edge_leads && scene.part_of[c.triangle[0]] != lead) continue;
    const Vec3d way = mean[c.curve] * ((edge_leads ? 1 : -1) / length);
    for (const std::uint32_t v : c.edge) push[v] += way, weight[v] += 1;
    for (const std::uint32_t v : c.triangle) push[v] -= way, weight[v] += 1;
  }
  for (std::uint32_t i = 0; i < push.size(); ++i) {
    if (!(weight[i] > 0)) continue;
    push[i] *= kSpeed * dt / weight[i];
    if (scene.carried(i)) scene.each_mover(i, [&](std::uint32_t k, double share) { push[k] += push[i] * share; });
  }
}

}  // namespace weft
