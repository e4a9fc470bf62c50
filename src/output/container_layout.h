/// Sizes and numbers of the container's layout, shared by its writer and its reader (container.h draws it).
#pragma once
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace weft::layout {

inline constexpr std::string_view kMagic = "WEFTBOX\n", kEndMagic = "\nXOBTFEW";
inline constexpr std::uint32_t kVersion = 1;
inline constexpr std::size_t kHeaderBytes = 32, kFooterBytes = 48, kPiece = std::size_t{1} << 20;
inline constexpr std::size_t kTogether = 8;  ///< pieces in flight at once: bounds the memory
inline constexpr std::size_t kLongestName = 4096;

template <class T>
void append(std::string& s, T v) {
  char b[sizeof(T)];
  std::memcpy(b, &v, sizeof(T));
  s.append(b, sizeof(T));
}

}  // namespace weft::layout
