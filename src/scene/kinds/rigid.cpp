/// [[object]] of type rigid.
#include "scene/build/rigid.h"

#include "scene/keys/loads.h"
#include "scene/kinds/kind.h"

namespace weft {
namespace {

using O = ObjectSpec;

RigidSpec& spec(O& o) { return std::get<RigidSpec>(o.kind); }
const RigidSpec& spec(const O& o) { return std::get<RigidSpec>(o.kind); }

void read_axis(TableReader& object, const Scene& scene, O& o) {
  if (!object.has("axis")) return;
  TableReader axis = object.table("axis", axis_table().info);
  FixedAxis a;
  a.through = o.place.at;
  axis_table().read(axis, scene, a);
  if (!(norm(a.direction) > 1e-9))
    throw axis.error("E0209", "an axis needs a direction", "direction", "not all numbers may be 0");
  axis.finish();
  spec(o).axis = a;
  if (norm(o.velocity) > 0)
    throw object.error("E0204", "what turns about a fixed axis has no velocity", "velocity",
                       "remove velocity, or axis; spin says how fast it turns at first");
}

Key<O> written_when(Key<O> key, bool (*when)(const RigidSpec&)) {
  key.write = [write = key.write, when](const O& o, const std::string& folder) {
    return when(spec(o)) ? write(o, folder) : "";
  };
  return key;
}

Keys<O> rigid_keys() {
  Keys<O> keys =
      first_keys({.meaning = "rigid", .required = true},
                 simple_shape_key("box, sphere, capsule, cylinder or a closed mesh, convex or not"));
  keys.append(place_keys<O>("where the shape's centre is", "turned about its centre"));
  keys.append(kind_keys<RigidSpec>(RigidSettings::fields()));
  keys["density"] = written_when(keys["density"], [](const RigidSpec& r) { return r.mass == 0; });
  keys.after("density", {kind_key<RigidSpec>(describe::number<&RigidSpec::mass>("mass", "kg", {1e-12, 1e12},
                                                                                "instead of the density")
                                                 .or_nothing())});
  keys.add(written_when(velocity_key("of its centre of mass at time 0"),
                        [](const RigidSpec& r) { return !r.axis; }));
  keys.add(spin_key("at time 0; \"120 rpm\""));
  keys.add({{.name = "axis",
             .type = KeyType::table,
             .meaning = "a line fixed in space that it turns about and cannot leave"},
            read_axis,
            [](const O& o, const std::string& folder) {
              return spec(o).axis ? axis_table().keys.text(*spec(o).axis, folder) : "";
            }});
  keys.add(loads_key(Pinned::rigid));
  keys.append(last_keys("plastic"));
  keys["colour"].info.fallback = "[0.6, 0.6, 0.65]";
  return keys;
}

void begin(TableReader& object, const Scene& scene, O& o) {
  if (scene.solver.plane)
    throw object.error("E0240", "a plane scene has no rigid bodies", "type",
                       "leave out solver.plane, or use a collider that moves by keys");
  o.kind = RigidSpec{};
  o.colour.colour = {0.6f, 0.6f, 0.65f};
}

void check(TableReader& object, const Scene&, O&) {
  if (object.has("mass") && object.has("density"))
    throw object.error("E0204", "say either 'density' or 'mass'", "mass", "remove one");
}

}  // namespace

Kind kind_of(const RigidSpec*) {
  return {
      {{"rigid", "bodies that do not deform: box, sphere, capsule, cylinder, any closed mesh"}},
      {"rigid", "[[object]] of type rigid", "A thing that does not deform; see docs/rigid.md.", rigid_keys()},
      {axis_table().info, load_table(Pinned::rigid).info},
      begin,
      check,
      [](const Scene& scene, const O& o) { return make_rigid(make_rigid_options(scene, o)); }};
}

}  // namespace weft
