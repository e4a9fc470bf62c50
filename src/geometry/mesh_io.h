/// Reading and writing triangle meshes (OBJ, PLY, STL), sequences of them, and point caches (PC2).
/// Every reader checks what it reads and throws Error E01xx that names the place; none trusts a count in a
/// header before the file is known to be long enough. Parsers take the file's bytes,
/// so that fuzzers can feed them.
#pragma once
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "geometry/mesh.h"
#include "geometry/quad_mesh.h"

namespace weft {

/// Reads a mesh; the extension (.obj, .ply, .stl, any case) says how.
TriangleMesh read_mesh(const std::filesystem::path& path);
/// The same with polygons as they are in the file; only OBJ keeps other ones than triangles.
PolygonMesh read_polygons(const std::filesystem::path& path);

/// Wavefront OBJ: `v` and `f` (polygons are fanned, negative indices count backwards);
/// other elements are skipped.
TriangleMesh parse_obj(std::string_view data, const std::string& name);
PolygonMesh parse_obj_polygons(std::string_view data, const std::string& name);
/// PLY 1.0: ascii and binary of either endianness, any property order and type.
TriangleMesh parse_ply(std::string_view data, const std::string& name);
/// STL: ascii and binary; equal vertices are welded.
TriangleMesh parse_stl(std::string_view data, const std::string& name);

/// Writes a mesh as OBJ with enough digits to be read back exactly.
void write_obj(const std::filesystem::path& path, const TriangleMesh& mesh);

/// Vertex positions over time.
struct PointCache {
  std::size_t points = 0;  ///< vertices per sample
  double first_frame = 0;  ///< frame number of the first sample
  double frames_per_sample = 1;
  std::vector<std::vector<Vec3d>> samples;  ///< [m]
};

/// A PC2 point cache: "POINTCACHE2", little endian. Must have `points` vertices per sample unless that is 0.
PointCache parse_pc2(std::string_view data, const std::string& name, std::size_t points = 0);
PointCache read_pc2(const std::filesystem::path& path, std::size_t points = 0);

/// A deforming mesh: one topology, one list of vertices per file.
struct MeshSequence {
  TriangleMesh first;
  std::vector<long> numbers;               ///< frame number of each file (its position when read from a list)
  std::vector<std::vector<Vec3d>> frames;  ///< vertices of each
};

/// All files that match a pattern in which one run of '#' stands for the frame number: "ball_####.obj".
MeshSequence read_mesh_sequence(const std::filesystem::path& pattern);
/// The named files in this order.
MeshSequence read_mesh_sequence(std::span<const std::filesystem::path> files);

/// In lower case, with its dot.
std::string extension_of(const std::filesystem::path& path);
/// The bytes of a regular file; Error E0101 when it cannot be read.
std::string mesh_file_bytes(const std::filesystem::path& path);

}  // namespace weft
