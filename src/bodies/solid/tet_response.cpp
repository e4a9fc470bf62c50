#include "bodies/solid/tet_response.h"

#include "exec/error.h"

namespace weft {
namespace {

template <class Law, class... Laws>
constexpr bool is_one_of = (std::is_same_v<Law, Laws> || ...);

}  // namespace

std::unique_ptr<TetResponse> make_tet_response(const TetMesh& mesh, const Material& material) {
  return std::visit(
      [&]<class Law>(const Law& law) -> std::unique_ptr<TetResponse> {
        if constexpr (is_one_of<Law, FixedCorotated, NeoHookean, LinearCorotated, HenckyElastic,
                                SplitNeoHookeanElastic>)
          return make_tet_response_of(mesh, law);
        throw Error("E0306", std::string("solids cannot be made of '") + Law::name + "'", {},
                    "solids are elastic: jelly, rubber, linear_corotated, hencky or split_neo_hookean");
      },
      material);
}

}  // namespace weft
