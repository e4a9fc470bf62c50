/// Surfaces of the bodies of a device meet as geometry, once the grid has moved their vertices: cloth and fibres in
/// any number, with themselves and each other (docs/contact.md, docs/thin.md "The last word").
///
///   before    where vertices are
///   meet      list of pairs -> who is awake -> contacts -> impulses -> proof -> (more contacts, cuts) -> places
///
/// All launches have fixed sizes and look at device memory whether they are wanted (view.h). Where there is no room for a list
/// the step waits (kTooManyPairs); `grow` makes room and the meeting is begun again: until its last kernel no body has
/// changed.
#pragma once
#include <algorithm>
#include <functional>
#include <map>

#include "contact/surfaces/count.h"
#include "device/surfaces/cuts.h"
#include "device/surfaces/impulses.h"
#include "device/surfaces/list.h"

namespace weft::WEFT_DEVICE {

/// A body as SurfaceSet wants it.
struct SurfacePlan {
  const SurfaceData* data;
  MeshPins pins;
  unsigned parcels;  ///< of its first vertex
  int body;
};

class SurfaceSet {
 public:
  using Friction = std::function<double(std::size_t, std::size_t)>;

  /// friction(a, b): of two of the plans. Nobody to meet: nothing is ever launched.
  void settle(Stream& stream, const std::vector<SurfacePlan>& plans, const Friction& friction, const StepView& step) {
    view_ = {};
    plans_.clear();
    first_.clear();
    if (std::none_of(plans.begin(), plans.end(), [&](const SurfacePlan& p) {
          return p.data->meets_itself || plans.size() > 1;
        }))
      return;
    plans_ = plans;
    std::vector<SurfacePart> parts;
    unsigned n = 0;
    for (const SurfacePlan& p : plans) {
      first_.push_back(n);
      parts.push_back({n, p.parcels, p.body, p.data->meets_itself, !p.data->triangles.empty(), float(p.data->radius), p.pins});
      n += unsigned(p.data->x.size());
    }
    view_.vertices = n, view_.parts = int(plans.size());
    std::vector<float> mu(plans.size() * plans.size());
    for (std::size_t a = 0; a < plans.size(); ++a)
      for (std::size_t b = 0; b < plans.size(); ++b) mu[a * plans.size() + b] = float(friction(a, b));
    part_.put(stream, parts), friction_.put(stream, mu);
    settle_mesh(stream);
    settle_vertices(stream);
    control_.resize(1);
    stream.zero(control_.data(), control_.bytes());
    const std::size_t elements = view_.edges + view_.triangles;
    make_lists({unsigned(6 * elements + 4096), unsigned(2 * elements + 4096), unsigned(elements / 2 + 4096)});
#ifndef __CUDACC__
    if (meet_in_little_room) make_lists({4, 2, 1});
#endif
    std::size_t buckets = 64;
    while (buckets < elements) buckets *= 2;
    bucket_.resize(2 * buckets), next_.resize(elements);
    view_.buckets = unsigned(buckets);
    for (int k = 0; k < 2; ++k) memory_key_[k].resize(4 * buckets), memory_[k].resize(4 * buckets);
    view_.memories = unsigned(4 * buckets);
    see(step);
    std::vector<Vec3d> x;
    for (const SurfacePlan& p : plans_) x.insert(x.end(), p.data->x.begin(), p.data->x.end());
    look(stream, x);
  }
  bool any() const { return view_.vertices > 0; }
  void see(const StepView& step) {
    view_.v = step;
    point();
  }
  /// What a body reads: changes of velocity of its vertices.
  const Quad* kick(std::size_t plan) const { return any() ? kick_.data() + first_[plan] : nullptr; }

