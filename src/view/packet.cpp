#include "view/packet.h"

#include <nlohmann/json.hpp>
#include <type_traits>

namespace weft {

namespace {

template <class Number>
std::size_t add_differences(std::string& arrays, std::span<const Number> numbers) {
  using Signed = std::make_signed_t<Number>;
  const std::size_t begin = arrays.size(), n = numbers.size();
  arrays.resize(begin + n * sizeof(Number));
  char* const out = arrays.data() + begin;
  Number before = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Signed d = Signed(Number(numbers[i] - before));
    const Number z = Number(Number(Number(d) << 1) ^ Number(d >> (8 * sizeof(Number) - 1)));
    for (std::size_t k = 0; k < sizeof(Number); ++k) out[k * n + i] = char(z >> (8 * k) & 0xff);
    before = numbers[i];
  }
  return begin;
}

}  // namespace

std::size_t Packet::add(std::span<const std::uint16_t> numbers) { return add_differences(arrays_, numbers); }
std::size_t Packet::add(std::span<const std::uint32_t> numbers) { return add_differences(arrays_, numbers); }
std::size_t Packet::add_bytes(std::span<const std::uint8_t> bytes) {
  const std::size_t begin = arrays_.size();
  arrays_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return begin;
}

std::string Packet::finish(const nlohmann::ordered_json& description) const {
  std::string text = description.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  text.resize((text.size() + 3) / 4 * 4, ' ');
  std::string out = "WEFT";
  for (int k = 0; k < 4; ++k) out += char(text.size() >> (8 * k) & 0xff);
  return out + text + arrays_;
}

}  // namespace weft
