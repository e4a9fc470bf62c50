#include "device/device.h"

#include <charconv>

#include "exec/error.h"

namespace weft {

#ifdef WEFT_CUDA
std::vector<Card> cuda_cards();  // device_cuda.cu
#endif

DeviceChoice parse_device(const std::string& text) {
  if (text == "cpu") return {};
  if (text == "gpu") return {DeviceKind::gpu};
  if (text == "auto") return {DeviceKind::automatic};
  if (text == "twin") return {DeviceKind::twin};
  if (text.starts_with("gpu:")) {
    int number = -1;
    const char *begin = text.data() + 4, *end = text.data() + text.size();
    const auto [stop, wrong] = std::from_chars(begin, end, number);
    if (wrong == std::errc() && stop == end && number >= 0) return {DeviceKind::gpu, number};
  }
  throw Error("E0720", "there is no device '" + text + "'", {},
              "write \"cpu\", \"gpu\", \"gpu:1\" or \"auto\"");
}

std::string device_text(const DeviceChoice& choice) {
  switch (choice.kind) {
    case DeviceKind::cpu:
      return "cpu";
    case DeviceKind::automatic:
      return "auto";
    case DeviceKind::twin:
      return "twin";
    case DeviceKind::gpu:
      break;
  }
  return choice.number == 0 ? "gpu" : "gpu:" + std::to_string(choice.number);
}

bool built_with_cuda() {
#ifdef WEFT_CUDA
  return true;
#else
  return false;
#endif
}

std::vector<Card> cards() {
#ifdef WEFT_CUDA
  return cuda_cards();
#else
  return {};
#endif
}

}  // namespace weft
