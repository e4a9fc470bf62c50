#include "scene/units.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>

namespace weft {
namespace {

struct Unit {
  std::string_view name;
  double factor;
  std::array<int, 4> exponent;  // m kg s rad
  bool prefixable;
};

constexpr double kPi = std::numbers::pi;

// clang-format off
constexpr Unit kUnits[] = {
    {"m",   1,          {{1, 0, 0, 0}},   true},  {"g",   1e-3,    {{0, 1, 0, 0}},   true},
    {"s",   1,          {{0, 0, 1, 0}},   true},  {"rad", 1,       {{0, 0, 0, 1}},   true},
    {"N",   1,          {{1, 1, -2, 0}},  true},  {"Pa",  1,       {{-1, 1, -2, 0}}, true},
    {"J",   1,          {{2, 1, -2, 0}},  true},  {"W",   1,       {{2, 1, -3, 0}},  true},
    {"Hz",  1,          {{0, 0, -1, 0}},  true},  {"L",   1e-3,    {{3, 0, 0, 0}},   true},
    {"l",   1e-3,       {{3, 0, 0, 0}},   true},  {"bar", 1e5,     {{-1, 1, -2, 0}}, true},
    {"t",   1e3,        {{0, 1, 0, 0}},   false}, {"min", 60,      {{0, 0, 1, 0}},   false},
    {"h",   3600,       {{0, 0, 1, 0}},   false}, {"P",   0.1,     {{-1, 1, -1, 0}}, true},
    {"deg", kPi / 180,  {{0, 0, 0, 1}},   false}, {"turn", 2 * kPi, {{0, 0, 0, 1}},  false},
    {"rev", 2 * kPi,    {{0, 0, 0, 1}},   false}, {"rpm", kPi / 30, {{0, 0, -1, 1}}, false},
    {"in",  0.0254,     {{1, 0, 0, 0}},   false}, {"ft",  0.3048,  {{1, 0, 0, 0}},   false},
    {"lb",  0.45359237, {{0, 1, 0, 0}},   false}, {"psi", 6894.757293168361, {{-1, 1, -2, 0}}, false},
    {"%",   0.01,       {{0, 0, 0, 0}},   false}, {"1",   1,       {{0, 0, 0, 0}},   false},
};
struct Prefix { std::string_view name; double factor; };
constexpr Prefix kPrefixes[] = {{"n", 1e-9}, {"u", 1e-6}, {"\xC2\xB5", 1e-6}, {"\xCE\xBC", 1e-6}, {"m", 1e-3}, {"c", 1e-2},
                                {"d", 1e-1}, {"h", 1e2}, {"k", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}};
// clang-format on

std::optional<Quantity> find_unit(std::string_view name) {
  for (const Unit& u : kUnits)
    if (u.name == name) return Quantity{u.factor, {u.exponent}};
  for (const Prefix& p : kPrefixes) {
    if (!name.starts_with(p.name)) continue;
    for (const Unit& u : kUnits)
      if (u.prefixable && u.name == name.substr(p.name.size()))
        return Quantity{p.factor * u.factor, {u.exponent}};
  }
  return std::nullopt;
}

bool is_separator(char c) { return c == '*' || c == '/' || c == ' ' || c == '^'; }

std::string_view trim(std::string_view s) {
  while (!s.empty() && (s.front() == ' ' || s.front() == '\t')) s.remove_prefix(1);
  while (!s.empty() && (s.back() == ' ' || s.back() == '\t')) s.remove_suffix(1);
  return s;
}

/// "^2", "^-1" or nothing.
int parse_power(std::string_view& rest) {
  if (rest.empty() || rest.front() != '^') return 1;
  rest.remove_prefix(1);
  int power = 0;
  const auto [end, status] = std::from_chars(rest.data(), rest.data() + rest.size(), power);
  if (status != std::errc() || power < -9 || power > 9)
    throw UnitError("a unit's power must be a whole number from -9 to 9");
  rest.remove_prefix(std::size_t(end - rest.data()));
  return power;
}

}  // namespace

std::string Dimension::text() const {
  static constexpr const char* kNames[] = {"kg", "m", "s", "rad"};
  const int ordered[] = {exponent[1], exponent[0], exponent[2], exponent[3]};
  std::string above, below;
  for (int k = 0; k < 4; ++k) {
    const int n = ordered[k];
    if (n == 0) continue;
    std::string& side = n > 0 ? above : below;
    side += (n > 0 ? (above.empty() ? "" : " ") : "/") + std::string(kNames[k]);
    if (std::abs(n) > 1) side += "^" + std::to_string(std::abs(n));
  }
  return (above.empty() ? "1" : above) + below;
}

Quantity parse_unit(std::string_view text) {
  Quantity result{1, {}};
  std::string_view rest = trim(text);
  int sign = 1;
  while (!rest.empty()) {
    std::size_t length = 0;
    while (length < rest.size() && !is_separator(rest[length])) ++length;
    const std::string_view name = rest.substr(0, length);
    if (name.empty()) throw UnitError(fmt::format("the unit '{}' is not complete", text));
    const std::optional<Quantity> unit = find_unit(name);
    if (!unit) throw UnitError(fmt::format("unknown unit '{}'", name));
    rest.remove_prefix(length);
    const int power = sign * parse_power(rest);
    result.value *= std::pow(unit->value, power);
    for (int k = 0; k < 4; ++k) result.dimension.exponent[k] += power * unit->dimension.exponent[k];
    rest = trim(rest);
    if (rest.empty()) break;
    sign = rest.front() == '/' ? -1 : 1;
    if (rest.front() == '/' || rest.front() == '*') {
      rest = trim(rest.substr(1));
      if (rest.empty()) throw UnitError(fmt::format("the unit '{}' is not complete", text));
    }
  }
  return result;
}

Quantity parse_quantity(std::string_view text) {
  std::string_view rest = trim(text);
  if (!rest.empty() && rest.front() == '+') rest.remove_prefix(1);
  double number = 0;
  const auto [end, status] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  if (status == std::errc::result_out_of_range)
    throw UnitError(fmt::format("'{}' is too large or too small a number", text));
  if (status != std::errc()) throw UnitError(fmt::format("'{}' does not begin with a number", text));
  Quantity q = parse_unit(rest.substr(std::size_t(end - rest.data())));
  q.value *= number;
  return q;
}

double parse_as(std::string_view text, std::string_view wanted) {
  const Quantity q = parse_quantity(text);
  const Quantity w = parse_unit(wanted);
  const bool bare = trim(text).find_first_not_of("+-0123456789.eE") == std::string_view::npos;
  if (bare || q.dimension == w.dimension) return q.value;
  const std::string name =
      wanted.empty() || wanted == "1" ? "no unit" : fmt::format("a unit like {}", wanted);
  throw UnitError(fmt::format("'{}' is in {}, but this wants {}", text, q.dimension.text(), name));
}

}  // namespace weft
