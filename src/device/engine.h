/// The main field of a world on a device, as the world knows it: no CUDA here.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bodies/body.h"
#include "contact/collider.h"
#include "device/device.h"
#include "device/shared.h"
#include "math/steady.h"

namespace weft {

/// How steps are made; what a world's solver says of explicit ones.
struct DeviceSteps {
  double dx = 0.02, cfl = 0.3, safety = 0.7;
  double dt_max = 1e-2, dt_min = 1e-12, dt_fixed = 0, dt_scale = 1;  ///< [s]
  Vec3d gravity{{0, 0, -9.81}};                                      ///< [m/s^2]
  std::function<double(const Body*, const Body*)> friction;          ///< of surfaces that meet
};

/// What steps remember of those before them.
struct StepMemory {
  double last_dt = 0;  ///< of the step before [s]
  Steady held;         ///< what keeps dt from following the state
};

/// What many steps did.
struct DeviceReport {
  std::uint64_t steps = 0, retries = 0, sorts = 0;
  double dt_sum = 0, shortest = 0, longest = 0;  ///< [s]
  std::array<std::uint64_t, 8> limited{};        ///< steps by what limited them, in the order of StepLimit
  double time = 0;                               ///< where the world stands [s]
  StepMemory memory;                             ///< for the next steps
  std::string failure;  ///< why steps ended: the state is past mending; empty: they did not
  std::vector<std::pair<Vec3d, Vec3d>>
      loads;             ///< impulse and angular impulse on each collider [N s], [N m s]
  StrandReport strands;  ///< of bodies that stayed on the processor, as steps were shared
  SurfaceReport surfaces;
  /// Seconds by phase of the step where phases were timed, by name.
  std::vector<std::pair<std::string, double>> phases;

  DeviceReport& operator+=(const DeviceReport& later);
};

class DeviceEngine {
 public:
  virtual ~DeviceEngine() = default;
  /// Bodies leave for the device. `colliders` must outlive their stay.
  virtual void take(std::span<Body* const> bodies, std::span<const Collider> colliders,
                    const DeviceSteps& steps, double time) = 0;
  /// Steps to t_end or for so many steps, whichever is first; ends in the rest form, from which a resumed run goes on
  /// with the same bits.
  virtual DeviceReport advance(double t_end, std::uint64_t most, const DeviceSteps& steps,
                               const StepMemory& before) = 0;

  // The same, one step at a time, for worlds of which a part stays on the processor (world/shared_step.cpp):
  //   begin;  while (try_shared) { read, write;  meet;  read;  decide };  end
  virtual void begin_shared(double t_end, std::uint64_t most, const DeviceSteps& steps,
                            const StepMemory& before, const HostLimit& limit) = 0;
  /// Nodes get velocities, while the host goes on. Nothing: steps are over.
  virtual std::optional<SharedTry> try_shared() = 0;
  /// Fills in what the device has of s.keys. The next `write_shared` is about the same blocks.
  virtual void read_shared(SharedNodes& s) = 0;
  virtual void write_shared(const SharedNodes& s) = 0;
  /// Parcels that may reach these blocks; calls for sets in the order in which bodies were taken.
  virtual void find_places(std::span<const std::uint64_t> keys, SharedPlaces& out) = 0;
  /// Obstacles. Returns how many cells the fastest node moves; infinity: something is not a number; nothing: the try was
  /// for nothing, and another one comes.
  virtual std::optional<double> meet_shared() = 0;
  /// Points move where the step is good; otherwise it is tried again with half the dt. Returns where the clock stands.
  virtual double decide_shared(bool good, const HostLimit& limit) = 0;
  virtual DeviceReport end_shared() = 0;

  /// The bodies' numbers are up to date in their own memory.
  virtual void bring_home() = 0;
  /// From now on phases are timed one by one (slower: no graphs).
  virtual void time_phases(bool on) = 0;
  virtual std::size_t memory_bytes() const = 0;
  virtual std::string name() const = 0;
};

/// Null for the processor. Throws E0721 when there is no such device.
std::unique_ptr<DeviceEngine> make_device_engine(const DeviceChoice& choice);

}  // namespace weft
