#include "bodies/grains/grains.h"

#include "bodies/grains/grains_body.h"

namespace weft {

std::unique_ptr<Body> make_grains(const GrainsOptions& options) {
  return std::visit(
      [&]<class Law>(const Law& law) -> std::unique_ptr<Body> {
        if constexpr (IsGrain<Law>) return make_grains_of(options, law);
        throw Error("E0306", std::string("grains cannot be made of '") + Law::name + "'", {},
                    "cloth and fibre are materials of bodies of type cloth and fibre, laminae of shells, "
                    "rods of hair");
      },
      options.material);
}

}  // namespace weft
