#include "scene/build/strands.h"

#include <filesystem>

#include "geometry/mesh_io.h"
#include "geometry/weave/curve_file.h"
#include "scene/figures.h"

namespace weft {
namespace {

void grow_on(HeadHair& hair, const Scene& scene, const GrowsOn& on) {
  if (!on.mesh.empty()) hair.surface = read_mesh(std::filesystem::path(scene.folder) / on.mesh);
  if (on.figure.empty()) return;
  FigureOptions standing = *figure_of(*find_figure(scene, on.figure));
  standing.walk = 0;
  const HeadBall head = head_of(standing);
  hair.radius = head.radius;
  hair.skin = [skin = make_figure(standing).skin, centre = head.centre](const Vec3d& x) {
    return skin(x + centre);
  };
}

}  // namespace

Strands make_strands(const Scene& scene, const StrandMaker& maker, const GrowsOn& on) {
  StrandMaker made = maker;
  if (auto* hair = std::get_if<HeadHair>(&made)) grow_on(*hair, scene, on);
  return make_thin(made);
}

Strands make_strands(const Scene& scene, const CurveFile& file) {
  Strands strands = read_curves(std::filesystem::path(scene.folder) / file.path);
  for (Vec3d& x : strands.vertices) x *= file.scale;
  return strands;
}

}  // namespace weft
