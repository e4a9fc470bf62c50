#include "bodies/grains/grains.h"

#include "bodies/grains/grains_body.h"

namespace weft {

std::unique_ptr<Body> make_grains(const GrainsOptions& options) {
  return std::visit([&](const auto& law) { return make_grains_of(options, law); }, options.material);
}

}  // namespace weft