  /// From now on as in a run that is resumed here: the list is made anew, and what crossed is looked at again.
  void begin(Stream& stream) {
    if (!any()) return;
    SurfaceControl s = control(stream);
    s.built = 0, s.nearest = 0, s.memory_dt = 0;
    put(stream, s);
    if (!s.excused) return;
    Control c;
    stream.copy(&c, view_.v.sort.control, sizeof c);
    stream.wait();
    std::vector<Vec3d> x;
    for (const SurfacePlan& p : plans_) {
      std::vector<Quad> at(p.data->x.size());
      stream.copy(at.data(), view_.v.sort.parcels.a[c.to] + p.parcels, at.size() * sizeof(Quad));
      stream.wait();
      for (const Quad& q : at) x.push_back({{double(q.x), double(q.y), double(q.z)}});
    }
    look(stream, x);
  }

  void before(Stream& stream, When when) {
    if (any()) each_vertex<ReadStart>(stream, viewed(when));
  }
  void meet(Stream& stream, When when) {
    if (!any()) return;
    MeetView q = viewed(when);
    once(stream, BeginMeeting{q});
    launch(stream, blocks_for<ForgetTouches>(q.memories), ForgetTouches{q});
    each_vertex<ReadMotion>(stream, q);
    find(stream, q);
    some(stream, WakePairs{q, kMany});
    part(stream, q);
    cut(stream, q);
    once(stream, CheckRoom{q});
    some(stream, RememberTouches{q, kMany});
    each_vertex<WriteSurfaces>(stream, q);
    once(stream, EndMeeting{q});
  }
  /// Room for what did not fit.
  void grow(Stream& stream) {
    SurfaceControl s = control(stream);
    const auto more = [](unsigned has, unsigned wanted) {
      return wanted > has ? unsigned(1.3 * double(wanted)) + kMore : has;
    };
    const SurfaceRoom was = view_.room;
    make_lists({more(was.pairs, s.pairs), more(was.awake, s.awake), more(was.touches, s.touches)});
    s.built = 0;
    put(stream, s);
    point();
  }

  SurfaceControl control(Stream& stream) const {
    SurfaceControl s{};
    if (!any()) return s;
    stream.copy(&s, control_.data(), sizeof s);
    stream.wait();
    return s;
  }
  std::size_t bytes() const {
    std::size_t n = pair_.bytes() + awake_.bytes() + touch_.bytes() + failed_.bytes() + share_.bytes();
    for (const auto* a : {&start_, &end_, &given_end_, &given_, &now_, &kick_, &listed_}) n += a->bytes();
    return n + 6 * sum_[0].bytes() + 2 * (memory_key_[0].bytes() + memory_[0].bytes()) + bucket_.bytes() + next_.bytes() + edge_.bytes() + triangle_.bytes();
  }

 private:
  // Rounds of impulses: of the step's contacts, and of those that were found when the proof failed; of the motion that
  // restores lost gaps; looks in which pairs that fail become contacts, then are cut.
  static constexpr int kRounds = 16, kFewRounds = 10, kParting = 6, kSolves = 2, kMeans = 3, kHolds = 6, kStops = 3;
  static_assert(kSolves + 1 + kMeans + kHolds + kStops + 2 <= kMostLooks);
  static constexpr unsigned kMore = kTwin ? 16 : 4096;  ///< room
  static constexpr int kMany = kTwin ? 1 : 1024;

