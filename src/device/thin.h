/// Cloth or fibres of one law on a device. Sets: vertices, contact points.
///   step     vertices
///   answer   elements, bends, forces on vertices: after surfaces have met (device/surfaces/)
#pragma once
#include "bodies/thin/bend_matrix.h"
#include "bodies/thin_data.h"
#include "device/point_fields.h"
#include "device/thin_kernels.h"

namespace weft::WEFT_DEVICE {

template <class Law>
class DeviceThin final : public DeviceBody {
 public:
  DeviceThin(const ThinData& data, const Law& law) : data_(data), law_(law), view_{} {
    view_.law = law.template as<float>();
    view_.plastic = data.plastic;
    view_.tear2 = float(data.tear * data.tear);
  }

  std::vector<SetPlan> sets() const override {
    return {{data_.vertices.count, false, heaviest(data_.vertices.mass, data_.vertices.count)},
            {data_.contacts.count, false, heaviest(data_.contacts.mass, data_.contacts.count)}};
  }
  /// Of the modulus counts what ThinBody::limits says.
  BodyRule rule() const override { return {float(law_.density), 0.5f * (Law::tangents + 2), 0}; }

  void settle(Stream& stream, const StepView& view, int set, const std::vector<unsigned>& first,
              int body) override {
    const double dx = view.sort.h.dx;
    if (data_.dx && !(*data_.dx > 0)) *data_.dx = dx;
    const float clearance =
        float(data_.keeps_off ? data_.half_thickness : std::min(0.5 * data_.half_thickness, 0.1 * dx));
    const AffineRule affine = AffineRule::of(data_.damping);
    const auto& p = data_.vertices;
    const auto& q = data_.contacts;
    static_cast<PointSet&>(view_.vertices) = {first[0], unsigned(p.count), set, body, affine, clearance};
    view_.contacts = {first[1], unsigned(q.count), set + 1, body, affine, clearance};
    settle_points(stream, room_, view.sort.parcels, first[0], p.count, p.x, p.v, p.C, p.mass);
    settle_points(stream, room_, view.sort.parcels, first[1], q.count, q.x, q.v, q.C, q.mass);
    settle_elements(stream);
    settle_bends(stream);
    around_.settle(stream, p.around, p.count);
    bends_around_.settle(stream, data_.bends.around, data_.bends.list.empty() ? 0 : p.count);
    force_.settle(stream, data_.force);
    settle_pins(stream, view);
    if (data_.force) {
      std::vector<float> rest(p.count * 3);
      each_point(rest.size(), [&](std::size_t k) { rest[k] = float(p.rest(k / 3, int(k % 3))); });
      rest_.put(stream, rest);
    }
    few_ = contacts_per_block(dx) < 48;
    see(view);
  }

  void see(const StepView& view) override {
    view_.v = view;
    view_.vertices.force = force_.view();
    view_.vertices.rest = rest_.data();
    view_.at = {corner_.data(), shape_.data(), length_.data(), d_[0].data(),
                d_[1].data(),   warp_.data(),  place_.data(),  element_force_.data()};
  }

