/// Options described once: the scene's reader, its resolved text, the manual and `weft list` are made from lists
/// of settings, so that a new option is a member and a line in the list beside it.
///
///   describe::number<&HairSettings::flip>("flip", "", {0, 1}, "how much of a strand's own velocity is kept")
///
/// The default is what a new owner holds.
#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "math/vec.h"

namespace weft {

enum class KeyType { number, integer, flag, word, text, vector, list, table, any };

/// What the manual says about a key of a scene.
struct KeyInfo {
  std::string name = {};
  KeyType type = KeyType::number;
  std::string unit = {};      ///< of numbers and vectors, "" when they have none
  std::string fallback = {};  ///< default as TOML would write it; "" when there is none
  double low = -std::numeric_limits<double>::infinity();  ///< smallest allowed, in SI
  double high = std::numeric_limits<double>::infinity();  ///< largest allowed
  std::vector<std::string> words = {};                    ///< the choices of a word
  std::string meaning = {};
  bool required = false;
};

/// A setting's value, whatever type its owner keeps it in. Nothing: an optional that is empty.
using Value = std::variant<std::monostate, double, std::int64_t, bool, std::string, Vec3d>;
/// As TOML writes it, "" for nothing.
std::string default_text(const Value& value);

/// A word for a value of an enum or a bool; kNothing for an optional that is empty.
struct Choice {
  std::string word;
  int value;
};
inline constexpr int kNothing = -1;
Value choice_to_word(const std::vector<Choice>& choices, const Value& value);
Value word_to_choice(const std::vector<Choice>& choices, const Value& word);

template <class Owner>
struct Setting {
  KeyInfo key;
  Value (*get)(const Owner&);
  void (*set)(Owner&, const Value&);
  std::vector<Choice> choices = {};
  bool zero_is_nothing = false;

  Value value(const Owner& owner) const {
    const Value v = get(owner);
    if (zero_is_nothing && (v == Value{0.0} || v == Value{std::string{}})) return {};
    return choices.empty() ? v : choice_to_word(choices, v);
  }
  void put(Owner& owner, const Value& v) const {
    set(owner, choices.empty() ? v : word_to_choice(choices, v));
  }

  /// Must be written.
  Setting required() && {
    key.required = true;
    return std::move(*this).without_default();
  }
  /// Its meaning tells what is taken where it is not written.
  Setting without_default() && {
    key.fallback.clear();
    return std::move(*this);
  }
  /// The same, where 0 or an empty text stands for "not written".
  Setting or_nothing() && {
    zero_is_nothing = true;
    return std::move(*this).without_default();
  }
};

template <class Owner>
using Settings = std::vector<Setting<Owner>>;

namespace detail {

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

template <class T>
Value to_value(const T& x) {
  if constexpr (is_optional<T>) return x ? to_value(*x) : Value{};
  else if constexpr (std::is_same_v<T, bool>) return x;
  else if constexpr (std::is_enum_v<T> || std::is_integral_v<T>) return std::int64_t(x);
  else return Value{x};
}

template <class T>
void assign(T& x, const Value& v) {
  if constexpr (is_optional<T>) {
    if (std::holds_alternative<std::monostate>(v)) return x.reset();
    assign(x.emplace(), v);
  } else {
    if (std::holds_alternative<std::monostate>(v)) return;
    const auto* whole = std::get_if<std::int64_t>(&v);
    if constexpr (std::is_enum_v<T> || std::is_integral_v<T>) x = whole ? T(*whole) : T(std::get<bool>(v));
    else x = std::get<T>(v);
  }
}

/// A member, or a member of a member.
template <auto First, auto... Rest>
struct Path {
  template <class Owner, class Member>
  static Owner owner_of(Member Owner::*);
  using Owner = decltype(owner_of(First));
  template <class O>
  static auto& at(O& owner) {
    if constexpr (sizeof...(Rest) == 0) return owner.*First;
    else return Path<Rest...>::at(owner.*First);
  }
};

template <auto... Members>
auto described(KeyInfo key, std::vector<Choice> choices = {}) {
  using P = Path<Members...>;
  using Owner = typename P::Owner;
  Setting<Owner> s{std::move(key), [](const Owner& o) { return to_value(P::at(o)); },
                   [](Owner& o, const Value& v) { assign(P::at(o), v); }, std::move(choices)};
  for (const Choice& c : s.choices) s.key.words.push_back(c.word);
  s.key.fallback = default_text(s.value(Owner{}));
  return s;
}

}  // namespace detail

/// The makers of lists.
namespace describe {

struct Range {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
};

template <auto... Members>
auto number(std::string name, std::string unit, Range range, std::string meaning) {
  return detail::described<Members...>({.name = std::move(name),
                                        .unit = std::move(unit),
                                        .low = range.low,
                                        .high = range.high,
                                        .meaning = std::move(meaning)});
}
template <auto... Members>
auto vector(std::string name, std::string unit, Range range, std::string meaning) {
  auto s = number<Members...>(std::move(name), std::move(unit), range, std::move(meaning));
  s.key.type = KeyType::vector;
  return s;
}
template <auto... Members>
auto integer(std::string name, Range range, std::string meaning) {
  auto s = number<Members...>(std::move(name), "", range, std::move(meaning));
  s.key.type = KeyType::integer;
  return s;
}
template <auto... Members>
auto flag(std::string name, std::string meaning) {
  return detail::described<Members...>(
      {.name = std::move(name), .type = KeyType::flag, .meaning = std::move(meaning)});
}
template <auto... Members>
auto text(std::string name, std::string meaning) {
  return detail::described<Members...>(
      {.name = std::move(name), .type = KeyType::text, .meaning = std::move(meaning)});
}
/// One of several words, each for a value of an enum, a bool or an optional of them.
template <auto... Members>
auto choice(std::string name, std::vector<Choice> choices, std::string meaning) {
  return detail::described<Members...>(
      {.name = std::move(name), .type = KeyType::word, .meaning = std::move(meaning)}, std::move(choices));
}
/// One of several words, kept as a text.
template <auto... Members>
auto word(std::string name, std::vector<std::string> words, std::string meaning) {
  auto s = text<Members...>(std::move(name), std::move(meaning));
  s.key.type = KeyType::word;
  s.key.words = std::move(words);
  return s;
}

}  // namespace describe
}  // namespace weft
