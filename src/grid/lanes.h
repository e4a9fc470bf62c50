/// Sixteen scalars side by side. Two uses: a row of four grid nodes (m, px, py, pz each), and sixteen points.
/// GCC lowers it to one 512-bit register, two 256-bit ones, or more, as the target has them.
#pragma once
#include <cstdint>

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

/// rows[i][j] <-> rows[j][i]: sixteen points of sixteen values each, between "by value" and "by point".
///   four butterfly stages; stage s exchanges bit s of row and lane number
inline void transpose(Lanes r[16]) {
  Lanes t[16];
#define WEFT_STAGE(from, to, S, ...)                                      \
  for (int i = 0; i < 16; ++i)                                            \
    if (!(i & S)) {                                                       \
      to[i] = __builtin_shuffle(from[i], from[i + S], LaneIndex{LO});     \
      to[i + S] = __builtin_shuffle(from[i], from[i + S], LaneIndex{HI}); \
    }
#define LO 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23
#define HI 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31
  WEFT_STAGE(r, t, 8)
#undef LO
#undef HI
#define LO 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27
#define HI 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31
  WEFT_STAGE(t, r, 4)
#undef LO
#undef HI
#define LO 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29
#define HI 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31
  WEFT_STAGE(r, t, 2)
#undef LO
#undef HI
#define LO 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30
#define HI 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31
  WEFT_STAGE(t, r, 1)
#undef LO
#undef HI
#undef WEFT_STAGE
}

}  // namespace weft
