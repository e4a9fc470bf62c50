/// What travels to the page: a description and arrays of whole numbers.
///
///   "WEFT"   bytes of the description (uint32)   description (JSON, padded to 4 bytes)   arrays
///
/// An array of numbers q_0 q_1 ... of two or four bytes is written as differences, which are small where
/// neighbours are near each other:
///
///   d_i = q_i - q_(i-1)   modulo 2^bits, as a signed number
///   z_i = 2 d_i where d_i >= 0, else -2 d_i - 1
///
/// first the lowest bytes of all z_i, then the next ones. viewer/packet.js undoes it.
#pragma once
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

namespace weft {

class Packet {
 public:
  /// Each adds an array and returns where it begins, for the description.
  std::size_t add(std::span<const std::uint16_t> numbers);
  std::size_t add(std::span<const std::uint32_t> numbers);
  std::size_t add_bytes(std::span<const std::uint8_t> bytes);
  /// The whole, before compression.
  std::string finish(const nlohmann::ordered_json& description) const;

 private:
  std::string arrays_;
};

}  // namespace weft
