/// Parameters described once: the scene reader, the manual and the checkpoint are made from these.
#pragma once
#include <array>
#include <cstddef>
#include <string>

namespace weft {

/// A number among the members of Owner.
template <class Owner>
struct Field {
  const char* name;
  const char* unit;  ///< SI: "Pa", "kg/m^3", "rad", "s", "Pa s", "1"
  const char* meaning;
  double low, high;  ///< allowed, both ends included
  double Owner::*member;
};

/// A choice among words.
template <class Owner>
struct WordField {
  const char* name;
  const char* words;  ///< the words allowed, separated by blanks
  const char* meaning;
  std::string Owner::*member;
};

/// A field without its owner, for readers and manuals.
struct FieldInfo {
  std::string name, unit, meaning;
  double low = 0, high = 0;
};

template <class F, std::size_t A, std::size_t B>
constexpr std::array<F, A + B> join(const std::array<F, A>& a, const std::array<F, B>& b) {
  std::array<F, A + B> r{};
  for (std::size_t i = 0; i < A; ++i) r[i] = a[i];
  for (std::size_t i = 0; i < B; ++i) r[A + i] = b[i];
  return r;
}

}  // namespace weft
