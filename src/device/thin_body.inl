/// Thin bodies of every law: included by the files that compile it, once for cards and once for the twin.
#pragma once
#include "device/thin.h"

namespace weft::WEFT_DEVICE {

std::unique_ptr<DeviceBody> make_thin_body(const ThinData& data) {
  std::unique_ptr<DeviceBody> made = make_thin_of<Cloth>(data);
  if (!made) made = make_thin_of<Woven>(data);
  if (!made) made = make_thin_of<Fibre>(data);
  return made;
}

}  // namespace weft::WEFT_DEVICE
