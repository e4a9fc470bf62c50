/// Forces that a scene puts on vertices of a body, besides gravity.
///
///   force      dead: a total [N], shared by the vertices
///   line       dead: per length of edges between them, as long as they are at rest [N/m]
///   traction   dead: per area of faces between them, as large as they are at rest [Pa]
///   pressure   turns with the faces: f_i = p/3 sum A n of the triangles around i, against the normal where p pushes
///   couple     turns with the edge of a shell: m l/|e| n on its second row, -that on the rim, e from rim to row, n
///              across both: the power is m times the rate at which the slope of the edge turns
///
/// each times a function of time. Vertices are in the scene's order, whatever order a body keeps them in.
#pragma once
#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "exec/expression.h"
#include "math/vec.h"

namespace weft {

struct Load {
  struct Share {
    std::uint32_t vertex;
    Vec3d force;  ///< dead [N]
  };
  /// l of an edge whose slope a couple turns: from the rim to the second row, along the rim.
  struct Lever {
    std::uint32_t rim, row, before, after;
    double length;  ///< of the rim at rest [m]
  };
  std::vector<Share> shares;
  std::vector<std::array<std::uint32_t, 3>> faces;  ///< counter-clockwise seen from where the normal points
  double pressure = 0;                              ///< along the normal [Pa]
  std::vector<Lever> levers;
  double couple = 0;                          ///< per length [N]
  std::shared_ptr<const Expression> of_time;  ///< of t; may be empty: 1
};

class BodyLoads {
 public:
  BodyLoads() = default;
  explicit BodyLoads(std::vector<Load> loads, std::size_t vertices);
  bool empty() const { return loads_.empty(); }
  /// Some forces turn with the body: find() needs places.
  bool follow() const { return follow_; }
  /// Forces at a time; x: places of vertices, which may be empty where nothing follows.
  void find(double time, std::span<const Vec3d> x);
  const Vec3d& on(std::size_t vertex) const { return force_[vertex]; }

 private:
  void push(const Load& load, double p, std::span<const Vec3d> x);
  void turn(const Load& load, double m, std::span<const Vec3d> x);

  std::vector<Load> loads_;
  std::vector<Vec3d> force_;
  bool follow_ = false;
};

/// What dead loads are made of: lengths of `edges` and areas of `faces` at rest, a share of each to its vertices.
std::vector<Load::Share> shared_force(std::span<const std::uint32_t> vertices, const Vec3d& total);
std::vector<Load::Share> shared_line(std::span<const std::array<std::uint32_t, 2>> edges,
                                     std::span<const Vec3d> rest, const Vec3d& per_length);
std::vector<Load::Share> shared_traction(std::span<const std::array<std::uint32_t, 3>> faces,
                                         std::span<const Vec3d> rest, const Vec3d& per_area);

}  // namespace weft
