#include "contact/strands/meeting.h"

#include <algorithm>
#include <cmath>

namespace weft {
namespace {

constexpr double kTouch = 1e-8;  // [m]: segments this near have touched
constexpr std::size_t kChunk = 4096;
constexpr int kCatches = 4;      // searches for pairs that would still cross
constexpr int kCatchRounds = 2;  // of impulses after each

}  // namespace

bool StrandMeeting::find(std::span<const std::unique_ptr<Body>> bodies) {
  sets_.clear();
  judged_ = false;
  reach_ = 0;
  rounds_ = 0;
  friction_ = 1e300;
  std::vector<std::size_t> sizes;
  for (const auto& body : bodies) {
    StrandSet* s = body->roles().strands;
    if (!s || !(s->reach() > 0 || s->judged())) continue;
    sets_.push_back(s);
    sizes.push_back(s->places().size());
    judged_ |= s->judged();
    if (!(s->reach() > 0)) continue;
    reach_ = std::max(reach_, s->reach());
    rounds_ = std::max(rounds_, s->rounds());
    friction_ = std::min(friction_, s->strand_friction());
  }
  if (sets_.empty()) return false;
  if (sizes != laid_) {
    laid_ = sizes;
    lay_out();
  }
  return true;
}

void StrandMeeting::lay_out() {
  first_.clear();
  strand_.clear();
  reach_of_.clear();
  double shortest = 1e300;
  std::uint32_t strand = 0, from = 0;
  for (StrandSet* s : sets_) {
    const auto x = s->places();
    std::uint32_t at = 0;
    for (const std::uint32_t n : s->counts()) {
      for (std::uint32_t i = 0; i + 1 < n; ++i) {
        first_.push_back(from + at + i);
        strand_.push_back(strand);
        shortest = std::min(shortest, double(norm(x[at + i + 1] - x[at + i])));
      }
      reach_of_.insert(reach_of_.end(), n, Real(s->reach()));
      at += n;
      ++strand;
    }
    from += at;
  }
  place_.resize(from);
  velocity_.resize(from);
  rubbed_.resize(from);
  inverse_mass_.resize(from);
  // Neighbours along a strand that are always near.
  skip_ = 1 + std::uint32_t(std::min(1e3, reach_ / std::max(shortest, 1e-9)));
}

void StrandMeeting::gather_velocities(double dt, bool shifts) {
  const Real rate = Real(1 / dt);
  std::size_t from = 0;
  for (StrandSet* s : sets_) {
    const auto v = s->velocities();
    const auto by = s->shifts();
    parallel_chunks(v.size(), kChunk, [&](Range r) {
      for (std::size_t i = r.begin; i < r.end; ++i) velocity_[from + i] = shifts ? v[i] + by[i] * rate : v[i];
    });
    from += v.size();
  }
}

/// To each set its part.
template <class To>
void StrandMeeting::hand_back(std::span<const Vec3r> all, To&& to) {
  std::size_t from = 0;
  for (StrandSet* s : sets_) {
    const std::span<Vec3r> v = to(s);
    std::copy_n(all.begin() + std::ptrdiff_t(from), v.size(), v.begin());
    from += v.size();
  }
}

void StrandMeeting::meet(double dt, StrandReport& report) {
  std::size_t from = 0;
  for (StrandSet* s : sets_) {
    std::copy(s->places().begin(), s->places().end(), place_.begin() + std::ptrdiff_t(from));
    std::copy(s->inverse_masses().begin(), s->inverse_masses().end(),
              inverse_mass_.begin() + std::ptrdiff_t(from));
    from += s->places().size();
  }
  if (!(reach_ > 0)) return;
  gather_velocities(dt, false);
  FindOptions o;
  o.delta = reach_;
  o.skip = skip_;
  const std::vector<StrandContact>* contacts = &finder_.find(view(), o);
  if (judged_)
    report.unmet += count_crossings(view(), velocity_, dt, kTouch, skip_, {&finder_.candidates(), &wide_});
  if (std::any_of(sets_.begin(), sets_.end(), [](StrandSet* s) { return !(s->reach() > 0); })) {
    kept_.clear();
    std::copy_if(contacts->begin(), contacts->end(), std::back_inserter(kept_),
                 [&](const StrandContact& c) { return meets(c.i) && meets(c.j); });
    contacts = &kept_;
  }
  report.contacts += contacts->size();
  impulses_.apply(*contacts, inverse_mass_, velocity_, rounds_);
  impulses_.rub(inverse_mass_, friction_, rubbed_);
  for (int k = 0; k < kCatches; ++k) {
    find_crossings(view(), velocity_, dt, kTouch, skip_, {&finder_.candidates(), &wide_}, caught_);
    std::erase_if(caught_, [&](const StrandContact& c) { return !meets(c.i) || !meets(c.j); });
    if (caught_.empty()) break;
    impulses_.apply(caught_, inverse_mass_, velocity_, kCatchRounds);
  }
  hand_back(velocity_, [](StrandSet* s) { return s->velocities(); });
  hand_back(rubbed_, [](StrandSet* s) { return s->rubbed(); });
}

void StrandMeeting::judge(double dt, StrandReport& report) {
  if (!judged_) return;
  gather_velocities(dt, true);
  report.crossings += count_crossings(view(), velocity_, dt, kTouch, skip_,
                                      {reach_ > 0 ? &finder_.candidates() : nullptr, &wide_});
}

}  // namespace weft
