/// A scene stepped by whoever holds it, without a run folder: by steps, by times or by frames, with the bits of `weft run`.
/// Between two calls it may be steered (world/steer.h); what has been steered is saved with it.
#pragma once
#include <functional>
#include <map>
#include <set>

#include "output/frame_file.h"
#include "output/scene_run.h"
#include "world/steer.h"

namespace weft {

/// What something feels: the mean over the last call that stepped.
struct Wrench {
  Vec3d force{{0, 0, 0}};   ///< [N]
  Vec3d torque{{0, 0, 0}};  ///< about its origin [N m]
};

class Simulation {
 public:
  /// World and probes at the scene's first frame. Throws what reading a scene and choosing a device throw.
  explicit Simulation(const Scene& scene);
  /// As `save` left it. Throws Error E0404..E0407 and E0416; device: instead of the one it ran on, or empty.
  static std::unique_ptr<Simulation> load(const std::filesystem::path& path, const std::string& device);
  ~Simulation();

  World& world() { return *ready_.world; }
  const Scene& scene() const { return scene_; }
  const std::string& note() const { return ready_.note; }
  std::int64_t frame() const { return state_.frame; }  ///< last finished
  double frame_end(std::int64_t frame) const;          ///< after the scene's last frame they go on [s]

  /// Asked now and then between steps; true: stop at the next place where that costs no bits.
  using Asked = std::function<bool()>;
  /// One step; on a device as many as it likes to the end of the frame.
  void step();
  /// To the ends of so many frames; a bad one is tried again with smaller steps. False: it was asked to stop.
  bool run(std::int64_t frames, const Asked& asked);
  /// To a time, over the ends of frames in between.
  bool run_until(double time, const Asked& asked);

  /// Bit-exact, whoever goes on from here. At ends of frames, and after so many steps in them (World::safe_steps), also
  /// compared with a simulation that is never saved.
  void save(const std::filesystem::path& path);
  std::uint64_t hash();
  Frame capture();
  /// Of the last finished frame, or of the one in progress.
  FrameStats measure();

  const ProbeSet& probes() const { return ready_.probes; }
  struct ProbeRow {
    std::int64_t frame;
    std::vector<double> values;
  };
  const std::vector<ProbeRow>& probe_rows() const { return rows_; }

  // What was felt during the last call of step, run or run_until. Empty: nobody measured it.
  double felt_seconds() const { return felt_seconds_; }
  Wrench felt_by_collider(std::size_t collider) const;
  std::optional<Wrench> felt_by_pin(std::size_t body, std::size_t pin) const;
  std::optional<Wrench> felt_by_rigid(std::size_t body) const;

  // Steering, remembered by `save`.
  void lead_collider(std::size_t collider, const Motion& motion);
  void lead_pin(std::size_t body, std::size_t pin, const Motion& motion);
  void let_go(std::size_t body, std::size_t pin);
  void push_rigid(std::size_t body, const Vec3d& force, const Vec3d& torque);
  void set_gravity(const Vec3d& gravity);
  void set_friction(std::size_t collider, double friction);

 private:
  void begin_call();
  void advance(double end);
  void finish_frame();
  void roll_back(const Error& e, std::size_t rows);
  std::string steered_text() const;
  void steer_again(const std::string& text);

  Scene scene_;
  Ready ready_;
  RunState state_;
  FrameSteps last_;  ///< of the last finished frame
  std::vector<ProbeRow> rows_;
  std::vector<ColliderLoad> felt_;
  double felt_seconds_ = 0;
  std::set<std::size_t> led_colliders_;
  std::set<std::pair<std::size_t, std::size_t>> led_pins_;  ///< body, pin
  std::map<std::string, std::string> safe_;                 ///< the world when the frame in progress began
};

}  // namespace weft