  void measure(Stream& stream) override {
    launch(stream, blocks_for<MeasureMotion>(data_.vertices.count), MeasureMotion{view_.v, view_.vertices});
    launch(stream, blocks_for<MeasureMotion>(data_.contacts.count), MeasureMotion{view_.v, view_.contacts});
    rest(stream, When::always, ThinTask::measure);
    bend(stream, When::always);
  }
  void make(Stream& stream, When when) override {
    pins_.move(stream);
    rest(stream, when, ThinTask::make);  // corner forces, too
    launch(stream, blocks_for<Make>(data_.vertices.count), made(when));
  }
  void unmake(Stream& stream, When when) override {
    launch(stream, blocks_for<UnmakeVertices<Sum>>(data_.vertices.count), UnmakeVertices<Sum>{made(when)});
    rest(stream, when, ThinTask::unmake);
  }
  void step(Stream& stream, When when) override {
    pins_.move(stream);
    const std::size_t blocks = std::size_t(view_.v.sort.blocks.room);
    if (narrow()) launch(stream, blocks, MoveMesh<32>{view_.v, view_.vertices, when});
    else launch(stream, blocks, MoveMesh<64>{view_.v, view_.vertices, when});
    if (data_.pins || view_.v.obstacles.count)
      launch(stream, blocks, MoveMesh<64, true>{view_.v, view_.vertices, when});
  }
  const SurfaceData* surface(MeshPins& pins, unsigned& parcels) const override {
    pins = view_.vertices.pins, parcels = view_.vertices.first;
    return data_.surface.get();
  }
  void see_kick(const Quad* kick) override { view_.vertices.kick = kick; }
  void answer(Stream& stream, When when) override {
    const std::size_t blocks = std::size_t(view_.v.sort.blocks.room);
    if (view_.v.obstacles.count) launch(stream, blocks, MoveElements<Law, true, 64, true>{view_, when});
    if (data_.force) launch(stream, blocks, MoveElements<Law, true, 64>{view_, when});
    else if (narrow()) respond<kCorners == 3 ? 32 : 64>(stream, blocks, when);
    else respond<64>(stream, blocks, when);
    bend(stream, when);
    if (data_.force || data_.pins)
      launch(stream, blocks, AddForces<Sum, true>{view_.v, view_.vertices, sum(), when});
    else launch(stream, blocks, AddForces<Sum, false>{view_.v, view_.vertices, sum(), when});
  }
  void take(Stream& stream) override;

  std::size_t bytes() const override {
    return corner_.bytes() + shape_.bytes() + length_.bytes() + d_[0].bytes() + d_[1].bytes() +
           warp_.bytes() + place_.bytes() + element_force_.bytes() + bent_.bytes() + bend_rule_.bytes() +
           bend_force_.bytes() + angle_.bytes() + row_.bytes() + entry_.bytes() + around_.bytes() +
           bends_around_.bytes() + force_.bytes() + rest_.bytes() + pins_.bytes() + held_.bytes();
  }

 private:
  static constexpr int kCorners = Law::tangents + 1, kNormals = Law::normals;
  static constexpr std::size_t kPairs = kCorners == 3 ? 3 : 2;  ///< of numbers, for the forces of an element
  using Sum = ThinSum<kCorners>;
  using Make = MakeVertices<Sum>;
  using BendsOf = std::conditional_t<kCorners == 3, BendForces<float, true>, BendForces<double, false>>;

  /// Corners around vertices, as bodies/adjacency.h has them.
  struct Around {
    DeviceArray<unsigned> begin, at;
    void settle(Stream& stream, const AdjacencyView& of, std::size_t vertices) {
      if (!vertices) return;
      begin.put(stream, std::vector<unsigned>(of.begin, of.begin + vertices + 1));
      at.put(stream, std::vector<unsigned>(of.at, of.at + of.begin[vertices]));
    }
    std::size_t bytes() const { return begin.bytes() + at.bytes(); }
  };

  Sum sum() const {
    return {around_.begin.data(),    around_.at.data(),
            element_force_.data(),   bends_around_.begin.data(),
            bends_around_.at.data(), reinterpret_cast<const float*>(bend_force_.data())};
  }
  Make made(When when) const { return {view_.v, view_.vertices, sum(), when}; }
  // Each has one place where it is launched, so that the same numbers give the same bits.
  void rest(Stream& stream, When when, ThinTask task, float* stress = nullptr) {
    launch(stream, blocks_for<RestElements<Law>>(data_.contacts.count),
           RestElements<Law>{view_, when, task, stress});
  }
  void bend(Stream& stream, When when) {
    const std::size_t n = data_.bends.list.size();
    launch(stream, blocks_for<BendsOf>(n),
           BendsOf{view_.v, bent_.data(), bend_rule_.data(), bend_force_.data(), angle_.data(),
                   view_.vertices.first, unsigned(n), view_.vertices.body, when});
    if constexpr (kCorners == 3)
      launch(stream, blocks_for<BearMoments>(n),
             BearMoments{view_.v, row_.data(), entry_.data(), angle_.data(), bend_force_.data(), unsigned(n),
                         when});
  }

