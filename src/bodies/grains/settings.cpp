#include "bodies/grains/settings.h"

namespace weft {

const Settings<GrainsSettings>& GrainsSettings::fields() {
  using namespace describe;
  static const Settings<GrainsSettings> list = {
      number<&GrainsSettings::damping>("damping", "", {0, 1},
                                       "nu of the affine transfer: 0 none, 1 keeps only rotation"),
  };
  return list;
}

}  // namespace weft
