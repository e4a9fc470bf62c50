#include "bodies/thin/thin_law.h"

#include "exec/error.h"
#include "materials/edge.h"

namespace weft {

std::unique_ptr<ThinLaw> make_thin_law(const Material& material, bool plane, const std::string& object) {
  return std::visit(
      [&]<class Law>(const Law& law) -> std::unique_ptr<ThinLaw> {
        if constexpr (IsThin<Law>) {
          if (!plane) return make_thin_law_of(law);
          if constexpr (std::is_same_v<Law, Cloth>) return make_thin_law_of(Edge(law));
        }
        throw Error("E0306", "object \"" + object + "\" cannot be made of '" + Law::name + "'", {},
                    "cloth is made of cloth or woven, threads of fibre; in a plane scene both of cloth");
      },
      material);
}

}  // namespace weft
