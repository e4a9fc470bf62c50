/// The one list that names all laws. A new law is a header and a word here.
#pragma once
#include <string>
#include <variant>
#include <vector>

#include "materials/cam_clay.h"
#include "materials/corotated.h"
#include "materials/fibre.h"
#include "materials/foam.h"
#include "materials/goo.h"
#include "materials/hencky.h"
#include "materials/lamina_isotropic.h"
#include "materials/lamina_woven.h"
#include "materials/neo_hookean.h"
#include "materials/putty_law.h"
#include "materials/rod_law.h"
#include "materials/sand.h"
#include "materials/sheet.h"
#include "materials/slime.h"
#include "materials/snow.h"
#include "materials/split_neo_hookean.h"
#include "materials/von_mises.h"
#include "materials/water.h"

namespace weft {

using Material = std::variant<FixedCorotated, NeoHookean, LinearCorotated, HenckyElastic,
                              SplitNeoHookeanElastic, Sand, Snow, VonMises, Goo, Foam, Slime, Water, CamClay,
                              Cloth, Woven, Fibre, Lamina, Orthotropic, WovenShell, RodLaw, PuttyLaw>;

/// Laws that grains, and tetrahedra, are made of.
template <class Law>
concept IsGrain = std::is_base_of_v<Isotropic<Law>, Law>;

/// Names of the laws in the order of the list.
std::vector<std::string> material_names();
/// The law of that name with its default parameters, prepared. Throws E0301.
Material make_material(const std::string& name);
/// Name and one-line summary of the law that a material holds.
std::string material_name(const Material& m);
std::string material_summary(const Material& m);
/// Sets a parameter by name, in SI. Call prepare_material when all are set. Throws E0303.
void set_field(Material& m, const std::string& name, double value);
double get_field(const Material& m, const std::string& name);
/// Checks ranges and computes derived constants. Throws E0304, E0305.
void prepare_material(Material& m);
double material_density(const Material& m);

/// visit(info, value) for every parameter; value is a double& or a const double& into the material.
template <class M, class Visit>
void visit_fields(M& material, Visit&& visit) {
  std::visit(
      [&](auto& law) {
        for (const auto& f : law.fields())
          visit(FieldInfo{f.name, f.unit, f.meaning, f.low, f.high}, law.*f.member);
      },
      material);
}

}  // namespace weft
