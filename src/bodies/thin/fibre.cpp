#include "bodies/thin/thin_law_of.h"

namespace weft {

template std::unique_ptr<ThinLaw> make_thin_law_of(const Fibre&);

}  // namespace weft
