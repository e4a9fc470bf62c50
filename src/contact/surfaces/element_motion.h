/// How far elements have moved against each other.
///   group      the elements of a cube of side S, or a rigid body, or an obstacle; its frame goes on as most of it did
///              when all began
///   d_e        how far the farthest corner of an element went in its group's frame
///   D_gh       how far two groups' frames went apart;  0 within a group
/// The distance of two elements changes by at most  d_a + d_b + D_gh. What moves together, or lies still while other
/// things pass, moves by nothing. Groups that are no neighbours were R or more apart (S = 2 L + R, L the longest edge),
/// and come nearer by at most the diagonal of all displacements.
///
/// A budget is how far each may go before a list of near pairs needs more: some steps of its present motion at first. Those
/// whose budget is spent get more, and the list the pairs that this lets in.
#pragma once
#include <span>

#include "contact/surfaces/surface_scene.h"
#include "exec/radix_sort.h"

namespace weft {

class ElementMotion {
 public:
  struct Wish {
    double least;  ///< budget of what does not move [m]
    double most;   ///< budgets beyond are for two steps only [m]
    double apart;  ///< what is nearer is in neighbouring groups [m]
  };
  /// Begins anew at the places of the scene, with budgets for the motion u.
  void begin(const SurfaceScene& scene, const Wish& wish);
  /// Whose budgets are spent at x + u but for a fraction.
  struct Spent {
    struct Element {
      std::uint32_t element;
      double went;  ///< d_e [m]
    };
    struct Drift {
      std::uint32_t group, at;
      double went;  ///< D_gh [m]
    };
    std::vector<Element> elements;
    std::vector<Drift> drifts;
    bool lost = false;  ///< what is in no neighbouring groups may be nearer than `keep`
    bool none() const { return !lost && elements.empty() && drifts.empty(); }
  };
  Spent spent(const SurfaceScene& scene, double fraction, double keep) const;
  /// More for one that is spent.
  void grow(const Spent::Element& e);
  void grow(const Spent::Drift& d);

  double budget(std::uint32_t element) const { return budget_[element]; }
  /// Of D_gh; negative when the elements are in no neighbouring groups.
  double drift(std::uint32_t a, std::uint32_t b) const;
  /// Half of the budgets of an element and any other, as they were at the beginning.
  double margin(std::uint32_t element) const {
    return budget_[element] + 0.5 * most_drift_[group_of_[element]];
  }
  /// What an element's box must have so that it meets the boxes with margins of all others within its budgets of now.
  double whole_margin(std::uint32_t element) const {
    return budget_[element] + most_drift_[group_of_[element]] + grown_;
  }
  /// Elements of the two groups of a drift: of which the drift counts.
  std::span<const KeyIndex> elements_of(const Spent::Drift& d) const {
    return std::span(order_).subspan(begin_[d.group], begin_[d.group + 1] - begin_[d.group]);
  }
  bool counts(const Spent::Drift& d, std::uint32_t other) const { return group_of_[other] == near_[d.at]; }
  double drift(const Spent::Drift& d) const { return drift_[d.at]; }
  /// Where vertices were when it began.
  const std::vector<Vec3d>& start() const { return start_; }
  /// That an edge of what yields has at most, while it holds.
  double longest_edge() const { return longest_; }

  /// Two elements and whose drift counts: an index for the functions below.
  struct Two {
    std::uint32_t a, b, group;
  };
  Two two(std::uint32_t a, std::uint32_t b) const;
  /// Measures the motion u.
  void measure(const SurfaceScene& scene);
  /// By how much the motion u may bring them nearer, and all motion since the list began did.
  double step(const Two& t) const {
    return element_[t.a].step + element_[t.b].step + (t.group == kNone ? 0 : group_[t.group].step);
  }
  double gone(const Two& t) const {
    return element_[t.a].gone + element_[t.b].gone + (t.group == kNone ? 0 : group_[t.group].gone);
  }
  /// The step was made with the motion last measured.
  void advance();

 private:
  struct Way {
    double step = 0, gone = 0;
  };
  struct Cells {
    std::vector<std::uint32_t> keys;
    std::vector<std::array<std::uint32_t, 3>> place;
    std::array<std::uint32_t, 3> count{1, 1, 1};
    Vec3d origin{{0, 0, 0}};
    double side = 0;
  };
  Cells gather(const SurfaceScene& scene, double side);
  void find_neighbours(const SurfaceScene& scene, const Cells& cells);
  void find_frames(const SurfaceScene& scene);
  std::vector<double> fastest_nearby(const SurfaceScene& scene);
  void set_budgets(const SurfaceScene& scene, const Wish& wish);
  /// Calls f(group, neighbour's place in near_).
  template <class F>
  void each_neighbour(std::uint32_t group, F&& f) const;

  double apart_ = 0, longest_ = 0, start_longest_ = 0;
  double grown_ = 0;                       ///< the most that an element's budget has grown
  std::size_t cells_ = 0;                  ///< groups below are cubes, the others rigid bodies and obstacles
  std::vector<Vec3d> start_;               ///< of vertices
  std::vector<std::uint32_t> group_of_;    ///< of elements
  std::vector<KeyIndex> order_, scratch_;  ///< elements by group
  std::vector<std::uint32_t> begin_;       ///< of groups in order_
  std::vector<Vec3d> frame_;               ///< of groups: how far their frames go in a step
  std::uint64_t steps_ = 0;                ///< made since it began
  std::vector<std::uint32_t> near_begin_,
      near_;                                   ///< of cubes: neighbouring groups, themselves not among them
  std::vector<double> drift_;                  ///< budgets of D_gh, as near_
  std::vector<double> most_drift_;             ///< of groups: budgets of D_gh with any other
  std::vector<double> budget_, first_budget_;  ///< of elements
  std::vector<Way> element_, group_;
};

}  // namespace weft
