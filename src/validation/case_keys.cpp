#include "validation/case_keys.h"

namespace weft {

using enum KeyType;

// clang-format off
const TableInfo& case_table() {
  static const TableInfo t{"case", "[case]", "What a case is.", {
      {.name = "id", .type = text, .fallback = "\"\"", .meaning = "short name; default: the file's"},
      {.name = "title", .type = text, .fallback = "\"\"", .meaning = "one line"},
      {.name = "source", .type = text, .fallback = "\"\"", .meaning = "where the reference comes from"},
      {.name = "cost", .type = text, .fallback = "\"\"", .meaning = "about how long it takes"},
      {.name = "long", .type = flag, .fallback = "false", .meaning = "only run when asked for with --long or by name"},
      {.name = "constants", .type = any, .meaning = "{ name = number }: names that expressions may use"}}};
  return t;
}

const TableInfo& run_table() {
  static const TableInfo t{"run", "[[run]]", "The scene with some keys changed.", {
      {.name = "name", .type = text, .meaning = "what expressions call it: last(name.probe)", .required = true},
      {.name = "set", .type = list, .fallback = "[]", .meaning = "[\"solver.dx=0.01\", ...], as on the command line"}}};
  return t;
}

const TableInfo& expect_table() {
  static const TableInfo t{"expect", "[[expect]]", "What a measurement must be.", {
      {.name = "name", .type = text, .meaning = "the row in the table; default: the expression"},
      {.name = "value", .type = text, .meaning = "an expression over probes, such as last(top) - first(top)", .required = true},
      {.name = "equals", .type = any, .meaning = "a number or an expression"},
      {.name = "relative", .low = 0, .high = 10, .meaning = "tolerance as a part of equals"},
      {.name = "absolute", .low = 0, .high = 1e12, .meaning = "tolerance as a number"},
      {.name = "float", .low = 0, .high = 10, .meaning = "tolerance of the float build, where it cannot be the one above"},
      {.name = "below", .low = -1e300, .high = 1e300, .meaning = "instead of equals: no more than this"},
      {.name = "above", .low = -1e300, .high = 1e300, .meaning = "instead of equals: no less than this"},
      {.name = "between", .type = list, .meaning = "instead of equals: [lowest, highest]"},
      {.name = "source", .type = text, .fallback = "\"\"", .meaning = "where the reference comes from"},
      {.name = "shortfall", .type = text, .fallback = "\"\"", .meaning = "why it is known to be missed: shown as SHORT, fails nothing"}}};
  return t;
}

const TableInfo& transfer_table() {
  static const TableInfo t{"transfer", "[[transfer]]", "Points to the grid and back, without a world.", {
      {.name = "name", .type = text, .fallback = "\"\"", .meaning = "what expressions call it"},
      {.name = "test", .type = word, .words = {"identities", "conservation", "affine", "spectrum", "rotation", "patch"}, .meaning = "what is done", .required = true},
      {.name = "degree", .type = integer, .fallback = "2", .low = 1, .high = 3, .meaning = "of the B-spline"},
      {.name = "scheme", .type = word, .fallback = "\"apic\"", .words = {"pic", "apic", "rpic"}, .meaning = "what part of the affine velocity is carried"},
      {.name = "gradient", .type = flag, .fallback = "false", .meaning = "patch: stress through weight gradients"},
      {.name = "random", .type = flag, .fallback = "false", .meaning = "patch: random points instead of a lattice"},
      {.name = "seed", .type = integer, .fallback = "1", .low = 0, .high = 9e15, .meaning = "of random points"},
      {.name = "count", .type = integer, .fallback = "10000", .low = 1, .high = 1e7, .meaning = "random points"},
      {.name = "cells", .type = integer, .fallback = "64", .low = 4, .high = 4096, .meaning = "spectrum: a period"},
      {.name = "warm_up", .type = integer, .fallback = "3", .low = 0, .high = 8, .meaning = "spectrum: transfers before the measured one"},
      {.name = "modes", .type = list, .fallback = "[1, 2, 4, 8, 16]", .meaning = "spectrum: waves a period"},
      {.name = "radius", .fallback = "8", .low = 2, .high = 200, .meaning = "rotation: of the disk, in cells"}}};
  return t;
}

const TableInfo& point_table() {
  static const TableInfo t{"point", "[[point]]", "A law at a single point, driven along a path.", {
      {.name = "name", .type = text, .fallback = "\"\"", .meaning = "what expressions call it"},
      {.name = "material", .type = any, .meaning = "as in [[object]]", .required = true},
      {.name = "density", .unit = "kg/m^3", .low = 1e-3, .high = 1e6, .meaning = "instead of the material's"},
      {.name = "path", .type = list, .meaning = "three rows of the deformation gradient F, each entry a number, a formula of t (0 to 1), or on the diagonal \"free\"", .required = true},
      {.name = "stress", .type = list, .meaning = "three rows like path: the Cauchy stress [Pa] that each free entry of F must reach; 0 when absent"},
      {.name = "steps", .type = integer, .fallback = "1", .low = 1, .high = 1e6, .meaning = "steps of the path; the law may yield in each"},
      {.name = "duration", .unit = "s", .fallback = "1", .low = 0, .high = 1e6, .meaning = "time the path takes, for laws that flow"},
      {.name = "rotate", .type = flag, .fallback = "false", .meaning = "turns the whole path by a fixed odd rotation; results are turned back"},
      {.name = "state", .type = any, .meaning = "{ name = number }: the law's memory at the start"},
      {.name = "reference", .type = any, .meaning = "{ Fe = [[...]], tau = [[...]] }: what the last step must leave; columns Fe_error and tau_error say how far it is off"}}};
  return t;
}

const TableInfo& shell_table() {
  static const TableInfo t{"shell", "[[shell]]", "A benchmark of shells by themselves, without a world.", {
      {.name = "name", .type = text, .fallback = "\"\"", .meaning = "what expressions call it"},
      {.name = "test", .type = word, .words = {"roof", "pinched_cylinder", "pinched_hemisphere", "end_shear", "roll_up", "slit_annulus", "plate", "plate_vibration", "plate_buckling", "plate_deflection", "heavy_strip", "cylinder_pressure", "cylinder_axial"}, .meaning = "which one", .required = true},
      {.name = "faces", .type = integer, .fallback = "16", .low = 1, .high = 512, .meaning = "along the longer side, or each"},
      {.name = "across", .type = integer, .fallback = "0", .low = 0, .high = 512, .meaning = "along the other side; 0: as the test likes"},
      {.name = "gauss", .type = integer, .fallback = "2", .low = 2, .high = 4, .meaning = "quadrature points of a face along each side"},
      {.name = "open_edges", .type = flag, .fallback = "false", .meaning = "free and clamped edges are where the mesh ends, without a row of faces beyond"},
      {.name = "support", .type = word, .fallback = "\"clamped\"", .words = {"clamped", "hinged", "cantilever"}, .meaning = "of a plate"},
      {.name = "ratio", .fallback = "0.1", .low = 0.01, .high = 10, .meaning = "heavy_strip: width over length"},
      {.name = "load", .fallback = "1", .low = 0.01, .high = 1, .meaning = "slit_annulus: how much of the load is put on"},
      {.name = "modes", .type = integer, .fallback = "4", .low = 1, .high = 40, .meaning = "how many modes are sought"}}};
  return t;
}

const TableInfo& solid_table() {
  static const TableInfo t{"solid", "[[solid]]", "A benchmark of tetrahedra by themselves, without a world.", {
      {.name = "name", .type = text, .fallback = "\"\"", .meaning = "what expressions call it"},
      {.name = "test", .type = word, .words = {"rotation", "patch", "cook_stress", "cook", "cantilever", "recovery", "hertz"}, .meaning = "which one", .required = true},
      {.name = "law", .type = word, .fallback = "\"jelly\"", .words = {"jelly", "rubber", "linear_corotated", "hencky"}, .meaning = "of its material"},
      {.name = "cells", .type = integer, .fallback = "16", .low = 1, .high = 256, .meaning = "along a side; across the beam of cantilever; along the radius of hertz"},
      {.name = "seeds", .type = integer, .fallback = "10", .low = 0, .high = 1000, .meaning = "recovery: random starts"}}};
  return t;
}

const TableInfo& rod_table() {
  static const TableInfo t{"rod", "[[rod]]", "A benchmark of rods by themselves, without a world.", {
      {.name = "name", .type = text, .fallback = "\"\"", .meaning = "what expressions call it"},
      {.name = "test", .type = word, .words = {"cantilever", "tip_force", "curl_boundary", "curl_shape", "strip", "stick_slip", "twisted_ring", "localised_twist", "bending_wave", "twist_wave", "chain", "spring"}, .meaning = "which one", .required = true},
      {.name = "segments", .type = integer, .fallback = "80", .low = 4, .high = 100000, .meaning = "of the rod"},
      {.name = "grading", .fallback = "1", .low = 0.01, .high = 100, .meaning = "cantilever, tip_force: the last segment over the first"},
      {.name = "curl", .fallback = "6", .low = 0, .high = 100, .meaning = "curl_boundary, curl_shape: natural curvature times length"},
      {.name = "gamma", .fallback = "20", .low = 0, .high = 1e5, .meaning = "curl_shape: weight a length times L^3 / B"},
      {.name = "ratio", .fallback = "100", .low = 1, .high = 1e6, .meaning = "strip: stiffness in its plane over that across"},
      {.name = "friction", .fallback = "0.1", .low = 0, .high = 10, .meaning = "stick_slip: of the floor"},
      {.name = "mode", .type = integer, .fallback = "1", .low = 1, .high = 3, .meaning = "bending_wave, twist_wave, chain: which"},
      {.name = "implicit", .type = flag, .fallback = "false", .meaning = "bending_wave, twist_wave, chain: implicit steps, 400 a period"}}};
  return t;
}
// clang-format on

}  // namespace weft
