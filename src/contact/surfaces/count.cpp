/// Each leaf of the tree looks for those that its box touches and that do not come before it, so that every pair of
/// triangles is seen once.
#include "contact/surfaces/count.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "contact/surfaces/count_tree.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = 64;  // leaves or groups of segments that one task looks at
constexpr double kUnsure = 1e-15;   // relative error of a product of lengths
using Triangle = std::array<std::uint32_t, 3>;
using Edge = std::array<std::uint32_t, 2>;

template <class Corners>
Bounds box_of(const SurfaceSoup& s, const Corners& corners) {
  Bounds b;
  for (const std::uint32_t v : corners) b.add(s.x[v]);
  return b;
}

bool has(const Triangle& t, std::uint32_t v) { return t[0] == v || t[1] == v || t[2] == v; }

/// What rounding can do to the product a.(b x c).
double unsure(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  return kUnsure * std::sqrt(norm2(a) * norm2(b) * norm2(c));
}

/// A triangle that others may go through.
class Target {
 public:
  Target(const SurfaceSoup& s, std::uint32_t number) : s_(s), number_(number), t_(s.triangles[number]) {
    const Vec3d &a = s.x[t_[0]], &b = s.x[t_[1]], &c = s.x[t_[2]];
    n_ = cross(b - a, c - a);
    area_ = norm(n_);
    long_ = std::max({norm2(b - a), norm2(c - b), norm2(a - c)});
  }

  /// Times |n|: which side of the plane x is on, 0 when it is too near to say.
  double height(std::uint32_t v) const {
    const Vec3d away = s_.x[v] - s_.x[t_[0]];
    const double h = dot(n_, away);
    return std::fabs(h) <= s_.rounding * area_ + kUnsure * long_ * norm(away) ? 0 : h;
  }
  double distance(double height) const { return height / area_; }
  /// The edge between two vertices on different sides; what is in the plane counts as above it.
  bool pierced(Edge e, double h_p, double h_q, Piercing& out) const {
    if ((h_p < 0) == (h_q < 0) || has(t_, e[0]) || has(t_, e[1])) return false;
    if (e[0] > e[1]) std::swap(e[0], e[1]), std::swap(h_p, h_q);
    const Vec3d &p = s_.x[e[0]], d = s_.x[e[1]] - p;
    const bool first = winds(p, d, t_[0], t_[1]);
    if (winds(p, d, t_[1], t_[2]) != first || winds(p, d, t_[2], t_[0]) != first) return false;
    out = {e, number_, p + d * (h_p / (h_p - h_q)), std::min(std::fabs(h_p), std::fabs(h_q)) / area_};
    return true;
  }
  /// Whether the line of an edge that goes through passes the side from corner k to the next within rounding.
  bool grazed(const Edge& e, std::size_t k) const {
    const Vec3d &p = s_.x[e[0]], d = s_.x[e[1]] - p, &v = s_.x[t_[k]], &w = s_.x[t_[(k + 1) % 3]];
    const double o = dot(d, cross(v - p, w - p));
    return std::fabs(o) <=
           s_.rounding * norm(cross(d, w - v)) + kUnsure * norm(d) * norm(v - p) * norm(w - p);
  }

 private:
  /// The sign of o_vw, the opposite of that of o_wv to the last bit. Where it is too small to say, as if the line stood
  /// a hair's breadth farther along x, or else y, or else z: e.(d x (w - v)) is how o changes with a shift e.
  bool winds(const Vec3d& p, const Vec3d& d, std::uint32_t v, std::uint32_t w) const {
    const bool turned = v > w;
    if (turned) std::swap(v, w);
    const Vec3d to_v = s_.x[v] - p, to_w = s_.x[w] - p;
    const double o = dot(d, cross(to_v, to_w));
    if (std::fabs(o) > unsure(d, to_v, to_w)) return (o > 0) != turned;
    const Vec3d shifted = cross(d, s_.x[w] - s_.x[v]);
    for (int k = 0; k < 3; ++k)
      if (shifted[k] != 0) return (shifted[k] > 0) != turned;
    return turned;
  }

