/// HairBody: put elsewhere from outside.
#include "bodies/hair/hair_body.h"

namespace weft {

/// Strands are put as wholes; their frames turn with their edges.
void HairBody::Grip::placed(std::span<const char> changed) {
  std::vector<Vec3d> x;
  for (std::size_t s = 0; s < body.first_.size(); ++s) {
    const std::size_t first = body.first_[s], n = body.options_.counts[s];
    const auto mine = changed.subspan(first, n);
    if (std::find(mine.begin(), mine.end(), char(1)) == mine.end()) continue;
    x.clear();
    for (std::size_t i = first; i < first + n; ++i) x.push_back(place_of(i));
    body.packs_.place(s, x);
    body.touched_[s] = 1;  // what its own forces did is no guide any more
  }
  body.packs_.places(body.place_);
  body.place_parcels();
}

void HairBody::Grip::hurried(std::span<const char> changed) {
  for (std::size_t i = 0; i < changed.size(); ++i)
    if (changed[i]) body.speed_ = std::max(body.speed_, norm(velocity_of(i)));
  std::fill(body.touched_.begin(), body.touched_.end(), char(1));
  body.packs_.set_velocities(body.velocity_);
  body.packs_.remember();
}

}  // namespace weft
