/// Pins on a device (bodies/pins.h): where held vertices must be when the steps end.
///   x_T = pose(end) local,   C = [omega]x
/// Of the step that ends `now` and of the one after it (motion.h). A pin holds in a step that starts before its
/// release.
///   MovePins -> MoveFrames     after every decision, before points move or parcels are made
///
/// A body keeps for each vertex the number of its hold (Pins::held) or -1:
///   if (pins.leads(h, At::now)) x = pins.target(h, At::now);
///   if (pins.leads(h, At::next)) p = m (pins.target(h, At::next) - x) / dt, Q = m [pins.spin(h, At::next)]x;
#pragma once
#include <limits>
#include <map>
#include <vector>

#include "bodies/pins.h"
#include "device/motion.h"
#include "device/stream.h"

namespace weft::WEFT_DEVICE {

struct PinView {
  struct Pin {
    MotionView motion;
    double release;
    int surface;  ///< -1: it holds as a whole
  };
  struct Frame {
    std::uint32_t pin;
    SurfaceAnchor anchor;
  };
  struct Held {
    std::uint32_t frame;
    Vec3d local;
  };

  int pins = 0, frames = 0, held = 0;
  const Control* control = nullptr;
  Tables* tables = nullptr;
  const Pin* pin = nullptr;
  const Frame* frame = nullptr;
  const Held* hold = nullptr;
  const SurfaceView* surface = nullptr;
  Moving *whole[2] = {}, *moving[2] = {};  ///< per pin, per frame
  Between* around[2] = {};                 ///< per pin: times of its surface

  /// Some vertex may be held.
  WEFT_KERNEL bool any() const { return held > 0; }
  /// h: -1 for a vertex that no pin names.
  WEFT_KERNEL bool leads(int h, At at) const {
    return h >= 0 && tables->start[tables->side(at)] < pin[frame[hold[h].frame].pin].release;
  }
  WEFT_KERNEL Vec3d target(int h, At at) const {
    return moving[tables->side(at)][hold[h].frame].pose.to_world(hold[h].local);
  }
  WEFT_KERNEL Vec3d spin(int h, At at) const { return moving[tables->side(at)][hold[h].frame].angular; }
  /// The velocity with which a led vertex at x reaches its target in dt.
  WEFT_KERNEL Vec3d velocity(int h, At at, const Vec3d& x, double dt) const { return (target(h, at) - x) * (1 / dt); }
};

/// Tables and pins. One block of threads.
struct MovePins {
  static constexpr int threads = 128, resident = 1;
  struct Shared {
    unsigned make;
  };
  PinView v;

  template <int T>
  WEFT_KERNEL void run(Shared& s, int, int thread) const {
    if (thread == 0) {
      turn_tables(*v.tables, *v.control);
      s.make = v.tables->make;
    }
    barrier();
    for (int i = thread; i < 2 * v.pins; i += T) {
      const int side = i & 1, k = i >> 1;
      if (!(s.make >> side & 1u)) continue;
      const double end = v.tables->end[side];
      v.whole[side][k] = v.pin[k].motion.at(end);
      if (v.pin[k].surface < 0) continue;
      const SurfaceView& surface = v.surface[v.pin[k].surface];
      v.around[side][k] = time_between(surface.times, surface.frames, end);
    }
  }
};

struct MoveFrames {
  static constexpr int threads = 128, resident = 4;
  struct Shared {};
  PinView v;

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    for (int side = 0; side < 2; ++side)
      if (v.tables->make >> side & 1u)
        for_items<T, threads>(block, thread, std::size_t(v.frames), [&](std::size_t k) {
          const PinView::Frame f = v.frame[k];
          const int surface = v.pin[f.pin].surface;
          const Moving whole = v.whole[side][f.pin];
          v.moving[side][k] =
              surface < 0 ? whole : in_axes_of(whole, v.surface[surface].frame(f.anchor, v.around[side][f.pin]));
        });
  }
};

