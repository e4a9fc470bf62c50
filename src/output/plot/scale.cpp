#include "output/plot/scale.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace weft::plot {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// 1, 2 or 5 times a power of ten, not smaller than x.
double nice_step(double x) {
  const double power = std::pow(10.0, std::floor(std::log10(x)));
  for (const double m : {1.0, 2.0, 5.0})
    if (x <= m * power * (1 + 1e-9)) return m * power;
  return 10 * power;
}

std::string with_minus(std::string number) {
  if (number.starts_with('-'))
    number =
        number.find_first_of("123456789") == std::string::npos ? number.substr(1) : "−" + number.substr(1);
  return number;
}

std::string decimal(double value, double step) {
  const int digits = std::max(0, -int(std::floor(std::log10(step) + 1e-9)));
  return with_minus(fmt::format("{:.{}f}", value, digits));
}

const char* prefix_of(int exponent) {
  switch (exponent) {
    case -12:
      return "p";
    case -9:
      return "n";
    case -6:
      return "µ";
    case -3:
      return "m";
    case 3:
      return "k";
    case 6:
      return "M";
    case 9:
      return "G";
    default:
      return nullptr;
  }
}

/// Does the unit begin with a symbol that takes a prefix as it stands ("m/s", not "m^2" nor "kg")?
bool takes_prefix(const std::string& unit) {
  for (const char* symbol : {"m", "s", "J", "N", "Pa", "W", "Hz", "g"}) {
    const std::string s = symbol;
    if (unit.starts_with(s) && (unit.size() == s.size() || unit[s.size()] == '/' || unit[s.size()] == ' '))
      return true;
  }
  return false;
}

/// The power of a thousand in which `size` is written with one to three digits before the point.
int engineering_exponent(double size, const std::string& unit) {
  if (!(size > 0)) return 0;
  const double places = std::log10(size * (1 + 1e-9));
  if (places >= -1 && places < 3 + (unit.empty() ? 1 : 0)) return 0;  // 0.35 m, 240 m, 4000 points
  return 3 * int(std::floor(places / 3));
}

std::string scaled_unit(const std::string& unit, int exponent) {
  if (exponent == 0) return raised(unit);
  if (takes_prefix(unit) && prefix_of(exponent)) return prefix_of(exponent) + raised(unit);
  if (unit.starts_with("kg") && (exponent == -3 || exponent == -6))
    return (exponent == -3 ? "" : "m") + raised(unit.substr(1));
  return fmt::format("10^{{{}}}", with_minus(std::to_string(exponent))) +
         (unit.empty() ? "" : " " + raised(unit));
}

void linear_ticks(Scale& s, const ScaleWishes& w) {
  const double step = nice_step((s.high - s.low) / std::max(1, w.ticks));
  // Many digits that are the same on every label are told once.
  double offset = 0;
  const double size = std::max(std::abs(s.low), std::abs(s.high));
  if (step < 2e-4 * size) offset = std::round((s.low + s.high) / 2 / (10 * step)) * 10 * step;
  const int exponent =
      engineering_exponent(std::max(std::abs(s.low - offset), std::abs(s.high - offset)), w.unit);
  const double factor = std::pow(10.0, -exponent);
  for (double k = std::ceil(s.low / step - 1e-9); k * step <= s.high + 1e-9 * step; ++k)
    s.ticks.push_back({k * step, decimal((k * step - offset) * factor, step * factor)});
  s.unit = scaled_unit(w.unit, exponent);
  if (offset != 0) s.offset = fmt::format("{:.10g}", offset) + (w.unit.empty() ? "" : " " + raised(w.unit));
}

std::string power_label(double value, int decade) {
  const double mantissa = value / std::pow(10.0, decade);
  const std::string power = fmt::format("10^{{{}}}", with_minus(std::to_string(decade)));
  return std::abs(mantissa - 1) < 1e-6 ? power : fmt::format("{:.0f}·{}", mantissa, power);
}

void decade_ticks(Scale& s, const ScaleWishes& w) {
  const int first = int(std::ceil(std::log10(s.low) - 1e-9)),
            last = int(std::floor(std::log10(s.high) + 1e-9));
  const int every = std::max(1, (last - first + w.ticks) / std::max(1, w.ticks));
  for (int d = first - 1; d <= last; ++d)
    for (int m = 1; m < 10; ++m) {
      const double value = m * std::pow(10.0, d);
      if (value < s.low * (1 - 1e-9) || value > s.high * (1 + 1e-9)) continue;
      const bool few = last - first <= 1 && (m == 2 || m == 5);
      const bool labelled = m == 1 ? (d - first) % every == 0 : few;
      if (labelled || every == 1) s.ticks.push_back({value, labelled ? power_label(value, d) : ""});
    }
  s.unit = raised(w.unit);
}

}  // namespace

double Scale::at(double v) const {
  if (!logarithmic) return (v - low) / (high - low);
  return v > 0 ? (std::log(v) - std::log(low)) / (std::log(high) - std::log(low)) : -kInfinity;
}

std::string raised(const std::string& unit) {
  std::string out;
  for (std::size_t i = 0; i < unit.size(); ++i) {
    if (unit[i] != '^') {
      out += unit[i];
      continue;
    }
    std::size_t end = i + 1;
    while (end < unit.size() && (unit[end] == '-' || (unit[end] >= '0' && unit[end] <= '9'))) ++end;
    out += "^{" + with_minus(unit.substr(i + 1, end - i - 1)) + "}";
    i = end - 1;
  }
  return out;
}

Scale make_scale(const std::vector<double>& values, const ScaleWishes& w) {
  double low = kInfinity, high = -kInfinity;
  for (const double v : values)
    if (std::isfinite(v)) low = std::min(low, v), high = std::max(high, v);
  Scale s;
  if (low > high) {
    s.unit = raised(w.unit);
    linear_ticks(s, w);
    return s;
  }
  s.logarithmic = w.decades_from > 0 && low > 0 && high / low >= w.decades_from;
  if (s.logarithmic) {
    const double room = w.tight ? 1 : std::pow(high / low, 0.05);
    s.low = std::max(low / room, std::numeric_limits<double>::min());
    s.high = std::min(high * room, std::numeric_limits<double>::max());
    decade_ticks(s, w);
    return s;
  }
  if (high - low <= 1e-9 * std::max(std::abs(low), std::abs(high))) {  // one value
    const double room = low == 0 ? 1 : 0.1 * std::abs(low);
    low -= room;
    high += room;
    if (w.from_zero && low < 0 && high > 0) low = 0;
  }
  const double bottom = w.from_zero && low >= 0 ? 0 : low, top = w.from_zero && high <= 0 ? 0 : high;
  const double room = w.tight ? 0 : 0.05 * (top - bottom);
  s.low = w.from_zero && bottom == 0 ? 0 : bottom - room;
  s.high = w.from_zero && top == 0 ? 0 : top + room;
  linear_ticks(s, w);
  return s;
}

}  // namespace weft::plot