  const SurfaceSoup& s_;
  std::uint32_t number_;
  const Triangle& t_;
  Vec3d n_;
  double area_, long_;  ///< |n|; square of the longest side
};

/// What one task found.
struct Found {
  std::vector<Piercing> piercings;
  std::vector<CrossedPair> pairs;

  void add(std::uint32_t a, std::uint32_t b, const Piercing* first, std::size_t n) {
    if (n == 0) return;
    const auto deeper = [](const Piercing& l, const Piercing& r) { return l.depth < r.depth; };
    pairs.push_back({{a, b}, *std::max_element(first, first + n, deeper)});
    piercings.insert(piercings.end(), first, first + n);
  }
};

class Search {
 public:
  explicit Search(const SurfaceSoup& soup) : s_(soup), tree_(boxes(soup.triangles)) {}

  Crossings find() {
    Crossings out;
    const auto leaves = [&](Range r, Found& f) {
      for (std::size_t l = r.begin; l < r.end; ++l)
        tree_.visit(tree_.leaf(l), l, [&](std::size_t other) { compare(l, other, f); });
    };
    out.triangles = collect(tree_.leaves(), leaves, out.piercings);
    const auto lines = [&](Range r, Found& f) {
      for (std::size_t i = r.begin; i < r.end; ++i) pass(std::uint32_t(i), f);
    };
    out.segments = collect(s_.segments.size(), lines, out.piercings);
    const auto order = [](const Piercing& a, const Piercing& b) {
      return std::tie(a.triangle, a.edge) < std::tie(b.triangle, b.edge);
    };
    std::sort(out.piercings.begin(), out.piercings.end(), order);
    const auto same = [](const Piercing& a, const Piercing& b) {
      return a.triangle == b.triangle && a.edge == b.edge;
    };
    out.piercings.erase(std::unique(out.piercings.begin(), out.piercings.end(), same), out.piercings.end());
    sum_up(out);
    return out;
  }

 private:
  template <class List>
  std::vector<Bounds> boxes(const List& list) const {
    std::vector<Bounds> out(list.size());
    parallel_chunks(list.size(), 4096, [&](Range r) {
      for (std::size_t i = r.begin; i < r.end; ++i) out[i] = box_of(s_, list[i]);
    });
    return out;
  }

  template <class F>
  static std::vector<CrossedPair> collect(std::size_t n, F&& f, std::vector<Piercing>& piercings) {
    std::vector<Found> parts(chunk_count(n, kChunk));
    parallel_chunks(n, kChunk, [&](Range r) { f(r, parts[r.begin / kChunk]); });
    std::vector<CrossedPair> pairs;
    for (const Found& p : parts) {
      piercings.insert(piercings.end(), p.piercings.begin(), p.piercings.end());
      pairs.insert(pairs.end(), p.pairs.begin(), p.pairs.end());
    }
    std::sort(pairs.begin(), pairs.end(),
              [](const CrossedPair& a, const CrossedPair& b) { return a.who < b.who; });
    return pairs;
  }

  bool matters(std::uint32_t a, std::uint32_t b) const {
    if (s_.parts[a] == Part::obstacle && s_.parts[b] == Part::obstacle) return false;
    return a != b || s_.parts[a] == Part::soft;
  }

  void compare(std::size_t leaf, std::size_t other, Found& f) const {
    const Range left = tree_.of(leaf), right = tree_.of(other);
    for (std::size_t i = left.begin; i < left.end; ++i) {
      const std::uint32_t a = tree_[i];
      if (!touch(tree_.box(i), tree_.leaf(other))) continue;
      std::optional<Target> target;
      for (std::size_t j = leaf == other ? i + 1 : right.begin; j < right.end; ++j) {
        const std::uint32_t b = tree_[j];
        if (!touch(tree_.box(i), tree_.box(j)) || !matters(s_.triangle_object[a], s_.triangle_object[b]))
          continue;
        if (!target) target.emplace(s_, a);
        meet(*target, a, b, f);
      }
    }
  }

