/// Steps of length s = v T follow each other every T, left foot first; a foot swings during the last seven
/// eighths of its step and else stands still. Hips go at v, midway between the feet:
///   x = v tau^2 / (2 T) during the first step,   x = v (tau - T / 2) after it,   tau since the first step
/// and so much lower that both legs reach. Feet are placed first; thigh and shin follow from hip and ankle
/// (the law of cosines), so that feet never slide.
#include "geometry/figure/walk.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace weft {
namespace {

using Rotation = Quaternion<double>;

constexpr double kStepTime = 0.56;                 // [s]
constexpr double kSwingFrom = 0.12, kSwingTo = 1;  // part of a step
constexpr double kHeelTime = 0.5;                  // of a step, the heel rises before the foot leaves
constexpr double kHeelAngle = 0.75;                // [rad], of a step of kFullStep
constexpr double kFullStep = 0.4;                  // of the height
constexpr double kReach = 0.995;                   // of a leg: knees are never straight
constexpr double kArmSwing = 0.5, kElbow = 0.35, kYaw = 0.09, kSway = 0.012;

/// From 0 to 1 while u does, without a jump of speed or acceleration.
double smooth(double u) {
  u = std::clamp(u, 0.0, 1.0);
  return u * u * u * (10 + u * (6 * u - 15));
}

Rotation about(int axis, double angle) {
  Vec3d a = Vec3d::zero();
  a[axis] = 1;
  return Rotation::from_axis_angle(a, angle);
}

/// The rotation that takes direction d0 to d and keeps `side` sideways.
Rotation turn(const Vec3d& d0, const Vec3d& d, const Vec3d& side0, const Vec3d& side) {
  const auto frame = [](const Vec3d& z, const Vec3d& y) {
    Mat3d m{};
    const Vec3d e_x = normalized(cross(y, z));
    m.set_column(0, e_x);
    m.set_column(1, cross(z, e_x));
    m.set_column(2, z);
    return m;
  };
  return Rotation::from_matrix(frame(normalized(d), side) * transpose(frame(normalized(d0), side0)));
}

class Walk {
 public:
  Walk(const BodyPlan& plan, const Joints& joints, const FigureOptions& options)
      : plan_(plan), j_(joints), options_(options), step_(options.walk * kStepTime) {
    if (options.walk > 0) lower_by_ = least_lowering();
  }

  BodyPose pose(double t) {
    place((t - options_.start) / kStepTime);
    for (std::size_t s = 0; s < 2; ++s) bend_leg(s);
    upper_body();
    return pose_;
  }

 private:
  /// Feet and hips at `tau` steps after the first one began.
  void place(double tau) {
    begun_ = options_.walk > 0 ? smooth((tau + 0.5) / 1.5) : 0;
    size_ = std::min(1.0, step_ / (kFullStep * plan_.height));
    ahead_ = -std::cos(std::numbers::pi * tau) * begun_ * size_;
    for (std::size_t s = 0; s < 2; ++s) place_foot(s, tau);
    place_pelvis(tau);
  }

  /// Foot s stands at rest, and swings in steps s, s + 2, ... : the ball of the foot goes first to `step`,
  /// then by two steps. The heel turns about the ball.
  void place_foot(std::size_t s, double tau) {
    double travelled = 0, lift = 0, heel = 0;
    if (options_.walk > 0) {
      const double cycle = (tau - double(s)) / 2;  // whole numbers: a step of this foot begins
      const double n = std::max(0.0, std::floor(cycle + kHeelTime / 2 - kSwingFrom / 2));
      const double now = 2 * (cycle - n);  // in steps since the nearest one began
      const double u = (now - kSwingFrom) / (kSwingTo - kSwingFrom);
      const double done = n == 0 ? 0 : double(s + 1) + 2 * (n - 1);
      const double length = n == 0 ? double(s + 1) : 2;
      travelled = step_ * (done + length * smooth(u));
      lift = 0.03 * plan_.height * size_ * std::pow(std::sin(std::numbers::pi * std::clamp(u, 0.0, 1.0)), 2);
      const double off = kHeelAngle * size_ * (n == 0 && s == 0 ? 0.4 : 1);  // the first step begins gently
      heel = off * smooth((now - kSwingFrom + kHeelTime) / kHeelTime) * (1 - smooth(u / 0.8));
    }
    const Vec3d sole{{j_.ball[s][0], j_.ball[s][1], 0}};
    const Rotation tilt = about(1, heel);
    const Vec3d by{{travelled, 0, lift}};
    foot_[s] = tilt;
    ankle_[s] = sole + by + tilt.rotate(j_.ankle[s] - sole);
  }

  void place_pelvis(double tau) {
    const double x = tau <= 0 ? 0 : step_ * (tau < 1 ? 0.5 * tau * tau : tau - 0.5);
    // Towards the foot that stands: the right one during even steps.
    const double sway = -kSway * plan_.height * begun_ * std::sin(std::numbers::pi * tau);
    pelvis_turn_ = about(2, -kYaw * ahead_);
    pelvis_ = j_.pelvis + Vec3d{{options_.walk > 0 ? x : 0, sway, 0}};
    pelvis_[2] -= lower_by_ * begun_ * bob(tau);
    set(kPelvis, 0, pelvis_, pelvis_turn_);
  }

