#include "validation/solid/solid.h"

#include <fmt/format.h>

#include "exec/error.h"
#include "validation/solid/support.h"

namespace weft {

Series run_solid(const SolidCase& c) {
  using Run = Series (*)(const SolidCase&);
  static constexpr std::pair<const char*, Run> tests[] = {
      {"rotation", solid_rotation}, {"patch", solid_patch},           {"cook_stress", solid_cook_stress},
      {"cook", solid_cook},         {"cantilever", solid_cantilever}, {"recovery", solid_recovery},
      {"hertz", solid_hertz},
  };
  for (const auto& [name, run] : tests)
    if (c.test == name) return run(c);
  throw Error("E0711", fmt::format("there is no test '{}' of solids", c.test), {}, "see docs/validation.md");
}

Material solid_material(const std::string& law, double young, double poisson, double density) {
  Material m = make_material(law);
  set_field(m, "young", young);
  set_field(m, "poisson", poisson);
  set_field(m, "density", density);
  prepare_material(m);
  return m;
}

TetMesh irregular_block(int cells) {
  TetMesh mesh = tet_block({{1, 1, 1}}, {cells, cells, cells});
  const Random random{1};
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
    for (int k = 0; k < 3; ++k) {
      double& x = mesh.vertices[i][k];
      if (x > -0.499 && x < 0.499) x += 0.4 * (random.uniform(i, std::uint64_t(k)) - 0.5) / cells;
    }
  return mesh;
}

SolidBench::SolidBench(const TetMesh& mesh, const Material& material)
    : response_(make_tet_response(mesh, material)), solver_(*response_) {
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) x_.push_back(place(mesh.vertices[tets().id(i)]));
  load_.assign(x_.size(), Vec3d::zero());
}

void SolidBench::hold(std::uint32_t id, const Vec3d& n) {
  held_.push_back({tets().vertex_of(id), 0, n, Vec3d::zero(), 0, 0, Boundary::slip});
}

void SolidBench::add_load(std::uint32_t id, const Vec3d& force) { load_[tets().vertex_of(id)] += force; }

void SolidBench::add_gravity(const Vec3d& g) {
  for (std::size_t i = 0; i < load_.size(); ++i) load_[i] += g * tets().mass()[i];
}

void SolidBench::settle(int parts) {
  constexpr double dt = 100;
  constexpr int kMore = 2;  // steps that let go of what inertia is left
  std::vector<std::uint32_t> same(x_.size());
  for (std::size_t i = 0; i < same.size(); ++i) same[i] = std::uint32_t(i);
  const Vectors still(x_.size(), Vec3d::zero());
  Vectors free(x_.size()), v(x_.size());
  for (int k = 1; k <= parts + kMore; ++k) {
    const double share = std::min(1.0, double(k) / parts);
    for (std::size_t i = 0; i < free.size(); ++i) free[i] = load_[i] * (share * dt / tets().mass()[i]);
    ImplicitContacts contacts(held_, same, dt, {});
    if (!solver_.solve({x_, free, still, dt}, contacts, v).converged)
      throw Error("E0525", "no equilibrium of a solid", {}, "put the load on in smaller parts",
                  Exit::simulation);
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i] += place(v[i] * dt);
  }
}

}  // namespace weft
