#include "bodies/grains/grains_law.h"

namespace weft {
template std::unique_ptr<Body> make_grains_of<Sand>(const GrainsOptions&, const Sand&);
template std::unique_ptr<Body> make_grains_of<Snow>(const GrainsOptions&, const Snow&);
template std::unique_ptr<Body> make_grains_of<CamClay>(const GrainsOptions&, const CamClay&);
}  // namespace weft
