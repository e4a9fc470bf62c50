/// Proportions after Drillis and Contini (1966): lengths of the parts of the body over its height.
#include "geometry/figure/skeleton.h"

#include <fmt/format.h>

#include <cmath>

#include "exec/error.h"
#include "geometry/figure/figure.h"

namespace weft {

std::vector<std::string> figure_builds() { return {"slim", "stout", "tall"}; }

BodyPlan plan_of(const std::string& build) {
  if (build == "slim") return {};
  if (build == "stout")
    return {.height = 1.66,
            .shoulder = 0.116,
            .hip = 0.06,
            .stance = 0.09,
            .arm_angle = 0.62,
            .torso = 1.28,
            .limbs = 1.22,
            .belly = 0.1};
  if (build == "tall") return {.height = 1.88, .shoulder = 0.112, .torso = 0.98, .limbs = 0.98};
  throw Error("E0142", fmt::format("there is no figure of build '{}'", build), {},
              fmt::format("one of: {}", fmt::join(figure_builds(), " ")));
}

Joints stand(const BodyPlan& plan) {
  const double H = plan.height;
  Joints j;
  j.pelvis = {{0, 0, 0.545 * H}};
  j.waist = {{0, 0, 0.61 * H}};
  j.chest = {{0, 0, 0.68 * H}};
  j.neck = {{0, 0, 0.845 * H}};
  j.head = {{0.01 * H, 0, 0.945 * H}};
  for (std::size_t s = 0; s < 2; ++s) {
    const double side = s == 0 ? 1 : -1;
    const Vec3d along{{0, side * std::sin(plan.arm_angle), -std::cos(plan.arm_angle)}};
    j.shoulder[s] = {{0, side * plan.shoulder * H, 0.81 * H}};
    j.elbow[s] = j.shoulder[s] + along * (0.172 * H);
    j.wrist[s] = j.elbow[s] + along * (0.146 * H);
    j.finger[s] = j.wrist[s] + along * (0.07 * H);
    j.hip[s] = {{0, side * plan.hip * H, 0.53 * H}};
    j.ankle[s] = {{-0.01 * H, side * plan.stance * H, 0.045 * H}};
    // The knee a little ahead of the line from hip to ankle: which way it bends is never in doubt.
    j.knee[s] = j.hip[s] * 0.5 + j.ankle[s] * 0.5 + Vec3d{{0.02 * H, 0, 0}};
    j.heel[s] = {{-0.032 * H, side * plan.stance * H, 0.024 * H}};
    j.ball[s] = {{0.085 * H, side * (plan.stance + 0.006) * H, 0.02 * H}};
  }
  return j;
}

std::array<BoneSpan, kBones> bones_of(const BodyPlan& plan, const Joints& j) {
  const double H = plan.height;
  std::array<BoneSpan, kBones> b{};
  b[kPelvis] = {"pelvis", j.hip[0], j.hip[1], j.pelvis, 0.035 * H};
  b[kSpine] = {"spine", j.pelvis, j.chest, j.waist, 0.02 * H};
  b[kChest] = {"chest", j.chest, j.neck - Vec3d{{0, 0, 0.07 * H}}, j.chest, 0.026 * H};
  b[kHead] = {"head", j.neck + Vec3d{{0, 0, 0.04 * H}}, j.head, j.neck, 0.03 * H};
  static constexpr const char* kNames[2][6] = {
      {"left upper arm", "left lower arm", "left hand", "left thigh", "left shin", "left foot"},
      {"right upper arm", "right lower arm", "right hand", "right thigh", "right shin", "right foot"}};
  for (std::size_t s = 0; s < 2; ++s) {
    const auto set = [&](BoneIndex bone, const Vec3d& from, const Vec3d& to, double radius) {
      b[bone_of(bone, s)] = {kNames[s][bone - kUpperArm], from, to, from, radius * H};
    };
    set(kUpperArm, j.shoulder[s], j.elbow[s], 0.011);
    set(kLowerArm, j.elbow[s], j.wrist[s], 0.01);
    set(kHand, j.wrist[s], j.finger[s], 0.009);
    set(kThigh, j.hip[s], j.knee[s], 0.016);
    set(kShin, j.knee[s], j.ankle[s], 0.013);
    set(kFoot, j.heel[s], j.ball[s], 0.012);
    b[bone_of(kFoot, s)].pivot = j.ankle[s];
  }
  return b;
}

}  // namespace weft
