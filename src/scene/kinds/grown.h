/// at and rotate of strands that may grow on a figure, whose head then says where they are.
#pragma once
#include "scene/keys/object_keys.h"
#include "scene/read/figure.h"

namespace weft {

template <class Spec>
Keys<ObjectSpec> grown_place_keys(const std::string& at) {
  Keys<ObjectSpec> keys = place_keys<ObjectSpec>(at, "turned about its origin");
  for (const char* name : {"at", "rotate"})
    keys[name].write = [write = keys[name].write](const ObjectSpec& o, const std::string& folder) {
      return std::get<Spec>(o.kind).grows_on.figure.empty() ? write(o, folder) : "";
    };
  keys["at"].read = [](TableReader& object, const Scene& scene, ObjectSpec& o) {
    o.place = read_place_of_hair(object, scene, std::get<Spec>(o.kind).grows_on);
  };
  return keys;
}

}  // namespace weft
