/// Bodies that step implicitly move as a whole when contact pushes some of their vertices:
///   w = A^-1 (..  + J^T j),   A = M + dt^2 K
/// while impulses are found with masses alone. M^-1 answers no less than A^-1, so that each of
///   j <- j + dj,  dj found with M^-1 from w      w <- what the body makes of all j
/// leaves less to the next, and what rests has dj = 0: impulses begin from those of the step before.
#include <algorithm>

#include "contact/surfaces/meeting.h"

namespace weft {
namespace {

constexpr int kAnswers = 2;

}  // namespace

/// The last word is that of masses alone, for what touches must not move towards each other. Returns the first contact
/// whose impulse is still to be applied.
std::size_t SurfaceMeeting::follow_answers(SurfaceReport& report) {
  bool any = false;
  for (std::size_t p = 0; p < owners_.size(); ++p) {
    const Owner& o = *owners_[p];
    if (!o.body || !o.body->roles().surface->answers()) continue;
    any = true;
    // Impulses of contacts take the place of the guess.
    const auto guess = o.body->roles().surface->guessed();
    const std::size_t first = scene_.first_mover(p);
    for (std::size_t i = 0; i < guess.size(); ++i) scene_.v[first + i] -= guess[i] * scene_.w[first + i];
  }
  if (!any) return 0;
  std::size_t first = 0;
  for (int k = 0; k < kAnswers; ++k) {
    impulses_.begin(scene_, first);
    report.rounds += std::uint64_t(impulses_.solve(scene_, rules));
    answer();
    first = impulses_.list.contacts.size();
    add_obstacles();
  }
  return first;
}

void SurfaceMeeting::answer() {
  const std::vector<Vec3d> given = impulses_.given(scene_);
  for (std::size_t p = 0; p < owners_.size(); ++p) {
    const Owner& o = *owners_[p];
    if (!o.body || !o.body->roles().surface->answers()) continue;
    const std::size_t first = scene_.first_mover(p), n = o.motion.size();
    o.body->roles().surface->answer({&given[first], n}, {&scene_.v[first], n});
    for (std::size_t i = first; i < first + n; ++i) scene_.u[i] = scene_.v[i] * gaps_.dt;
  }
  scene_.carry();
}

/// Obstacles that come within reach by what was answered.
void SurfaceMeeting::add_obstacles() {
  std::vector<ContactKey> known;
  for (const SurfaceContact& c : impulses_.list.contacts) known.push_back(c.key);
  std::sort(known.begin(), known.end());
  ContactList found;
  obstacles_.find(scene_, gaps_, obstacle_friction_, found);
  ContactList& all = impulses_.list;
  for (const SurfaceContact& c : found.contacts) {
    if (std::binary_search(known.begin(), known.end(), c.key)) continue;
    recall(all.begin(c));
    const auto rows = found.rows_of(c);
    all.rows.insert(all.rows.end(), rows.begin(), rows.end());
    all.contacts.back().rows = std::uint32_t(rows.size());
  }
}

}  // namespace weft
