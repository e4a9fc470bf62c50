#include "bodies/grains/settings.h"

#include "bodies/sharpening.h"

namespace weft {

const Settings<GrainsSettings>& GrainsSettings::fields() {
  using namespace describe;
  static const Settings<GrainsSettings> list = {
      number<&GrainsSettings::damping>("damping", "", {0, 1},
                                       "nu of the affine transfer: 0 none, 1 keeps only rotation"),
      integer<&GrainsSettings::sharpen>(
          "sharpen", {0, kSharpenMost},
          "every so many steps velocities get back what the transfers to the grid and back took "
          "of them meanwhile, so that vibrations last; 0: never (docs/sharpen.md)"),
  };
  return list;
}

}  // namespace weft
