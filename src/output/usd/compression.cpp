#include "output/usd/compression.h"

#include <lz4.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace weft::usd {

namespace {

/// d_i = n_i - n_(i-1) modulo 2^32, with n_(-1) = 0.
std::vector<std::int32_t> differences(std::span<const std::int32_t> numbers) {
  std::vector<std::int32_t> d(numbers.size());
  std::uint32_t before = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto n = std::uint32_t(numbers[i]);
    d[i] = std::int32_t(n - before);
    before = n;
  }
  return d;
}

/// The value that occurs most often; of several the largest, which saves most.
std::int32_t commonest(std::vector<std::int32_t> values) {
  std::sort(values.begin(), values.end());
  std::int32_t best = 0;
  std::size_t most = 0;
  for (std::size_t i = 0, j = 0; i < values.size(); i = j) {
    while (j < values.size() && values[j] == values[i]) ++j;
    if (j - i >= most) most = j - i, best = values[i];
  }
  return best;
}

template <class T>
bool fits(std::int32_t value) {
  return value >= std::numeric_limits<T>::min() && value <= std::numeric_limits<T>::max();
}

}  // namespace

Bytes packed(std::string_view bytes) {
  Bytes out(1 + std::size_t(LZ4_compressBound(int(bytes.size()))), '\0');
  const int n = LZ4_compress_default(bytes.data(), out.data() + 1, int(bytes.size()), int(out.size() - 1));
  out.resize(1 + std::size_t(n));
  return out;
}

Bytes coded(std::span<const std::int32_t> numbers) {
  Bytes out;
  if (numbers.empty()) return out;
  const std::vector<std::int32_t> d = differences(numbers);
  const std::int32_t common = commonest(d);
  append(out, common);
  const std::size_t codes = out.size();
  out.resize(codes + (d.size() + 3) / 4, '\0');
  for (std::size_t i = 0; i < d.size(); ++i) {
    unsigned code = 0;
    if (d[i] == common) {
      continue;
    } else if (fits<std::int8_t>(d[i])) {
      code = 1;
      append(out, std::int8_t(d[i]));
    } else if (fits<std::int16_t>(d[i])) {
      code = 2;
      append(out, std::int16_t(d[i]));
    } else {
      code = 3;
      append(out, d[i]);
    }
    out[codes + i / 4] = char(static_cast<unsigned char>(out[codes + i / 4]) | code << 2 * (i % 4));
  }
  return out;
}

}  // namespace weft::usd
