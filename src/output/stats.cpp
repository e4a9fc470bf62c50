#include "output/stats.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace weft {

void FrameSteps::add(const StepReport& r) {
  ++steps;
  retries += static_cast<std::uint64_t>(r.retries);
  dt_sum += r.dt;
  if (r.solve.stop != SolveStop::none) {
    newton += static_cast<std::uint64_t>(r.solve.newton + r.own.newton);
    krylov += static_cast<std::uint64_t>(r.solve.krylov + r.own.krylov);
    residual = std::max(residual, r.solve.residual);
    if (!r.solve.converged()) ++unconverged;
    if (!r.solve.converged() || unconverged == 0) stop = name_of(r.solve.stop);
  }
  strands.contacts += r.strands.contacts;
  strands.crossings += r.strands.crossings;
  strands.unmet += r.strands.unmet;
  surfaces.contacts += r.surfaces.contacts;
  surfaces.cut += r.surfaces.cut;
  surfaces.entangled += r.surfaces.entangled;
  surfaces.nearest = std::min(surfaces.nearest, r.surfaces.nearest);
  ++limits[name_of(r.limit)];
}

void FrameSteps::add(const DeviceReport& r) {
  steps += r.steps;
  retries += r.retries;
  dt_sum += r.dt_sum;
  strands.contacts += r.strands.contacts;
  strands.crossings += r.strands.crossings;
  strands.unmet += r.strands.unmet;
  surfaces.contacts += r.surfaces.contacts;
  surfaces.cut += r.surfaces.cut;
  surfaces.entangled += r.surfaces.entangled;
  surfaces.nearest = std::min(surfaces.nearest, r.surfaces.nearest);
  for (std::size_t k = 0; k < r.limited.size(); ++k)
    if (r.limited[k]) limits[name_of(StepLimit(k))] += r.limited[k];
}

std::string FrameSteps::limit() const {
  std::string most = steps ? "frame" : "start";
  std::uint64_t count = 0;
  for (const auto& [name, n] : limits)
    if (name != "frame" && n > count) {
      most = name;
      count = n;
    }
  return most;
}

std::string stats_header() {
  std::string header =
      "frame,time,dt,limit,substeps,kinetic,elastic,gravity,momentum_x,momentum_y,momentum_z,mass,state_hash,"
      "seconds,retries,rollbacks,points,volume,angular_x,angular_y,angular_z,penetration,"
      "newton,krylov,residual,stop,unconverged,stretch,bend,twist,"
      "strand_contacts,strand_crossings,strand_unmet,crossings,surface_contacts,entangled,cut,nearest,device";
  for (const char* phase : kPhaseNames) header += fmt::format(",seconds_{}", phase);
  return header;
}

std::string stats_row(const FrameStats& s) {
  const Totals& t = s.totals;
  std::string row =
      fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{:016x},{:.6f},", s.frame, s.time, s.dt, s.limit,
                  s.substeps, t.kinetic, t.elastic, s.gravity, t.momentum[0], t.momentum[1], t.momentum[2],
                  t.mass, s.state_hash, s.seconds) +
      fmt::format("{},{},{},{},{},{},{},{},", s.retries, s.rollbacks, s.points, t.volume, s.angular[0],
                  s.angular[1], s.angular[2], s.penetration) +
      fmt::format("{},{},{:.3g},{},{},{},{},{},", s.newton, s.krylov, s.residual, s.stop, s.unconverged,
                  t.stretch, t.bend, t.twist) +
      fmt::format("{},{},{},{},", s.strands.contacts, s.strands.crossings, s.strands.unmet, s.crossings) +
      fmt::format("{},{},{},{:.4g},{}", s.surfaces.contacts, s.surfaces.entangled, s.surfaces.cut,
                  s.surfaces.nearest, s.device);
  for (const double seconds : s.phases.seconds) row += fmt::format(",{:.6f}", seconds);
  return row;
}

FrameStats measure_frame(World& world, std::int64_t frame, const FrameSteps& steps) {
  FrameStats s;
  s.frame = frame;
  s.time = world.time;
  s.dt = steps.dt();
  s.limit = steps.limit();
  s.substeps = steps.steps;
  s.retries = steps.retries;
  s.newton = steps.newton;
  s.krylov = steps.krylov;
  s.unconverged = steps.unconverged;
  s.residual = steps.residual;
  s.stop = steps.stop;
  s.strands = steps.strands;
  s.surfaces = steps.surfaces;
  s.points = world.size();
  s.totals = world.totals();
  s.angular = world.angular_momentum();
  s.gravity = world.gravity_energy();
  s.state_hash = world.hash();
  if (world.engine()) s.device = device_text(world.solver.device);
  s.memory = world.memory_bytes();
  s.phases = world.times;
  return s;
}

}  // namespace weft
