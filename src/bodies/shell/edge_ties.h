/// Edges of a shell whose slope is held. An open edge of a Catmull-Clark surface has rows -1 beyond it with
/// x_-1 = 2 x_0 - x_1, and so no curvature across it; that is not what a clamp or a plane of symmetry has. Here the
/// row beyond is another, with u the displacements from where the clamp has taken things, n the normal, p that of
/// the plane through o:
///   clamp    along n:  u_-1 = u_1,  u_0 = -u_1/2      across n as before, u_0 = 0
///   mirror             x_-1 = x_1 - 2 p p.(x_1 - o),  p.(x_0 - o) = 0
/// Faces near the edge then depend on points of two kinds: control points, and
///   q = d d.(x_m - a),   a tie of control point m: d = n or p, a where the clamp would have m, or o
/// An edge with extraordinary vertices near keeps its second row fixed instead (clamp), or is left as it is.
#pragma once
#include <string>
#include <vector>

#include "bodies/pins.h"

namespace weft {

/// Vertices of a rim that a pin holds, and what their slope does.
struct ShellEdge {
  enum class Kind { clamp, mirror };
  Kind kind = Kind::clamp;
  std::uint32_t pin = 0;                ///< of the shell's pins
  std::vector<std::uint32_t> vertices;  ///< all that the pin holds
  Vec3d normal{{0, 0, 1}};              ///< mirror: of the plane, at time 0; one of the axes
};

/// q = along along.(x - at), at rest and as its pin has it now.
struct Tie {
  std::uint32_t vertex;  ///< in the mesh's own numbers
  std::uint32_t anchor;  ///< the vertex of the rim whose pin moves the tie
  ShellEdge::Kind kind;
  Vec3d at, along;            ///< at time 0
  Vec3d rest_at, rest_along;  ///< of the shape without stress
};
struct TieNow {
  Vec3d at, along;
  Vec3d velocity, spin;  ///< of `at` [m/s]; [rad/s]
  double on;             ///< 0 when the pin has let go

  Vec3d part(const Vec3d& x) const { return along * (on * dot(along, x - at)); }
  Vec3d change(const Vec3d& u) const { return along * (on * dot(along, u)); }
  Vec3d speed(const Vec3d& x, const Vec3d& v) const { return change(v - velocity) + cross(spin, part(x)); }
};

class EdgeTies {
 public:
  EdgeTies() = default;
  explicit EdgeTies(std::vector<Tie> ties);
  bool empty() const { return ties_.empty(); }
  const Tie& operator[](std::size_t tie) const { return ties_[tie]; }
  const TieNow& now(std::size_t tie) const { return now_[tie]; }
  /// Of the shape without stress.
  Vec3d rest_part(std::size_t tie, const Vec3d& rest) const {
    const Tie& t = ties_[tie];
    return t.kind == ShellEdge::Kind::clamp ? Vec3d::zero()
                                            : t.rest_along * dot(t.rest_along, rest - t.rest_at);
  }
  /// Finds which hold of `pins` moves each tie; vertices are still in the mesh's own numbers.
  void attach(const Pins& pins);
  /// Ties go where pins have gone.
  void follow(const Pins& pins);
  void archive(Archive& a, const std::string& name) {
    if (!ties_.empty()) a.array(name, now_);
  }

 private:
  std::vector<Tie> ties_;
  std::vector<TieNow> now_;
  std::vector<int> holds_;
};

}  // namespace weft
