/// Grains of every law: included by the files that compile a part of the laws, once for cards and once for the twin.
#pragma once
#include "device/grains.h"

namespace weft::WEFT_DEVICE {

template <std::size_t part>
std::unique_ptr<DeviceBody> make_grains_of_part(const GrainData& data) {
  std::unique_ptr<DeviceBody> made;
  const auto consider = [&]<std::size_t k>(std::integral_constant<std::size_t, k>) {
    using Law = std::variant_alternative_t<k, Material>;
    if constexpr (k % kGrainFiles == part && IsGrain<Law>)
      if (data.material.index() == k) made = std::make_unique<DeviceGrains<Law>>(data, std::get<k>(data.material));
  };
  [&]<std::size_t... k>(std::index_sequence<k...>) {
    (consider(std::integral_constant<std::size_t, k>{}), ...);
  }
  (std::make_index_sequence<std::variant_size_v<Material>>{});
  return made;
}

}  // namespace weft::WEFT_DEVICE
