/// Populations: min, max, mean, sum, count, standard deviation and percentiles over points.
#include "world/probe_population.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "exec/error.h"
#include "world/world.h"

namespace weft {
namespace {

/// "p99" -> 99; negative when it is not a percentile.
double percentile_of(const std::string& take) {
  if (take.size() < 2 || take[0] != 'p') return -1;
  char* end = nullptr;
  const double p = std::strtod(take.c_str() + 1, &end);
  return *end == 0 && p >= 0 && p <= 100 ? p : -1;
}

/// A body's values, with speed made from components when the body has no such quantity of its own.
std::vector<double> values_of(const Body& body, const std::string& what) {
  std::vector<double> v = body.quantity(what);
  if (!v.empty() || what != "speed") return v;
  v = body.quantity("vx");
  const auto vy = body.quantity("vy"), vz = body.quantity("vz");
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = std::sqrt(v[i] * v[i] + vy[i] * vy[i] + vz[i] * vz[i]);
  return v;
}

bool inside(const Bounds& box, const Vec3d& x) {
  for (int k = 0; k < 3; ++k)
    if (!(x[k] >= box.lower[k] && x[k] <= box.upper[k])) return false;
  return true;
}

std::vector<double> population(const World& world, const Probe& p) {
  const std::string what = p.quantity.empty() ? "x" : p.quantity;
  std::vector<double> all;
  for (const auto& body : world.bodies) {
    if (!p.object.empty() && body->name() != p.object) continue;
    const auto v = values_of(*body, what);
    if (!p.box) {
      all.insert(all.end(), v.begin(), v.end());
      continue;
    }
    const auto x = body->quantity("x"), y = body->quantity("y"), z = body->quantity("z");
    for (std::size_t i = 0; i < v.size(); ++i)
      if (inside(*p.box, {{x[i], y[i], z[i]}})) all.push_back(v[i]);
  }
  // Parcels have no lasting order: sorting makes sums the same whatever it is.
  std::sort(all.begin(), all.end());
  return all;
}

/// Percentile of sorted values.
double sorted_percentile(const std::vector<double>& v, double p) {
  if (v.empty()) return no_value();
  const double at = p / 100 * double(v.size() - 1);
  const auto i = static_cast<std::size_t>(at);
  if (i + 1 >= v.size()) return v.back();
  return v[i] + (at - double(i)) * (v[i + 1] - v[i]);
}

}  // namespace

bool known_take(const std::string& take) {
  for (const char* name : {"min", "max", "mean", "sum", "count", "std"})
    if (take == name) return true;
  return percentile_of(take) >= 0;
}

void check_population(const World& world, const Probe& p) {
  bool points = false;
  for (const auto& body : world.bodies) {
    if (!p.object.empty() && body->name() != p.object) continue;
    points = points || body->size() > 0;
    if (!values_of(*body, p.quantity).empty()) return;
  }
  if (points)
    throw Error("E0545", fmt::format("probe '{}': unknown quantity '{}'", p.name, p.quantity), {},
                "common ones: x y z vx vy vz speed displacement strain stress pressure plastic_strain volume_ratio density");
}

double population_value(const World& world, const Probe& p) {
  const std::vector<double> v = population(world, p);
  const double n = double(v.size());
  if (p.take == "count") return n;
  if (v.empty()) return no_value();
  if (p.take == "min") return v.front();
  if (p.take == "max") return v.back();
  double sum = 0;
  for (double a : v) sum += a;
  if (p.take == "sum") return sum;
  if (p.take == "mean") return sum / n;
  if (p.take == "std") {
    double squares = 0;
    for (double a : v) squares += (a - sum / n) * (a - sum / n);
    return std::sqrt(squares / n);
  }
  return sorted_percentile(v, percentile_of(p.take));
}

double percentile(std::vector<double> values, double p) {
  std::sort(values.begin(), values.end());
  return sorted_percentile(values, p);
}

}  // namespace weft
