/// Probes: following points and reading totals. Populations are in probe_population.cpp.
#include "world/probe.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <set>

#include "exec/error.h"
#include "world/probe_population.h"
#include "world/world.h"

namespace weft {
namespace {

const char* kAxes = "xyz";

/// The axis of "force_x", "vx", "x" when `what` is `stem` and an axis; -1 otherwise.
int axis_of(const std::string& what, const std::string& stem) {
  if (what.size() != stem.size() + 1 || what.compare(0, stem.size(), stem) != 0) return -1;
  for (int k = 0; k < 3; ++k)
    if (what.back() == kAxes[k]) return k;
  return -1;
}

bool is_load(const std::string& q) {
  return q == "force" || q == "torque" || axis_of(q, "force_") >= 0 || axis_of(q, "torque_") >= 0;
}
bool is_total(const std::string& q) {
  static const std::set<std::string> names{"kinetic", "elastic", "gravity", "energy", "mass", "volume"};
  return names.count(q) || axis_of(q, "momentum_") >= 0 || axis_of(q, "angular_momentum_") >= 0 ||
         axis_of(q, "centre_") >= 0;
}
bool is_point(const Probe& p) { return p.nearest || p.id; }
bool is_point_quantity(const std::string& q) {
  static const std::set<std::string> names{"x",
                                           "y",
                                           "z",
                                           "vx",
                                           "vy",
                                           "vz",
                                           "speed",
                                           "displacement",
                                           "displacement_x",
                                           "displacement_y",
                                           "displacement_z"};
  return names.count(q) != 0;
}

std::size_t body_index(const World& world, const Probe& p) {
  std::string known;
  for (std::size_t b = 0; b < world.bodies.size(); ++b) {
    if (world.bodies[b]->name() == p.object) return b;
    known += (b ? ", " : "") + world.bodies[b]->name();
  }
  throw Error("E0541", fmt::format("probe '{}': there is no object '{}'", p.name, p.object), {},
              "known objects: " + (known.empty() ? "none" : known));
}

std::size_t collider_index(const World& world, const Probe& p) {
  std::string known;
  for (std::size_t c = 0; c < world.colliders.size(); ++c) {
    if (world.colliders[c].name == p.collider) return c;
    known += (c ? ", " : "") + world.colliders[c].name;
  }
  throw Error("E0542", fmt::format("probe '{}': there is no collider '{}'", p.name, p.collider), {},
              "known colliders: " + (known.empty() ? "none" : known));
}

double total_value(const Totals& t, const Solver& solver, const std::string& q) {
  const double potential = -dot(solver.gravity, t.first_moment);
  if (q == "kinetic") return t.kinetic;
  if (q == "elastic") return t.elastic;
  if (q == "gravity") return potential;
  if (q == "energy") return t.kinetic + t.elastic + potential;
  if (q == "mass") return t.mass;
  if (q == "volume") return t.volume;
  if (int k = axis_of(q, "angular_momentum_"); k >= 0)
    return (t.angular_momentum + t.affine_axial * solver.affine_moment())[k];
  if (int k = axis_of(q, "momentum_"); k >= 0) return t.momentum[k];
  const int k = axis_of(q, "centre_");
  return t.mass > 0 ? t.first_moment[k] / t.mass : no_value();
}

double load_value(const ColliderLoad& load, double elapsed, const std::string& q) {
  if (elapsed <= 0) return 0;
  if (q == "force") return norm(load.impulse) / elapsed;
  if (q == "torque") return norm(load.angular) / elapsed;
  if (int k = axis_of(q, "force_"); k >= 0) return load.impulse[k] / elapsed;
  return load.angular[axis_of(q, "torque_")] / elapsed;
}

void check_words(const Probe& p) {
  auto fail = [&](const std::string& what, const std::string& hint) {
    throw Error("E0540", fmt::format("probe '{}': {}", p.name, what), {}, hint);
  };
  if (p.name.empty()) fail("it has no name", "give it name = \"...\": the column in probes.csv");
  if (p.quantity.empty() && p.take != "count") fail("it has no quantity", "for example quantity = \"x\"");
  if (!p.collider.empty()) {
    if (!is_load(p.quantity))
      fail("a collider has no quantity '" + p.quantity + "'",
           "known: force force_x force_y force_z torque torque_x torque_y torque_z");
  } else if (is_load(p.quantity)) {
    fail("'" + p.quantity + "' is measured on a collider", "name it: collider = \"...\"");
  }
  if (is_point(p) && !is_point_quantity(p.quantity))
    fail("a single point has no quantity '" + p.quantity + "'",
         "known: x y z vx vy vz speed displacement displacement_x displacement_y displacement_z");
  if (is_point(p) && !p.take.empty()) fail("a single point needs no 'take'", "remove it");
  if (p.id && p.object.empty()) fail("an id needs the object it belongs to", "add object = \"...\"");
  if (!p.take.empty() && !known_take(p.take))
    fail("unknown take '" + p.take + "'", "known: min max mean sum count std, and percentiles p01 .. p99");
  const bool alone = !p.collider.empty() || is_point(p) || is_total(p.quantity) || p.quantity == "time" ||
                     axis_of(p.quantity, "extent_") >= 0;
  if (p.take.empty() && !alone)
    fail("'" + p.quantity + "' has one value a point",
         "say which to keep: take = \"max\", \"mean\", \"p99\", ...");
}

}  // namespace

double no_value() { return std::numeric_limits<double>::quiet_NaN(); }

ProbeSet::ProbeSet(std::vector<Probe> probes) : probes_(std::move(probes)), followed_(probes_.size()) {
  columns_.push_back("time");
  std::set<std::string> seen{"time"};
  for (const Probe& p : probes_) {
    check_words(p);
    if (!seen.insert(p.name).second)
      throw Error("E0543", fmt::format("two probes are called '{}'", p.name), {},
                  "rename one: it is the column's name");
    columns_.push_back(p.name);
  }
}

bool ProbeSet::every_step() const {
  for (const Probe& p : probes_)
    if (p.every_step) return true;
  return false;
}

void ProbeSet::bind(const World& world) {
  for (const Probe& p : probes_)
    if (needs_starts(p)) starts_ = remember_starts(world);
  for (std::size_t i = 0; i < probes_.size(); ++i) {
    const Probe& p = probes_[i];
    if (!p.collider.empty()) collider_index(world, p);
    if (!p.object.empty()) body_index(world, p);
    if (is_point(p)) {
      double best = std::numeric_limits<double>::infinity();
      for (std::size_t b = 0; b < world.bodies.size(); ++b) {
        const Body& body = *world.bodies[b];
        if (!p.object.empty() && body.name() != p.object) continue;
        const auto ids = body.quantity("id"), x = body.quantity("x"), y = body.quantity("y"),
                   z = body.quantity("z");
        for (std::size_t n = 0; n < ids.size(); ++n) {
          const Vec3d at{{x[n], y[n], z[n]}};
          const auto id = static_cast<std::uint32_t>(ids[n]);
          const double d = p.id ? (id == *p.id ? 0.0 : best) : norm2(at - *p.nearest);
          // Equal distances go to the smallest id: parcels have no lasting order.
          const bool tie = d == best && std::isfinite(d) && followed_[i].body == b && id < followed_[i].id;
          if (d < best || (tie && !p.id)) best = d, followed_[i] = {std::uint32_t(b), id, at};
        }
      }
      if (!std::isfinite(best))
        throw Error("E0544", fmt::format("probe '{}': there is no such point to follow", p.name), {},
                    p.id ? "ids run from 0 to the number of points less one"
                         : "the objects it may choose from are empty");
    } else if (p.take.size() && p.take != "count") {
      check_population(world, p, starts_);
    }
  }
  loads_since_ = world.time;
  bound_ = true;
}

double ProbeSet::point_value(std::size_t i, const World& world) const {
  const Followed& f = followed_[i];
  const std::string& q = probes_[i].quantity;
  const Body& body = *world.bodies.at(f.body);
  const auto ids = body.quantity("id");
  std::size_t n = 0;
  while (n < ids.size() && static_cast<std::uint32_t>(ids[n]) != f.id) ++n;
  if (n == ids.size()) return no_value();
  if (q == "speed") {
    const Vec3d v{{body.quantity("vx")[n], body.quantity("vy")[n], body.quantity("vz")[n]}};
    return norm(v);
  }
  if (q.compare(0, 12, "displacement") != 0) return body.quantity(q)[n];
  const Vec3d u = Vec3d{{body.quantity("x")[n], body.quantity("y")[n], body.quantity("z")[n]}} - f.start;
  const int k = axis_of(q, "displacement_");
  return k < 0 ? norm(u) : u[k];
}

double ProbeSet::value(std::size_t i, World& world, double elapsed) const {
  const Probe& p = probes_[i];
  if (!p.collider.empty()) {
    const std::size_t c = collider_index(world, p);
    return c < world.loads.size() ? load_value(world.loads[c], elapsed, p.quantity) : 0.0;
  }
  if (is_point(p)) return point_value(i, world);
  if (!p.take.empty()) return population_value(world, p, starts_);
  if (p.quantity == "time") return world.time;
  if (axis_of(p.quantity, "extent_") >= 0) {
    Probe q = p;
    q.quantity = p.quantity.substr(7);
    q.take = "max";
    const double top = population_value(world, q, starts_);
    q.take = "min";
    return top - population_value(world, q, starts_);
  }
  const Totals t = p.object.empty() ? world.totals() : world.bodies[body_index(world, p)]->totals();
  return total_value(t, world.solver, p.quantity);
}

std::vector<double> ProbeSet::measure(World& world) {
  if (!bound_) bind(world);
  const double elapsed = world.time - loads_since_;
  std::vector<double> row{world.time};
  for (std::size_t i = 0; i < probes_.size(); ++i) row.push_back(value(i, world, elapsed));
  if (elapsed > 0) {
    for (ColliderLoad& load : world.loads) load = {};
    loads_since_ = world.time;
  }
  return row;
}

void ProbeSet::archive(Archive& a) {
  a.array("probes.followed", followed_);
  a.array("probes.start_counts", starts_.counts);
  a.array("probes.starts", starts_.places);
  a.value("probes.loads_since", loads_since_);
  a.value("probes.bound", bound_);
}

std::string csv_row(const std::vector<double>& row) {
  std::string text;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i) text += ',';
    if (std::isfinite(row[i])) text += fmt::format("{}", row[i]);
  }
  return text;
}

}  // namespace weft
