/// Codes of scene texts and of the command line.
#include "scene/explain.h"

namespace weft {

std::vector<Explanation> explain_scenes() {
  return {
      {"E0201", "the scene file cannot be read",
       "The path does not name a readable file. Relative paths begin at the current folder. `weft new NAME` "
       "writes a first scene."},
      {"E0202", "not valid TOML",
       "The text breaks the rules of TOML (toml.io) at the place shown. Common causes: a quote or bracket "
       "that is not closed, a key that is given twice, text without quotes."},
      {"E0203", "unknown key",
       "A key is not known in this table. Keys are never ignored silently, because a misspelt 'friction' "
       "would change the result without a word. `weft list keys` shows all of them."},
      {"E0204", "a key without effect",
       "The key is known but cannot act here: another key already says the same, or the kind chosen does not "
       "use it. Remove one of the two."},
      {"E0205", "a key is missing",
       "The table cannot work without this key and there is no sensible default."},
      {"E0206", "unknown name",
       "A probe, an override or another reference names an object or collider that the scene does not have."},
      {"E0207", "wrong type",
       "The value is of another type than the key wants: a text for a number, a list for a table. Texts are "
       "in quotes; true and false are without."},
      {"E0208", "wrong unit",
       "A text with a unit could not be read, or its dimension is not the one wanted, such as seconds for a "
       "length. Known units: m g s N Pa J W Hz L bar t min h P deg rad turn rpm in ft lb psi %, with "
       "prefixes n u m c d k M G, combined by * / and ^, as in \"300 g/m^2\". A bare number is SI."},
      {"E0209", "out of range",
       "The value is impossible or far outside what the program can do: negative sizes, zero frames per "
       "second, an end before a begin."},
      {"E0210", "not a finite number",
       "nan and inf are numbers in TOML, but nothing here can have such a value."},
      {"E0211", "not one of the choices", "The key takes one of a few words, and this is none of them."},
      {"E0212", "a name is used twice",
       "Objects, colliders and probes are found by their names, so each is unique among its kind."},
      {"E0213", "wrong number of entries",
       "A list is too short or too long: positions have three numbers, frames two."},
      {"E0214", "not in this version",
       "The scene asks for a kind of body that this version of the program does not have yet. `weft list "
       "bodies` shows those it has."},
      {"E0215", "another format of scenes",
       "`format` says which version of the scene language a file is written in. A file with a higher number "
       "needs a newer program."},
      {"E0216", "absurd count",
       "The scene would make more points, frames or tables than the program can hold. Usually dx is too "
       "small for the size of an object, or a unit is missing (1 is one metre)."},
      {"E0217", "not a usable name or pattern",
       "Names become columns and files: letters, digits, _ and - only. A sequence of files needs one %04d or "
       "#### for the number."},
      {"E0218", "an override does not fit",
       "`--set` takes KEY=VALUE, where KEY is a path such as solver.dx or object.NAME.material.young, and "
       "VALUE is TOML or a bare text."},
      {"E0219", "a file of the scene is missing",
       "The scene names a file that is not there. Relative paths begin at the folder of the scene, not at "
       "the current one."},
      {"E0220", "cannot read the formula",
       "Formulas use + - * / ^, comparisons, `a ? b : c`, the usual functions, pi and the variables of their "
       "place. The caret shows where reading stopped."},
      {"E0221", "a formula got the wrong number of values",
       "An internal mistake: a formula was asked with too many or too few values. Please report it."},
      {"E0222", "a formula failed",
       "A formula could be read but not evaluated. Please report it with the scene."},
      {"E0223", "an object is empty",
       "No point fell inside the shape: it is smaller than the distance of points, or (in plane mode) does "
       "not touch the plane y = 0. Lower dx, or give points_per_cell or spacing."},
      {"E0224", "a formula has no finite value",
       "A velocity formula is nan or inf at a point of the object, such as 1/x at x = 0."},
      {"E0225", "outside the plane",
       "A plane scene lives in y = 0: gravity and velocities have no part along y."},
      {"E0226", "an element without extent",
       "A triangle whose corners lie on a line, or a segment of no length, has no directions in which to be "
       "strained."},
      {"E0227", "a pin or load on nothing",
       "No vertex lies in its box, or it names vertices that are not there. Boxes are in world axes, at time "
       "0. A line load needs edges both ends of which are chosen, traction and pressure need faces all "
       "corners "
       "of which are."},
      {"E0228", "no such rim",
       "A pin names an edge that the shape does not have; the message lists those it has."},
      {"E0229", "a rest shape with other faces",
       "A shell begins as its shape and remembers another one without stress. Both need the same faces on "
       "the same "
       "numbers of control points."},
      {"E0230", "a walk without bones",
       "A figure walks by its bones: they lead the flesh around them. Add pins = [{ bones = true }], or "
       "leave out `walk`."},
      {"E0231", "a start that the law cannot recover from",
       "Rubber, Hencky's and the split law have infinite energy where volume vanishes. Start inverted, flat "
       "or at random "
       "with the laws jelly or linear_corotated."},
      {"E0232", "bones without a figure", "Only shape = { figure = { } } has bones to pin."},
      {"E0233", "putty that should walk",
       "A figure walks by its bones, which only a solid of tetrahedra has. Putty in the shape of a figure "
       "stands or falls."},
      {"E0240", "a rigid body in a plane scene",
       "Plane scenes have one layer of nodes and know no rotation but one; rigid bodies move in three "
       "dimensions. "
       "Leave out solver.plane, or make the thing a collider that moves by keys."},
      {"E0241", "a joint of a body with itself",
       "A joint holds two different rigid bodies together, or one of them to \"world\". "
       "Name two in `between`."},
      {"E0242", "nothing to follow",
       "A pin follows a collider, or a bone of a figure (an object with shape = { figure = { } }): things "
       "whose "
       "motion is told before the run. Rigid bodies, solids and other objects move as they are pushed; a pin "
       "cannot be glued to them. Likewise hair grows on a figure's head, a mesh or a sphere of its own."},
      {"E0243", "bones that nothing leads",
       "A pin follows a bone of a figure, but the figure does not hold its own flesh to its bones, so that "
       "the "
       "two would part. Give the figure pins = [{ bones = true }]."},
      {"E0244", "a strand too short to bend",
       "Strands of hair bend at vertices between their ends: they need three vertices, two segments, at "
       "least. "
       "Raise `segments`, or mend the file of curves."},
      {"E0250", "a pair that cannot have a friction of its own",
       "A [[pair]] names two different things, and at least one of them moves by itself: a solid, a rigid "
       "body, putty, or cloth or fibres with coupling = \"mesh\". "
       "Grains, "
       "cloth, fibres "
       "and shells share one velocity field, where friction is part of their materials; a collider's "
       "friction against "
       "them is the collider's own key."},
      {"W0201", "a thin collider",
       "The collider is thinner than two grid cells, so material can pass through it. Make it thicker or dx "
       "smaller."},
      {"W0202", "fast motion",
       "Something moves more than a cell a frame-limited step would like: many substeps are needed, and thin "
       "things may be passed through. Check the speed; it may be a unit mistake."},
      {"W0203", "few points a cell",
       "Fewer than four points a cell (two in plane mode) leave holes in the material: it may break up where "
       "it should not."},
      {"W0204", "objects overlap",
       "Two objects begin in the same place. Points of grains share cells with twice the density and push "
       "each "
       "other apart in the first steps; what begins inside a solid or rigid body stays there."},
      {"W0205", "an object begins inside a collider",
       "Points inside a collider are pushed out or held by it from the first step. Triangles and segments "
       "are "
       "measured all over, not only at their corners: those that reach more than a micrometre into a "
       "collider "
       "are counted, with the place of the deepest."},
      {"W0206", "dx is large for an object",
       "An object is only a few cells wide, so its shape and its stress are not resolved."},
      {"W0207", "much memory", "The estimate is close to or above the memory of this machine."},
      {"W0208", "a long run", "The rough estimate is more than a day. Try --quality draft first."},
      {"W0209", "nothing holds the objects",
       "There is gravity but no collider: everything falls out of view."},
      {"W0210", "elements longer than cells",
       "Cloth and fibres touch at their contact points. When these are farther apart than a grid cell, "
       "things pass "
       "between them. Refine the mesh, or give its elements several contact points."},
      {"W0211", "elements much shorter than cells",
       "Folds that are finer than a grid cell cannot touch each other, and short elements mean short steps. "
       "Use a "
       "spacing of about dx, or a finer grid."},
      {"W0212", "a shell thicker than its faces",
       "Where a surface curves more sharply than its thickness its inner side turns inside out. Keep the "
       "thickness below "
       "the length of a face; make the spacing larger or the shell thinner."},
      {"W0213", "long segments of hair",
       "A crowd of strands presses on the grid at its vertices. Where these are farther apart than a grid "
       "cell, "
       "bundles pass into each other between them, until segments meet as geometry. Give strands more "
       "segments, or the grid a larger dx."},
      {"W0214", "curls coarser than segments",
       "Neighbouring segments of a strand meet at large angles: a curl of few segments is stiffer and "
       "shorter "
       "than it should be. Give strands at least eight segments a turn."},
      {"W0215", "points of putty far apart",
       "Others meet putty at the points of its surface. Where these are farther apart than a grid cell, "
       "things pass "
       "between them. Give it a smaller spacing; half a grid cell is usual."},
      {"W0216", "surfaces begin crossed",
       "Triangles of one object pass through those of another, or of the same, before anything has moved; "
       "the "
       "place is that of the deepest. Contact keeps surfaces on the side where they begin, so that what "
       "begins "
       "crossed may stay so. Move the objects apart, or mend the mesh."},
      {"W0217", "damping chooses the grid",
       "The key `damping` belongs to the transfers of the grid, so that a cloth, fibre or shell that has it "
       "and does "
       "not say `coupling` is moved by the grid, as in the papers. There layers that share nodes stick "
       "together and "
       "thin obstacles show through. Without it they meet as surfaces, with their true thickness: damp those "
       "by "
       "`stretch_damping`, `bend_damping` and `drag`. Who wants the grid says coupling = \"grid\"."},
      {"W0218", "the device is not here",
       "`weft check` finds no graphics card, or the program was built without CUDA, so that its estimates "
       "are those of the processor. The scene itself can be stepped on a card; `weft run` refuses until "
       "there is one."},
      {"W0219", "a device that is stopped after every step",
       "A probe with every = \"step\" wants a row per step. A device makes many steps at once, and now "
       "everything is fetched from it after each: a row per frame costs nothing."},
      {"W0220", "held everywhere, and no obstacle",
       "Pins prescribe how the vertices of a sheet move, but on the grid they weigh no more than they are: "
       "sand or "
       "putty that shares their nodes pushes through. A sheet of which nothing is free is an obstacle with "
       "coupling = \"mesh\", where points between pinned vertices are as heavy as can be, or as a collider."},
      {"E0601", "unknown command", "The first word after `weft` is a verb; `weft --help` lists them."},
      {"E0602", "a bad option or value",
       "The verb does not have this option, or its value cannot be used. `weft VERB --help` lists them."},
      {"E0603", "the file exists", "`weft new` does not overwrite. Choose another name."},
      {"E0604", "nothing known by this name",
       "`weft list` and `weft explain` know only what this version has."},
      {"E0605", "cannot write the file",
       "`weft new` could not write the scene: check the folder and its permissions."},
      {"E0690", "the processor is too old for this package",
       "Packages hold the program for x86-64-v3 (AVX2, FMA, BMI2) and for x86-64-v4 (AVX-512), and choose "
       "when they start. "
       "WEFT_ARCH in the environment chooses instead. On an older processor build from source: `make` "
       "compiles for the machine at hand."},
      {"E0691", "the installation is not whole",
       "bin/weft of a package starts lib/weft/x86-64-v3/weft or lib/weft/x86-64-v4/weft beside it, and found "
       "neither. "
       "Install the package again, or unpack the archive as a whole: bin/ alone cannot be moved."},
  };
}

}  // namespace weft
