/// What a scene may say about grains besides their shape and material.
#pragma once
#include "exec/setting.h"

namespace weft {

struct GrainsSettings {
  double damping = 0;  ///< nu of JGT17 eq. 2: 0 APIC, 1 RPIC
  int sharpen = 0;     ///< N of bodies/sharpening.h; 0: never
  static const Settings<GrainsSettings>& fields();
};

}  // namespace weft