  void settle_pins(Stream& stream, const StepView& view) {
    view_.vertices.pins = {};
    if (!data_.pins) return;
    pins_.settle(stream, *data_.pins, view.sort.control);
    std::vector<int> held(data_.vertices.count);
    for (std::size_t i = 0; i < held.size(); ++i) held[i] = data_.pins->held(i);
    held_.put(stream, held);
    view_.vertices.pins = {pins_.view(), held_.data()};
  }
  template <int Threads>
  void respond(Stream& stream, std::size_t blocks, When when) {
    launch(stream, blocks, MoveElements<Law, false, Threads>{view_, when});
  }
  /// Threads lie on each other: their blocks have many points.
  bool narrow() const { return kCorners == 3 && few_; }
  /// Of one layer of cloth.
  double contacts_per_block(double dx) const {
    const auto& q = data_.contacts;
    double volume = 0;
    for (std::size_t e = 0; e < q.count; ++e) volume += double(q.volume(e, 0));
    return volume > 0 ? 16 * dx * dx * double(q.count) * 2 * data_.half_thickness / volume : 0;
  }
  void take_stress(Stream& stream);
  void settle_elements(Stream& stream);
  void settle_bends(Stream& stream);

  ThinData data_;
  Law law_;
  ThinView<Law> view_;
  DeviceArray<Quad> shape_, d_[2], place_, bend_force_;
  DeviceArray<Two> length_, warp_, element_force_, bend_rule_;
  DeviceArray<Vertices> corner_, bent_;
  DeviceArray<float> angle_;   ///< of hinges
  DeviceArray<unsigned> row_;  ///< of what they bear together
  DeviceArray<Two> entry_;
  Around around_, bends_around_;
  DeviceArray<float> rest_;
  Formulas force_;
  PinSet pins_;
  DeviceArray<int> held_;
  HostRoom room_;
  bool few_ = false;  ///< points in a block
};

template <class Law>
void DeviceThin<Law>::settle_elements(Stream& stream) {
  const auto& q = data_.contacts;
  const std::size_t n = q.count;
  std::vector<Vertices> corner(n);
  std::vector<Quad> whole(n);
  std::vector<Two> pair(n);
  each_point(n, [&](std::size_t e) {
    for (std::size_t a = 0; a < 4; ++a) corner[e].at[a] = a < kCorners ? q.corner[e * kCorners + a] : 0;
  });
  corner_.put(stream, corner);
  if (kCorners == 3) {
    each_point(n, [&](std::size_t e) {
      whole[e] =
          Quad{float(q.shape(e, 0)), float(q.shape(e, 1)), float(q.shape(e, 2)), float(q.volume(e, 0))};
    });
    shape_.put(stream, whole);
  } else {
    each_point(n, [&](std::size_t e) { pair[e] = {float(q.shape(e, 0)), float(q.volume(e, 0))}; });
    length_.put(stream, pair);
  }
  for (int b = 0; b < kNormals; ++b) {
    each_point(n, [&](std::size_t e) {
      whole[e] = Quad{float(q.d(e, 3 * b)), float(q.d(e, 3 * b + 1)), float(q.d(e, 3 * b + 2)), 0};
    });
    d_[b].put(stream, whole);
  }
  if (q.warp.n) {
    each_point(n, [&](std::size_t e) { pair[e] = {float(q.warp(e, 0)), float(q.warp(e, 1))}; });
    warp_.put(stream, pair);
  }
  if (q.place.n) {
    each_point(n, [&](std::size_t e) {
      whole[e] =
          Quad{float(q.place(e, 0)), float(q.place(e, 1)), kCorners == 3 ? float(q.place(e, 2)) : 0.0f, 0};
    });
    place_.put(stream, whole);
  }
  element_force_.resize(n * kPairs);
}

template <class Law>
void DeviceThin<Law>::settle_bends(Stream& stream) {
  const std::size_t n = data_.bends.list.size();
  std::vector<Vertices> bent(n);
  std::vector<Two> rule(n);
  each_point(n, [&](std::size_t k) {
    const Bend& b = data_.bends.list[k];
    for (std::size_t a = 0; a < 4; ++a) bent[k].at[a] = (&b.vertex.front())[a];
    rule[k] = {float(b.stiffness), float(b.rest)};
  });
  bent_.put(stream, bent);
  bend_rule_.put(stream, rule);
  bend_force_.resize(3 * n);
  if (kCorners != 3 || n == 0) return;
  angle_.resize(n);
  const BendMatrix& P = *data_.bends.matrix;
  row_.put(stream, std::vector<unsigned>(P.begins().begin(), P.begins().end()));
  std::vector<Two> entry(P.entries().size());
  each_point(entry.size(), [&](std::size_t k) {
    entry[k] = {__builtin_bit_cast(float, P.entries()[k].hinge), P.entries()[k].value};
  });
  entry_.put(stream, entry);
}

template <class Law>
void DeviceThin<Law>::take(Stream& stream) {
  const auto& p = data_.vertices;
  const auto& q = data_.contacts;
  take_points(stream, room_, view_.v.sort, view_.vertices.first, p.count, p.x, p.v, p.C);
  take_points(stream, room_, view_.v.sort, view_.contacts.first, q.count, q.x, q.v, q.C);
  for (int b = 0; b < kNormals; ++b)
    room_.bring(stream, d_[b].data(), q.count, [&](std::size_t e, const Quad& d) {
      q.d(e, 3 * b) = d.x, q.d(e, 3 * b + 1) = d.y, q.d(e, 3 * b + 2) = d.z;
    });
  if (kCorners == 2 && data_.tear > 0)
    room_.bring(stream, length_.data(), q.count, [&](std::size_t e, const Two& l) { q.volume(e, 0) = l.y; });
  take_stress(stream);
  struct Forces {
    Two pair[kPairs];
  };
  const Forces* forces = reinterpret_cast<const Forces*>(element_force_.data());
  room_.bring(stream, forces, q.count, [&](std::size_t e, const Forces& f) {
    const float g[6] = {f.pair[0].x, f.pair[0].y,          f.pair[1].x,
                        f.pair[1].y, f.pair[kPairs - 1].x, f.pair[kPairs - 1].y};
    Real* to = q.force + e * kCorners * 4;
    for (int k = 0; k < 3; ++k) {
      to[4 + k] = g[k];
      if (kCorners == 3) to[8 + k] = g[3 + k];
      to[k] = kCorners == 3 ? -(g[k] + g[3 + k]) : -g[k];
    }
  });
  if (data_.bends.list.empty()) return;
  stream.copy(data_.bends.force, bend_force_.data(), bend_force_.bytes());
  stream.wait();
}

/// It is not kept: found once more.
template <class Law>
void DeviceThin<Law>::take_stress(Stream& stream) {
  const auto& q = data_.contacts;
  struct Nine {
    float at[9];
  };
  const DeviceArray<float> stress(9 * q.count);
  rest(stream, When::always, ThinTask::stress, stress.data());
  room_.bring(stream, reinterpret_cast<const Nine*>(stress.data()), q.count,
              [&](std::size_t e, const Nine& s) {
                for (int k = 0; k < 9; ++k) q.stress(e, k) = s.at[k];
              });
}

/// Null: the law is not of this file.
template <class Law>
std::unique_ptr<DeviceBody> make_thin_of(const ThinData& data) {
  if (const Law* law = std::get_if<Law>(&data.material)) return std::make_unique<DeviceThin<Law>>(data, *law);
  return nullptr;
}

}  // namespace weft::WEFT_DEVICE
