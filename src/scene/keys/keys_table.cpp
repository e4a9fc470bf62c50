/// The tables of a scene file, key by key.
#include "geometry/figure/figure.h"
#include "scene/keys/keys.h"
#include "scene/keys/maker_keys.h"

namespace weft {
namespace {

using enum KeyType;
constexpr double kFar = 1e6;  // nothing is farther than this from the origin [m]
using Keys = std::vector<KeyInfo>;

// clang-format off
const std::vector<std::string> kLooks = {"auto", "matt", "sand", "snow", "cloth", "hair", "rubber", "plastic", "metal", "goo", "water", "glass"};

const Keys kTop = {
    {.name = "format", .type = integer, .fallback = "1", .low = 0, .high = 1e9, .meaning = "version of the scene format; this program reads 1"},
    {.name = "title", .type = text, .fallback = "\"\"", .meaning = "one line for pictures and reports"},
    {.name = "time", .type = table, .meaning = "how long, how many frames"},
    {.name = "solver", .type = table, .meaning = "grid, step, gravity"},
    {.name = "object", .type = list, .meaning = "the things that move: `[[object]]`"},
    {.name = "collider", .type = list, .meaning = "obstacles: `[[collider]]`"},
    {.name = "pair", .type = list, .meaning = "friction between two things: `[[pair]]`"},
    {.name = "joint", .type = list, .meaning = "hinges and fixed joints of rigid bodies: `[[joint]]`"},
    {.name = "probe", .type = list, .meaning = "measurements: `[[probe]]`"},
    {.name = "output", .type = table, .meaning = "what is written"},
    {.name = "render", .type = table, .meaning = "camera, light and look of `weft render`"},
    {.name = "quality", .type = table, .meaning = "`[quality.draft]`, `[quality.normal]`, `[quality.final]`: keys such as `solver.dx = 0.02` that replace those of the scene when that quality is asked for. Without `solver.dx` in it, draft doubles dx and final halves it"},
    {.name = "expect", .type = list, .meaning = "`[[expect]]`: what the probes must show (checked by `weft validate`)"},
    {.name = "case", .type = table, .meaning = "validation: what the case is (`weft validate`)"},
    {.name = "run", .type = list, .meaning = "validation: `[[run]]`, the variants to run"},
    {.name = "point", .type = any, .meaning = "validation: a law at a single point"},
    {.name = "transfer", .type = any, .meaning = "validation: a transfer without a world"},
    {.name = "shell", .type = any, .meaning = "validation: a shell without a world"},
    {.name = "solid", .type = any, .meaning = "validation: a solid without a world"},
    {.name = "rod", .type = any, .meaning = "validation: a rod without a world"},
};

const Keys kTime = {
    {.name = "fps", .unit = "Hz", .fallback = "24", .low = 1e-3, .high = 1e7, .meaning = "frames a second"},
    {.name = "frames", .type = list, .meaning = "[first, last], both included; the first is the state at time 0. Or say `duration`"},
    {.name = "duration", .unit = "s", .low = 1e-9, .high = 1e6, .meaning = "instead of `frames`: frames 0, 1, ... until this time"},
};

const Keys kSolver = {
    {.name = "dx", .unit = "m", .low = 1e-6, .high = 1e4, .meaning = "grid spacing, the one quality knob", .required = true},
    {.name = "kernel", .type = word, .fallback = "\"quadratic\"", .words = {"linear", "quadratic", "cubic"}, .meaning = "B-spline of the transfers"},
    {.name = "degree", .type = integer, .low = 1, .high = 3, .meaning = "the same as a number: 1, 2 or 3"},
    {.name = "plane", .type = flag, .fallback = "false", .meaning = "a 2D scene in the plane y = 0, exact plane strain"},
    {.name = "transfer", .type = word, .fallback = "\"mls\"", .words = {"mls", "gradient"}, .meaning = "how stress reaches the grid: moving least squares, or weight gradients"},
    {.name = "step", .type = word, .fallback = "\"explicit\"", .words = {"explicit", "implicit", "auto"}, .meaning = "how velocities are found: explicit, with steps that the stiffest material dictates; implicit (backward Euler), with steps that speed alone limits; or whichever a short trial finds cheaper"},
    {.name = "linear", .type = word, .fallback = "\"minres\"", .words = {"minres", "cg"}, .meaning = "implicit: the Krylov method, MINRES or conjugate gradients"},
    {.name = "stiffness", .type = word, .fallback = "\"definite\"", .words = {"definite", "exact"}, .meaning = "implicit: the stiffness without its negative eigenvalues, or all of it (quadratic convergence; wants minres)"},
    {.name = "coarse", .type = flag, .fallback = "true", .meaning = "implicit: precondition on two grids rather than one"},
    {.name = "tolerance", .fallback = "0.001", .low = 1e-12, .high = 0.5, .meaning = "implicit: a step's residual, relative to that of its first guess or of gravity"},
    {.name = "newton", .type = integer, .fallback = "20", .low = 1, .high = 1000, .meaning = "implicit: Newton steps at most; then dt is halved"},
    {.name = "krylov", .type = integer, .fallback = "400", .low = 1, .high = 100000, .meaning = "implicit: products a Newton step at most"},
    {.name = "yield_rounds", .type = integer, .fallback = "3", .low = 0, .high = 20, .meaning = "implicit: solves repeated from yielded strains, against the cohesion of lagged friction"},
    {.name = "cfl", .fallback = "0.3", .low = 1e-4, .high = 1, .meaning = "cells a point may move in a step"},
    {.name = "safety", .fallback = "0.7", .low = 1e-4, .high = 2, .meaning = "part of the explicit stability limit that is used"},
    {.name = "dt_max", .unit = "s", .fallback = "0.01", .low = 1e-12, .high = 1e3, .meaning = "longest step; 1 s where steps may be implicit"},
    {.name = "dt_min", .unit = "s", .fallback = "1e-12", .low = 1e-15, .high = 1, .meaning = "a step shorter than this ends the run as hopeless"},
    {.name = "dt", .unit = "s", .low = 1e-12, .high = 10, .meaning = "exactly this step instead of an automatic one"},
    {.name = "gravity", .type = vector, .unit = "m/s^2", .fallback = "[0, 0, -9.81]", .low = -1e5, .high = 1e5, .meaning = "acceleration of everything"},
};

const KeyInfo kCopiesKey = {.name = "copies", .type = table, .meaning = "several of it in rows: a wall, a stack"};
const Keys kCopies = {
    {.name = "counts", .type = vector, .low = 1, .high = 1000, .meaning = "along x, y and z", .required = true},
    {.name = "step", .type = vector, .unit = "m", .low = -kFar, .high = kFar, .meaning = "from one to the next along x, y and z", .required = true},
    {.name = "stagger", .type = vector, .fallback = "[0, 0, 0]", .low = -1, .high = 1, .meaning = "every other layer in z is shifted by these parts of the steps, as bricks are"},
};

const Keys kObject = {
    {.name = "name", .type = text, .meaning = "letters, digits, _ and -; unique. Default: object1, object2, ..."},
    {.name = "type", .type = text, .fallback = "\"grains\"", .meaning = "kind of body; see `weft list bodies`"},
    {.name = "shape", .type = table, .meaning = "what is filled with points", .required = true},
    {.name = "at", .type = vector, .unit = "m", .fallback = "[0, 0, 0]", .low = -kFar, .high = kFar, .meaning = "where the shape's centre is"},
    {.name = "rotate", .type = table, .meaning = "turned about its centre"},
    {.name = "material", .type = any, .meaning = "\"sand\", { preset = \"sand\", young = \"1 MPa\" } or { law = \"sand\", ... }; see `weft list presets`", .required = true},
    {.name = "density", .unit = "kg/m^3", .low = 1e-3, .high = 1e6, .meaning = "instead of the material's"},
    {.name = "points_per_cell", .low = 0.5, .high = 1000, .meaning = "points a grid cell; 8, or 4 in plane mode"},
    {.name = "spacing", .unit = "m", .low = 1e-7, .high = 1e4, .meaning = "instead: the distance of neighbouring points"},
    {.name = "sampling", .type = word, .fallback = "\"jittered\"", .words = {"lattice", "jittered", "poisson"}, .meaning = "regular, one random point a lattice cell, or blue noise"},
    {.name = "seed", .type = integer, .fallback = "1", .low = 0, .high = 9e15, .meaning = "of the random points"},
    {.name = "velocity", .type = any, .unit = "m/s", .fallback = "[0, 0, 0]", .low = -1e6, .high = 1e6, .meaning = "at time 0: three numbers [m/s] or formulas of x y z"},
    {.name = "spin", .type = vector, .unit = "rad/s", .fallback = "[0, 0, 0]", .low = -1e6, .high = 1e6, .meaning = "at time 0, about `at`, added to velocity"},
    {.name = "stretch", .type = vector, .fallback = "[1, 1, 1]", .low = 0.05, .high = 20, .meaning = "the points are loaded with F = diag(stretch) at time 0"},
    {.name = "damping", .fallback = "0", .low = 0, .high = 1, .meaning = "nu of the affine transfer: 0 none, 1 keeps only rotation"},
    {.name = "force", .type = list, .meaning = "three formulas of X Y Z (place at time 0), x y z (now) and t: an acceleration [m/s^2] besides gravity"},
    kCopiesKey,
    {.name = "colour", .type = any, .meaning = "a name, \"#rrggbb\", [r, g, b] from 0 to 1, or { by = ... }"},
    {.name = "look", .type = word, .fallback = "\"auto\"", .words = kLooks, .meaning = "how pictures show it; auto: by its material"},
    {.name = "source", .type = table, .meaning = "the shape pours new points over time instead of being full at the start"},
};

const Keys kThin = {
    {.name = "name", .type = text, .meaning = "letters, digits, _ and -; unique. Default: object1, object2, ..."},
    {.name = "type", .type = text, .meaning = "cloth or fibre", .required = true},
    {.name = "shape", .type = table, .meaning = "cloth: one of the sheets below, or mesh; fibre: one of the strands below, or curves", .required = true},
    {.name = "at", .type = vector, .unit = "m", .fallback = "[0, 0, 0]", .low = -kFar, .high = kFar, .meaning = "where the shape's origin is"},
    {.name = "rotate", .type = table, .meaning = "turned about its origin"},
    {.name = "material", .type = any, .meaning = "\"cotton\", { preset = \"cotton\", young = \"1 MPa\" } or { law = \"cloth\", ... }; see `weft list presets`", .required = true},
    {.name = "density", .unit = "kg/m^3", .low = 1e-3, .high = 1e6, .meaning = "instead of the material's"},
    {.name = "thickness", .unit = "m", .low = 1e-6, .high = 10, .meaning = "of the cloth, or diameter of the fibre: mass is density times area times thickness, or times length times section. Default: half the grid spacing. How far contact reaches is a matter of the grid"},
    {.name = "velocity", .type = vector, .unit = "m/s", .fallback = "[0, 0, 0]", .low = -1e6, .high = 1e6, .meaning = "at time 0"},
    {.name = "spin", .type = vector, .unit = "rad/s", .fallback = "[0, 0, 0]", .low = -1e6, .high = 1e6, .meaning = "at time 0, about `at`, added to velocity"},
    {.name = "stretch", .type = vector, .fallback = "[1, 1, 1]", .low = 0.05, .high = 20, .meaning = "at time 0 it is its shape without stress drawn out so along the shape's x, y, z"},
    {.name = "damping", .fallback = "0", .low = 0, .high = 1, .meaning = "nu of the affine transfer: 0 none, 1 keeps only rotation"},
    {.name = "bending", .fallback = "0", .low = 0, .high = 1e9, .meaning = "resistance to bending: flexural rigidity of cloth [N m], E I of a fibre [N m^2]; 0: limp"},
    {.name = "tear", .fallback = "0", .low = 0, .high = 100, .meaning = "fibre: a segment drawn to so many times its length breaks; 0: never"},
    {.name = "contact_points", .type = integer, .low = 1, .high = 64, .meaning = "an element. Default: 1, more where elements are longer than a cell"},
    {.name = "strain", .type = word, .fallback = "\"hybrid\"", .words = {"hybrid", "grid", "mesh"}, .meaning = "in the mesh along the surface and on the grid across it; or for comparison all on the grid; all in the mesh and no contact points"},
    {.name = "plastic", .type = flag, .fallback = "true", .meaning = "contact yields: lets go and slides. false for comparison"},
    {.name = "force", .type = list, .meaning = "three formulas of X Y Z (place without stress), x y z (now) and t: an acceleration [m/s^2] besides gravity"},
    {.name = "pins", .type = list, .meaning = "vertices that are held or led: `pins = [{ box = ... }]`"},
    kCopiesKey,
    {.name = "colour", .type = any, .meaning = "a name, \"#rrggbb\" or [r, g, b] from 0 to 1"},
    {.name = "look", .type = word, .fallback = "\"auto\"", .words = kLooks, .meaning = "how pictures show it; auto: cloth or hair"},
};
const Keys kPin = {
    {.name = "box", .type = list, .meaning = "[[x, y, z], [x, y, z]]: vertices between these corners at time 0"},
    {.name = "nearest", .type = vector, .unit = "m", .low = -kFar, .high = kFar, .meaning = "the vertex nearest to here"},
    {.name = "ids", .type = list, .meaning = "vertices by number"},
    {.name = "roots", .type = flag, .fallback = "false", .meaning = "the roots of hair and carpet"},
    {.name = "ends", .type = flag, .fallback = "false", .meaning = "both ends of every strand"},
    {.name = "follow", .type = text, .meaning = "a collider's name: they move as if glued to it, each to the nearest triangle where it deforms. Or the name of a figure, with `bone`"},
    {.name = "bone", .type = text, .meaning = "of the figure to follow: head, chest, left hand, ..."},
    {.name = "about", .type = vector, .unit = "m", .fallback = "[0, 0, 0]", .low = -kFar, .high = kFar, .meaning = "centre of spin and keys"},
    {.name = "velocity", .type = vector, .unit = "m/s", .fallback = "[0, 0, 0]", .low = -1e4, .high = 1e4, .meaning = "constant"},
    {.name = "spin", .type = vector, .unit = "rad/s", .fallback = "[0, 0, 0]", .low = -1e4, .high = 1e4, .meaning = "constant, about `about`"},
    {.name = "keys", .type = list, .meaning = "keyframes { time, at, rotate } of the centre instead of velocity and spin"},
    {.name = "release", .unit = "s", .low = 0, .high = 1e6, .meaning = "let go at this time; default: never"},
};
const Keys kThinShape = [] {
  Keys keys = maker_keys();
  keys.push_back({.name = "mesh", .type = text, .meaning = "cloth: a triangle mesh, .obj .ply or .stl, path relative to the scene"});
  keys.push_back({.name = "curves", .type = text, .meaning = "fibre: polylines, .obj (l) or .wcv, path relative to the scene"});
  keys.push_back({.name = "scale", .fallback = "1", .low = 1e-6, .high = 1e6, .meaning = "of a mesh or curves"});
  return keys;
}();

const Keys kHair = {
    {.name = "name", .type = text, .meaning = "letters, digits, _ and -; unique. Default: object1, object2, ..."},
    {.name = "type", .type = text, .meaning = "hair", .required = true},
    {.name = "shape", .type = table, .meaning = "one of the strands below, or curves: its natural shape, curls included", .required = true},
    {.name = "at", .type = vector, .unit = "m", .fallback = "[0, 0, 0]", .low = -kFar, .high = kFar, .meaning = "where the shape's origin is; not for hair on a figure"},
    {.name = "rotate", .type = table, .meaning = "turned about its origin"},
    {.name = "material", .type = any, .meaning = "\"human_hair\", { preset = \"wisps\", friction = 0.5 } or { law = \"rod\", ... }", .required = true},
    {.name = "density", .unit = "kg/m^3", .low = 1e-3, .high = 1e6, .meaning = "instead of the material's"},
    {.name = "thickness", .unit = "m", .fallback = "8e-5", .low = 1e-6, .high = 1, .meaning = "diameter of a strand, or the larger axis of its section: sets mass and stiffness, bending with its fourth power"},
    {.name = "flatness", .fallback = "1", .low = 0.01, .high = 1, .meaning = "the section's smaller axis over its larger one: 1 is round, less is a ribbon that bends more easily one way"},
    {.name = "velocity", .type = vector, .unit = "m/s", .fallback = "[0, 0, 0]", .low = -1e6, .high = 1e6, .meaning = "at time 0"},
    {.name = "spin", .type = vector, .unit = "rad/s", .fallback = "[0, 0, 0]", .low = -1e6, .high = 1e6, .meaning = "at time 0, about `at`, added to velocity"},
    {.name = "stretch", .type = vector, .fallback = "[1, 1, 1]", .low = 0.05, .high = 20, .meaning = "at time 0 it is its shape without stress drawn out so along the shape's x, y, z"},
    {.name = "step", .type = word, .fallback = "\"implicit\"", .words = {"implicit", "explicit"}, .meaning = "how a strand's own velocities are found: backward Euler, with steps that speed alone limits; or explicit, with steps that its stiffness dictates"},
    {.name = "twist", .type = word, .fallback = "\"static\"", .words = {"static", "dynamic"}, .meaning = "twist is always in equilibrium, or has inertia"},
    {.name = "newton_steps", .type = integer, .fallback = "3", .low = 1, .high = 100, .meaning = "implicit: at most, a step"},
    {.name = "damping", .fallback = "0", .low = 0, .high = 1, .meaning = "nu of the affine transfer of the crowd: 0 none, 1 keeps only rotation"},
    {.name = "press", .type = flag, .fallback = "true", .meaning = "a crowd of strands resists being pressed together, on the grid; false for comparison"},
    {.name = "flip", .fallback = "0.95", .low = 0, .high = 1, .meaning = "how much of a strand's own velocity is kept in `flip_time` where the grid has another one; 0 follows the grid"},
    {.name = "flip_time", .unit = "s", .fallback = "0.001", .low = 1e-9, .high = 10, .meaning = "the time that `flip` is for, whatever the step"},
    {.name = "reach", .type = any, .unit = "m", .fallback = "\"auto\"", .low = 0, .high = 10, .meaning = "segments nearer than this are stopped from coming nearer, as geometry; 0: never. auto: a third of the mean length of segments, or the thickness where that is more"},
    {.name = "rounds", .type = integer, .fallback = "5", .low = 1, .high = 1000, .meaning = "of those impulses a step"},
    {.name = "strand_friction", .low = 0, .high = 10, .meaning = "Coulomb coefficient of those impulses; default: the material's friction"},
    {.name = "count_crossings", .type = flag, .fallback = "false", .meaning = "count the segments that passed through each other all the same, for stats.csv; costs about as much as finding contacts"},
    {.name = "force", .type = list, .meaning = "three formulas of X Y Z (place without stress), x y z (now) and t: an acceleration [m/s^2] besides gravity"},
    {.name = "pins", .type = list, .meaning = "vertices that are held or led: `pins = [{ roots = true, follow = \"head\" }]`"},
    {.name = "force", .type = list, .meaning = "three formulas of X Y Z (place at time 0), x y z (now) and t: an acceleration [m/s^2] besides gravity"},
    kCopiesKey,
    {.name = "colour", .type = any, .meaning = "a name, \"#rrggbb\" or [r, g, b] from 0 to 1"},
    {.name = "look", .type = word, .fallback = "\"auto\"", .words = kLooks, .meaning = "how pictures show it; auto: hair"},
};
const Keys kHairPin = [] {
  Keys keys = {
      {.name = "roots", .type = flag, .fallback = "false", .meaning = "the first two vertices of every strand: its root, with its direction and twist"},
      {.name = "tips", .type = flag, .fallback = "false", .meaning = "the last two vertices of every strand"},
      {.name = "ends", .type = flag, .fallback = "false", .meaning = "both"},
  };
  for (const KeyInfo& k : kPin)
    if (k.name != "roots" && k.name != "ends") keys.push_back(k);
  return keys;
}();
const Keys kHairShape = [] {
  Keys keys = strand_maker_keys();
  keys.push_back({.name = "curves", .type = text, .meaning = "polylines from root to tip, .obj (l) or .wcv, path relative to the scene"});
  keys.push_back({.name = "scale", .fallback = "1", .low = 1e-6, .high = 1e6, .meaning = "of curves"});
  return keys;
}();

const Keys kShell = {
    {.name = "name", .type = text, .meaning = "letters, digits, _ and -; unique. Default: object1, object2, ..."},
    {.name = "type", .type = text, .meaning = "shell", .required = true},
    {.name = "shape", .type = table, .meaning = "one of the control meshes below, or mesh", .required = true},
    {.name = "rest", .type = table, .meaning = "the shape without stress, where it is another: a maker or mesh with the same faces. Default: as it begins"},
    {.name = "at", .type = vector, .unit = "m", .fallback = "[0, 0, 0]", .low = -kFar, .high = kFar, .meaning = "where the shape's origin is"},
    {.name = "rotate", .type = table, .meaning = "turned about its origin"},
    {.name = "material", .type = any, .meaning = "\"foil\", { preset = \"foil\", yield_stress = \"1 MPa\" } or { law = \"lamina\", ... }; see `weft list presets`", .required = true},
    {.name = "density", .unit = "kg/m^3", .low = 1e-3, .high = 1e6, .meaning = "instead of the material's"},
    {.name = "friction", .low = 0, .high = 10, .meaning = "instead of the material's: Coulomb coefficient against itself and other objects"},
    {.name = "thickness", .unit = "m", .low = 1e-6, .high = 10, .meaning = "sets mass and stiffness: bending grows with its cube. How far contact reaches is a matter of the grid", .required = true},
    {.name = "velocity", .type = vector, .unit = "m/s", .fallback = "[0, 0, 0]", .low = -1e6, .high = 1e6, .meaning = "at time 0"},
    {.name = "spin", .type = vector, .unit = "rad/s", .fallback = "[0, 0, 0]", .low = -1e6, .high = 1e6, .meaning = "at time 0, about `at`, added to velocity"},
    {.name = "stretch", .type = vector, .fallback = "[1, 1, 1]", .low = 0.05, .high = 20, .meaning = "at time 0 it is its shape without stress drawn out so along the shape's x, y, z"},
    {.name = "damping", .fallback = "0", .low = 0, .high = 1, .meaning = "nu of the affine transfer: 0 none, 1 keeps only rotation"},
    {.name = "coupling", .type = word, .fallback = "\"grid\"", .words = {"grid", "mesh"}, .meaning = "who moves the control points: the grid, as Guo et al. 2018 have it; or they keep velocities of their own and the grid only lets them touch"},
    {.name = "layers", .type = word, .fallback = "\"gauss\"", .words = {"gauss", "paper"}, .meaning = "where the two layers of the thickness lie: at Gauss points, or at a quarter as in Guo et al. 2018, with 3/4 of the bending stiffness"},
    {.name = "quadrature", .type = integer, .fallback = "2", .low = 2, .high = 4, .meaning = "points of a face along each side where strain is measured; 3 for strong curvature"},
    {.name = "contact_points", .type = integer, .low = 1, .high = 16, .meaning = "of a face along each side. Default: at most half a cell apart, at least 2"},
    {.name = "corners", .type = word, .fallback = "\"sharp\"", .words = {"sharp", "round"}, .meaning = "of open meshes"},
    {.name = "plastic", .type = flag, .fallback = "true", .meaning = "contact yields: lets go and slides. false for comparison"},
    {.name = "pressure", .unit = "Pa", .fallback = "0", .low = -1e12, .high = 1e12, .meaning = "pushes along the normal, which turns with the surface: positive blows up what is seen from outside"},
    {.name = "pressure_over_time", .type = text, .meaning = "a formula of t that multiplies the pressure: \"min(t, 1)\""},
    {.name = "force", .type = list, .meaning = "three formulas of X Y Z (place without stress), x y z (now) and t: an acceleration [m/s^2] besides gravity"},
    {.name = "pins", .type = list, .meaning = "control points that are held or led: `pins = [{ where = \"top\" }]`"},
    kCopiesKey,
    {.name = "colour", .type = any, .meaning = "a name, \"#rrggbb\" or [r, g, b] from 0 to 1"},
    {.name = "look", .type = word, .fallback = "\"auto\"", .words = kLooks, .meaning = "how pictures show it; auto: by its material"},
};
const Keys kShellPin = [] {
  Keys keys = {
      {.name = "where", .type = text, .meaning = "a rim of the shape, by name: see the makers below; \"all\" of a mesh are its open edges"},
      {.name = "clamp", .type = flag, .fallback = "false", .meaning = "hold also the control points beside those: the surface keeps its slope. Without it an edge turns as on a hinge"},
  };
  for (const KeyInfo& k : kPin)
    if (k.name != "roots" && k.name != "ends") keys.push_back(k);
  return keys;
}();
const Keys kShellShape = [] {
  Keys keys = shell_maker_keys();
  keys.push_back({.name = "mesh", .type = text, .meaning = "a surface, open or closed: .obj (quads and other polygons), .ply or .stl (triangles), path relative to the scene. Other faces than quads are subdivided once"});
  keys.push_back({.name = "scale", .fallback = "1", .low = 1e-6, .high = 1e6, .meaning = "of a mesh"});
  return keys;
}();

const Keys kRigid = {
    {.name = "name", .type = text, .meaning = "letters, digits, _ and -; unique. Default: object1, object2, ..."},
    {.name = "type", .type = text, .meaning = "rigid", .required = true},
    {.name = "shape", .type = table, .meaning = "box, sphere, capsule, cylinder or a closed mesh, convex or not", .required = true},
    {.name = "at", .type = vector, .unit = "m", .fallback = "[0, 0, 0]", .low = -kFar, .high = kFar, .meaning = "where the shape's centre is"},
    {.name = "rotate", .type = table, .meaning = "turned about its centre"},
    {.name = "density", .unit = "kg/m^3", .fallback = "1000", .low = 1e-3, .high = 1e6, .meaning = "the same everywhere inside"},
    {.name = "mass", .unit = "kg", .low = 1e-12, .high = 1e12, .meaning = "instead of the density"},
    {.name = "friction", .fallback = "0.3", .low = 0, .high = 100, .meaning = "Coulomb's coefficient against other bodies; a collider's own counts against that"},
    {.name = "restitution", .fallback = "0", .low = 0, .high = 1, .meaning = "the part of the speed of an impact that comes back, against colliders and rigid bodies"},
    {.name = "velocity", .type = vector, .unit = "m/s", .fallback = "[0, 0, 0]", .low = -1e6, .high = 1e6, .meaning = "of its centre of mass at time 0"},
    {.name = "spin", .type = vector, .unit = "rad/s", .fallback = "[0, 0, 0]", .low = -1e6, .high = 1e6, .meaning = "at time 0; \"120 rpm\""},
    {.name = "axis", .type = table, .meaning = "a line fixed in space that it turns about and cannot leave"},
    kCopiesKey,
    {.name = "colour", .type = any, .fallback = "[0.6, 0.6, 0.65]", .meaning = "a name, \"#rrggbb\" or [r, g, b] from 0 to 1"},
    {.name = "look", .type = word, .fallback = "\"auto\"", .words = kLooks, .meaning = "how pictures show it; auto: plastic"},
};
const Keys kAxis = {
    {.name = "through", .type = vector, .unit = "m", .low = -kFar, .high = kFar, .meaning = "a point of the line; default: the shape's centre"},
    {.name = "direction", .type = vector, .low = -1e6, .high = 1e6, .meaning = "of the line, any length but zero", .required = true},
    {.name = "friction", .fallback = "0", .low = 0, .high = 1e12, .meaning = "of the axle: torque a rate of turning [N m s]"},
    {.name = "motor_speed", .unit = "rad/s", .low = -1e6, .high = 1e6, .meaning = "a motor turns it so fast; \"120 rpm\""},
    {.name = "motor_torque", .fallback = "1e12", .low = 0, .high = 1e30, .meaning = "the most the motor has [N m]"},
};
const Keys kJoint = {
    {.name = "name", .type = text, .meaning = "unique; default: joint1, joint2, ..."},
    {.name = "type", .type = word, .fallback = "\"hinge\"", .words = {"hinge", "fixed"}, .meaning = "turns about one axis, or not at all"},
    {.name = "between", .type = list, .meaning = "two names of rigid bodies, or one and \"world\"", .required = true},
    {.name = "at", .type = vector, .unit = "m", .low = -kFar, .high = kFar, .meaning = "the point that both share, at time 0", .required = true},
    {.name = "axis", .type = vector, .fallback = "[0, 0, 1]", .low = -1e6, .high = 1e6, .meaning = "hinge: its direction at time 0"},
    {.name = "motor_speed", .unit = "rad/s", .low = -1e6, .high = 1e6, .meaning = "hinge: a motor turns the first body against the second so fast"},
    {.name = "motor_torque", .fallback = "1e12", .low = 0, .high = 1e30, .meaning = "the most the motor has [N m]"},
    {.name = "collide", .type = flag, .fallback = "false", .meaning = "the two bodies also touch each other"},
};

const Keys kSolid = {
    {.name = "name", .type = text, .meaning = "letters, digits, _ and -; unique. Default: object1, object2, ..."},
    {.name = "type", .type = text, .meaning = "solid", .required = true},
    {.name = "shape", .type = table, .meaning = "what is filled with tetrahedra", .required = true},
    {.name = "at", .type = vector, .unit = "m", .fallback = "[0, 0, 0]", .low = -kFar, .high = kFar, .meaning = "where the shape's origin is"},
    {.name = "rotate", .type = table, .meaning = "turned about its origin"},
    {.name = "material", .type = any, .meaning = "\"jelly\", { preset = \"flesh\", young = \"20 kPa\" } or { law = \"rubber\", ... }: an elastic law, jelly rubber linear_corotated hencky or split_neo_hookean", .required = true},
    {.name = "density", .unit = "kg/m^3", .low = 1e-3, .high = 1e6, .meaning = "instead of the material's"},
    {.name = "spacing", .unit = "m", .low = 1e-6, .high = 1e4, .meaning = "length of the edges of tetrahedra; default: the grid spacing"},
    {.name = "counts", .type = vector, .low = 1, .high = 10000, .meaning = "of a box, instead of `spacing`: cells of five tetrahedra along x, y, z"},
    {.name = "friction", .fallback = "0.3", .low = 0, .high = 100, .meaning = "Coulomb coefficient against other bodies"},
    {.name = "restitution", .fallback = "0", .low = 0, .high = 1, .meaning = "part of the speed of approach that comes back from other bodies; elasticity bounces by itself"},
    {.name = "self_contact", .type = flag, .fallback = "false", .meaning = "parts of it collide with each other"},
    {.name = "step", .type = word, .fallback = "\"auto\"", .words = {"auto", "explicit", "implicit"}, .meaning = "how its own velocities are found; auto: as the solver's, implicit where that is auto"},
    {.name = "velocity", .type = vector, .unit = "m/s", .fallback = "[0, 0, 0]", .low = -1e6, .high = 1e6, .meaning = "at time 0"},
    {.name = "spin", .type = vector, .unit = "rad/s", .fallback = "[0, 0, 0]", .low = -1e6, .high = 1e6, .meaning = "at time 0, about `at`, added to velocity"},
    {.name = "stretch", .type = vector, .fallback = "[1, 1, 1]", .low = 0.05, .high = 20, .meaning = "at time 0 it is its shape without stress drawn out so along the shape's x, y, z; less than 1 squashes"},
    {.name = "start", .type = word, .fallback = "\"rest\"", .words = {"rest", "inverted", "flat", "random"}, .meaning = "at time 0: as its shape; turned inside out through its middle; pressed into a plane across z; every vertex anywhere in its bounds. To see it recover: the laws jelly and linear_corotated can"},
    {.name = "seed", .type = integer, .fallback = "1", .low = 0, .high = 9e15, .meaning = "of a random start"},
    {.name = "damping", .fallback = "0", .low = 0, .high = 1, .meaning = "of motion within a few edges, never of rigid motion: weight of the damping transfers"},
    {.name = "damping_rounds", .type = integer, .fallback = "1", .low = 1, .high = 20, .meaning = "damping transfers a step"},
    {.name = "force", .type = list, .meaning = "three formulas of X Y Z (place without stress), x y z (now) and t: an acceleration [m/s^2] besides gravity"},
    {.name = "pins", .type = list, .meaning = "vertices that are held or led: `pins = [{ box = ... }]`, `pins = [{ bones = true }]`"},
    kCopiesKey,
    {.name = "colour", .type = any, .meaning = "a name, \"#rrggbb\" or [r, g, b] from 0 to 1"},
    {.name = "look", .type = word, .fallback = "\"auto\"", .words = kLooks, .meaning = "how pictures show it; auto: rubber"},
};
const Keys kSolidPin = [] {
  Keys keys = {{.name = "bones", .type = flag, .fallback = "false", .meaning = "the vertices in the bones of a figure, led by its walk"}};
  for (const KeyInfo& k : kPin)
    if (k.name != "roots" && k.name != "ends") keys.push_back(k);
  return keys;
}();
const Keys kFigure = {
    {.name = "build", .type = word, .fallback = "\"slim\"", .words = figure_builds(), .meaning = "slim is 1.7 m tall, stout 1.66 m, tall 1.88 m"},
    {.name = "height", .unit = "m", .low = 0.2, .high = 5, .meaning = "instead of its build's"},
    {.name = "walk", .unit = "m/s", .fallback = "0", .low = 0, .high = 2, .meaning = "speed, along its x; 0: it stands. Its bones must be pinned"},
    {.name = "start", .unit = "s", .fallback = "0.6", .low = 0.3, .high = 1e5, .meaning = "when the first step begins; the weight shifts a little earlier"},
};

const Keys kPutty = {
    {.name = "name", .type = text, .meaning = "letters, digits, _ and -; unique. Default: object1, object2, ..."},
    {.name = "type", .type = text, .meaning = "putty", .required = true},
    {.name = "shape", .type = table, .meaning = "what is filled with points", .required = true},
    {.name = "at", .type = vector, .unit = "m", .fallback = "[0, 0, 0]", .low = -kFar, .high = kFar, .meaning = "where the shape's origin is"},
    {.name = "rotate", .type = table, .meaning = "turned about its origin"},
    {.name = "material", .type = any, .meaning = "\"putty\", { preset = \"gum\", young = \"20 kPa\" } or { law = \"putty\", ... }", .required = true},
    {.name = "density", .unit = "kg/m^3", .low = 1e-3, .high = 1e6, .meaning = "instead of the material's"},
    {.name = "spacing", .unit = "m", .low = 1e-7, .high = 1e4, .meaning = "distance of neighbouring points; default: half the grid spacing"},
    {.name = "sampling", .type = word, .fallback = "\"lattice\"", .words = {"lattice", "jittered", "poisson"}, .meaning = "regular, one random point a lattice cell, or blue noise"},
    {.name = "seed", .type = integer, .fallback = "1", .low = 0, .high = 9e15, .meaning = "of random points"},
    {.name = "radius", .fallback = "2.5", .low = 1.5, .high = 6, .meaning = "how far points know each other, in spacings; costs grow with its cube"},
    {.name = "step", .type = word, .fallback = "\"implicit\"", .words = {"implicit", "explicit"}, .meaning = "how its velocities are found: backward Euler, with steps that speed alone limits; or explicit, with steps that its stiffness dictates"},
    {.name = "rotation_rounds", .type = integer, .fallback = "1", .low = 1, .high = 20, .meaning = "implicit: solves a step; 2 follow fast turns better"},
    {.name = "tolerance", .fallback = "0.0001", .low = 1e-12, .high = 0.5, .meaning = "implicit: residual that the conjugate gradients leave, relative to that of no elasticity"},
    {.name = "control", .fallback = "0.05", .low = 0, .high = 10, .meaning = "stiffness against motions that no neighbourhood sees, as a part of the material's own"},
    {.name = "keep_neighbours", .type = flag, .fallback = "false", .meaning = "who is near at time 0 stays a neighbour: nothing splits, merges or drifts. For materials that never yield"},
    {.name = "friction", .fallback = "0.3", .low = 0, .high = 100, .meaning = "Coulomb coefficient against other bodies"},
    {.name = "restitution", .fallback = "0", .low = 0, .high = 1, .meaning = "part of the speed of approach that comes back from other bodies; elasticity bounces by itself"},
    {.name = "velocity", .type = vector, .unit = "m/s", .fallback = "[0, 0, 0]", .low = -1e6, .high = 1e6, .meaning = "at time 0"},
    {.name = "spin", .type = vector, .unit = "rad/s", .fallback = "[0, 0, 0]", .low = -1e6, .high = 1e6, .meaning = "at time 0, about `at`, added to velocity"},
    {.name = "force", .type = list, .meaning = "three formulas of X Y Z (place at time 0), x y z (now) and t: an acceleration [m/s^2] besides gravity"},
    {.name = "pins", .type = list, .meaning = "points that are held or led: `pins = [{ box = ... }]`"},
    kCopiesKey,
    {.name = "colour", .type = any, .meaning = "a name, \"#rrggbb\" or [r, g, b] from 0 to 1"},
    {.name = "look", .type = word, .fallback = "\"auto\"", .words = kLooks, .meaning = "how pictures show it; auto: plastic"},
};
const Keys kPuttyPin = [] {
  Keys keys;
  for (const KeyInfo& k : kPin)
    if (k.name != "roots" && k.name != "ends") keys.push_back(k);
  return keys;
}();

const Keys kShape = {
    {.name = "box", .type = vector, .unit = "m", .low = 1e-7, .high = kFar, .meaning = "full sizes"},
    {.name = "sphere", .unit = "m", .low = 1e-7, .high = kFar, .meaning = "radius"},
    {.name = "capsule", .type = table, .meaning = "along z: { radius, length }, length without the caps"},
    {.name = "cylinder", .type = table, .meaning = "along z: { radius, height }"},
    {.name = "mesh", .type = text, .meaning = "a closed triangle mesh, .obj .ply or .stl, path relative to the scene"},
    {.name = "plane", .type = vector, .low = -1e3, .high = 1e3, .meaning = "colliders only: the outward normal; everything behind it is solid"},
    {.name = "scale", .fallback = "1", .low = 1e-6, .high = 1e6, .meaning = "of a mesh"},
};
const Keys kSolidShape = [] {
  Keys keys;
  for (const KeyInfo& k : kShape)
    if (k.name != "plane") keys.push_back(k);
  keys.push_back({.name = "tets", .type = text, .meaning = "tetrahedra: .msh (Gmsh 2 or 4.1, ASCII), .node and .ele (TetGen) or .vtk (legacy, ASCII), path relative to the scene"});
  keys.push_back({.name = "figure", .type = table, .meaning = "a person with bones, standing on its origin, ahead along x"});
  return keys;
}();
const Keys kPuttyShape = [] {
  Keys keys;
  for (const KeyInfo& k : kSolidShape)
    if (k.name != "tets") keys.push_back(k);
  return keys;
}();
const Keys kCapsule = {{.name = "radius", .unit = "m", .low = 1e-7, .high = kFar, .meaning = "radius", .required = true},
                       {.name = "length", .unit = "m", .low = 0, .high = kFar, .meaning = "between the caps", .required = true}};
const Keys kCylinder = {{.name = "radius", .unit = "m", .low = 1e-7, .high = kFar, .meaning = "radius", .required = true},
                        {.name = "height", .unit = "m", .low = 1e-7, .high = kFar, .meaning = "height", .required = true}};
const Keys kRotate = {{.name = "axis", .type = vector, .fallback = "[0, 0, 1]", .low = -1e6, .high = 1e6, .meaning = "direction, any length but zero"},
                      {.name = "angle", .unit = "rad", .low = -1e6, .high = 1e6, .meaning = "counter-clockwise seen against the axis; \"30 deg\"", .required = true}};
const Keys kColour = {{.name = "by", .type = word, .words = {"height", "x", "random", "layers"}, .meaning = "a colour a point, by its place at the start", .required = true},
                      {.name = "from", .type = any, .meaning = "first colour of the range"},
                      {.name = "to", .type = any, .meaning = "last colour of the range"}};
const Keys kSource = {{.name = "rate", .unit = "kg/s", .low = 1e-9, .high = 1e9, .meaning = "mass a second; the speed follows from it, the density and the shape"},
                      {.name = "velocity", .type = vector, .unit = "m/s", .low = -1e4, .high = 1e4, .meaning = "of the new points; with `rate` only its direction counts. Default: along gravity"},
                      {.name = "from", .unit = "s", .fallback = "0", .low = 0, .high = 1e6, .meaning = "begin"},
                      {.name = "until", .unit = "s", .low = 0, .high = 1e6, .meaning = "end; default: the end of the run"}};

const Keys kCollider = {
    {.name = "name", .type = text, .meaning = "unique; default: collider1, collider2, ..."},
    {.name = "shape", .type = table, .meaning = "the solid", .required = true},
    {.name = "at", .type = vector, .unit = "m", .fallback = "[0, 0, 0]", .low = -kFar, .high = kFar, .meaning = "where its centre is at time 0"},
    {.name = "rotate", .type = table, .meaning = "turned about its centre"},
    {.name = "boundary", .type = word, .fallback = "\"separate\"", .words = {"sticky", "slip", "separate", "symmetry"}, .meaning = "holds everything; lets slide along; also lets go; mirrors the material (a plane across an axis, on grid nodes)"},
    {.name = "friction", .fallback = "0", .low = 0, .high = 100, .meaning = "Coulomb coefficient of slip and separate"},
    {.name = "visible", .type = flag, .fallback = "true", .meaning = "drawn in pictures"},
    {.name = "colour", .type = any, .fallback = "[0.62, 0.62, 0.64]", .meaning = "a name, \"#rrggbb\" or [r, g, b] from 0 to 1"},
    {.name = "look", .type = word, .fallback = "\"auto\"", .words = kLooks, .meaning = "how pictures show it; auto: matt"},
    {.name = "velocity", .type = vector, .unit = "m/s", .fallback = "[0, 0, 0]", .low = -1e4, .high = 1e4, .meaning = "constant"},
    {.name = "spin", .type = vector, .unit = "rad/s", .fallback = "[0, 0, 0]", .low = -1e4, .high = 1e4, .meaning = "constant, about its centre; \"120 rpm\""},
    {.name = "keys", .type = list, .meaning = "keyframes { time, at, rotate } instead of at, rotate, velocity and spin"},
    {.name = "sequence", .type = table, .meaning = "a deforming mesh: a file a frame, all with the same triangles; shape must be a mesh"},
};
const Keys kKeyframe = {{.name = "time", .unit = "s", .low = -1e6, .high = 1e6, .meaning = "later than the key before", .required = true},
                        {.name = "at", .type = vector, .unit = "m", .fallback = "[0, 0, 0]", .low = -kFar, .high = kFar, .meaning = "centre"},
                        {.name = "rotate", .type = table, .meaning = "turned about its centre"}};
const Keys kSequence = {{.name = "files", .type = text, .meaning = "path with one %04d or #### for the number, relative to the scene; all files that match", .required = true},
                        {.name = "fps", .unit = "Hz", .fallback = "24", .low = 1e-3, .high = 1e6, .meaning = "files a second"}};

const Keys kPair = {
    {.name = "between", .type = list, .meaning = "two names: solids, rigid bodies or putty, or one of them and anything else", .required = true},
    {.name = "friction", .low = 0, .high = 100, .meaning = "Coulomb's coefficient between the two", .required = true},
};

const Keys kProbe = {{.name = "name", .type = text, .meaning = "the column in probes.csv", .required = true},
                     {.name = "measure", .type = table, .meaning = "what", .required = true},
                     {.name = "every", .type = word, .fallback = "\"frame\"", .words = {"frame", "step"}, .meaning = "a row a frame or a step"}};
const Keys kMeasure = {
    {.name = "object", .type = text, .meaning = "an object's name; default: all of them"},
    {.name = "collider", .type = text, .meaning = "a collider's name, for forces on it"},
    {.name = "quantity", .type = text, .meaning = "what: see `weft list probes`; may be a formula such as sqrt(x^2 + y^2)"},
    {.name = "take", .type = text, .meaning = "one number of many: min max mean sum count std, or p01 .. p99"},
    {.name = "nearest", .type = vector, .unit = "m", .low = -kFar, .high = kFar, .meaning = "follow the point that starts nearest to here"},
    {.name = "id", .type = integer, .low = 0, .high = 4294967295.0, .meaning = "follow the point with this number"},
    {.name = "box", .type = list, .meaning = "[[x, y, z], [x, y, z]]: only points between these corners"}};

const Keys kOutput = {{.name = "write", .type = list, .fallback = "[\"frames\"]", .meaning = "what to write while running: frames (the program's own, always written), and any of usd pc2 ply obj vtp vdb npz for other programs, in RUN/export/; see docs/formats.md"},
                      {.name = "every", .type = integer, .fallback = "1", .low = 1, .high = 1e6, .meaning = "write each frame, each second frame, ..."},
                      {.name = "quantities", .type = list, .fallback = "[\"plastic_strain\"]", .meaning = "values of every point kept in the frames, for pictures coloured by them and for export; see `weft list probes`"},
                      {.name = "checkpoint", .type = integer, .fallback = "1", .low = 1, .high = 1e6, .meaning = "frames between checkpoints"},
                      {.name = "keep", .type = integer, .fallback = "2", .low = 1, .high = 1e6, .meaning = "checkpoints kept"}};
const Keys kRender = {{.name = "camera", .type = table, .meaning = "where it stands; default: sees the action of the whole run from the front right"},
                      {.name = "size", .type = list, .fallback = "[1280, 720]", .meaning = "[width, height] in pixels"},
                      {.name = "samples", .type = integer, .fallback = "16", .low = 1, .high = 65536, .meaning = "paths of light a pixel; noise is removed afterwards"},
                      {.name = "still", .type = integer, .low = 0, .high = 1e9, .meaning = "the frame that shows the scene best, for `weft render --still`; default: one in the middle"},
                      {.name = "background", .type = any, .meaning = "a colour; default: a pale studio"},
                      {.name = "ground", .type = flag, .fallback = "true", .meaning = "draw planes that face upwards, or a ground below everything where there is none"},
                      {.name = "surfaces", .type = flag, .fallback = "true", .meaning = "show points by the smooth surface around them; sand always stays grains"},
                      {.name = "sun", .type = table, .meaning = "the key light"},
                      {.name = "sky", .fallback = "1", .low = 0, .high = 100, .meaning = "strength of the light from all around"},
                      {.name = "colour", .type = text, .fallback = "\"\"", .meaning = "colour by a quantity, with a legend: speed, height, or one of `output.quantities`"},
                      {.name = "range", .type = list, .meaning = "[low, high] of that quantity; default: what the run holds"}};
const Keys kSun = {{.name = "direction", .type = vector, .fallback = "[-0.8, -0.3, 0.8]", .low = -1e6, .high = 1e6, .meaning = "from the scene towards the light"},
                   {.name = "colour", .type = any, .fallback = "[1, 0.97, 0.91]", .meaning = "of its light"},
                   {.name = "strength", .fallback = "1", .low = 0, .high = 100, .meaning = "1 suits the sky"},
                   {.name = "softness", .unit = "rad", .fallback = "0.07", .low = 0, .high = 1, .meaning = "half the angle it covers: large for soft shadows"}};
const Keys kCamera = {{.name = "from", .type = vector, .unit = "m", .low = -kFar, .high = kFar, .meaning = "where it stands", .required = true},
                      {.name = "to", .type = vector, .unit = "m", .low = -kFar, .high = kFar, .meaning = "what it looks at", .required = true},
                      {.name = "angle", .unit = "rad", .fallback = "0.6", .low = 0.01, .high = 3, .meaning = "vertical angle of view"}};
// clang-format on

}  // namespace

const std::vector<TableInfo>& scene_tables() {
  static const std::vector<TableInfo> tables = [] {
    std::vector<TableInfo> all = {
      {"scene", "top level", "A scene is one TOML file.", kTop},
      {"time", "[time]", "", kTime},
      {"solver", "[solver]", "", kSolver},
      {"object", "[[object]]", "A thing that moves.", kObject},
      {"shape", "shape = { }", "One of box, sphere, capsule, cylinder, mesh or plane.", kShape},
      {"capsule", "capsule = { }", "", kCapsule},
      {"cylinder", "cylinder = { }", "", kCylinder},
      {"rotate", "rotate = { }", "", kRotate},
      {"copies", "copies = { }", "Copies are called name_1, name_2, ... in the order x, y, z.", kCopies},
      {"colour", "colour = { }", "", kColour},
      {"source", "source = { }", "", kSource},
      {"thin", "[[object]] of type cloth or fibre", "A thing made of triangles or threads.", kThin},
      {"thin_shape", "shape = { } of cloth and fibre", "One of:", kThinShape},
      {"pin", "pins = [{ }]", "Which vertices, and how they move; without a motion they are held.", kPin},
      {"hair_object", "[[object]] of type hair", "Strands that stretch, bend and twist as elastic rods.", kHair},
      {"hair_shape", "shape = { } of hair", "One of:", kHairShape},
      {"hair_pin", "pins = [{ }] of hair", "Which vertices, and how they move; without a motion they are held. Where two neighbours are held by one pin, the twist between them is too.", kHairPin},
      {"shell", "[[object]] of type shell", "A thing that resists bending and keeps dents; see docs/shells.md.", kShell},
      {"shell_shape", "shape = { } and rest = { } of shells", "One of:", kShellShape},
      {"shell_pin", "pins = [{ }] of shells", "Which control points, and how they move; without a motion they are held.", kShellPin},
      {"rigid", "[[object]] of type rigid", "A thing that does not deform; see docs/rigid.md.", kRigid},
      {"axis", "axis = { }", "", kAxis},
      {"joint", "[[joint]]", "Holds two rigid bodies together, or one to its place.", kJoint},
      {"solid", "[[object]] of type solid", "A soft solid of tetrahedra; see docs/tetrahedra.md.", kSolid},
      {"solid_shape", "shape = { } of solids", "One of box, sphere, capsule, cylinder, mesh, tets or figure. A box is a block of cells, tetrahedra of a file stay as they are, other shapes are filled with a lattice that fits their surface.", kSolidShape},
      {"figure", "figure = { }", "", kFigure},
      {"solid_pin", "pins = [{ }] of solids", "Which vertices, and how they move; without a motion they are held.", kSolidPin},
      {"putty", "[[object]] of type putty", "Points that know their neighbours, from liquid-soft to nearly rigid, elastic or plastic; see docs/putty.md.", kPutty},
      {"putty_shape", "shape = { } of putty", "One of box, sphere, capsule, cylinder, mesh or figure.", kPuttyShape},
      {"putty_pin", "pins = [{ }] of putty", "Which points, and how they move; without a motion they are held.", kPuttyPin},
      {"collider", "[[collider]]", "An obstacle.", kCollider},
      {"key", "keys = [{ }]", "", kKeyframe},
      {"sequence", "sequence = { }", "", kSequence},
      {"pair", "[[pair]]", "Friction between two things, instead of what each says by itself: the geometric mean of two bodies' `friction`, a body's own against grains, cloth, fibres and shells, a collider's own against everything.", kPair},
      {"probe", "[[probe]]", "A measurement.", kProbe},
      {"measure", "measure = { }", "", kMeasure},
      {"output", "[output]", "", kOutput},
      {"render", "[render]", "", kRender},
      {"camera", "camera = { }", "", kCamera},
      {"sun", "sun = { }", "", kSun},
    };
    for (TableInfo& t : maker_tables()) all.push_back(std::move(t));
    return all;
  }();
  return tables;
}

}  // namespace weft
