/// A seeded random number is a function of (seed, index, lane): no state, so any thread can draw any number
/// in any order and the result is the same. The bits come from two rounds of a
/// 64-bit mixing function (splitmix64's).
#pragma once
#include <cstdint>

#include "math/vec.h"

namespace weft {

/// Spreads a 64-bit number over all its bits.
constexpr std::uint64_t mix_bits(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

struct Random {
  std::uint64_t seed = 1;

  /// 64 random bits.
  constexpr std::uint64_t bits(std::uint64_t index, std::uint64_t lane = 0) const {
    return mix_bits(mix_bits(index ^ mix_bits(seed)) + 0xd1342543de82ef95ull * lane);
  }
  /// Uniform in [0, 1), a multiple of 2^-53.
  constexpr double uniform(std::uint64_t index, std::uint64_t lane = 0) const {
    return double(bits(index, lane) >> 11) * 0x1p-53;
  }
  /// Three independent uniform numbers in [0, 1).
  constexpr Vec3d uniform3(std::uint64_t index) const {
    return {{uniform(index, 0), uniform(index, 1), uniform(index, 2)}};
  }
};

}  // namespace weft
