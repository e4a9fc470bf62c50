/// Numbers in [0, 1) that fill the unit square evenly: Sobol's first two dimensions, scrambled in Owen's way.
///
/// A scramble flips each binary digit by a function of the digits above it. On the number with its bits
/// reversed that is a hash in which a bit only depends on those below it (Laine and Karras 2011): adding,
/// and multiplying by an even number before xor, have this property.
/// Each (pixel, pair) has its own scramble and its own order of samples, so that pairs do not correlate; the
/// same pixel gets the same numbers in every frame, so that what does not move does not flicker.
#pragma once
#include <cstdint>

#include "math/vec.h"

namespace weft {

inline std::uint32_t hash32(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x7FEB352Du;
  x ^= x >> 15;
  x *= 0x846CA68Bu;
  return x ^ (x >> 16);
}
inline std::uint32_t hash32(std::uint32_t a, std::uint32_t b) { return hash32(a ^ hash32(b + 0x9E3779B9u)); }

inline std::uint32_t reverse_bits(std::uint32_t x) {
  x = (x << 16) | (x >> 16);
  x = ((x & 0x00FF00FFu) << 8) | ((x & 0xFF00FF00u) >> 8);
  x = ((x & 0x0F0F0F0Fu) << 4) | ((x & 0xF0F0F0F0u) >> 4);
  x = ((x & 0x33333333u) << 2) | ((x & 0xCCCCCCCCu) >> 2);
  return ((x & 0x55555555u) << 1) | ((x & 0xAAAAAAAAu) >> 1);
}

/// Owen's scramble of a number whose bits are reversed.
inline std::uint32_t scramble_reversed(std::uint32_t x, std::uint32_t seed) {
  x += seed;
  x ^= x * 0x6C50B47Cu;
  x ^= x * 0xB82F1E52u;
  x ^= x * 0xC7AFE638u;
  x ^= x * 0x8D22F6E6u;
  return x;
}
inline std::uint32_t owen_scramble(std::uint32_t x, std::uint32_t seed) {
  return reverse_bits(scramble_reversed(reverse_bits(x), seed));
}

/// Sobol's second dimension: each column of its matrix is the one before, xor itself shifted.
inline std::uint32_t sobol_second(std::uint32_t index) {
  std::uint32_t result = 0;
  for (std::uint32_t column = 0x80000000u; index; index >>= 1, column ^= column >> 1)
    if (index & 1) result ^= column;
  return result;
}

/// A number in [0, 1) from 24 bits: never rounds up to 1.
inline float unit_float(std::uint32_t x) { return float(x >> 8) * (1.0f / 16777216.0f); }

class Sampler {
 public:
  Sampler(std::uint32_t pixel, std::uint32_t sample) : pixel_(hash32(pixel)), sample_(sample) {}
  /// The next pair of this sample.
  Vec2<float> pair() {
    const std::uint32_t seed = hash32(pixel_, pair_++), index = owen_scramble(sample_, seed);
    return {{unit_float(scrambled(reverse_bits(index), hash32(seed, 1))),
             unit_float(scrambled(sobol_second(index), hash32(seed, 2)))}};
  }

 private:
  static std::uint32_t scrambled(std::uint32_t x, std::uint32_t seed) { return owen_scramble(x, seed); }
  std::uint32_t pixel_, sample_, pair_ = 0;
};

}  // namespace weft
