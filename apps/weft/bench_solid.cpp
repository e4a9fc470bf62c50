/// weft bench solid: whole explicit steps of a body of tetrahedra, nobody near.
#include "bench_solid.h"

#include <fmt/format.h>

#include <cmath>

#include "bodies/solid/solid.h"
#include "exec/clock.h"
#include "geometry/tets/stuffing.h"
#include "materials/presets.h"

namespace weft {

nlohmann::ordered_json bench_solid(std::size_t tetrahedra, int steps, int threads) {
  const int n = std::max(2, int(std::lround(std::cbrt(double(tetrahedra) / 5))));
  SolidOptions o;
  o.name = "solid";
  o.material = make_material("jelly");
  o.rest = tet_block({{1, 1, 1}}, {n, n, n});
  const double count = double(o.rest.tetrahedra.size());
  // It turns and stretches, so that no element is as at rest.
  for (const Vec3d& x : o.rest.vertices) o.velocities.push_back({{x[1] + 0.3 * x[0], -x[0], 0.2 * x[2]}});
  double start = wall_seconds();
  const auto body = make_solid(o);
  const double building = wall_seconds() - start;
  Step step;
  step.dt = 1 / body->limits().frequency;
  step.dx = 2.0 / n;
  step.affine_inverse = 4 / (step.dx * step.dx);
  double accelerating = 0, ending = 0;
  const auto one = [&] {
    body->begin_step(step);
    const double a = wall_seconds();
    body->roles().motion->accelerate(step, {{0, 0, -9.81}}, {});
    const double b = wall_seconds();
    body->roles().field->end_exchange(step);
    body->end_step(step);
    accelerating += b - a, ending += wall_seconds() - b;
    step.time += step.dt;
  };
  for (int k = 0; k < 5; ++k) one();
  accelerating = ending = 0;
  for (int k = 0; k < steps; ++k) one();
  const double seconds = accelerating + ending;
  nlohmann::ordered_json j;
  j["case"] = "solid";
  j["tetrahedra"] = std::size_t(count);
  j["vertices"] = body->size();
  j["threads"] = threads;
  j["real"] = sizeof(Real) == 4 ? "float" : "double";
  j["steps"] = steps;
  j["tetrahedra_per_second"] = count * steps / seconds;
  j["tetrahedra_per_second_per_core"] = count * steps / seconds / threads;
  j["bytes_per_tetrahedron"] = double(body->memory_bytes()) / count;
  j["phases"] = {{"velocities", accelerating / (count * steps) * 1e9},
                 {"places and forces", ending / (count * steps) * 1e9}};
  j["phases_unit"] = "ns a tetrahedron, wall clock";
  j["building_seconds"] = building;
  return j;
}

void print_solid(const nlohmann::ordered_json& j) {
  fmt::print("solid: {} tetrahedra, {} vertices, {} threads, {}\n", j["tetrahedra"].get<std::size_t>(),
             j["vertices"].get<std::size_t>(), j["threads"].get<int>(), j["real"].get<std::string>());
  fmt::print("  {:.2f} M tetrahedra/s, {:.2f} M tetrahedra/s/core, {:.0f} bytes a tetrahedron\n",
             j["tetrahedra_per_second"].get<double>() / 1e6,
             j["tetrahedra_per_second_per_core"].get<double>() / 1e6,
             j["bytes_per_tetrahedron"].get<double>());
  for (const auto& [phase, ns] : j["phases"].items())
    fmt::print("  {:<18} {:7.2f} ns a tetrahedron\n", phase, ns.get<double>());
}

}  // namespace weft
