#include "exec/setting.h"

#include <fmt/format.h>

#include <cmath>
#include <string>

namespace weft {
namespace {

/// As people write numbers: 8e-5 and 1e12 rather than 8e-05 and 1e+12.
std::string plain(double x) {
  std::string s = fmt::format("{}", x);
  if (const std::string short_one = fmt::format("{:.0e}", x); std::abs(x) >= 1e7 && std::stod(short_one) == x)
    s = short_one;
  const std::size_t e = s.find('e');
  if (e == std::string::npos) return s;
  const bool minus = s[e + 1] == '-';
  std::size_t digits = e + 1;
  while (s[digits] == '+' || s[digits] == '-' || s[digits] == '0') ++digits;
  return s.substr(0, e + 1) + (minus ? "-" : "") + s.substr(digits);
}

struct DefaultText {
  std::string operator()(std::monostate) const { return {}; }
  std::string operator()(double x) const { return plain(x); }
  std::string operator()(std::int64_t x) const { return std::to_string(x); }
  std::string operator()(bool x) const { return x ? "true" : "false"; }
  std::string operator()(const std::string& x) const { return "\"" + x + "\""; }
  std::string operator()(const Vec3d& x) const {
    return fmt::format("[{}, {}, {}]", plain(x[0]), plain(x[1]), plain(x[2]));
  }
};

int number_of(const Value& value) {
  if (std::holds_alternative<std::monostate>(value)) return kNothing;
  if (const bool* b = std::get_if<bool>(&value)) return *b;
  return int(std::get<std::int64_t>(value));
}

}  // namespace

std::string default_text(const Value& value) { return std::visit(DefaultText{}, value); }

Value choice_to_word(const std::vector<Choice>& choices, const Value& value) {
  for (const Choice& c : choices)
    if (c.value == number_of(value)) return c.word;
  return {};
}

Value word_to_choice(const std::vector<Choice>& choices, const Value& word) {
  if (std::holds_alternative<std::monostate>(word)) {
    for (const Choice& c : choices)
      if (c.value == kNothing) return std::int64_t(kNothing);
    return {};  // as it is
  }
  for (const Choice& c : choices)
    if (c.word == std::get<std::string>(word) && c.value != kNothing) return std::int64_t(c.value);
  return {};
}

}  // namespace weft
