/// Bodies that can be stepped on a graphics card (device/engine.h): where their numbers lie. A card takes them from
/// there and brings them back to the same places; while a body is away what it holds itself is stale.
#pragma once
#include <string>
#include <variant>

#include "bodies/grain_data.h"
#include "bodies/shell_data.h"
#include "bodies/thin_data.h"

namespace weft {

/// By kind.
using DeviceData = std::variant<GrainData, ThinData, ShellData>;

/// The largest of what limits a body's steps, when it comes home.
struct DevicePeaksAtHome {
  double speed = 0, gradient = 0;  ///< [m/s], [1/s]
  double modulus = 0;              ///< rho c^2 [Pa]
  double mesh = 0, bend = 0;       ///< omega^2 rho of elements [Pa/m^2]; omega^2 of bends [1/s^2]
};

/// The role of a body that can leave (bodies/roles.h).
class Traveller {
 public:
  virtual ~Traveller() = default;
  /// Why it must stay, as the end of the sentence "object X stays on the processor: ..."; empty: it can go.
  virtual std::string stays() const = 0;
  /// Everything a device needs. The views are good until the number of points changes; no point changes its place
  /// while the body is away.
  virtual DeviceData leave() = 0;
  /// Its numbers have been brought back.
  virtual void arrive(const DevicePeaksAtHome& peaks) = 0;
};

}  // namespace weft
