/// Codes of the simulation itself and of validation.
#include "scene/explain.h"

namespace weft {

std::vector<Explanation> explain_running() {
  return {
      {"E0501", "the simulation failed",
       "A step gave numbers that are not finite or needed steps shorter than dt_min, and going back with "
       "smaller steps did not help. The last good state is kept. Look for speeds or stiffnesses far too "
       "large for the scene, objects that begin inside each other, or a dt that is fixed too long."},
      {"E0560", "points that cannot be put one by one",
       "Whoever steers a simulation can put the points of bodies elsewhere one by one, but a rigid body only "
       "as a whole, by "
       "its position, rotation, velocity and spin; one that turns about a fixed axis only by its spin."},
      {"E0561", "there is no such pin",
       "Pins of a body are numbered from 0 in the order in which its pins = [...] has them."},
      {"E0562", "nothing can arrive in the past",
       "What is led somewhere must get there at a time that is still to come. The default is the end of the "
       "frame in "
       "progress."},
      {"E0563", "numbers that do not fit",
       "Positions and velocities need one row of three finite numbers per point, in the order of ids. "
       "Rotations are "
       "quaternions (w, x, y, z), rotation vectors in radians, or matrices."},
      {"E0564", "somebody else is stepping",
       "A simulation is stepped without Python's lock, so that other threads can work meanwhile, but not on "
       "the same "
       "simulation. Wait until its step() or run() has come back."},
      {"E0565", "nothing of that name",
       "Objects and colliders are known by the names that the scene gives them; without one they are called "
       "object1, "
       "collider1 and so on."},
      {"E0566", "a number out of range", "The message says which, and what it may be."},
      {"E0567", "a force that nobody measured",
       "What pins feel is measured for cloth, fibres, shells, solids and putty that the processor steps: not "
       "for hair, not on the grid with step = \"implicit\" and not on a graphics card. Forces on colliders "
       "are known everywhere."},
      {"E0502", "a point left the reach of the grid",
       "A position is not finite or too far from the origin for the grid to number its cells. Something was "
       "thrown away at great speed."},
      {"E0504", "no rest was found",
       "solver.step = \"static\" looks for the rest of each frame, and forces were left over after as many "
       "steps as "
       "solver.rest_steps allows. Something may be free to fall or slide for ever, or rest may need more "
       "steps or a "
       "larger solver.rest."},
      {"W0501", "surfaces cross",
       "At the end of a frame some surfaces pass through each other or through a collider. It is told the "
       "first time and whenever there are twice as many; the column crossings of stats.csv has the number "
       "for "
       "every frame, events.jsonl the places. Where it should not happen, try a finer mesh, slower motion or "
       "a "
       "smaller dx."},
      {"E0503", "a collider cannot be a symmetry plane",
       "Material is mirrored node by node, so the plane must be at rest, its normal an axis, and its place a "
       "multiple of dx. boundary = \"slip\" has no such limits."},
      {"E0520", "a shell that cannot be",
       "At rest a face is folded, or the shell is thicker than its curvature allows (the inside of a bend "
       "would turn inside out), or its quadrature is not one of the rules there are. Smooth the mesh or make "
       "the shell thinner."},
      {"E0530", "a rigid body without mass",
       "Its surface encloses no volume, or its density is not above 0. A mesh must be closed and its faces "
       "turned "
       "outward; `weft check SCENE` says what is wrong with a mesh."},
      {"E0521", "a law that no shell has", "Shells are made of lamina, orthotropic or woven_shell."},
      {"E0522", "a shell is held in a circle",
       "Displacements of its control points are tied to each other so that none is free."},
      {"E0523", "no equilibrium of a shell",
       "Newton's method found none: the shell can move freely, or it has buckled and jumps. Hold it better, "
       "lessen the "
       "load, or follow it in time."},
      {"E0524", "a solid that cannot be",
       "Its mesh has no tetrahedra, or one without volume at rest, or a vertex that none of them uses. Mesh "
       "it "
       "again."},
      {"E0525", "no equilibrium of a solid",
       "Newton's method found none under the load of a validation case. Put it on in smaller parts."},
      {"E0526", "putty that keeps its neighbours cannot yield",
       "Flow changes who is near whom, and `keep_neighbours` keeps the neighbours at rest. Leave out one of "
       "the "
       "two."},
      {"E0527", "putty without points",
       "It has no points, or no spacing above zero: the shape is smaller than the spacing, or nothing was "
       "given."},
      {"E0540", "a probe cannot be understood",
       "Its keys contradict each other or one is missing; see `weft list probes`."},
      {"E0541", "a probe of an unknown object", "The name is not among the scene's objects."},
      {"E0542", "a probe of an unknown collider", "The name is not among the scene's colliders."},
      {"E0543", "two probes with one name", "A probe's name is its column, so it is unique."},
      {"E0544", "a probe follows a point that is not there",
       "No point has this id, or there is none near the place."},
      {"E0545", "an unknown quantity",
       "No body knows what a probe or [output] quantities asks for; see `weft list probes`."},
      {"E0550", "no equilibrium of a rod",
       "Newton's method found none: the rod can move freely, or it has buckled and jumps. Hold it better or "
       "put "
       "the load on in smaller steps."},
      {"E0551", "a strand is nowhere",
       "The place of a vertex is not a number or infinitely far: the strands moved too far in one step. Use "
       "smaller "
       "steps or more Newton steps."},
      {"E0552", "a strand too short to bend",
       "A strand of hair has fewer than three vertices. Give it more segments."},
      {"E0720", "no such device",
       "Steps are made by \"cpu\", \"gpu\" (the first graphics card), \"gpu:1\" (the second, as "
       "`nvidia-smi` counts) or \"auto\" (a card where that pays)."},
      {"E0721", "a device that is not there",
       "The program was built without CUDA or in double, or the machine has no graphics card by NVIDIA "
       "with this number, or no driver that knows it. docs/gpu.md says what is needed; device = \"cpu\" "
       "does without. With \"auto\" the processor is taken where there is no card."},
      {"E0722", "the graphics card has too little memory",
       "The message says how much is missing. End other programs that use the card, take a larger one, "
       "raise dx, or use device = \"cpu\". Where it happens during a run, the last checkpoint is safe and "
       "`weft resume` continues, on the card or with --device cpu."},
      {"E0723", "the graphics card failed",
       "The driver reported an error: a card that was reset, lost or used up, or a fault of this program. "
       "What was computed since the last checkpoint is lost; `weft resume` continues from there, on the "
       "card or with --device cpu."},
      {"E0724", "a scene that a graphics card cannot step",
       "Some setting is for the processor only, no object can go, or the surface of one that goes would meet "
       "that of one that stays; the message names all of them. Change what is named, or say device = "
       "\"cpu\". "
       "With \"auto\" the processor is taken. docs/gpu.md lists what can go."},
      {"E0725", "too many objects for a graphics card",
       "Its kernels know each object by a number, and there are not as many. Fewer, larger objects can go, "
       "or say device = \"cpu\"."},
      {"E0701", "an expectation cannot be read", "A parenthesis or a quote is not closed."},
      {"E0702", "a function got the wrong arguments",
       "See the functions of series in the documentation of validation."},
      {"E0703", "a series where a number is wanted",
       "Reduce it first: last(...), max(...), mean(...), at(..., t)."},
      {"E0704", "series of several runs are mixed",
       "Say which run, as in RUN.NAME, and reduce each to a number first."},
      {"E0705", "an unknown series", "The names are those of the probes and the columns of stats.csv."},
      {"E0706", "a table of a case cannot be read", "Tables are CSV files beside the case, with a header."},
      {"E0710", "no such case", "Give `weft validate` a case file, or a folder that holds some."},
      {"E0711", "an expectation is not complete",
       "It needs a value and something to compare it with: equals with a tolerance, or a bound."},
      {"E0712", "two parts of a case have one name", "Runs and points of a case are found by their names."},
      {"E0713", "no deformation gives the wanted stress",
       "A law at a point was asked for a stress that it cannot carry."},
      {"E0714", "a law does not have this state",
       "The names of a law's state are those it writes: plastic_strain and the like."},
      {"E0715", "the results of a case cannot be written", "Check the folder and the disk."},
  };
}

}  // namespace weft
