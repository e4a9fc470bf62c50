/// Loads of an object at time 0.
#pragma once
#include <span>

#include "bodies/shell/shell.h"
#include "geometry/shells/quad_sheet.h"
#include "scene/scene.h"

namespace weft {

/// What loads may act on.
struct LoadedMesh {
  std::span<const Vec3d> rest, now;
  std::vector<std::array<std::uint32_t, 2>> edges;
  std::vector<std::array<std::uint32_t, 3>> faces;
};
LoadedMesh loaded_triangles(std::span<const Vec3d> rest, std::span<const Vec3d> now,
                            std::vector<std::array<std::uint32_t, 3>> faces);
LoadedMesh loaded_strands(std::span<const Vec3d> rest, std::span<const Vec3d> now,
                          std::span<const std::uint32_t> counts);

/// Errors E0227 where one acts on nothing.
std::vector<Load> make_loads(const ObjectSpec& object, const LoadedMesh& mesh);
/// Of a shell, with its edges: forces act on its surface; a rim has edges of its own.
std::vector<Load> make_shell_loads(const ObjectSpec& object, const QuadSheet& sheet, const LoadedMesh& mesh,
                                   const ShellOptions& how);

}  // namespace weft
