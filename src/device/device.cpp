#include "device/device.h"

#include <algorithm>
#include <charconv>

#include "device/engine.h"
#include "exec/error.h"

namespace weft {

DeviceReport& DeviceReport::operator+=(const DeviceReport& b) {
  shortest = steps && b.steps ? std::min(shortest, b.shortest) : steps ? shortest : b.shortest;
  longest = std::max(longest, b.longest);
  steps += b.steps, retries += b.retries, sorts += b.sorts;
  dt_sum += b.dt_sum;
  for (std::size_t k = 0; k < limited.size(); ++k) limited[k] += b.limited[k];
  time = b.time, memory = b.memory, failure = b.failure;
  if (loads.size() < b.loads.size()) loads.resize(b.loads.size(), {Vec3d::zero(), Vec3d::zero()});
  for (std::size_t k = 0; k < b.loads.size(); ++k)
    loads[k].first += b.loads[k].first, loads[k].second += b.loads[k].second;
  strands.contacts += b.strands.contacts, strands.crossings += b.strands.crossings,
      strands.unmet += b.strands.unmet;
  surfaces.contacts += b.surfaces.contacts, surfaces.renewals += b.surfaces.renewals;
  surfaces.awake += b.surfaces.awake, surfaces.cut += b.surfaces.cut,
      surfaces.entangled += b.surfaces.entangled;
  surfaces.nearest = std::min(surfaces.nearest, b.surfaces.nearest);
  for (const auto& [name, spent] : b.phases) {
    const auto at =
        std::find_if(phases.begin(), phases.end(), [&](const auto& p) { return p.first == name; });
    if (at == phases.end()) phases.emplace_back(name, spent);
    else at->second += spent;
  }
  return *this;
}

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
