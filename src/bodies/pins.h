/// Pinned vertices: where each must be at the end of the step.
///   x_T = pose(t + dt) local,   v = (x_T - x) / dt,   C = [omega]x
#pragma once
#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "exec/archive.h"
#include "geometry/motion.h"
#include "grid/parcels.h"

namespace weft {

/// Vertices that move as they are told.
struct Pin {
  std::vector<std::uint32_t> vertices;
  Motion motion;  ///< the vertices follow as if glued to it; a Motion without movement holds them
  double release = std::numeric_limits<double>::infinity();  ///< from then on they are free [s]
};

/// [w]x: the matrix that takes the cross product with w.
inline Mat3d cross_matrix(const Vec3d& w) { return {{{0, -w[2], w[1]}, {w[2], 0, -w[0]}, {-w[1], w[0], 0}}}; }

class Pins {
 public:
  Pins() = default;
  Pins(std::vector<Pin> pins, std::span<const Vec3d> positions);
  bool empty() const { return held_.empty(); }
  /// True when some pin has not let go yet.
  bool holds() const { return std::find(active_.begin(), active_.end(), char(1)) != active_.end(); }
  /// Which of the held ones a vertex is, or -1.
  int held(std::size_t vertex) const { return of_vertex_.empty() ? -1 : of_vertex_[vertex]; }
  /// Moves all pins to the end of the step.
  void begin_step(const Step& step);
  bool active(int held) const { return active_[held_[std::size_t(held)].pin]; }
  Vec3d target(int held) const {
    const Held& h = held_[std::size_t(held)];
    return moving_[h.pin].pose.to_world(h.local);
  }
  /// How the pin's frame has turned since time 0.
  Quaternion<double> rotation(int held) const {
    const std::uint32_t p = held_[std::size_t(held)].pin;
    return moving_[p].pose.rotation * start_[p].rotation.conjugate();
  }
  std::uint32_t pin_of(int held) const { return held_[std::size_t(held)].pin; }
  Vec3d spin(int held) const { return moving_[held_[std::size_t(held)].pin].angular; }
  void reorder(std::span<const std::uint32_t> order);
  void archive(Archive& a, const std::string& name) { a.array(name, of_vertex_); }

 private:
  struct Held {
    std::uint32_t pin;
    Vec3d local;
  };
  std::vector<Pin> pins_;
  std::vector<Held> held_;
  std::vector<std::int32_t> of_vertex_;
  std::vector<Moving> moving_;
  std::vector<Pose> start_;
  std::vector<char> active_;
};

}  // namespace weft
