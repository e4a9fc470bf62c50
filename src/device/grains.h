/// A body of grains of one law on a device.
#pragma once
#include "device/grain_kernels.h"

namespace weft::WEFT_DEVICE {

template <class Law>
class DeviceGrains final : public DeviceBody {
 public:
  DeviceGrains(const GrainData& data, const Law& law)
      : data_(data),
        law_(law),
        keeps_(data.damping != 0 || law.viscosity() > 0),
        view_{{}, {}, grains_kernel<float>(law, GrainViews{}, 0.0), 0, 1, 0, 0, 0, 0, 0, keeps_} {}

  std::vector<SetPlan> sets() const override { return {{data_.points, true, float(data_.mass)}}; }
  BodyRule rule() const override {
    return {float(law_.density), 1.0f, float(law_.viscosity() / law_.density)};
  }

  void settle(Stream& stream, const StepView& view, int set, const std::vector<unsigned>& first, int body) override {
    const std::size_t n = data_.points;
    for (int k = 0; k < 2; ++k) {
      if (!Law::volumetric) f0_[k].resize(n), f1_[k].resize(n);
      f2_[k].resize(n), state_[k].resize(n * std::size_t(Law::n_state)), home_[k].resize(n);
    }
    if (keeps_) c0_.resize(n), c1_.resize(n), c2_.resize(n);
    if (data_.rest.n) rest_.put(stream, rest_by_home());
    force_.settle(stream, data_.force);
    view_.set = set, view_.body = body, view_.first = first[0], view_.count = unsigned(n);
    view_.volume = float(data_.volume);
    view_.direct = float(1 - 0.5 * data_.damping), view_.mirrored = float(-0.5 * data_.damping);
    see(view);
    launch(stream, blocks_for<BeginGrains<Law>>(n), BeginGrains<Law>{view_, float(data_.mass)});
    for (const Wanted& w : wanted())
      if (w.up) copy(stream, w, false);
    stage_ = DeviceArray<float>{};
  }

  void see(const StepView& view) override {
    view_.v = view;
    GrainArrays& a = view_.at;
    for (int k = 0; k < 2; ++k)
      a.f0[k] = f0_[k].data(), a.f1[k] = f1_[k].data(), a.f2[k] = f2_[k].data(), a.state[k] = state_[k].data(),
      a.home[k] = home_[k].data();
    a.c0 = c0_.data(), a.c1 = c1_.data(), a.c2 = c2_.data(), a.rest = rest_.data();
  }

  void measure(Stream& stream) override { rest(stream, When::always, GrainTask::measure); }
  void make(Stream& stream, When when) override {
    rest(stream, when, GrainTask::make);
    push(stream, when, false);
  }
  void unmake(Stream& stream, When when) override {
    push(stream, when, true);
    rest(stream, when, GrainTask::unmake);
  }
  void step(Stream& stream, When when) override {
    const std::size_t blocks = std::size_t(view_.v.sort.blocks.room);
    launch(stream, blocks, MoveGrains<Law>{view_, when});
    if (!data_.force) return;
    push(stream, when, false);
    launch(stream, blocks, MeasureLists{view_.v.sort, view_.set, when});
  }
  void take(Stream& stream) override {
    for (const Wanted& w : wanted()) copy(stream, w, true);
    stage_ = DeviceArray<float>{};
  }

  std::size_t bytes() const override {
    std::size_t sum = c0_.bytes() + c1_.bytes() + c2_.bytes() + rest_.bytes();
    for (int k = 0; k < 2; ++k)
      sum += f0_[k].bytes() + f1_[k].bytes() + f2_[k].bytes() + state_[k].bytes() + home_[k].bytes();
    return sum;
  }

 private:
  struct Wanted {
    GrainField what;
    FieldView at;
    bool up;  ///< to the device as well
  };
  std::vector<Wanted> wanted() const {
    std::vector<Wanted> list{{GrainField::place, data_.x, true},     {GrainField::velocity, data_.v, true},
                             {GrainField::gradient, data_.C, true},  {GrainField::strain, data_.F, true},
                             {GrainField::state, data_.state, true}, {GrainField::stress, data_.tau, false}};
    std::erase_if(list, [](const Wanted& w) { return w.at.n == 0; });
    return list;
  }
  void rest(Stream& stream, When when, GrainTask task) {
    launch(stream, blocks_for<RestGrains<Law>>(data_.points), RestGrains<Law>{view_, when, task});
  }
  void push(Stream& stream, When when, bool away) {
    if (!data_.force) return;
    launch(stream, blocks_for<ForceGrains>(data_.points),
           ForceGrains{view_.v, force_.view(), {home_[0].data(), home_[1].data()}, rest_.data(), view_.first, view_.count,
                       when, away});
  }
  /// One field at a time, so that the way home needs no second copy of everything.
  void copy(Stream& stream, const Wanted& w, bool home) {
    const std::size_t padded = (data_.points + kGroup - 1) / kGroup * kGroup, numbers = padded * std::size_t(w.at.n);
    if (stage_.size() < numbers) stage_.resize(padded * 9);
    const CopyGrains<Law> kernel{view_, w.what, home, stage_.data(), w.at.n};
    if (!home || padded != data_.points) stream.copy(stage_.data(), w.at.at, numbers * sizeof(float));
    launch(stream, blocks_for<CopyGrains<Law>>(data_.points), kernel);
    if (home) stream.copy(w.at.at, stage_.data(), numbers * sizeof(float));
    stream.wait();
  }
  std::vector<float> rest_by_home() const {
    std::vector<float> out(data_.points * 3);
    for (std::size_t i = 0; i < data_.points; ++i)
      for (int a = 0; a < 3; ++a) out[3 * i + std::size_t(a)] = float(data_.rest(i, a));
    return out;
  }

  GrainData data_;
  Law law_;
  bool keeps_;
  GrainView<Law> view_;
  DeviceArray<Quad> f0_[2], f1_[2], c0_, c1_;
  DeviceArray<float> f2_[2], state_[2], c2_, rest_, stage_;
  DeviceArray<unsigned> home_[2];
  Formulas force_;
};

/// The laws are compiled in several files, each of which takes every so many-th. Null: another file has it.
constexpr std::size_t kGrainFiles = 4;
template <std::size_t part>
std::unique_ptr<DeviceBody> make_grains_of_part(const GrainData& data);

}  // namespace weft::WEFT_DEVICE
