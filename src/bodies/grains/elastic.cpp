#include "bodies/grains/grains_law.h"

namespace weft {
template std::unique_ptr<Body> make_grains_of<FixedCorotated>(const GrainsOptions&, const FixedCorotated&);
template std::unique_ptr<Body> make_grains_of<NeoHookean>(const GrainsOptions&, const NeoHookean&);
template std::unique_ptr<Body> make_grains_of<LinearCorotated>(const GrainsOptions&, const LinearCorotated&);
template std::unique_ptr<Body> make_grains_of<HenckyElastic>(const GrainsOptions&, const HenckyElastic&);
template std::unique_ptr<Body> make_grains_of<SplitNeoHookeanElastic>(const GrainsOptions&,
                                                                      const SplitNeoHookeanElastic&);
}  // namespace weft
