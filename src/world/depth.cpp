#include "world/depth.h"

#include <algorithm>
#include <cmath>

namespace weft {
namespace {

constexpr double kPart = 0.01,
                 kFine = 1e-7;    // of the depth; [m]: what is found is at most so much too shallow
constexpr int kHalvings = 16;     // of the longest side, for shapes whose distance is quick
constexpr int kMeshHalvings = 8;  // and for meshes

class Descent {
 public:
  Descent(const Collider& collider, double worth)
      : collider_(collider), convex_(!std::holds_alternative<MeshShape>(collider.shape)), best_{worth, {}} {}

  void look(std::span<const Vec3d> x, int halvings) {
    Vec3d c = Vec3d::zero();
    for (const Vec3d& corner : x) c += corner * (1.0 / double(x.size()));
    const Distance at_c = collider_.distance(c);
    take(at_c.phi, c);
    double bound = 1e300;
    std::size_t lowest = 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
      const double b = at_c.phi + (convex_ ? dot(at_c.n, x[k] - c) : -norm(x[k] - c));
      if (b < bound) bound = b, lowest = k;
    }
    if (!promising(bound)) return;
    take(collider_.distance(x[lowest]).phi, x[lowest]);
    if (halvings == 0 || !promising(bound)) return;
    cut(x, halvings);
  }
  const Deepest& best() const { return best_; }

 private:
  void take(double phi, const Vec3d& x) {
    if (phi < best_.phi) best_ = {phi, x};
  }
  bool promising(double bound) const {
    return bound < best_.phi - std::max(kFine, kPart * std::fabs(best_.phi));
  }
  void cut(std::span<const Vec3d> x, int halvings) {
    std::size_t i = 0, j = 0;
    double longest = 0;
    for (std::size_t a = 0; a < x.size(); ++a)
      for (std::size_t b = 0; b < a; ++b)
        if (const double l = norm2(x[a] - x[b]); l > longest) longest = l, i = a, j = b;
    if (i == j) return;
    std::array<Vec3d, 3> half;
    for (const std::size_t moved : {i, j}) {
      std::copy(x.begin(), x.end(), half.begin());
      half[moved] = (x[i] + x[j]) * 0.5;
      look({half.data(), x.size()}, halvings - 1);
    }
  }

  const Collider& collider_;
  bool convex_;
  Deepest best_;
};

}  // namespace

Deepest deepest_place(const Collider& collider, std::span<const Vec3d> corners, double worth) {
  Descent d(collider, worth);
  d.look(corners, std::holds_alternative<MeshShape>(collider.shape) ? kMeshHalvings : kHalvings);
  return d.best();
}

}  // namespace weft