  void meet(const Target& target_a, std::uint32_t a, std::uint32_t b, Found& f) const {
    const Triangle &ta = s_.triangles[a], &tb = s_.triangles[b];
    if (has(tb, ta[0]) + has(tb, ta[1]) + has(tb, ta[2]) > 1) return;
    const Vec3d h_b{{target_a.height(tb[0]), target_a.height(tb[1]), target_a.height(tb[2])}};
    if (one_side(h_b, ta, tb)) return;
    const Target target_b(s_, b);
    const Vec3d h_a{{target_b.height(ta[0]), target_b.height(ta[1]), target_b.height(ta[2])}};
    if (one_side(h_a, tb, ta)) return;
    std::array<Piercing, 6> found;
    std::size_t n = 0;
    for (int k = 0; k < 3; ++k) {
      const int next = (k + 1) % 3;
      n += target_a.pierced({tb[std::size_t(k)], tb[std::size_t(next)]}, h_b[k], h_b[next], found[n]);
      n += target_b.pierced({ta[std::size_t(k)], ta[std::size_t(next)]}, h_a[k], h_a[next], found[n]);
    }
    const auto touches = [&](Piercing& p) {
      return !passes(p, [&](const Target& t, std::uint32_t v) {
        return highest_around(t, v, s_.triangle_object[p.triangle == a ? b : a]);
      });
    };
    n = std::size_t(std::remove_if(found.begin(), found.begin() + n, touches) - found.begin());
    f.add(std::min(a, b), std::max(a, b), found.data(), n);
  }

  /// Where an edge ends in the plane of its triangle its surface must go on above it, and where it grazes a side the
  /// triangle's surface must go on beyond; else they only touch, as two boxes do that stand on each other.
  /// highest(target, v): of the neighbours of v, as Target::height.
  template <class Highest>
  bool passes(Piercing& p, Highest&& highest) const {
    const Target target(s_, p.triangle);
    for (const std::uint32_t v : p.edge)
      if (target.height(v) == 0) {
        const double above = highest(target, v),
                     below = target.height(p.edge[0] == v ? p.edge[1] : p.edge[0]);
        if (!(above > 0)) return false;
        p.depth = target.distance(std::min(above, -below));
      }
    for (std::size_t k = 0; k < 3; ++k)
      if (target.grazed(p.edge, k) && !goes_on(p, k)) return false;
    return true;
  }

  /// Calls f(triangle) for those of an object near x.
  template <class F>
  void around(const Vec3d& x, std::uint32_t object, F&& f) const {
    Bounds box;
    for (const double r : {-2.0, 2.0}) box.add(x + Vec3d::filled(r * s_.rounding));
    tree_.visit(box, 0, [&](std::size_t leaf) {
      for (std::size_t i = tree_.of(leaf).begin; i < tree_.of(leaf).end; ++i)
        if (s_.triangle_object[tree_[i]] == object) f(s_.triangles[tree_[i]]);
    });
  }
  /// One vertex, or two at one place: surfaces are cut open at creases.
  bool same(std::uint32_t v, std::uint32_t w) const { return v == w || s_.x[v] == s_.x[w]; }

