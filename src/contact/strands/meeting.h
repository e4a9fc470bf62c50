/// Strands of all bodies meet each other as geometry, after the grid.
///   meet    segments nearer than their reach stop approaching, in rounds of impulses; then those that would
///           still cross, as they come from farther or were pushed there, stop where they would touch
///   judge   how many pairs still pass through each other on the way that the step will take
/// Bodies of different reach meet at the larger one, with the lesser friction.
#pragma once
#include <memory>

#include "bodies/body.h"
#include "bodies/strand_set.h"
#include "contact/strands/crossings.h"
#include "contact/strands/find_contacts.h"
#include "contact/strands/impulses.h"
#include "contact/strands/report.h"

namespace weft {

class StrandMeeting {
 public:
  /// Finds the strands; true when some of them may meet or are judged.
  bool find(std::span<const std::unique_ptr<Body>> bodies);
  void meet(double dt, StrandReport& report);
  void judge(double dt, StrandReport& report);

 private:
  void lay_out();
  StrandView view() const { return {place_, first_, strand_}; }
  /// Velocities as the step will move by them.
  void gather_velocities(double dt, bool shifts);
  template <class To>
  void hand_back(std::span<const Vec3r> all, To&& to);
  bool meets(std::uint32_t segment) const { return reach_of_[segment] > 0; }

  std::vector<StrandSet*> sets_;
  std::vector<std::size_t> laid_;  ///< vertices of each set when the arrays below were made
  bool judged_ = false;
  double reach_ = 0, friction_ = 0;
  int rounds_ = 0;
  std::uint32_t skip_ = 1;
  std::vector<std::uint32_t> first_, strand_;  ///< segments
  std::vector<Real> reach_of_;                 ///< segments, by their first vertex
  std::vector<Vec3r> place_, velocity_, rubbed_;
  std::vector<Real> inverse_mass_;
  std::vector<StrandContact> kept_, caught_;
  StrandContactFinder finder_;
  StrandCandidates wide_;  ///< of the whole way, where the finder's do not reach
  StrandImpulses impulses_;
};

}  // namespace weft
