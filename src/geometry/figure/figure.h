/// Procedural people: a skeleton, flesh around it, and a walk. They stand on z = 0 with x ahead of them and y
/// to their left.
#pragma once
#include <span>
#include <string>

#include "geometry/figure/flesh.h"
#include "geometry/motion.h"
#include "geometry/tets/stuffing.h"

namespace weft {

struct FigureOptions {
  std::string build = "slim";  ///< slim, stout or tall
  double height = 0;           ///< [m]; 0: that of its build
  double walk = 0;             ///< speed [m/s]; 0: it stands
  double start = 0.6;          ///< of the first step [s]; the weight shifts a little earlier
  double duration = 10;        ///< how long its motion is given [s]
};

struct Bone {
  std::string name;
  Capsule core;   ///< along z of its own axes; ends before the joints, so that flesh can bend there
  Pose rest;      ///< of the core, standing
  Motion motion;  ///< the same at time 0, then as it walks
};

struct Figure {
  std::vector<Bone> bones;
  LevelSet skin;  ///< of the flesh at rest
  Bounds bounds;  ///< hold the flesh at rest
};

/// Error E0142 for an unknown build or a size or speed out of range.
Figure make_figure(const FigureOptions& options);
std::vector<std::string> figure_builds();
/// Names of the bones of every figure.
std::vector<std::string> bone_names();
/// Of a figure at rest. Error E0142 as make_figure.
HeadBall head_of(const FigureOptions& options);

/// For each bone the vertices in its core, which is at least so thick that a mesh of this spacing has some
/// there. A vertex belongs to one bone.
std::vector<std::vector<std::uint32_t>> vertices_of_bones(const Figure& figure,
                                                          std::span<const Vec3d> vertices, double spacing);

}  // namespace weft