  MeetView viewed(When when) const {
    MeetView q = view_;
    q.when = when;
#ifndef __CUDACC__
    q.backwards = meet_backwards;
#endif
    return q;
  }
  template <class K>
  void once(Stream& stream, const K& kernel) {
    launch(stream, 1, kernel);
  }
  template <class K, class... More>
  void each_vertex(Stream& stream, const MeetView& q, More... more) {
    launch(stream, blocks_for<K>(q.vertices), K{q, more...});
  }
  template <class K>
  void some(Stream& stream, const K& kernel) {
    launch(stream, std::size_t(kMany), kernel);
  }
  void part(Stream& stream, MeetView& q) {
#ifndef __CUDACC__
    if (meet_without_impulses) return;
#endif
    for (int k = 0; k <= kSolves; ++k) {
      solve(stream, q, k == 0 ? kRounds : kFewRounds);
      certify(stream, q, Look::touch);
    }
  }
  void find(Stream& stream, const MeetView& q) {
    const std::size_t elements = std::size_t(q.edges) + q.triangles;
    each_vertex<CheckList>(stream, q);
    launch(stream, blocks_for<BeginList>(std::max<std::size_t>(q.vertices, 2 * std::size_t(q.buckets))), BeginList{q});
    launch(stream, blocks_for<MeasureBoxes>(elements), MeasureBoxes{q});
    launch(stream, blocks_for<FillBuckets>(elements), FillBuckets{q});
    launch(stream, blocks_for<FindPairs>(std::size_t(q.vertices) + q.edges), FindPairs{q});
    once(stream, EndList{q});
  }
  void solve(Stream& stream, const MeetView& q, int rounds) {
    some(stream, Respond{q, kMany});
    some(stream, DepositTouches{q, kMany});
    for (int k = 0; k < rounds; ++k)
      some(stream, SolveTouches{q, kMany, k, k + 1 < rounds ? float(k) / float(k + 3) : 0.0f});
    for (int k = 0; k < kParting; ++k) some(stream, PartTouches{q, kMany, k, rounds % 3});
    each_vertex<PlaceEnds>(stream, q, rounds % 3, kParting % 3);
  }
  /// What follows asks whether anything failed.
  void certify(Stream& stream, MeetView& q, Look look) {
    some(stream, Certify{q, kMany, look});
    ++q.looks;
  }
  void cut(Stream& stream, MeetView& q) {
    each_vertex<BeginCuts>(stream, q);
    for (int k = 0; k < kMeans; ++k) {
      certify(stream, q, Look::mean);
      some(stream, CutToMean{q, kMany});
      each_vertex<ApplyCuts>(stream, q, Look::mean);
    }
    for (int k = 0; k < kHolds + kStops; ++k) {
      const Look look = k < kHolds ? Look::hold : Look::stop;
      certify(stream, q, look);
      each_vertex<ApplyCuts>(stream, q, look);
    }
    certify(stream, q, Look::hold);
    each_vertex<ApplyCuts>(stream, q, Look::last);
    certify(stream, q, Look::last);
  }

