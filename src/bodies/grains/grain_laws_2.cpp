#include "bodies/grains/grain_law.inl"

namespace weft {
template std::unique_ptr<GrainLaw> make_grain_law_of_part<2>(const Material&);
}  // namespace weft
