#include "bodies/grains/grains_law.h"

namespace weft {
template std::unique_ptr<Body> make_grains_of<VonMises>(const GrainsOptions&, const VonMises&);
template std::unique_ptr<Body> make_grains_of<Goo>(const GrainsOptions&, const Goo&);
template std::unique_ptr<Body> make_grains_of<Foam>(const GrainsOptions&, const Foam&);
}  // namespace weft
