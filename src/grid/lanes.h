/// Sixteen scalars side by side. Two uses: a row of four grid nodes (m, px, py, pz each), and sixteen points.
/// GCC lowers it to one 512-bit register, two 256-bit ones, or more, as the target has them.
#pragma once
#include <cstdint>
#include <utility>

#include "math/real.h"

namespace weft {

constexpr int kLaneCount = 16;
#ifdef WEFT_DOUBLE
typedef double Lanes __attribute__((vector_size(128)));
typedef std::int64_t LaneIndex __attribute__((vector_size(128)));
#else
typedef float Lanes __attribute__((vector_size(64)));
typedef std::int32_t LaneIndex __attribute__((vector_size(64)));
#endif
typedef std::int32_t LaneInt __attribute__((vector_size(64)));
typedef Real LanesUnaligned __attribute__((vector_size(sizeof(Lanes)), aligned(sizeof(Real)), may_alias));
typedef Real Quad __attribute__((vector_size(4 * sizeof(Real))));
typedef Real QuadUnaligned __attribute__((vector_size(4 * sizeof(Real)), aligned(sizeof(Real)), may_alias));

inline Lanes load_lanes(const Real* p) { return *reinterpret_cast<const LanesUnaligned*>(p); }
inline void store_lanes(Real* p, const Lanes& v) { *reinterpret_cast<LanesUnaligned*>(p) = v; }
inline Lanes broadcast(Real a) { return Lanes{} + a; }
/// Quarter k of the lanes, four times over.
template <int k>
Lanes repeat_quarter(const Lanes& v) {
  constexpr int a = 4 * k, b = a + 1, c = a + 2, d = a + 3;
  return __builtin_shuffle(v, LaneIndex{a, b, c, d, a, b, c, d, a, b, c, d, a, b, c, d});
}
inline LaneInt floor_int(const Lanes& v) {
  const LaneInt t = __builtin_convertvector(v, LaneInt);
  const Lanes back = __builtin_convertvector(t, Lanes);
  return t + __builtin_convertvector(back > v, LaneInt);  // a true comparison is -1
}

/// One butterfly of a transpose: exchanges bit `bit` of the numbers of row and lane. Of each two rows the lanes
/// without that bit go to the first, those with it to the second.
template <int bit, int... lane>
[[gnu::always_inline]] inline void butterfly(const Lanes* from, Lanes* to,
                                             std::integer_sequence<int, lane...>) {
  for (int i = 0; i < kLaneCount; ++i)
    if (!(i & bit)) {
      to[i] = __builtin_shufflevector(from[i], from[i + bit],
                                      ((lane & ~bit) + ((lane & bit) ? kLaneCount : 0))...);
      to[i + bit] = __builtin_shufflevector(from[i], from[i + bit],
                                            ((lane | bit) + ((lane & bit) ? kLaneCount : 0))...);
    }
}

/// rows[i][j] <-> rows[j][i]: sixteen points of sixteen values each, between "by value" and "by point".
inline void transpose(Lanes r[16]) {
  constexpr std::make_integer_sequence<int, kLaneCount> lanes{};
  Lanes t[16];
  butterfly<8>(r, t, lanes);
  butterfly<4>(t, r, lanes);
  butterfly<2>(r, t, lanes);
  butterfly<1>(t, r, lanes);
}

}  // namespace weft
