#include "bodies/grains/grains_law.h"

namespace weft {
template std::unique_ptr<Body> make_grains_of<Slime>(const GrainsOptions&, const Slime&);
template std::unique_ptr<Body> make_grains_of<Water>(const GrainsOptions&, const Water&);
}  // namespace weft
