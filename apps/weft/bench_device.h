#pragma once
#include <functional>
#include <nlohmann/json.hpp>

#include "world/world.h"

namespace weft {

struct DeviceBench {
  std::string name;
  DeviceChoice device;
  int steps;
  std::function<World()> make;
};
/// Steps on a device: point updates a second, then phase by phase, and what the state hashes to.
nlohmann::ordered_json bench_device(const DeviceBench& b);
void print_device(const nlohmann::ordered_json& j);
}  // namespace weft
