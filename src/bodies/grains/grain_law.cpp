#include "bodies/grains/grain_law.h"

#include "exec/error.h"

namespace weft {

std::unique_ptr<GrainLaw> make_grain_law(const Material& material) {
  std::unique_ptr<GrainLaw> law;
  [&]<std::size_t... part>(std::index_sequence<part...>) {
    ((law = law ? std::move(law) : make_grain_law_of_part<part>(material)), ...);
  }
  (std::make_index_sequence<kGrainLawParts>{});
  if (!law)
    throw Error("E0306", "grains cannot be made of '" + material_name(material) + "'", {},
                "cloth and fibre are materials of bodies of type cloth and fibre, laminae of shells, "
                "rods of hair");
  return law;
}

}  // namespace weft