  void make_lists(const SurfaceRoom& room) {
    view_.room = room;
    pair_.resize(room.pairs), awake_.resize(room.awake), touch_.resize(room.touches);
    failed_.resize(room.awake), share_.resize(room.awake);
  }
  void settle_mesh(Stream& stream) {
    std::vector<Three> triangles;
    std::vector<Pair> edges, opposite;
    double length = 0;
    for (std::size_t b = 0; b < plans_.size(); ++b) {
      const SurfaceData& d = *plans_[b].data;
      const unsigned first = first_[b];
      std::map<std::pair<unsigned, unsigned>, unsigned> seen;
      for (const auto& t : d.triangles) {
        triangles.push_back({{first + t[0], first + t[1], first + t[2]}});
        for (std::size_t k = 0; k < 3; ++k) {
          const auto [low, high] = std::minmax({first + t[k], first + t[(k + 1) % 3]});
          const auto [at, fresh] = seen.try_emplace({low, high}, unsigned(edges.size()));
          const unsigned o = first + t[(k + 2) % 3];
          if (fresh) edges.push_back({low, high}), opposite.push_back({o, kNobody});
          else if (opposite[at->second].y == kNobody) opposite[at->second].y = o;
        }
      }
      for (const auto& s : d.segments) edges.push_back({first + s[0], first + s[1]}), opposite.push_back({kNobody, kNobody});
    }
    std::vector<unsigned> begin(view_.vertices + 1), at(2 * edges.size());
    for (const Pair& e : edges) ++begin[e.x + 1], ++begin[e.y + 1];
    for (unsigned i = 0; i < view_.vertices; ++i) begin[i + 1] += begin[i];
    std::vector<unsigned> next(begin.begin(), begin.end() - 1);
    const std::vector<Vec3d> x = all(&SurfaceData::x);
    for (unsigned e = 0; e < edges.size(); ++e) {
      at[next[edges[e].x]++] = e, at[next[edges[e].y]++] = e;
      length += norm(x[edges[e].x] - x[edges[e].y]);
    }
    length /= double(std::max<std::size_t>(edges.size(), 1));
    view_.edges = unsigned(edges.size()), view_.triangles = unsigned(triangles.size());
    view_.budget = float(0.3 * length), view_.least_keep = float(0.005 * length);
    edge_.put(stream, edges), opposite_.put(stream, opposite), triangle_.put(stream, triangles);
    edge_begin_.put(stream, begin), edge_at_.put(stream, at);
  }
  std::vector<Vec3d> all(std::vector<Vec3d> SurfaceData::*what) const {
    std::vector<Vec3d> x;
    for (const SurfacePlan& p : plans_) x.insert(x.end(), (p.data->*what).begin(), (p.data->*what).end());
    return x;
  }
  void settle_vertices(Stream& stream) {
    const std::size_t n = view_.vertices;
    std::vector<unsigned> part;
    std::vector<float> mass;
    std::vector<Vec3<float>> rest;
    double heaviest = 0;
    for (std::size_t b = 0; b < plans_.size(); ++b) {
      const SurfaceData& d = *plans_[b].data;
      part.insert(part.end(), d.x.size(), unsigned(b));
      for (const double m : d.mass) mass.push_back(float(m)), heaviest = std::max(heaviest, m);
      for (const Vec3d& x : d.rest) rest.push_back(x.as<float>());
    }
    view_.quantum = std::exp2(std::floor(std::log2(std::max(heaviest, 1e-30)))) * 0x1p-40;
    part_of_.put(stream, part), mass_.put(stream, mass), rest_.put(stream, rest);
    for (auto* a : {&start_, &end_, &given_end_, &given_, &now_, &kick_, &listed_}) a->resize(n);
    for (int k = 0; k < 3; ++k) sum_[k].resize(3 * n), part_sum_[k].resize(3 * n);
    count_.resize(n), cap_.resize(n), cut_.resize(n);
    stream.zero(kick_.data(), kick_.bytes());
  }
  /// What crosses now is left alone: of an edge and a triangle the ends with the triangle, and the edge with its edges.
  void look(Stream& stream, const std::vector<Vec3d>& x) {
    SurfaceSoup soup;
    soup.x = x;
    const std::vector<Three> triangles = triangle_.get(stream);
    for (unsigned k = 0; k < view_.triangles; ++k) {
      const Three& t = triangles[k];
      soup.triangles.push_back({t.at[0], t.at[1], t.at[2]});
      soup.triangle_object.push_back(owner(t.at[0]));
    }
    for (std::size_t b = 0; b < plans_.size(); ++b)
      for (const auto& s : plans_[b].data->segments) {
        soup.segments.push_back({first_[b] + s[0], first_[b] + s[1]});
        soup.segment_object.push_back(unsigned(b));
      }
    soup.parts.assign(plans_.size(), Part::soft);
    const Crossings crossings = find_surface_crossings(soup);
    std::vector<std::uint64_t> keys;
    for (const Piercing& p : crossings.piercings) {
      const Three& t = triangles[p.triangle];
      for (const unsigned end : p.edge) keys.push_back(key_of(end, t));
      const unsigned e = edge_of(p.edge[0], p.edge[1]);
      for (int k = 0; k < 3; ++k) {
        const unsigned f = edge_of(t.at[k], t.at[(k + 1) % 3]);
        keys.push_back(key_of(std::min(e, f), std::max(e, f)));
      }
    }
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    std::size_t slots = 4096;
    while (slots < 4 * keys.size()) slots *= 2;
    std::vector<std::uint64_t> table(slots);
    for (const std::uint64_t key : keys) {
      std::size_t k = std::size_t(unsigned(key) & unsigned(slots - 1));
      while (table[k]) k = (k + 1) & (slots - 1);
      table[k] = key;
    }
    excused_.resize(slots);
    excused_.put(stream, table);
    view_.excuses = unsigned(slots);
    SurfaceControl s = control(stream);
    s.excused = unsigned(keys.size()), s.built = 0;
    put(stream, s);
    point();
  }
  unsigned owner(unsigned vertex) const {
    return unsigned(std::upper_bound(first_.begin(), first_.end(), vertex) - first_.begin()) - 1;
  }
  static std::uint64_t key_of(unsigned vertex, const Three& t) {
    const unsigned i[4] = {vertex, t.at[0], t.at[1], t.at[2]};
    return pair_key(i, false);
  }
  std::uint64_t key_of(unsigned e, unsigned f) {
    const Pair a = host_edges_[e], b = host_edges_[f];
    const unsigned i[4] = {a.x, a.y, b.x, b.y};
    return pair_key(i, true);
  }
  /// Its number, by its ends.
  unsigned edge_of(unsigned a, unsigned b) {
    if (host_edges_.size() != view_.edges) {
      Stream stream;
      host_edges_ = edge_.get(stream);
      host_edges_.resize(view_.edges);
      by_ends_.clear();
      for (unsigned e = 0; e < view_.edges; ++e) by_ends_[{host_edges_[e].x, host_edges_[e].y}] = e;
    }
    const auto at = by_ends_.find({std::min(a, b), std::max(a, b)});
    return at != by_ends_.end() ? at->second : by_ends_.at({std::max(a, b), std::min(a, b)});
  }
  void put(Stream& stream, const SurfaceControl& s) {
    stream.copy(control_.data(), &s, sizeof s);
    stream.wait();
  }
  void point() {
    MeetView& v = view_;
    v.s = control_.data(), v.part = part_.data(), v.friction = friction_.data();
    v.part_of = part_of_.data(), v.mass = mass_.data(), v.rest = rest_.data();
    v.start = start_.data(), v.end = end_.data(), v.given_end = given_end_.data(), v.given = given_.data();
    v.now = now_.data(), v.kick = kick_.data(), v.listed = listed_.data();
    for (int k = 0; k < 3; ++k) v.sum[k] = sum_[k].data(), v.part_sum[k] = part_sum_[k].data();
    v.count = count_.data(), v.cap = cap_.data(), v.cut = cut_.data();
    v.edge = edge_.data(), v.opposite = opposite_.data(), v.edge_begin = edge_begin_.data(), v.edge_at = edge_at_.data();
    v.triangle = triangle_.data();
    v.bucket = bucket_.data(), v.next = next_.data();
    for (int k = 0; k < 2; ++k) v.memory_key[k] = memory_key_[k].data(), v.memory[k] = memory_[k].data();
    v.pair = pair_.data(), v.awake = awake_.data(), v.touch = touch_.data();
    v.failed = failed_.data(), v.share = share_.data(), v.excused = excused_.data();
  }

  std::vector<SurfacePlan> plans_;
  std::vector<unsigned> first_;
  std::vector<Pair> host_edges_;
  std::map<std::pair<unsigned, unsigned>, unsigned> by_ends_;
  MeetView view_{};
  DeviceArray<SurfaceControl> control_;
  DeviceArray<SurfacePart> part_;
  DeviceArray<float> friction_, mass_, share_;
  DeviceArray<unsigned> part_of_, count_, cap_, edge_begin_, edge_at_, next_, failed_;
  DeviceArray<Vec3<float>> rest_;
  DeviceArray<Quad> start_, end_, given_end_, given_, now_, kick_, listed_;
  DeviceArray<std::int64_t> sum_[3], part_sum_[3];
  DeviceArray<unsigned char> cut_;
  DeviceArray<Pair> edge_, opposite_;
  DeviceArray<Three> triangle_;
  DeviceArray<std::uint64_t> bucket_, excused_, memory_key_[2];
  DeviceArray<Remembered> memory_[2];
  DeviceArray<NearPair> pair_;
  DeviceArray<AwakePair> awake_;
  DeviceArray<Touch> touch_;
};

}  // namespace weft::WEFT_DEVICE
