/// What the tests of [[shell]] share.
#pragma once
#include <cmath>

#include "validation/rows.h"
#include "validation/shell/shell.h"
#include "validation/shell/statics/modes.h"
#include "validation/shell/statics/patch.h"

namespace weft {

/// A benchmark shell: where it is, what it is made of, how it is held and loaded.
struct Bench {
  Patch patch;
  ShellModel model;
  Ties ties;
  Loads loads;

  struct Made {
    double young, poisson, thickness;  ///< E_1, nu_12, h
    double weft_ratio = 1;             ///< E_2/E_1
    double shear_ratio = 0;            ///< G/E_1; 0: isotropic
    /// As the case says, where it does.
    Made of(const ShellCase& c) const {
      Made m = *this;
      m.poisson = c.poisson.value_or(poisson);
      if (!c.weft_ratio && !c.shear_ratio) return m;
      m.weft_ratio = c.weft_ratio.value_or(1);
      m.shear_ratio = c.shear_ratio.value_or(1 / (2 * (1 + m.poisson)));
      return m;
    }
  };
  Bench(const ShellCase& c, PatchOptions options, const Made& made)
      : patch(std::move(options)), model(model_options(c, patch, made.of(c))), ties(model.rest().size()) {}

  Vec3d at(double u, double v, const Points& x) const { return limit_point(model, patch.place(u, v), x); }

 private:
  static LaminaMaterial law_of(const Made& made) {
    if (made.shear_ratio > 0) {
      Orthotropic law;
      law.warp = made.young, law.weft = made.young * made.weft_ratio;
      law.bias = made.young * made.shear_ratio, law.poisson = made.poisson;
      law.prepare();
      return law;
    }
    Lamina law;
    law.young = made.young, law.poisson = made.poisson;
    law.prepare();
    return law;
  }
  static ShellModelOptions model_options(const ShellCase& c, const Patch& patch, const Made& made) {
    ShellModelOptions o;
    o.mesh = patch.mesh();
    o.bare = patch.bare();
    o.material = law_of(made);
    o.thickness = made.thickness;
    o.gauss = c.gauss;
    return o;
  }
};

inline double plate_stiffness(const Bench::Made& m) {
  return m.young * m.thickness * m.thickness * m.thickness /
         (12 * (1 - m.poisson * m.poisson * m.weft_ratio));
}

Series shell_roof(const ShellCase& c);
Series shell_pinched_cylinder(const ShellCase& c);
Series shell_pinched_hemisphere(const ShellCase& c);
Series shell_end_shear(const ShellCase& c);
Series shell_roll_up(const ShellCase& c);
Series shell_slit_annulus(const ShellCase& c);
Series shell_plate(const ShellCase& c);
Series shell_plate_vibration(const ShellCase& c);
Series shell_plate_buckling(const ShellCase& c);
Series shell_plate_deflection(const ShellCase& c);
Series shell_heavy_strip(const ShellCase& c);
Series shell_cylinder_pressure(const ShellCase& c);
Series shell_cylinder_axial(const ShellCase& c);

}  // namespace weft
