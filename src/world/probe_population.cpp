/// Populations: min, max, mean, sum, count, standard deviation and percentiles over points.
#include "world/probe_population.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <set>

#include "exec/error.h"
#include "exec/expression.h"
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

/// Names of variables in a formula: identifiers that are not called.
std::set<std::string> variables_of(const std::string& formula) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < formula.size();) {
    const auto is_word = [&](std::size_t k) {
      return k < formula.size() &&
             (std::isalnum(static_cast<unsigned char>(formula[k])) || formula[k] == '_' || formula[k] == '.');
    };
    std::size_t end = i;
    while (is_word(end)) ++end;
    if (end > i && !std::isdigit(static_cast<unsigned char>(formula[i])) && formula[i] != '.' &&
        (end == formula.size() || formula[end] != '('))
      names.insert(formula.substr(i, end - i));
    i = end > i ? end : i + 1;
  }
  names.erase("pi");
  return names;
}

bool is_formula(const std::string& quantity) {
  return quantity.find_first_of("+-*/^()<>?") != std::string::npos;
}

/// x0 y0 z0 of a body's points in parcel order; empty when they were not remembered.
std::vector<double> start_values(const World& world, std::size_t b, int axis, const Starts& starts) {
  if (b >= starts.counts.size()) return {};
  std::size_t first = 0;
  for (std::size_t k = 0; k < b; ++k) first += starts.counts[k];
  std::vector<double> v = world.bodies[b]->quantity("id");
  for (double& a : v) {
    const auto id = static_cast<std::size_t>(a);
    a = id < starts.counts[b] ? starts.places[first + id][axis] : no_value();
  }
  return v;
}

/// Values of one name for all points of a body in parcel order; empty when it is unknown.
std::vector<double> named_values(const World& world, std::size_t b, const std::string& what,
                                 const Starts& starts) {
  const Body& body = *world.bodies[b];
  if (what == "time") return std::vector<double>(body.size(), world.time);
  if (what.size() == 2 && what[1] == '0' && what[0] >= 'x' && what[0] <= 'z')
    return start_values(world, b, what[0] - 'x', starts);
  std::vector<double> v = body.quantity(what);
  if (!v.empty() || what != "speed") return v;
  v = body.quantity("vx");
  const auto vy = body.quantity("vy"), vz = body.quantity("vz");
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = std::sqrt(v[i] * v[i] + vy[i] * vy[i] + vz[i] * vz[i]);
  return v;
}

/// A body's values of a name or a formula; empty when the body does not know one of the names.
std::vector<double> values_of(const World& world, std::size_t b, const std::string& what,
                              const Starts& starts) {
  if (!is_formula(what)) return named_values(world, b, what, starts);
  const auto used = variables_of(what);
  const std::vector<std::string> names(used.begin(), used.end());
  std::vector<std::vector<double>> columns;
  for (const std::string& name : names) {
    columns.push_back(named_values(world, b, name, starts));
    if (columns.back().empty()) return {};
  }
  const Expression expression(what, names);
  std::vector<double> out(world.bodies[b]->size()), row(names.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    for (std::size_t k = 0; k < row.size(); ++k) row[k] = columns[k][i];
    out[i] = expression(row);
  }
  return out;
}

bool inside(const Bounds& box, const Vec3d& x) {
  for (int k = 0; k < 3; ++k)
    if (!(x[k] >= box.lower[k] && x[k] <= box.upper[k])) return false;
  return true;
}

std::vector<double> population(const World& world, const Probe& p, const Starts& starts) {
  const std::string what = p.quantity.empty() ? "x" : p.quantity;
  std::vector<double> all;
  for (std::size_t b = 0; b < world.bodies.size(); ++b) {
    const auto& body = world.bodies[b];
    if (!p.object.empty() && body->name() != p.object) continue;
    const auto v = values_of(world, b, what, starts);
    if (!p.box) {
      all.insert(all.end(), v.begin(), v.end());
      continue;
    }
    const auto x = body->quantity("x"), y = body->quantity("y"), z = body->quantity("z");
    for (std::size_t i = 0; i < v.size(); ++i)
      if (inside(*p.box, {{x[i], y[i], z[i]}})) all.push_back(v[i]);
  }
  std::erase_if(all, [](double a) { return std::isnan(a); });
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

bool needs_starts(const Probe& p) {
  for (const char* name : {"x0", "y0", "z0"})
    if (variables_of(p.quantity).count(name)) return true;
  return false;
}

Starts remember_starts(const World& world) {
  Starts s;
  for (const auto& body : world.bodies) {
    const auto id = body->quantity("id"), x = body->quantity("x"), y = body->quantity("y"),
               z = body->quantity("z");
    const std::size_t first = s.places.size();
    s.counts.push_back(std::uint32_t(id.size()));
    s.places.resize(first + id.size());
    for (std::size_t i = 0; i < id.size(); ++i)
      if (id[i] < double(id.size())) s.places[first + std::size_t(id[i])] = {{x[i], y[i], z[i]}};
  }
  return s;
}

void check_population(const World& world, const Probe& p, const Starts& starts) {
  bool points = false;
  for (std::size_t b = 0; b < world.bodies.size(); ++b) {
    const auto& body = world.bodies[b];
    if (!p.object.empty() && body->name() != p.object) continue;
    points = points || body->size() > 0;
    if (!values_of(world, b, p.quantity, starts).empty()) return;
  }
  if (points)
    throw Error("E0545", fmt::format("probe '{}': unknown quantity '{}'", p.name, p.quantity), {},
                "common ones: x y z vx vy vz speed displacement strain stress pressure plastic_strain "
                "volume_ratio density");
}

double population_value(const World& world, const Probe& p, const Starts& starts) {
  const std::vector<double> v = population(world, p, starts);
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
