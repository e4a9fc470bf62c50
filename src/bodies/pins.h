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
  bool active(int held) const { return active_[frame_of(held).pin]; }
  /// True when a pin holds the vertex and has not let go yet: its place is prescribed.
  bool leads(std::size_t vertex) const {
    const int h = held(vertex);
    return h >= 0 && active(h);
  }
  /// Which pin holds it.
  std::uint32_t pin_of(int held) const { return frame_of(held).pin; }
  Vec3d target(int held) const {
    const Held& h = held_[std::size_t(held)];
    return frames_[h.frame].now.pose.to_world(h.local);
  }
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
  void reorder(std::span<const std::uint32_t> order);
  void archive(Archive& a, const std::string& name) { a.array(name, of_vertex_); }

 private:
  const Frame& frame_of(int held) const { return frames_[held_[std::size_t(held)].frame]; }
  void add_frame(std::uint32_t pin, const SurfaceAnchor& anchor);
  void add_pin(std::uint32_t pin, std::span<const Vec3d> positions);

  std::vector<Pin> pins_;
  std::vector<Frame> frames_;
  std::vector<Held> held_;
  std::vector<std::int32_t> of_vertex_;
  std::vector<char> active_;
};

}  // namespace weft