  double highest_around(const Target& target, std::uint32_t v, std::uint32_t object) const {
    double most = 0;
    around(s_.x[v], object, [&](const Triangle& n) {
      if (same(n[0], v) || same(n[1], v) || same(n[2], v))
        for (const std::uint32_t corner : n) most = std::max(most, target.height(corner));
    });
    return most;
  }
  bool goes_on(const Piercing& p, std::size_t k) const {
    const Triangle& t = s_.triangles[p.triangle];
    const std::uint32_t v = t[k], w = t[(k + 1) % 3];
    const Vec3d d = s_.x[p.edge[1]] - s_.x[p.edge[0]], across = cross(d, s_.x[w] - s_.x[v]);
    const auto beyond = [&](std::uint32_t corner) { return dot(across, s_.x[corner] - s_.x[v]); };
    const double here = beyond(t[(k + 2) % 3]), least = s_.rounding * norm(across);
    bool found = false;
    around(p.place, s_.triangle_object[p.triangle], [&](const Triangle& n) {
      for (std::size_t c = 0; c < 3; ++c) {
        const std::uint32_t l = n[(c + 1) % 3], r = n[(c + 2) % 3];
        if (!((same(l, v) && same(r, w)) || (same(l, w) && same(r, v)))) continue;
        found = found || (std::fabs(beyond(n[c])) > least && beyond(n[c]) * here < 0);
      }
    });
    return found;
  }
  /// All corners of `t`, but for one that is also `of`'s, clearly on one side of the plane of `of`, or all in it: then
  /// no edge of either goes through the other.
  static bool one_side(const Vec3d& h, const Triangle& of, const Triangle& t) {
    bool above = true, below = true, in = true;
    for (int k = 0; k < 3; ++k) {
      in = in && h[k] == 0;
      if (has(of, t[std::size_t(k)])) continue;
      above = above && h[k] > 0;
      below = below && h[k] < 0;
    }
    return above || below || in;
  }

  void pass(std::uint32_t segment, Found& f) const {
    const Edge& e = s_.segments[segment];
    const Bounds box = box_of(s_, e);
    if (s_.triangles.empty()) return;
    tree_.visit(box, 0, [&](std::size_t leaf) {
      for (std::size_t i = tree_.of(leaf).begin; i < tree_.of(leaf).end; ++i) {
        const std::uint32_t t = tree_[i];
        if (!touch(tree_.box(i), box) || !matters(s_.segment_object[segment], s_.triangle_object[t]))
          continue;
        const Target target(s_, t);
        Piercing p;
        if (target.pierced(e, target.height(e[0]), target.height(e[1]), p) &&
            passes(p, [&](const Target& through, std::uint32_t v) {
              return highest_along(through, v, segment);
            }))
          f.add(segment, t, &p, 1);
      }
    });
  }

  /// Segments of a strand follow each other.
  double highest_along(const Target& target, std::uint32_t v, std::uint32_t segment) const {
    double most = 0;
    for (const std::size_t n : {std::size_t(segment) - 1, std::size_t(segment) + 1})
      if (n < s_.segments.size() && (s_.segments[n][0] == v || s_.segments[n][1] == v))
        for (const std::uint32_t end : s_.segments[n]) most = std::max(most, target.height(end));
    return most;
  }

  void sum_up(Crossings& out) const {
    std::map<std::array<std::uint32_t, 2>, CrossedObjects> sums;
    const auto add = [&](std::uint32_t a, std::uint32_t b, const Piercing& worst) {
      const std::array<std::uint32_t, 2> key{std::min(a, b), std::max(a, b)};
      CrossedObjects& sum = sums.try_emplace(key, CrossedObjects{key}).first->second;
      ++sum.pairs;
      if (worst.depth > sum.depth) sum.depth = worst.depth, sum.place = worst.place;
    };
    for (const CrossedPair& p : out.triangles)
      add(s_.triangle_object[p.who[0]], s_.triangle_object[p.who[1]], p.worst);
    for (const CrossedPair& p : out.segments)
      add(s_.segment_object[p.who[0]], s_.triangle_object[p.who[1]], p.worst);
    for (const auto& [key, sum] : sums) out.objects.push_back(sum);
  }

  const SurfaceSoup& s_;
  BoxTree tree_;
};

}  // namespace

Crossings find_surface_crossings(const SurfaceSoup& soup) {
  if (soup.triangles.empty()) return {};
  return Search(soup).find();
}

}  // namespace weft
