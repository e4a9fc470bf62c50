#include "geometry/motion.h"

namespace weft {

Moving Motion::at(double t) const {
  return MotionView{start, velocity, spin, keys.data(), keys.size()}.at(t);
}

}  // namespace weft
