/// [[pair]], [[joint]] and axis = { }: how things touch and hold each other.
#include "scene/keys/shared_keys.h"

namespace weft {
namespace {

void read_between(TableReader& joint, const Scene& scene, JointSpec& j) {
  std::vector<std::string> bodies;
  for (const ObjectSpec& o : scene.objects)
    if (o.as<RigidSpec>()) bodies.push_back(o.name);
  std::vector<std::string> names = joint.texts("between", 2);
  if (names[0] == "world") std::swap(names[0], names[1]);
  for (const std::string& name : names)
    if (name != "world" || name == names[0]) check_reference(joint, "between", "rigid body", name, bodies);
  if (names[0] == names[1])
    throw joint.error("E0241", fmt::format("'{}' cannot be joined to itself", names[0]), "between",
                      "name two rigid bodies, or one and \"world\"");
  j.a = names[0];
  if (names[1] != "world") j.b = names[1];
}

bool moves_by_itself(const Scene& scene, const std::string& name) {
  for (const ObjectSpec& o : scene.objects)
    if (o.name == name) {
      const ThinSpec* thin = o.as<ThinSpec>();
      return o.as<SolidSpec>() || o.as<RigidSpec>() || o.as<PuttySpec>() ||
             (thin && thin->coupling == Coupling::mesh);
    }
  return false;
}

}  // namespace

const Table<FixedAxis>& axis_table() {
  static const Table<FixedAxis> t{"axis", "axis = { }", "", Keys<FixedAxis>().append(FixedAxis::fields())};
  return t;
}

const Table<JointSpec>& joint_table() {
  using J = JointSpec;
  using namespace describe;
  static const Table<J> t{
      "joint",
      "[[joint]]",
      "Holds two rigid bodies together, or one to its place.",
      {name_key<J>("unique; default: joint1, joint2, ..."),
       key_of<J>(choice<&J::kind>("type",
                                  {{"hinge", int(Joint::Kind::hinge)}, {"fixed", int(Joint::Kind::fixed)}},
                                  "turns about one axis, or not at all")),
       {{.name = "between",
         .type = KeyType::list,
         .meaning = "two names of rigid bodies, or one and \"world\"",
         .required = true},
        read_between,
        [](const J& j, const std::string&) {
          return fmt::format("[{}, {}]", quoted(j.a), quoted(j.b.empty() ? "world" : j.b));
        }},
       key_of<J>(describe::vector<&J::at>("at", "m", {-kFar, kFar}, "the point that both share, at time 0")
                     .required()),
       key_of<J>(describe::vector<&J::axis>("axis", "", {-1e6, 1e6}, "hinge: its direction at time 0")),
       key_of<J>(number<&J::motor_speed>("motor_speed", "rad/s", {-1e6, 1e6},
                                         "hinge: a motor turns the first body against the second so fast")),
       key_of<J>(number<&J::motor_torque>("motor_torque", "", {0, 1e30}, "the most the motor has [N m]")),
       key_of<J>(flag<&J::collide>("collide", "the two bodies also touch each other"))}};
  return t;
}

JointSpec read_joint(TableReader joint, const Scene& scene, std::size_t number) {
  JointSpec j;
  j.name = read_name(joint, fmt::format("joint{}", number));
  joint.retitle(fmt::format("[[joint]] \"{}\"", j.name));
  joint_table().read(joint, scene, j);
  if (!(norm(j.axis) > 1e-9))
    throw joint.error("E0209", "an axis needs a direction", "axis", "not all numbers may be 0");
  if (j.motor_speed && j.kind == Joint::Kind::fixed)
    throw joint.error("E0204", "a fixed joint has no motor", "motor_speed", "make it a hinge");
  joint.finish();
  return j;
}

const Table<PairSpec>& pair_table() {
  using P = PairSpec;
  static const Table<P> t{
      "pair",
      "[[pair]]",
      "Friction between two things, instead of what each says by itself: the geometric mean of two bodies' "
      "`friction`, a body's own against grains, cloth, fibres and shells, a collider's own against "
      "everything.",
      {{{.name = "between",
         .type = KeyType::list,
         .meaning = "two names: solids, rigid bodies, putty, cloth and fibres with coupling = \"mesh\", "
                    "or one of them and anything else",
         .required = true},
        [](TableReader& pair, const Scene&, P& p) {
          const std::vector<std::string> between = pair.texts("between", 2);
          p.a = between[0];
          p.b = between[1];
        },
        [](const P& p, const std::string&) { return fmt::format("[{}, {}]", quoted(p.a), quoted(p.b)); }},
       key_of<P>(
           describe::number<&P::friction>("friction", "", {0, 100}, "Coulomb's coefficient between the two")
               .required())}};
  return t;
}

PairSpec read_pair(TableReader pair, const Scene& scene) {
  PairSpec p;
  pair_table().read(pair, scene, p);
  pair.finish();
  std::vector<std::string> names = names_of(scene.objects);
  for (const std::string& n : names_of(scene.colliders)) names.push_back(n);
  for (const std::string& n : {p.a, p.b}) check_reference(pair, "between", "object or collider", n, names);
  if (p.a == p.b) throw pair.error("E0250", "a pair needs two different things", "between", "name two");
  if (!moves_by_itself(scene, p.a)) std::swap(p.a, p.b);
  if (!moves_by_itself(scene, p.a))
    throw pair.error("E0250", fmt::format("neither '{}' nor '{}' moves by itself", p.b, p.a), "between",
                     "grains and what has coupling = \"grid\" share one velocity field: their own materials "
                     "say how they rub");
  return p;
}

}  // namespace weft
