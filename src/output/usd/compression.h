/// How a crate packs its tables.
///   bytes      a zero byte (one chunk), then an LZ4 block
///   integers   differences to the integer before, coded, then packed as bytes:
///                int32 c              the commonest difference
///                2 bits per number    0: the difference is c   1, 2, 3: it follows as an int8, int16, int32
///                the differences that are not c, one after the other
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include "output/usd/bytes.h"

namespace weft::usd {

/// At most 2,113,929,216 bytes, the largest LZ4 block.
Bytes packed(std::string_view bytes);
/// The coded integers before they are packed; nothing for no integers.
Bytes coded(std::span<const std::int32_t> numbers);
inline Bytes packed(std::span<const std::int32_t> numbers) {
  return packed(std::string_view(coded(numbers)));
}

}  // namespace weft::usd
