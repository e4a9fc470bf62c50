/// A deterministic mutator for fuzzing readers: the same seed makes the same inputs everywhere.
/// Mutations: flip bits, cut short, drop or repeat a stretch, splice two inputs,
/// replace a number, insert bytes.
#pragma once
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

namespace weft::fuzz {

/// splitmix64: a counter pushed through a mixing function.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  /// Uniform in [0, n); 0 when n is 0.
  std::size_t below(std::size_t n) { return n == 0 ? 0 : std::size_t(bits() % n); }

 private:
  std::uint64_t state_;
};

/// Numbers that break readers.
inline const char* evil_number(Dice& dice) {
  static const char* const list[] = {"0",
                                     "-1",
                                     "1",
                                     "-0",
                                     "nan",
                                     "inf",
                                     "-inf",
                                     "1e999",
                                     "-1e999",
                                     "1e-999",
                                     "1e300",
                                     "2147483647",
                                     "-2147483648",
                                     "4294967295",
                                     "4294967296",
                                     "9223372036854775807",
                                     "-9223372036854775808",
                                     "18446744073709551616",
                                     "1e9",
                                     "0x10",
                                     "1.5",
                                     ".",
                                     "-",
                                     "+3",
                                     "1e",
                                     "1_000",
                                     "00012",
                                     "99999999999999999999999999999999999999999999"};
  return list[dice.below(std::size(list))];
}

/// Replaces one run of number characters in `text` by an evil number.
inline void replace_number(std::string& text, Dice& dice) {
  if (text.empty()) return;
  auto numeric = [](char c) {
    return std::isdigit(static_cast<unsigned char>(c)) || c == '.' || c == '-' || c == '+';
  };
  std::size_t at = dice.below(text.size());
  while (at < text.size() && !numeric(text[at])) ++at;
  std::size_t end = at;
  while (end < text.size() && numeric(text[end])) ++end;
  text.replace(at, end - at, evil_number(dice));
}

/// One mutation of `data` in place; `corpus` supplies what is spliced in.
inline void mutate_once(std::string& data, const std::vector<std::string>& corpus, Dice& dice) {
  const std::size_t n = data.size();
  switch (dice.below(9)) {
    case 0:
      if (n) data[dice.below(n)] ^= char(1u << dice.below(8));
      break;
    case 1:
      if (n) data[dice.below(n)] = char(dice.bits());
      break;
    case 2:
      data.resize(dice.below(n + 1));
      break;
    case 3: {  // drop a stretch
      const std::size_t at = dice.below(n + 1);
      data.erase(at, dice.below(32));
      break;
    }
    case 4: {  // repeat a stretch
      const std::size_t at = dice.below(n + 1);
      data.insert(dice.below(n + 1), data.substr(at, dice.below(64)));
      break;
    }
    case 5: {  // splice: our head, another's tail
      if (corpus.empty()) break;
      const std::string& other = corpus[dice.below(corpus.size())];
      data = data.substr(0, dice.below(n + 1)) + other.substr(dice.below(other.size() + 1));
      break;
    }
    case 6:
      replace_number(data, dice);
      break;
    case 7: {  // overwrite a 32-bit word by an extreme
      static const std::uint32_t words[] = {0u,          1u,          0x7fffffffu, 0x80000000u,
                                            0xffffffffu, 0x7fc00000u, 0x7f800000u};
      if (n < 4) break;
      const std::uint32_t word = words[dice.below(std::size(words))];
      const std::size_t at = dice.below(n - 3);
      for (int k = 0; k < 4; ++k) data[at + k] = char(word >> (8 * k));
      break;
    }
    default: {  // insert a few bytes
      std::string bytes(1 + dice.below(4), '\0');
      for (char& c : bytes) c = char(dice.bits());
      data.insert(dice.below(n + 1), bytes);
    }
  }
}

/// A mutated member of `corpus`: one to eight mutations, fewer more often, at most `limit` bytes long.
inline std::string mutate(const std::vector<std::string>& corpus, Dice& dice, std::size_t limit = 1 << 16) {
  std::string data = corpus.empty() ? std::string() : corpus[dice.below(corpus.size())];
  for (std::size_t k = 1 + dice.below(1 + dice.below(8)); k > 0; --k) mutate_once(data, corpus, dice);
  if (data.size() > limit) data.resize(limit);
  return data;
}

}  // namespace weft::fuzz