  /// Lowest shortly after a foot has come down, highest over the foot that stands.
  static double bob(double tau) { return 0.7 + 0.3 * std::cos(2 * std::numbers::pi * tau); }

  /// By how much the hips are too high for both legs to reach their ankles.
  double excess() const {
    double worst = 0;
    for (std::size_t s = 0; s < 2; ++s) {
      const Vec3d hip = pelvis_ + pelvis_turn_.rotate(j_.hip[s] - j_.pelvis), way = ankle_[s] - hip;
      const double leg = kReach * (norm(j_.knee[s] - j_.hip[s]) + norm(j_.ankle[s] - j_.knee[s]));
      const double up2 = leg * leg - way[0] * way[0] - way[1] * way[1];
      worst = std::max(worst, hip[2] - ankle_[s][2] - std::sqrt(std::max(up2, 0.01 * leg * leg)));
    }
    return worst;
  }

  /// The least lowering that lets the legs reach at all times of the first steps; the others are alike.
  double least_lowering() {
    double least = 0;
    for (double tau = 0; tau < 5; tau += 0.01) {
      place(tau);
      least = std::max(least, excess() / (begun_ * bob(tau)));
    }
    return least;
  }

  void bend_leg(std::size_t s) {
    const Vec3d hip = pelvis_ + pelvis_turn_.rotate(j_.hip[s] - j_.pelvis);
    const double l = norm(j_.knee[s] - j_.hip[s]), m = norm(j_.ankle[s] - j_.knee[s]);
    const Vec3d way = ankle_[s] - hip;
    const double d = std::min(norm(way), 0.9999 * (l + m));
    const double along = (l * l - m * m + d * d) / (2 * d),
                 out = std::sqrt(std::max(0.0, l * l - along * along));
    const Vec3d side = pelvis_turn_.rotate({{0, 1, 0}}), w = normalized(way);
    const Vec3d ahead = pelvis_turn_.rotate({{1, 0, 0}});
    const Vec3d knee = hip + w * along + normalized(ahead - w * dot(ahead, w)) * out;
    const Vec3d y{{0, 1, 0}};
    set(kThigh, s, hip, turn(j_.knee[s] - j_.hip[s], knee - hip, y, side));
    set(kShin, s, knee, turn(j_.ankle[s] - j_.knee[s], ankle_[s] - knee, y, side));
    set(kFoot, s, ankle_[s], foot_[s]);
  }

  void upper_body() {
    const double ahead = ahead_, amount = begun_ * size_;
    // The chest turns against the pelvis, the spine half way, the head looks ahead; all lean a little.
    const Rotation lean = about(1, 0.04 * amount), chest = about(2, kYaw * ahead) * lean;
    const Rotation spine = about(2, -0.1 * kYaw * ahead) * about(1, 0.02 * amount);
    const Vec3d waist = pelvis_ + pelvis_turn_.rotate(j_.waist - j_.pelvis);
    const Vec3d breast = waist + spine.rotate(j_.chest - j_.waist);
    set(kSpine, 0, waist, spine);
    set(kChest, 0, breast, chest);
    set(kHead, 0, breast + chest.rotate(j_.neck - j_.chest), about(1, 0.02 * amount));
    for (std::size_t s = 0; s < 2; ++s) {
      // Each arm goes with the other leg; turning about y by a positive angle takes a hanging arm back.
      const double forward = s == 0 ? -ahead : ahead;
      const Rotation upper = chest * about(1, -kArmSwing * forward);
      const Rotation lower = upper * about(1, -kElbow * (0.6 * amount + 0.4 * std::fabs(amount) * forward));
      const Vec3d shoulder = breast + chest.rotate(j_.shoulder[s] - j_.chest);
      const Vec3d elbow = shoulder + upper.rotate(j_.elbow[s] - j_.shoulder[s]);
      set(kUpperArm, s, shoulder, upper);
      set(kLowerArm, s, elbow, lower);
      set(kHand, s, elbow + lower.rotate(j_.wrist[s] - j_.elbow[s]), lower);
    }
  }

  void set(BoneIndex bone, std::size_t side, const Vec3d& at, const Rotation& rotation) {
    pose_[bone_of(bone, side)] = {at, rotation};
  }

  const BodyPlan& plan_;
  const Joints& j_;
  const FigureOptions& options_;
  double step_;
  Vec3d pelvis_{}, ankle_[2]{};
  Rotation pelvis_turn_ = Rotation::identity(), foot_[2]{};
  double begun_ = 0;     ///< how far it has begun to walk, 0..1
  double size_ = 0;      ///< of its steps, 1 is full
  double ahead_ = 0;     ///< how far the left leg is before the right one, -1..1
  double lower_by_ = 0;  ///< of the hips when walking [m]
  BodyPose pose_{};
};

}  // namespace

std::vector<BodyPose> walk_poses(const BodyPlan& plan, const Joints& joints, const FigureOptions& options,
                                 std::span<const double> times) {
  Walk walk(plan, joints, options);
  std::vector<BodyPose> poses;
  for (const double t : times) poses.push_back(walk.pose(t));
  return poses;
}

}  // namespace weft