/// The pins of a body: what they are, their memory, their launches.
class PinSet {
 public:
  void settle(Stream& stream, const Pins& pins, const Control* control) {
    view_ = {};
    keys_.clear(), surfaces_.clear();
    surface_number_.clear();
    if (pins.empty()) return;
    std::vector<PinView::Pin> list;
    for (const Pin& p : pins.pins()) list.push_back(pin(stream, p));
    std::vector<PinView::Frame> frames;
    for (const Pins::Frame& f : pins.frames()) frames.push_back({f.pin, f.anchor});
    std::vector<PinView::Held> held;
    for (const Pins::Held& h : pins.all_held()) held.push_back({h.frame, h.local});
    std::vector<SurfaceView> surfaces;
    for (const Surface& s : surfaces_)
      surfaces.push_back({s.triangle.data(), s.times.data(), s.positions.data(), s.frames, s.vertices});
    pin_.put(stream, list), frame_.put(stream, frames), held_.put(stream, held), surface_.put(stream, surfaces);
    Tables t{};
    for (int side = 0; side < 2; ++side) {
      whole_[side].resize(list.size()), around_[side].resize(list.size()), moving_[side].resize(frames.size());
      view_.whole[side] = whole_[side].data(), view_.around[side] = around_[side].data();
      view_.moving[side] = moving_[side].data();
      t.start[side] = t.end[side] = std::numeric_limits<double>::quiet_NaN();
    }
    tables_.put(stream, {t});
    view_.pins = int(list.size()), view_.frames = int(frames.size()), view_.held = int(held.size());
    view_.control = control, view_.tables = tables_.data();
    view_.pin = pin_.data(), view_.frame = frame_.data(), view_.hold = held_.data(), view_.surface = surface_.data();
  }
  const PinView& view() const { return view_; }
  /// May be asked for at any time: tables see what has been done already.
  void move(Stream& stream) {
    if (!view_.held) return;
    launch(stream, 1, MovePins{view_});
    launch(stream, blocks_for<MoveFrames>(std::size_t(view_.frames)), MoveFrames{view_});
  }
  std::size_t bytes() const {
    std::size_t n = pin_.bytes() + frame_.bytes() + held_.bytes() + surface_.bytes() + tables_.bytes();
    for (int k = 0; k < 2; ++k) n += whole_[k].bytes() + moving_[k].bytes() + around_[k].bytes();
    for (const auto& k : keys_) n += k.bytes();
    for (const Surface& s : surfaces_) n += s.triangle.bytes() + s.times.bytes() + s.positions.bytes();
    return n;
  }

 private:
  struct Surface {
    DeviceArray<std::uint32_t> triangle;
    DeviceArray<double> times;
    DeviceArray<Vec3d> positions;
    std::size_t frames, vertices;
  };

  PinView::Pin pin(Stream& stream, const Pin& p) {
    const Motion& m = p.motion;
    PinView::Pin out{{m.start, m.velocity, m.spin, nullptr, m.keys.size()}, p.release, -1};
    if (!m.keys.empty()) {
      keys_.emplace_back();
      keys_.back().put(stream, m.keys);
      out.motion.keys = keys_.back().data();
    }
    if (p.surface) out.surface = number_of_surface(stream, *p.surface);
    return out;
  }
  int number_of_surface(Stream& stream, const SurfaceMotion& s) {
    const auto [at, made] = surface_number_.try_emplace(&s, int(surfaces_.size()));
    if (made) {
      Surface& to = surfaces_.emplace_back();
      std::vector<std::uint32_t> corners;
      for (const auto& t : s.triangles) corners.insert(corners.end(), t.begin(), t.end());
      to.triangle.put(stream, corners);
      to.times.put(stream, s.times);
      to.frames = s.positions.size(), to.vertices = s.positions.front().size();
      to.positions.resize(to.frames * to.vertices);
      for (std::size_t k = 0; k < to.frames; ++k)
        stream.copy(to.positions.data() + k * to.vertices, s.positions[k].data(), to.vertices * sizeof(Vec3d));
      stream.wait();
    }
    return at->second;
  }

  PinView view_{};
  std::vector<DeviceArray<Keyframe>> keys_;
  std::vector<Surface> surfaces_;
  std::map<const SurfaceMotion*, int> surface_number_;
  DeviceArray<PinView::Pin> pin_;
  DeviceArray<PinView::Frame> frame_;
  DeviceArray<PinView::Held> held_;
  DeviceArray<SurfaceView> surface_;
  DeviceArray<Tables> tables_;
  DeviceArray<Moving> whole_[2], moving_[2];
  DeviceArray<Between> around_[2];
};

}  // namespace weft::WEFT_DEVICE
