#include "bodies/thin/thin.h"

#include "bodies/thin/thin_body.h"

namespace weft {

std::unique_ptr<Body> make_thin(const ThinOptions& options) {
  return std::make_unique<ThinBody>(options, make_thin_law(options.material, options.plane, options.name));
}

}  // namespace weft
