#include "validation/shell/statics/shell_equilibrium.h"

#include <array>
#include <map>

#include "geometry/shells/quad_sheet.h"

namespace weft {
namespace {

ShellModelOptions model_options(const ShellOptions& o) {
  ShellModelOptions m;
  m.mesh = {o.rest, o.quads};
  m.bare = o.bare;
  m.warp = o.warp;
  m.material = lamina_of(o.material);
  m.thickness = o.thickness;
  if (o.layers == Layers::paper) m.layer = 0.25;
  m.gauss = o.gauss;
  m.rule = o.boundary;
  return m;
}

/// The second row of a clamp is held: statics of scenes know no ties of edges.
std::vector<Pin> pins_of(const ShellOptions& o) {
  std::vector<Pin> pins = o.pins;
  for (const ShellEdge& e : o.edges)
    if (e.kind == ShellEdge::Kind::clamp)
      pins[e.pin].vertices = rows_from({o.rest, o.quads}, pins[e.pin].vertices, 2);
  return pins;
}

std::vector<bool> loose_vertices(const ShellModel& m) {
  std::vector<bool> loose(m.rest().size(), true);
  for (std::size_t f = 0; f < m.faces(); ++f)
    for (std::uint32_t v : m.vertices(f)) loose[v] = false;
  return loose;
}

}  // namespace

ShellEquilibrium::ShellEquilibrium(const ShellOptions& options, const Vec3d& gravity)
    : options_(options),
      gravity_(gravity),
      model_(model_options(options)),
      loose_(loose_vertices(model_)),
      pins_(pins_of(options)),
      positions_(options.positions.empty() ? options.rest : options.positions) {}

std::vector<ShellEquilibrium::Held> ShellEquilibrium::held_at(double time) const {
  const Points& first = options_.positions.empty() ? options_.rest : options_.positions;
  std::map<std::uint32_t, Vec3d> held;  // the last pin that names a vertex holds it
  for (const Pin& pin : pins_) {
    const Pose start = pin.motion.at(0).pose, now = pin.motion.at(time).pose;
    for (std::uint32_t v : pin.vertices) {
      if (time < pin.release) held[v] = now.to_world(start.to_local(first[v]));
      else held.erase(v);
    }
  }
  std::vector<Held> out;
  for (const auto& [v, at] : held) out.push_back({v, at});
  return out;
}

Loads ShellEquilibrium::loads_at(double time) const {
  Loads loads;
  loads.dead.assign(positions_.size(), Vec3d::zero());
  const double areal = material_density(options_.material) * options_.thickness;
  model_.each_place([&](const Stencil& s, double area) {
    Vec3d rest = Vec3d::zero(), x = Vec3d::zero();
    for (std::size_t k = 0; k < s.vertices.size(); ++k) {
      rest += model_.rest()[s.vertices[k]] * s.weights[k][0];
      x += positions_[s.vertices[k]] * s.weights[k][0];
    }
    const Vec3d a = gravity_ + (options_.force ? options_.force->at(rest, x, time) : Vec3d::zero());
    for (std::size_t k = 0; k < s.vertices.size(); ++k)
      loads.dead[s.vertices[k]] += a * (areal * area * s.weights[k][0]);
  });
  loads.pressure = options_.pressure.constant;
  if (options_.pressure.of_time) loads.pressure *= (*options_.pressure.of_time)(std::array{time});
  return loads;
}

bool ShellEquilibrium::hold(const std::vector<Held>& held) {
  std::vector<std::uint32_t> vertices;
  for (const Held& h : held) vertices.push_back(h.vertex);
  if (solver_ && vertices == held_now_) return false;
  const bool less = solver_ && vertices.size() < held_now_.size();
  held_now_ = vertices;
  Ties ties(positions_.size());
  const auto fix = [&](std::size_t v) {
    for (std::size_t k = 0; k < 3; ++k) ties.fix(3 * v + k);
  };
  for (std::uint32_t v : vertices) fix(v);
  for (std::size_t v = 0; v < loose_.size(); ++v)
    if (loose_[v]) fix(v);
  StaticOptions options;
  options.snap = true;
  solver_ = std::make_unique<StaticSolver>(model_, ties, positions_, options);
  return less;
}

bool ShellEquilibrium::is_straight(double from, double to) const {
  constexpr double kBend = 0.005;  // of the shell's size
  const std::vector<Held> a = held_at(from), b = held_at(to), m = held_at(0.5 * (from + to));
  if (a.size() != b.size() || m.size() != b.size()) return true;  // pins let go: no path to keep to
  for (std::size_t i = 0; i < b.size(); ++i)
    if (norm(m[i].at - (a[i].at + b[i].at) * 0.5) > kBend * model_.size()) return false;
  return true;
}

void ShellEquilibrium::solve(double time) {
  if (time_ && !is_straight(*time_, time)) solve(0.5 * (*time_ + time));
  const std::vector<Held> held = held_at(time);
  const bool let_go = hold(held);
  Eigen::VectorXd motion = Eigen::VectorXd::Zero(Eigen::Index(3 * positions_.size()));
  for (const Held& h : held)
    for (int k = 0; k < 3; ++k) motion[Eigen::Index(3 * h.vertex) + k] = h.at[k] - positions_[h.vertex][k];
  const int before = solver_->iterations();
  solver_->retarget(loads_at(time), std::move(motion));
  // What is let go may be far from any equilibrium: forces that keep it where it was would be those of a
  // column long since buckled.
  if (let_go) solver_->drop(1);
  else solver_->advance(1);
  iterations_ += solver_->iterations() - before;
  positions_ = solver_->positions();
  time_ = time;
}

}  // namespace weft
