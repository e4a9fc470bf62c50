/// The tables of a scene that are not those of a kind of body.
#pragma once
#include "scene/keys/key.h"
#include "scene/scene.h"

namespace weft {

/// copies = { counts = [4, 1, 3], step = [0.2, 0, 0.1], stagger = [0.5, 0, 0] }: one object written, many made.
struct Copies {
  Vec3d counts{{1, 1, 1}};
  Vec3d step{{0, 0, 0}};     ///< [m]
  Vec3d stagger{{0, 0, 0}};  ///< parts of the step
};

const TableInfo& top_table();
const Table<TimeSpec>& time_table();
const Table<Solver>& solver_table();
const Table<Placement>& rotate_table();
const Table<Copies>& copies_table();
const Table<ColourSpec>& colour_table();
const Table<SourceSpec>& source_table();
const Table<FigureOptions>& figure_table();
const Table<FixedAxis>& axis_table();
const Table<JointSpec>& joint_table();
const Table<ColliderSpec>& collider_table();
const Table<KeySpec>& keyframe_table();
const Table<SequenceSpec>& sequence_table();
const Table<PairSpec>& pair_table();
const Table<Probe>& probe_table();
const Table<Probe>& measure_table();  ///< a probe without its name
const Table<OutputSpec>& output_table();
const Table<RenderSpec>& render_table();
const Table<CameraSpec>& camera_table();
const Table<SunSpec>& sun_table();

/// box, sphere, capsule, cylinder, mesh, plane and scale.
const Table<ShapeSpec>& shape_table();
const Table<Capsule>& capsule_table();
const Table<Cylinder>& cylinder_table();

}  // namespace weft
