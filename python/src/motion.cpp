/// Colliders and pins: what is led.
#include <fmt/format.h>

#include "bodies/handles.h"
#include "held.h"

namespace weft::python {
namespace {

const Pin& pin_of(const PinRef& p) { return weft::pins_of(p.held->use().world(), p.body)->pins()[p.index]; }
double now(const Held& h) { return h.simulation->world().time; }

// What both can.
const Motion& motion_of(const ColliderRef& c) { return c.collider(); }
const Motion& motion_of(const PinRef& p) { return pin_of(p).motion; }
void lead(const ColliderRef& c, const Motion& m) { c.held->use().lead_collider(c.index, m); }
void lead(const PinRef& p, const Motion& m) { p.held->use().lead_pin(p.body, p.index, m); }

template <class Ref>
Moving moving(const Ref& r) {
  return motion_of(r).at(now(*r.held));
}

Vec3d finite(const Three& a, const char* what) {
  for (const double x : a)
    if (!std::isfinite(x)) throw Error("E0563", fmt::format("{} is not finite", what));
  return vector_of(a);
}

template <class Ref>
void move_to(const Ref& r, const std::optional<Three>& position, const py::object& rotation,
             const std::optional<double>& by) {
  Simulation& s = r.held->use();
  Pose to = moving(r).pose;
  if (position) to.position = finite(*position, "position");
  if (!rotation.is_none()) to.rotation = rotation_of(rotation);
  lead(r, led_to(motion_of(r), now(*r.held), to, arrival(s, by)));
  r.held->changed();
}

template <class Ref>
void drive(const Ref& r, const Three& velocity, const Three& spin) {
  lead(r, led_on(motion_of(r), now(*r.held), finite(velocity, "velocity"), finite(spin, "spin")));
  r.held->changed();
}

template <class Class>
void bind_motion(Class& c) {
  using Ref = typename Class::type;
  c.def_property_readonly(
       "position", [](const Ref& r) { return numbers(moving(r).pose.position); },
       "where the origin of its motion is now [m]")
      .def_property_readonly(
          "rotation", [](const Ref& r) { return numbers(moving(r).pose.rotation); },
          "quaternion (w, x, y, z), now")
      .def_property_readonly(
          "velocity", [](const Ref& r) { return numbers(moving(r).linear); }, "[m/s]")
      .def_property_readonly(
          "spin", [](const Ref& r) { return numbers(moving(r).angular); }, "world axes [rad/s]")
      .def("move_to", &move_to<Ref>, py::arg("position") = py::none(), py::arg("rotation") = py::none(),
           py::arg("by") = py::none(),
           "From now on it moves straight to position [m] and rotation (quaternion, rotation vector or "
           "matrix), is\n"
           "there at the time `by` [s] (default: the end of the frame in progress) and rests. What is left "
           "out stays.")
      .def("drive", &drive<Ref>, py::arg("velocity") = Three{0, 0, 0}, py::arg("spin") = Three{0, 0, 0},
           "From now on it moves at a constant velocity [m/s] and spin about its origin [rad/s]; drive() "
           "stops it.");
}

Wrench felt(const ColliderRef& c) { return c.held->use().felt_by_collider(c.index); }
Wrench felt(const PinRef& p) {
  const auto w = p.held->use().felt_by_pin(p.body, p.index);
  if (w) return *w;
  const Body& body = *p.held->use().world().bodies[p.body];
  throw Error("E0567", fmt::format("what the pins of '{}' feel is not measured", body.name()), {},
              body.kind() == "hair" ? "it is for cloth, fibres, shells, solids and putty; not for hair"
                                    : "it is where the processor steps: device = \"cpu\"");
}

py::array vertices(const PinRef& p) {
  const Handles& handles = *handles_of(*p.held->use().world().bodies[p.body]);
  std::vector<std::uint32_t> ids;
  for (const std::uint32_t v : pin_of(p).vertices) ids.push_back(handles.pinned_id(v));
  return list_of(std::move(ids));
}

}  // namespace

void bind_collider(py::module_& m) {
  py::class_<ColliderRef> c(
      m, "Collider", "An obstacle of a simulation. Pins that follow it in the scene go where it is led.");
  bind_motion(c);
  c.def_property_readonly("name", [](const ColliderRef& r) { return r.collider().name; })
      .def("__repr__",
           [](const ColliderRef& r) { return fmt::format("<weft.Collider '{}'>", r.collider().name); })
      .def_property(
          "friction", [](const ColliderRef& r) { return r.collider().friction; },
          [](const ColliderRef& r, double f) { r.held->use().set_friction(r.index, f); },
          "Coulomb's coefficient")
      .def_property_readonly(
          "force", [](const ColliderRef& r) { return numbers(felt(r).force); },
          "of everything on it, the mean over the last step() or run() [N]")
      .def_property_readonly(
          "torque", [](const ColliderRef& r) { return numbers(felt(r).torque); },
          "the same about its origin [N m]");
}

void bind_pin(py::module_& m) {
  py::class_<PinRef> c(m, "Pin", "Points of a body that are held or moved: sim['shirt'].pins[0].");
  bind_motion(c);
  c.def("__repr__",
        [](const PinRef& p) {
          return fmt::format("<weft.Pin {} of '{}', {} points>", p.index,
                             p.held->use().world().bodies[p.body]->name(), pin_of(p).vertices.size());
        })
      .def_property_readonly("points", &vertices, "ids of the points it holds")
      .def(
          "release", [](const PinRef& p) { p.held->use().let_go(p.body, p.index); }, "Lets go, for good.")
      .def_property_readonly("holds", [](const PinRef& p) { return now(*p.held) < pin_of(p).release; })
      .def_property_readonly(
          "force", [](const PinRef& p) { return numbers(felt(p).force); },
          "of the points on it, the mean over the last step() or run() [N]")
      .def_property_readonly(
          "torque", [](const PinRef& p) { return numbers(felt(p).torque); },
          "the same about the origin of its motion [N m]");
}

}  // namespace weft::python
