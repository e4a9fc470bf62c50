#include "geometry/figure/figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "exec/error.h"
#include "geometry/figure/walk.h"

namespace weft {
namespace {

constexpr double kTrim = 0.17;          // of a bone's length, at either end, where it has no core
constexpr double kKeyTime = 1.0 / 120;  // [s]
constexpr double kCover = 0.56;         // any ball of this radius over the spacing holds a lattice point
constexpr double kFastest = 2, kEarliest = 0.3;  // [m/s], [s]

void require(bool good, const char* what) {
  if (!good)
    throw Error("E0142", fmt::format("a figure cannot have this {}", what), {},
                "height 0.2 to 5 m, walk 0 to 2 m/s, start from 0.3 s on");
}

BodyPlan sized_plan(const FigureOptions& options) {
  BodyPlan plan = plan_of(options.build);
  if (options.height != 0) plan.height = options.height;
  require(plan.height >= 0.2 && plan.height <= 5, "height");
  return plan;
}

/// Axes of a bone: its middle, z along it.
Pose axes_of(const BoneSpan& bone) {
  const Vec3d z = normalized(bone.to - bone.from);
  const Vec3d any = std::fabs(z[0]) < 0.9 ? Vec3d{{1, 0, 0}} : Vec3d{{0, 1, 0}};
  const Vec3d y = normalized(cross(z, any));
  Mat3d R{};
  R.set_column(0, cross(y, z));
  R.set_column(1, y);
  R.set_column(2, z);
  return {(bone.from + bone.to) * 0.5, Quaternion<double>::from_matrix(R)};
}

Pose moved(const Pose& rest, const BoneSpan& bone, const BonePose& pose) {
  return {pose.at + pose.rotation.rotate(rest.position - bone.pivot),
          (pose.rotation * rest.rotation).normalized()};
}

}  // namespace

std::vector<std::string> bone_names() {
  const BodyPlan plan;
  std::vector<std::string> names;
  for (const BoneSpan& span : bones_of(plan, stand(plan))) names.push_back(span.name);
  return names;
}

HeadBall head_of(const FigureOptions& options) { return head_ball(sized_plan(options)); }

Figure make_figure(const FigureOptions& options) {
  const BodyPlan plan = sized_plan(options);
  require(options.walk >= 0 && options.walk <= kFastest, "speed");
  require(options.start >= kEarliest && options.start < 1e6, "start");
  require(options.duration < 1e5, "duration");
  const Joints joints = stand(plan);
  const auto spans = bones_of(plan, joints);

  Figure figure;
  for (const BoneSpan& span : spans) {
    Bone bone{span.name, {span.radius, (0.5 - kTrim) * norm(span.to - span.from)}, axes_of(span), {}};
    bone.motion.start = bone.rest;
    figure.bones.push_back(std::move(bone));
    for (const Vec3d& x : {span.from, span.to}) figure.bounds.add(x);
  }
  const double around = (0.1 * std::max(plan.torso, plan.limbs) + plan.belly) * plan.height;
  figure.bounds.lower -= Vec3d::filled(around);
  figure.bounds.upper += Vec3d::filled(around);
  figure.skin = flesh(plan, joints);
  if (options.walk == 0) return figure;
  std::vector<double> times;
  for (int k = 0; times.empty() || times.back() < options.duration; ++k) times.push_back(k * kKeyTime);
  const std::vector<BodyPose> poses = walk_poses(plan, joints, options, times);
  for (std::size_t b = 0; b < kBones; ++b)
    for (std::size_t k = 0; k < times.size(); ++k)
      figure.bones[b].motion.keys.push_back({times[k], moved(figure.bones[b].rest, spans[b], poses[k][b])});
  return figure;
}

std::vector<std::vector<std::uint32_t>> vertices_of_bones(const Figure& figure,
                                                          std::span<const Vec3d> vertices, double spacing) {
  std::vector<std::vector<std::uint32_t>> out(figure.bones.size());
  for (std::uint32_t v = 0; v < vertices.size(); ++v) {
    std::size_t best = 0;
    double nearest = 0;
    for (std::size_t b = 0; b < figure.bones.size(); ++b) {
      const Bone& bone = figure.bones[b];
      const Capsule core{std::max(bone.core.radius, kCover * spacing), bone.core.half_length};
      const double d = signed_distance(core, bone.rest.to_local(vertices[v])).phi;
      if (d < nearest) nearest = d, best = b;
    }
    if (nearest < 0) out[best].push_back(v);
  }
  return out;
}

}  // namespace weft
