#include "bodies/thin/thin.h"

#include "bodies/thin/thin_body.h"
#include "exec/error.h"

namespace weft {

std::unique_ptr<Body> make_thin(const ThinOptions& options) {
  return std::visit(
      [&]<class Law>(const Law& law) -> std::unique_ptr<Body> {
        if constexpr (IsThin<Law>) {
          if (!options.plane) return make_thin_of(options, law);
          if constexpr (std::is_same_v<Law, Cloth>) return make_thin_of(options, Edge(law));
        }
        throw Error("E0306",
                    std::string("object \"") + options.name + "\" cannot be made of '" + Law::name + "'", {},
                    "cloth is made of cloth or woven, threads of fibre; in a plane scene both of cloth");
      },
      options.material);
}

}  // namespace weft
