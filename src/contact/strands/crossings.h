/// Whether strands pass through each other: segments that touch while their vertices move straight, x + t v,
/// t in [0, dt]. Independent of impulses and of delta, in double: it counts what they missed.
///   the four vertices lie in a plane when  c3 t^3 + c2 t^2 + c1 t + c0 = 0;
///   at each root the segments touch or do not
#pragma once
#include <array>
#include <optional>

#include "contact/strands/find_contacts.h"

namespace weft {

/// Four vertices: p1, q1, p2, q2.
using FourPoints = std::array<Vec3d, 4>;

/// (c3, c2, c1, c0).
std::array<double, 4> coplanarity(const FourPoints& x, const FourPoints& v);

/// Roots in [0, 1] of c3 t^3 + c2 t^2 + c1 t + c0, and where it is stationary without changing sign:
/// there it may touch zero within rounding. In ascending order.
struct Candidates {
  std::array<double, 7> t;
  int count = 0;
};
Candidates cubic_candidates(const std::array<double, 4>& c);

/// The first time in [0, dt] at which the two segments are closer than `reach`.
std::optional<double> first_contact(const FourPoints& x, const FourPoints& v, double dt, double reach);

/// Candidates from elsewhere save a search where they cover the step; what is found is the same.
struct KnownCandidates {
  KnownCandidates(const StrandCandidates* of_finder = nullptr, StrandCandidates* of_before = nullptr)
      : near(of_finder), wide(of_before) {}
  const StrandCandidates* near;  ///< as those of a StrandContactFinder
  StrandCandidates*
      wide;  ///< what the last search found where those did not cover; searched again only when it must be
};

/// Pairs that touch during a step, each counted once. `skip` as in find_contacts.h.
std::size_t count_crossings(const StrandView& s, std::span<const Vec3r> v, double dt, double reach,
                            std::uint32_t skip = 1, const KnownCandidates& known = {});

/// The same pairs as contacts: where they touch, and the normal of both from segment 1 to segment 2 as they
/// lay at the start of the step; in order of i, then j.
void find_crossings(const StrandView& s, std::span<const Vec3r> v, double dt, double reach,
                    std::uint32_t skip, const KnownCandidates& known, std::vector<StrandContact>& out);

}  // namespace weft
