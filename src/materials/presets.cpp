#include "materials/presets.h"

namespace weft {

const std::vector<Preset>& presets() {
  constexpr double degree = 0.017453292519943295;
  static const std::vector<Preset> list = {
      {"sand", "sand", {{"density", 2200}, {"young", 3.537e5}, {"poisson", 0.3}, {"friction_angle", 35 * degree}},
       "density and stiffness as in Klar et al. 2016; constant friction angle of dry sand", {0.76f, 0.62f, 0.38f}},
      {"hardening_sand", "sand", {{"density", 2200}, {"young", 3.537e5}, {"poisson", 0.3}, {"friction_angle", 35 * degree},
        {"hardening_angle", 9 * degree}, {"hardening_rate", 0.2}, {"hardening_drop", 10 * degree}},
       "Klar et al. 2016, hardening 35, 9, 0.2, 10", {0.76f, 0.62f, 0.38f}},
      {"wet_sand", "sand", {{"density", 1900}, {"young", 3.537e5}, {"poisson", 0.3}, {"friction_angle", 40 * degree}, {"cohesion", 0.004}},
       "sand with an artistic cohesion and density", {0.42f, 0.33f, 0.2f}},
      {"gravel", "sand", {{"density", 1700}, {"young", 1e6}, {"poisson", 0.25}, {"friction_angle", 42 * degree}},
       "friction angle and bulk density as handbooks give for gravel; stiffness artistic", {0.45f, 0.43f, 0.4f}},
      {"snow", "snow", {}, "Stomakhin et al. 2013, the default of its table", {0.9f, 0.93f, 0.97f}},
      {"dry_snow", "snow", {{"density", 200}, {"young", 4.8e4}, {"critical_compression", 1.9e-2}, {"critical_stretch", 5e-3}, {"hardening", 7}},
       "variations named by Stomakhin et al. 2013 put together; density of settled powder", {0.93f, 0.95f, 0.98f}},
      {"packed_snow", "snow", {{"density", 500}, {"young", 2e5}, {"critical_compression", 2.5e-2}, {"critical_stretch", 1e-2}, {"hardening", 12}},
       "artistic, from the default of Stomakhin et al. 2013", {0.86f, 0.9f, 0.95f}},
      {"jelly", "jelly", {{"density", 1000}, {"young", 5e4}, {"poisson", 0.4}}, "artistic; gels for eating are softer", {0.7f, 0.12f, 0.15f}},
      {"gelatin", "jelly", {{"density", 1050}, {"young", 1e4}, {"poisson", 0.45}},
       "order of magnitude of measured dessert gels", {0.75f, 0.5f, 0.1f}},
      {"rubber", "rubber", {{"density", 1100}, {"young", 1e6}, {"poisson", 0.45}},
       "soft natural rubber, about 1 MPa; Poisson's ratio lowered from 0.4999 to keep steps long", {0.15f, 0.15f, 0.16f}},
      {"sponge", "rubber", {{"density", 60}, {"young", 2e4}, {"poisson", 0.1}}, "artistic, soft open-cell foam", {0.85f, 0.75f, 0.25f}},
      {"clay", "von_mises", {{"density", 1800}, {"young", 1e6}, {"poisson", 0.4}, {"yield_stress", 1e4}},
       "artistic; undrained strength of soft clay is some kPa to some ten kPa", {0.5f, 0.3f, 0.2f}},
      {"plasticine", "von_mises", {{"density", 1800}, {"young", 2e6}, {"poisson", 0.4}, {"yield_stress", 5e4}, {"hardening", 5e4}},
       "artistic, order of magnitude of modelling clay", {0.2f, 0.45f, 0.6f}},
      {"copper", "von_mises", {{"density", 8930}, {"young", 1.17e11}, {"poisson", 0.35}, {"yield_stress", 4e8}, {"hardening", 1e8}},
       "the copper of the Taylor bar impact benchmark", {0.72f, 0.4f, 0.25f}},
      {"steel", "von_mises", {{"density", 7850}, {"young", 2e11}, {"poisson", 0.3}, {"yield_stress", 2.5e8}, {"hardening", 1e9}},
       "handbook values of mild steel; hardening artistic", {0.5f, 0.52f, 0.55f}},
      {"goo", "goo", {{"density", 1000}, {"young", 1e5}, {"poisson", 0.35}, {"yield_stress", 30}, {"consistency", 20}},
       "artistic", {0.3f, 0.6f, 0.15f}},
      {"honey", "goo", {{"density", 1420}, {"young", 1e5}, {"poisson", 0.4}, {"yield_stress", 0}, {"consistency", 20}},
       "density and viscosity (10 Pa s) of honey at room temperature; elasticity numerical", {0.8f, 0.5f, 0.08f}},
      {"toothpaste", "goo", {{"density", 1300}, {"young", 1e5}, {"poisson", 0.4}, {"yield_stress", 200}, {"consistency", 60}, {"exponent", 0.5}},
       "yield stress of the order that rheometers give for toothpaste; rest artistic", {0.85f, 0.9f, 0.92f}},
      {"mud", "goo", {{"density", 1600}, {"young", 2e5}, {"poisson", 0.4}, {"yield_stress", 80}, {"consistency", 10}},
       "artistic, order of magnitude of a dense mud flow", {0.3f, 0.2f, 0.12f}},
      {"soil", "cam_clay", {{"density", 1600}, {"shear", 1e5}, {"bulk", 2.5e5}, {"friction_angle", 35 * degree}, {"tension_ratio", 0.3}, {"hardening", 2}},
       "artistic", {0.3f, 0.22f, 0.15f}},
      {"foam", "foam", {}, "close to the shaving foam of Yue et al. 2015; bulk modulus lowered to keep steps long", {0.92f, 0.93f, 0.94f}},
      {"cream", "foam", {{"density", 500}, {"shear", 600}, {"bulk", 3e4}, {"yield_stress", 40}, {"consistency", 20}, {"exponent", 0.4}},
       "artistic, whipped cream", {0.95f, 0.92f, 0.84f}},
      {"slime", "slime", {{"density", 1000}, {"shear", 500}, {"bulk", 1e5}, {"relaxation_time", 0.2}}, "artistic", {0.25f, 0.75f, 0.3f}},
      {"water", "water", {{"density", 1000}, {"bulk", 1e5}, {"dynamic_viscosity", 1e-3}},
       "density and viscosity of water; bulk modulus lowered to a sound speed of 10 m/s", {0.15f, 0.4f, 0.6f}},
      {"oil", "water", {{"density", 920}, {"bulk", 1e5}, {"dynamic_viscosity", 0.08}},
       "density and viscosity of olive oil; bulk modulus lowered", {0.7f, 0.6f, 0.1f}},
  };
  return list;
}

const Preset& find_preset(const std::string& name) {
  std::string names;
  for (const Preset& p : presets()) {
    if (p.name == name) return p;
    names += (names.empty() ? "" : ", ") + p.name;
  }
  throw Error("E0302", "there is no material preset '" + name + "'", {}, "presets: " + names);
}

Material make_preset(const std::string& name) {
  const Preset& p = find_preset(name);
  Material m = make_material(p.law);
  for (const auto& [field, value] : p.values) set_field(m, field, value);
  prepare_material(m);
  return m;
}

}  // namespace weft
