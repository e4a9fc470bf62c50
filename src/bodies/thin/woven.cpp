#include "bodies/thin/thin_law.h"

namespace weft {

template std::unique_ptr<Body> make_thin_of(const ThinOptions&, const Woven&);

}  // namespace weft
