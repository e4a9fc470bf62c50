/// What the driver knows of graphics cards.
#include <cuda_runtime.h>

#include "device/device.h"

namespace weft {

std::vector<Card> cuda_cards() {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess) {
    cudaGetLastError();  // no driver, or one that is older than this program: no cards
    return {};
  }
  std::vector<Card> found;
  for (int k = 0; k < count; ++k) {
    cudaDeviceProp about;
    std::size_t free = 0, all = 0;
    if (cudaGetDeviceProperties(&about, k) != cudaSuccess || cudaSetDevice(k) != cudaSuccess ||
        cudaMemGetInfo(&free, &all) != cudaSuccess) {
      cudaGetLastError();
      continue;
    }
    found.push_back({k, about.name, all, free});
  }
  if (count > 0) cudaSetDevice(0);
  return found;
}

}  // namespace weft
