/// Codes of mesh files, materials, and everything in a run folder.
#include "scene/explain.h"

namespace weft {

std::vector<Explanation> explain_files() {
  return {
      {"E0101", "a file cannot be read", "It is missing, not a regular file, or not readable. Paths in a scene begin at the scene's folder."},
      {"E0102", "unknown kind of mesh", "Meshes are read by their extension: .obj, .ply or .stl."},
      {"E0103", "an empty file or mesh", "There are no bytes or no vertices. Usually the wrong object was exported."},
      {"E0104", "no faces", "The mesh has vertices but no triangles with an area; a cloud of points encloses nothing."},
      {"E0105", "a coordinate is not finite", "A vertex is nan, inf or more than 1e9 m away. Check the units of the exporter."},
      {"E0106", "a face names a vertex that does not exist", "The file was cut or edited by hand; export it again."},
      {"E0107", "the file ends too early", "The header promises more data than the file holds: it was truncated while being copied or written."},
      {"E0108", "an impossible count", "A header gives a count that cannot be true for a file of this size."},
      {"E0109", "a malformed header", "The header breaks the rules of its format."},
      {"E0110", "a malformed line", "A line of the file does not have the numbers or words it should have."},
      {"E0111", "unknown element", "The file holds something that the format does not know."},
      {"E0112", "the mesh is not closed", "Filling a mesh and colliding with it need an inside: every edge must belong to two triangles that agree on the direction. Close the holes in a modelling program."},
      {"E0113", "the mesh could not be written", "Check the folder and the free disk space."},
      {"E0114", "the meshes of a sequence differ", "All files of a sequence must have the same vertices in the same order and the same triangles."},
      {"E0115", "the cache does not fit the mesh", "A point cache moves the vertices of one mesh; their numbers must agree."},
      {"E0116", "no files in the sequence", "The pattern has one run of # (or one %04d) for the number, and at least one file must match."},
      {"E0117", "the mesh is inside out", "The triangles must run counter-clockwise seen from outside, and enclose a volume. Flip the normals."},
      {"E0118", "the search tree could not be built", "The library that finds the nearest triangle failed, most likely for lack of memory."},
      {"E0401", "a hash holds no data", "An internal mistake: something tried to read from a hash. Please report it."},
      {"E0402", "a file cannot be written", "Check that the folder exists and may be written."},
      {"E0403", "the disk failed or is full", "Nothing half written is left. Make room, then `weft resume` continues."},
      {"E0404", "a file of a run cannot be read", "Check the name and the permissions."},
      {"E0405", "a file of a run is damaged", "Its checksum or structure is wrong. Frames can be computed again; of checkpoints the one before is used."},
      {"E0406", "a file of another version", "It was written by another version of the program; use that one."},
      {"E0407", "a file lacks a part", "The file is whole but does not hold what is looked for, or holds it twice."},
      {"E0408", "the run folder is taken", "It holds a run already or is something else. `weft resume` continues it, -o DIR chooses another, --force starts again."},
      {"E0409", "another process writes this run", "Two programs must not write one run. Wait, or stop the other."},
      {"E0410", "no run to continue", "The folder has no run.json or no checkpoint. Start it with `weft run`."},
      {"E0411", "the run folder contradicts itself", "A file was changed by hand or lost lines. Restore it, or start again with --force."},
      {"E0414", "a frame would hold numbers that are not finite", "Nothing like that is ever written; the run stops and keeps its last good state."},
      {"E0416", "a checkpoint of another scene", "It was written from another scene, precision or build. Resume with what wrote it."},
      {"E0417", "the test hook makes no sense", "The variable WEFT_SPOIL, used by tests to break a step on purpose, could not be read."},
      {"E0420", "stopped by --max-hours", "The run is whole up to here; `weft resume` continues."},
      {"E0421", "stopped by --max-memory", "The run is whole up to here; `weft resume` continues on a larger machine or with a larger limit."},
      {"E0422", "out of memory", "The machine refused memory. Use a larger dx, or a larger machine; the last checkpoint is good."},
  };
}

}  // namespace weft
