#include "world/series_functions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace weft {
namespace {

const double kNone = std::numeric_limits<double>::quiet_NaN();

/// Fewest and most numbers after the series. Windows are two numbers or none.
const std::map<std::string, std::vector<std::size_t>>& signatures() {
  static const std::map<std::string, std::vector<std::size_t>> table{
      {"first", {0, 2}},     {"last", {0, 2}},      {"count", {0, 2}},    {"sum", {0, 2}},
      {"mean", {0, 2}},      {"std", {0, 2}},       {"rms", {0, 2}},      {"min", {0, 2}},
      {"max", {0, 2}},       {"integral", {0, 2}},  {"argmax", {0, 2}},   {"period", {0, 2}},
      {"amplitude", {0, 2}}, {"rise", {0, 2}},      {"at", {1}},          {"when", {1}},
      {"slope", {0, 2}},     {"fit_power", {0, 2}}, {"fit_scale", {0, 2}}};
  return table;
}

Samples window(const Samples& s, double t0, double t1) {
  Samples w;
  for (std::size_t i = 0; i < s.time.size(); ++i)
    if (s.time[i] >= t0 && s.time[i] <= t1) w.time.push_back(s.time[i]), w.value.push_back(s.value[i]);
  return w;
}

struct Line {
  double slope, offset;
};

/// Least squares y = slope x + offset.
Line fit_line(const std::vector<double>& x, const std::vector<double>& y) {
  const double n = double(x.size());
  double mx = 0, my = 0, sxx = 0, sxy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) mx += x[i] / n, my += y[i] / n;
  for (std::size_t i = 0; i < x.size(); ++i)
    sxx += (x[i] - mx) * (x[i] - mx), sxy += (x[i] - mx) * (y[i] - my);
  if (x.size() < 2 || sxx == 0) return {kNone, kNone};
  return {sxy / sxx, my - sxy / sxx * mx};
}

/// ln y = slope ln t + offset over positive samples.
Line fit_logs(const Samples& s) {
  std::vector<double> x, y;
  for (std::size_t i = 0; i < s.time.size(); ++i)
    if (s.time[i] > 0 && s.value[i] > 0) x.push_back(std::log(s.time[i])), y.push_back(std::log(s.value[i]));
  return fit_line(x, y);
}

double mean(const std::vector<double>& v) {
  double sum = 0;
  for (double a : v) sum += a;
  return sum / double(v.size());
}

/// Times at which the value rises through `level`.
std::vector<double> up_crossings(const Samples& s, double level) {
  std::vector<double> t;
  for (std::size_t i = 1; i < s.time.size(); ++i) {
    const double a = s.value[i - 1] - level, b = s.value[i] - level;
    if (a < 0 && b >= 0) t.push_back(s.time[i - 1] + (s.time[i] - s.time[i - 1]) * a / (a - b));
  }
  return t;
}

/// The first time at which the value passes `level`, from either side.
double first_crossing(const Samples& s, double level) {
  for (std::size_t i = 0; i < s.time.size(); ++i) {
    const double b = s.value[i] - level;
    if (b == 0) return s.time[i];
    if (i == 0) continue;
    const double a = s.value[i - 1] - level;
    if (a * b < 0) return s.time[i - 1] + (s.time[i] - s.time[i - 1]) * a / (a - b);
  }
  return kNone;
}

/// The most by which a value lies above an earlier one.
double rise(const std::vector<double>& v) {
  double least = v.front(), most = 0;
  for (const double a : v) most = std::max(most, a - least), least = std::min(least, a);
  return most;
}

double integral(const Samples& s) {
  double sum = 0;
  for (std::size_t i = 1; i < s.time.size(); ++i)
    sum += 0.5 * (s.value[i] + s.value[i - 1]) * (s.time[i] - s.time[i - 1]);
  return sum;
}

double spread(const std::vector<double>& v, double about) {
  double sum = 0;
  for (double a : v) sum += (a - about) * (a - about);
  return std::sqrt(sum / double(v.size()));
}

}  // namespace

bool is_series_function(const std::string& name) { return signatures().count(name) != 0; }

std::string wrong_arguments(const std::string& name, std::size_t numbers) {
  const auto& allowed = signatures().at(name);
  if (std::find(allowed.begin(), allowed.end(), numbers) != allowed.end()) return {};
  return allowed.size() == 1 ? "a series and a number" : "a series, or a series and a window t0, t1";
}

double interpolate(const Samples& s, double t) {
  if (s.time.empty()) return kNone;
  const auto after = std::upper_bound(s.time.begin(), s.time.end(), t) - s.time.begin();
  if (after == 0) return s.value.front();
  const auto i = std::size_t(after);
  if (i == s.time.size()) return s.value.back();
  const double f = (t - s.time[i - 1]) / (s.time[i] - s.time[i - 1]);
  return s.value[i - 1] + f * (s.value[i] - s.value[i - 1]);
}

double reduce_series(const std::string& name, const Samples& all, const std::vector<double>& numbers) {
  if (name == "at") return interpolate(all, numbers[0]);
  if (name == "when") return first_crossing(all, numbers[0]);
  const Samples s = numbers.size() == 2 ? window(all, numbers[0], numbers[1]) : all;
  const auto& v = s.value;
  if (name == "count") return double(v.size());
  if (v.empty()) return kNone;
  if (name == "first") return v.front();
  if (name == "last") return v.back();
  if (name == "min") return *std::min_element(v.begin(), v.end());
  if (name == "max") return *std::max_element(v.begin(), v.end());
  if (name == "argmax") return s.time[std::size_t(std::max_element(v.begin(), v.end()) - v.begin())];
  if (name == "sum") return mean(v) * double(v.size());
  if (name == "mean") return mean(v);
  if (name == "std") return spread(v, mean(v));
  if (name == "rms") return spread(v, 0);
  if (name == "integral") return integral(s);
  if (name == "slope") return fit_line(s.time, v).slope;
  if (name == "fit_power") return fit_logs(s).slope;
  if (name == "fit_scale") return std::exp(fit_logs(s).offset);
  if (name == "rise") return rise(v);
  if (name == "amplitude")
    return 0.5 * (*std::max_element(v.begin(), v.end()) - *std::min_element(v.begin(), v.end()));
  const auto t = up_crossings(s, mean(v));  // period
  return t.size() < 2 ? kNone : (t.back() - t.front()) / double(t.size() - 1);
}

}  // namespace weft
