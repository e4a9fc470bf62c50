/// The engine's kernels as plain C++.
#include "device/engine.inl"

#include "device/grains.h"

namespace weft {
namespace WEFT_DEVICE {

std::unique_ptr<DeviceBody> make_grains_body(const GrainData& data) {
  std::unique_ptr<DeviceBody> made;
  [&]<std::size_t... part>(std::index_sequence<part...>) {
    ((made = made ? std::move(made) : make_grains_of_part<part>(data)), ...);
  }
  (std::make_index_sequence<kGrainFiles>{});
  return made;
}

}  // namespace WEFT_DEVICE

std::unique_ptr<DeviceEngine> twin_engine() { return std::make_unique<twin::Engine>("twin"); }

}  // namespace weft
