/// A shell of one law on a device.
#pragma once
#include "device/point_fields.h"
#include "device/shell_faces.h"
#include "device/shell_meets.h"
#include "device/shell_memory.h"
#include "device/shell_points.h"

namespace weft::WEFT_DEVICE {

template <class Law>
class DeviceShell final : public DeviceBody {
 public:
  DeviceShell(const ShellData& data, const Law& law) : data_(data), law_(law) {}

  std::vector<SetPlan> sets() const override {
    return {{data_.control.count, false, heaviest(data_.control.mass, data_.control.count)},
            {data_.contact.count, false, heaviest(data_.contact.mass, data_.contact.count)}};
  }
  BodyRule rule() const override { return {float(law_.density), 1.0f, 0.0f}; }

  void settle(Stream& stream, const StepView& view, int set, const std::vector<unsigned>& first, int body) override {
    ShellView& g = view_;
    g.v = view;
    const AffineRule affine = AffineRule::of(data_.damping);
    const float clearance = std::min(0.25f * float(data_.thickness), 0.1f * view.sort.h.dx);
    static_cast<PointSet&>(g.control) = {first[0], unsigned(data_.control.count), set, body, affine, clearance};
    g.contact = {first[1], unsigned(data_.contact.count), set + 1, body, affine, clearance};
    g.mesh = mesh_.settle(stream, data_);
    g.slides = data_.slides, g.pressed = data_.pressure != 0;
    fields(stream);
    formulas(stream);
    pins(stream, view);
    const auto& p = data_.control;
    const auto& q = data_.contact;
    settle_points(stream, room_, view.sort.parcels, first[0], p.count, p.x, p.v, p.C, p.mass);
    settle_points(stream, room_, view.sort.parcels, first[1], q.count, q.x, q.v, q.C, q.mass);
    stream.wait();
  }
  void see(const StepView& view) override { view_.v = view; }

  void measure(Stream& stream) override {
    for (const PointSet& set : {PointSet(view_.control), view_.contact})
      launch(stream, blocks_for<MeasureMotion>(set.count), MeasureMotion{view_.v, set});
    faces(stream, When::always, ShellTask::measure);
  }
  void make(Stream& stream, When when) override {
    pins_.move(stream);
    launch(stream, blocks_for<Make>(view_.control.count), Make{view_.v, view_.control, sum(), when});
    launch(stream, blocks_for<ConvertContacts>(view_.contact.count), ConvertContacts{view_, when, true});
    dips(stream, when);
  }
  void unmake(Stream& stream, When when) override {
    launch(stream, blocks_for<Unmake>(view_.control.count), Unmake{{view_.v, view_.control, sum(), when}});
    launch(stream, blocks_for<ConvertContacts>(view_.contact.count), ConvertContacts{view_, when, false});
  }
  void step(Stream& stream, When when) override {
    const std::size_t blocks = std::size_t(view_.v.sort.blocks.room);
    pins_.move(stream);
    const bool led = data_.pins || data_.force;
    if (data_.pins) launch(stream, blocks, ShellPoints<true>{view_, when});
    else launch(stream, blocks, ShellPoints<false>{view_, when});
    if (view_.v.obstacles.count > 0) {
      launch(stream, blocks, MeetControls{view_, when});
      launch(stream, blocks, MeetContacts{view_, when});
    }
    if (data_.of_time)
      launch(stream, 1, FindPressure{view_.v.sort.control, of_time_.data(), int(of_time_.size()), float(data_.pressure),
                                     pressure_.data(), when});
    faces(stream, when, ShellTask::step);
    if (data_.force) launch(stream, blocks_for<PushContacts>(view_.contact.count), PushContacts{view_, when});
    if (led) launch(stream, blocks, AddForces<ShellSum, true>{view_.v, view_.control, sum(), when});
    else launch(stream, blocks, AddForces<ShellSum, false>{view_.v, view_.control, sum(), when});
    dips(stream, when);
  }
  void take(Stream& stream) override {
    const auto& p = data_.control;
    const auto& q = data_.contact;
    take_points(stream, room_, view_.v.sort, view_.control.first, p.count, p.x, p.v, p.C);
    take_points(stream, room_, view_.v.sort, view_.contact.first, q.count, q.x, q.v, q.C);
    for (ShellCopy* field : {&low_, &d_, &pull_, &A_}) field->take(stream);
    stream.copy(data_.push.data(), push_.data(), data_.push.size_bytes());
    stream.wait();
    std::fill(data_.pressed.begin(), data_.pressed.end(), std::array<Real, 4>{});  // it is in `push`
  }
  std::size_t bytes() const override {
    std::size_t n = mesh_.bytes() + push_.bytes() + home_.bytes() + dip_.bytes() + rest_.bytes();
    n += contact_rest_.bytes() + held_.bytes() + pins_.bytes() + force_.bytes();
    for (const ShellCopy* field : {&low_, &d_, &pull_, &A_, &volume_, &touch_volume_}) n += field->at.bytes();
    return n;
  }

