/// Keys that several kinds of objects share.
#pragma once
#include "scene/keys/pins.h"
#include "scene/keys/shared_keys.h"

namespace weft {

/// name, type and shape; `shape` reads and writes it.
Keys<ObjectSpec> first_keys(KeyInfo type, Key<ObjectSpec> shape);
/// shape = { } of what is made of a simple shape, kept in ObjectSpec::shape.
Key<ObjectSpec> simple_shape_key(const std::string& meaning);
/// material and density; `check` says whether the kind can be made of it.
using CheckMaterial = void (*)(TableReader&, const Scene&, const ObjectSpec&);
Keys<ObjectSpec> material_keys(const std::string& meaning, CheckMaterial check);
/// How it moves at time 0.
Key<ObjectSpec> velocity_key(const std::string& meaning);
Key<ObjectSpec> spin_key(const std::string& meaning);
Key<ObjectSpec> stretch_key(const std::string& meaning);
/// velocity, spin and stretch of what begins at rest but for them.
Keys<ObjectSpec> motion_keys();
Key<ObjectSpec> sampling_key(Sampling normally);
Key<ObjectSpec> seed_key(const std::string& meaning);
/// force; `place` is what X Y Z are.
Key<ObjectSpec> force_key(const std::string& place);
/// pins of the kind's spec.
Key<ObjectSpec> pins_key(Pinned what, const std::string& meaning);
/// copies, colour and look: what every object ends with.
Keys<ObjectSpec> last_keys(const std::string& automatic_look);

/// The settings of a kind's spec.
template <class Spec, class Owner>
std::vector<Key<ObjectSpec>> kind_keys(const Settings<Owner>& settings) {
  return keys_of<ObjectSpec>(settings, [](auto& object) -> auto& { return std::get<Spec>(object.kind); });
}

}  // namespace weft
