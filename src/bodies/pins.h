/// Pinned vertices: where each must be at the end of the step.
///   x_T = pose(t + dt) local,   v = (x_T - x) / dt,   C = [omega]x
/// The pose is that of a rigid thing, or of a point of a deforming surface.
#pragma once
#include <algorithm>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "exec/archive.h"
#include "geometry/surface_motion.h"
#include "grid/parcels.h"

namespace weft {

/// Vertices whose motion is prescribed.
struct Pin {
  std::vector<std::uint32_t> vertices;
  Motion motion;  ///< the vertices follow as if glued to it; a Motion without movement holds them
  double release = std::numeric_limits<double>::infinity();  ///< from then on they are free [s]
  /// A surface that deforms and moves as `motion` says, or null.
  std::shared_ptr<const SurfaceMotion> surface = nullptr;
  std::vector<SurfaceAnchor> anchors = {};  ///< on the surface: to what each vertex is tied
  std::uint8_t axes = 7;                    ///< which coordinates are held: 1 x, 2 y, 4 z
};

/// [w]x: the matrix that takes the cross product with w.
inline Mat3d cross_matrix(const Vec3d& w) { return {{{0, -w[2], w[1]}, {w[2], 0, -w[0]}, {-w[1], w[0], 0}}}; }

class Pins {
 public:
  /// What vertices are glued to: a pin as a whole, or a point of its surface.
  struct Frame {
    std::uint32_t pin;
    SurfaceAnchor anchor;
    Pose start;
    Moving now;
  };
  struct Held {
    std::uint32_t frame;
    Vec3d local;
    std::uint8_t axes = 7;
    std::int32_t next = -1;  ///< another hold of the same vertex, of other coordinates
  };

  Pins() = default;
  Pins(std::vector<Pin> pins, std::span<const Vec3d> positions);
  bool empty() const { return held_.empty(); }
  /// True when some pin has not let go yet.
  bool holds() const { return std::find(active_.begin(), active_.end(), char(1)) != active_.end(); }
  /// Which of the held ones a vertex is, or -1.
  int held(std::size_t vertex) const { return of_vertex_.empty() ? -1 : of_vertex_[vertex]; }
  /// Moves all pins to the end of the step.
  void begin_step(const Step& step);
  bool active(int held) const { return axes(held) != 0; }
  /// The coordinates that pins hold and have not let go yet.
  std::uint8_t axes(int held) const {
    unsigned all = 0;
    for (int h = held; h >= 0; h = held_[std::size_t(h)].next)
      if (active_[frame_of(h).pin]) all |= held_[std::size_t(h)].axes;
    return std::uint8_t(all);
  }
  std::uint8_t axes_of(std::size_t vertex) const {
    const int h = held(vertex);
    return h < 0 ? std::uint8_t(0) : axes(h);
  }
  /// True when a pin holds the vertex, or a coordinate of it, and has not let go yet: its place is prescribed.
  bool leads(std::size_t vertex) const { return axes_of(vertex) != 0; }
  /// The same, of the whole place.
  bool fixes(std::size_t vertex) const { return axes_of(vertex) == 7; }
  /// `to` in the coordinates that are held, `own` in the others.
  static Vec3d mixed(std::uint8_t axes, const Vec3d& to, Vec3d own) {
    for (int a = 0; a < 3; ++a)
      if (axes >> a & 1) own[a] = to[a];
    return own;
  }
  Vec3d led(std::size_t vertex, const Vec3d& to, const Vec3d& own) const {
    return mixed(axes_of(vertex), to, own);
  }
  /// True when some pin holds single coordinates only.
  bool partial() const {
    return std::any_of(pins_.begin(), pins_.end(), [](const Pin& p) { return p.axes != 7; });
  }
  /// Which pin holds it.
  std::uint32_t pin_of(int held) const { return frame_of(held).pin; }
  /// Where it must be, in the coordinates that are held.
  Vec3d target(int held) const {
    Vec3d to = place_by(held);
    for (int h = held_[std::size_t(held)].next; h >= 0; h = held_[std::size_t(h)].next)
      to = mixed(held_[std::size_t(h)].axes, place_by(h), to);
    return to;
  }
  const Frame& frame(int held) const { return frame_of(held); }
  Vec3d spin(int held) const { return frame_of(held).now.angular; }
  /// How the thing that holds it has turned since time 0.
  Quaternion<double> rotation(int held) const {
    const Frame& f = frame_of(held);
    return f.now.pose.rotation * f.start.rotation.conjugate();
  }
  // What a device takes with it.
  std::span<const Pin> pins() const { return pins_; }
  std::span<const Frame> frames() const { return frames_; }
  std::span<const Held> all_held() const { return held_; }
  // From outside, between two steps.
  void lead(std::size_t pin, Motion motion) { pins_[pin].motion = std::move(motion); }
  void let_go(std::size_t pin, double time) { pins_[pin].release = time; }
  void reorder(std::span<const std::uint32_t> order);
  void archive(Archive& a, const std::string& name) {
    a.array(name, of_vertex_);
    a.array(name + ".active", active_);
  }

 private:
  const Frame& frame_of(int held) const { return frames_[held_[std::size_t(held)].frame]; }
  Vec3d place_by(int held) const {
    return frames_[held_[std::size_t(held)].frame].now.pose.to_world(held_[std::size_t(held)].local);
  }
  std::int32_t kept_holds(std::int32_t hold, std::uint8_t axes);
  void add_frame(std::uint32_t pin, const SurfaceAnchor& anchor);
  void add_pin(std::uint32_t pin, std::span<const Vec3d> positions);

  std::vector<Pin> pins_;
  std::vector<Frame> frames_;
  std::vector<Held> held_;
  std::vector<std::int32_t> of_vertex_;
  std::vector<char> active_;
};

}  // namespace weft
