/// Which device body a body of the world becomes.
#pragma once
#include "device/body.h"

namespace weft::WEFT_DEVICE {

std::unique_ptr<DeviceBody> make_grains_body(const GrainData& data);
std::unique_ptr<DeviceBody> make_thin_body(const ThinData& data);
std::unique_ptr<DeviceBody> make_shell_body(const ShellData& data);

inline std::unique_ptr<DeviceBody> make_device_body(const DeviceData& data) {
  struct Make {
    std::unique_ptr<DeviceBody> operator()(const GrainData& d) const { return make_grains_body(d); }
    std::unique_ptr<DeviceBody> operator()(const ThinData& d) const { return make_thin_body(d); }
    std::unique_ptr<DeviceBody> operator()(const ShellData& d) const { return make_shell_body(d); }
  };
  return std::visit(Make{}, data);
}

}  // namespace weft::WEFT_DEVICE