 private:
  using Make = MakeVertices<ShellSum>;
  using Unmake = UnmakeVertices<ShellSum>;

  ShellSum sum() const { return {view_.mesh, push_.data()}; }

  void fields(Stream& stream) {
    low_.settle(stream, data_.control.low, data_.control.count);
    d_.settle(stream, data_.contact.d, data_.contact.count);
    pull_.settle(stream, data_.contact.pull, data_.contact.count);
    A_.settle(stream, data_.face.A, data_.face.slots);
    volume_.settle(stream, data_.face.volume, data_.face.slots);
    touch_volume_.settle(stream, data_.face.touch_volume, data_.face.slots);
    dip_.resize(low_.padded() * 3);
    home_.resize(data_.contact.count);
    pressure_.put(stream, {float(data_.pressure)});
    std::vector<Quad> push(data_.push.size());
    for (std::size_t i = 0; i < push.size(); ++i) {
      const auto& a = data_.push[i];
      const std::array<Real, 4> b = data_.pressed.empty() ? std::array<Real, 4>{} : data_.pressed[i];
      push[i] = Quad{float(a[0] + b[0]), float(a[1] + b[1]), float(a[2] + b[2]), 0};
    }
    push_.put(stream, push);
    view_.at = {low_.view(), {dip_.data(), 3}, d_.view(), pull_.view(), A_.view(), volume_.view(), touch_volume_.view(),
                push_.data(), home_.data(), pressure_.data()};
  }
  void formulas(Stream& stream) {
    force_.settle(stream, data_.force);
    view_.control.force = force_.view();
    if (data_.of_time) {
      const Formula f = compile_formula(data_.of_time->text(), data_.of_time->variables());
      of_time_.put(stream, f.ops);
    }
    if (!data_.force) return;
    std::vector<float> rest;
    for (std::size_t i = 0; i < data_.control.count; ++i)
      for (int a = 0; a < 3; ++a) rest.push_back(float(data_.control.rest(i, a)));
    rest_.put(stream, rest);
    contact_rest_.put(stream, std::vector<float>(data_.contact.rest.begin(), data_.contact.rest.end()));
    view_.control.rest = rest_.data(), view_.contact_rest = contact_rest_.data();
  }

  void pins(Stream& stream, const StepView& view) {
    view_.control.pins = {};
    if (!data_.pins) return;
    pins_.settle(stream, *data_.pins, view.sort.control);
    std::vector<int> held(data_.control.count);
    for (std::size_t i = 0; i < held.size(); ++i) held[i] = data_.pins->held(i);
    held_.put(stream, held);
    view_.control.pins = {pins_.view(), held_.data(), low_.view()};
  }
  void faces(Stream& stream, When when, ShellTask task) {
    LayerView l;
    l.A = A_.view(), l.volume = volume_.view();
    l.offset = data_.offset, l.bending = kBending * data_.thickness * data_.thickness / 12;
    l.cell = double(view_.v.sort.h.inverse) * double(view_.v.sort.h.inverse);
    auto law = law_.template as<float>();
    if constexpr (Law::dents)
      if (task == ShellTask::measure) law.yields = false;  // nothing may yield twice
    launch(stream, std::size_t(view_.mesh.groups),
           ShellFaces<Law>{view_, {law, l}, law_.template contact_as<float>(), when, task});
  }
  void dips(Stream& stream, When when) {
    if (view_.v.obstacles.count > 0) launch(stream, blocks_for<FindDips>(view_.control.count), FindDips{view_, when});
  }

  ShellData data_;
  Law law_;
  ShellView view_{};
  ShellMeshMemory mesh_;
  ShellCopy low_, d_, pull_, A_, volume_, touch_volume_;
  DeviceArray<float> dip_, pressure_, rest_, contact_rest_;
  DeviceArray<Quad> push_;
  DeviceArray<unsigned> home_;
  DeviceArray<FormulaOp> of_time_;
  Formulas force_;
  HostRoom room_;
  PinSet pins_;
  DeviceArray<int> held_;
};

}  // namespace weft::WEFT_DEVICE
