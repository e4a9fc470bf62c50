/// The engine on a graphics card.
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

std::unique_ptr<DeviceEngine> cuda_engine(int number) {
  cuda::expect(cudaSetDevice(number), "taking the card");
  cudaDeviceProp about;
  cuda::expect(cudaGetDeviceProperties(&about, number), "asking the card");
  return std::make_unique<cuda::Engine>(about.name);
}

}  // namespace weft
