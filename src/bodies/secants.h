/// What the last steps of a descent learned about curvature (L-BFGS, Nocedal 1980): with steps s, changes y of the gradient over
/// them and an inverse stiffness A^-1 that is about right,
///   d = V^T .. V^T A^-1 V .. V r + ..,   V = 1 - y s^T/(s.y)
/// A stiffness whose negative parts were left out is too stiff for what is about to buckle, and descent along it takes
/// hundreds of steps where this takes tens.
#pragma once
#include <algorithm>
#include <deque>

#include "bodies/vectors.h"

namespace weft {

class Secants {
 public:
  void forget() {
    pairs_.clear();
    way_.clear();
  }
  /// A step begins with the forces r: minus the gradient.
  void learn(const Vectors& r) {
    if (way_.size() == r.size()) {
      Vectors y(r.size());
      each_of(r.size(), [&](std::size_t i) { y[i] = forces_[i] - r[i]; });
      const double curved = inner(way_, y);
      if (curved > kLeast * length(way_) * length(y)) pairs_.push_back({way_, std::move(y), 1 / curved, 0});
      if (pairs_.size() > kMost) pairs_.pop_front();
    }
    forces_ = r;
    way_.clear();
  }
  /// It went by u.
  void went(const Vectors& u) { way_ = u; }
  /// d for r; solve(q, d) is about d = A^-1 q.
  template <class Solve>
  void direction(const Vectors& r, Vectors& d, Solve&& solve) {
    Vectors q = r;
    std::for_each(pairs_.rbegin(), pairs_.rend(), [&](Pair& p) {
      p.share = p.inverse * inner(p.s, q);
      each_of(q.size(), [&](std::size_t i) { q[i] -= p.y[i] * p.share; });
    });
    solve(q, d);
    for (const Pair& p : pairs_) {
      const double by = p.share - p.inverse * inner(p.y, d);
      each_of(d.size(), [&](std::size_t i) { d[i] += p.s[i] * by; });
    }
  }
  bool empty() const { return pairs_.empty(); }

 private:
  static constexpr std::size_t kMost = 12;
  static constexpr double kLeast = 1e-6;  // cosine between a step and what it changed
  struct Pair {
    Vectors s, y;
    double inverse, share;
  };
  std::deque<Pair> pairs_;
  Vectors forces_, way_;
};

}  // namespace weft
