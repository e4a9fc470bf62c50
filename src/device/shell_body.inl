/// Shells of every law: compiled once for cards and once for the twin.
#pragma once
#include "device/body_list.h"
#include "device/shell_body.h"

namespace weft::WEFT_DEVICE {

std::unique_ptr<DeviceBody> make_shell_body(const ShellData& data) {
  return std::visit(
      [&]<class Law>(const Law& law) -> std::unique_ptr<DeviceBody> {
        if constexpr (IsLamina<Law>) return std::make_unique<DeviceShell<Law>>(data, law);
        else return nullptr;  // shells are not made of it
      },
      data.material);
}

}  // namespace weft::WEFT_DEVICE
