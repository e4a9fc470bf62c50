/// Places where surfaces press on each other or on obstacles in a search for rest. Each has a potential of its
/// distance d, which begins where they come as near as they keep, s, and grows without bound towards touching (Li et
/// al. 2020, "Incremental potential contact"):
///   b(d) = -k (d - s)^2 ln(d/s)   for d < s, nothing beyond: twice differentiable
///   push = -b'(d),   force on vertex i = push w_i n,   stiffness b''(d) (w n) (w n)^T
/// Below a twentieth of s it goes on as the parabola that it has there, so that what begins inside an obstacle comes out.
///
/// A potential must change smoothly where closest points jump. So some count less, by m:
///   edges that become parallel       c = |e1 x e2|^2 below a thousandth of its most:  m = c (2 - c)
///   edges and triangles on obstacles whose least distance moves to a corner:  m = product of 3 t^2 - 2 t^3,
///       t = (phi at the corner - phi where it is least) / (s/2)
#pragma once
#include <functional>
#include <span>
#include <vector>

#include "contact/surfaces/convex_obstacle.h"
#include "contact/surfaces/near_pairs.h"
#include "contact/surfaces/surface_contact.h"

namespace weft {

struct Press {
  ContactKey key;
  std::array<std::uint32_t, 4> vertex{kNone, kNone, kNone, kNone};
  std::array<double, 4> w{};     ///< d changes by sum w n.u
  std::array<Vec3d, 4> turns{};  ///< b dm/du [N]
  Vec3d n{{0, 0, 1}};
  double d = 0, keep = 0;  ///< [m]
  double friction = 0;
  std::uint32_t obstacle = kNone;  ///< whose distance it is, or none: surfaces
  double energy = 0;               ///< m b [J]
  double push = 0, stiffness = 0;  ///< -m b', m b''
  Vec3d force(std::size_t k) const { return n * (push * w[k]) - turns[k]; }
  /// How far the sides go against each other if vertices go by u.
  Vec3d way(const std::vector<Vec3d>& u) const {
    Vec3d sum = Vec3d::zero();
    for (std::size_t k = 0; k < 4 && vertex[k] != kNone; ++k) sum += u[vertex[k]] * w[k];
    return sum;
  }
};

class Presses {
 public:
  struct Setting {
    std::span<const Collider> colliders;
    double time = 0;  ///< where obstacles are [s]
    double far = 0;   ///< of edges, the longest [m]
    double load = 0;  ///< the greatest force per mass that is about [m/s^2]
    std::function<double(std::uint32_t part, std::uint32_t collider)> friction;
  };
  /// The motion u is no farther than this, for all that `find` is asked for.
  void begin(const SurfaceScene& scene, const Setting& setting);
  /// Those at x + u among awake pairs and obstacles, in one order; returns their potential [J].
  double find(const SurfaceScene& scene, const NearPairs& list, std::vector<Press>& out) const;

 private:
  struct Obstacle {
    ConvexObstacle shape;
    std::uint32_t number = 0;
    bool flat = false;
  };
  void meet(const SurfaceScene& scene, const Obstacle& o, std::vector<Press>& out) const;
  void meet_edge(const SurfaceScene& scene, const Obstacle& o, std::uint32_t edge,
                 std::vector<Press>& out) const;
  void meet_triangle(const SurfaceScene& scene, const Obstacle& o, std::uint32_t element,
                     std::vector<Press>& out) const;
  void meet_pair(const SurfaceScene& scene, const NearPair& pair, std::vector<Press>& out) const;
  double stiffness(std::uint32_t part, double keep) const { return weight_[part] / keep; }

  std::vector<Obstacle> obstacles_;
  std::vector<double> weight_;  ///< of parts: k s [N]
  std::function<double(std::uint32_t, std::uint32_t)> friction_;
};

}  // namespace weft
