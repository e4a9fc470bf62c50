/// Lanes of a mask as bits, for loops over those that are set.
#pragma once
#include <cstdint>

#include "math/pack.h"

namespace weft {

inline std::uint32_t bits_of(const Mask<Real>& m) {
  std::uint32_t bits = 0;
#if defined(__AVX512F__)
  if constexpr (sizeof(Real) == 4) bits = _mm512_test_epi32_mask((__m512i)m.v, (__m512i)m.v);
  else bits = _mm512_test_epi64_mask((__m512i)m.v, (__m512i)m.v);
#else
  for (int k = 0; k < Pack<Real>::width; ++k) bits |= std::uint32_t(m[k]) << k;
#endif
  return bits;
}

}  // namespace weft
