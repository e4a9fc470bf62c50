/// Joints and bones of a standing person, and how a pose moves them.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "geometry/shape.h"

namespace weft {

/// Sides: 0 is left (y > 0), 1 is right.
enum BoneIndex { kPelvis, kSpine, kChest, kHead, kUpperArm, kLowerArm, kHand, kThigh, kShin, kFoot };
constexpr std::size_t kBones = 16;
/// Of a bone of the middle, or of one of a pair.
constexpr std::size_t bone_of(BoneIndex bone, std::size_t side = 0) {
  return bone < kUpperArm ? std::size_t(bone) : std::size_t(bone) + 6 * side;
}

/// Measures of a person, in parts of the height unless said otherwise.
struct BodyPlan {
  double height = 1.7;          ///< [m]
  double shoulder = 0.108;      ///< half the width between the joints
  double hip = 0.052;           ///< half the width between the joints
  double stance = 0.072;        ///< half the width between the feet
  double arm_angle = 0.5;       ///< of the arms from the vertical [rad]
  double torso = 1, limbs = 1;  ///< thickness, 1 is slim
  double belly = 0;             ///< radius of the belly
};

/// Error E0142 when there is no such build.
BodyPlan plan_of(const std::string& build);

/// Places at rest [m].
struct Joints {
  Vec3d pelvis, waist, chest, neck, head;
  std::array<Vec3d, 2> shoulder, elbow, wrist, finger, hip, knee, ankle, heel, ball;
};

Joints stand(const BodyPlan& plan);

/// A bone from joint to joint, and the point it turns about.
struct BoneSpan {
  const char* name;
  Vec3d from, to, pivot;
  double radius;  ///< of its core [m]
};

std::array<BoneSpan, kBones> bones_of(const BodyPlan& plan, const Joints& joints);

/// Where a pose takes a bone: x = at + rotation (X - pivot).
struct BonePose {
  Vec3d at;
  Quaternion<double> rotation;
};
using BodyPose = std::array<BonePose, kBones>;

}  // namespace weft
