#include "device/grains_body.inl"

namespace weft::WEFT_DEVICE {
template std::unique_ptr<DeviceBody> make_grains_of_part<0>(const GrainData&);
}  // namespace weft::WEFT_DEVICE
