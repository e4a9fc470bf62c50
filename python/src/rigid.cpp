#include <fmt/format.h>

#include "bodies/rigid/rigid_body.h"
#include "held.h"

namespace weft::python {
namespace {

RigidBody& rigid_of(const RigidRef& r) {
  r.held->use().world().bring_home();
  return *r.body().roles().rigid;
}

Pose pose_of(const RigidRef& r) { return rigid_of(r).pose(); }

/// What changes is changed in a description of where it is and how it moves.
template <class Change>
void put(const RigidRef& r, Change&& change) {
  const RigidState& s = rigid_of(r).state();
  RigidPut at{s.centre(), s.rotation(), s.velocity(), s.spin()};
  change(at);
  put_rigid(r.held->use().world(), rigid_of(r), at);
  r.held->changed();
}

void put_pose(const RigidRef& r, const Pose& pose) {
  if (rigid_of(r).state().on_axis())
    throw Error("E0560",
                fmt::format("'{}' turns about a fixed axis and cannot be put elsewhere", r.body().name()), {},
                "set its spin instead");
  put(r, [&](RigidPut& at) {
    at.centre = pose.to_world(rigid_of(r).options().properties.centre);
    at.rotation = pose.rotation;
  });
}

py::array drawn_rows(const RigidRef& r, bool places) {
  FrameObject f = rigid_of(r).frame({});
  std::vector<Vec3d> rows;
  for (const Vec3<float>& v : places ? f.position : f.velocity) rows.push_back(v.as<double>());
  return rows_of<3, double>(std::move(rows));
}

py::array quantity(const RigidRef& r, const std::string& what) {
  const FrameObject f = rigid_of(r).frame({what});
  const auto found = f.scalars.find(what);
  if (found == f.scalars.end())
    throw Error("E0545", fmt::format("'{}' (rigid) knows no quantity '{}'", r.body().name(), what), {},
                "x y z vx vy vz speed displacement spin spin_x spin_y spin_z body_spin_x .. angle kinetic");
  return list_of(std::vector<double>(found->second.begin(), found->second.end()));
}

const Wrench felt(const RigidRef& r) { return r.held->use().felt_by_rigid(r.index).value_or(Wrench{}); }

void push(const RigidRef& r, const Vec3d* force, const Vec3d* torque) {
  RigidBody::Wrench w = rigid_of(r).wrench();
  if (force) w.force = *force;
  if (torque) w.torque = *torque;
  r.held->use().push_rigid(r.index, w.force, w.torque);
}

}  // namespace

void bind_rigid(py::module_& m) {
  py::class_<RigidRef, BodyRef>(
      m, "RigidBody", "A rigid body of a simulation. Its points are the vertices of its mesh, as in frames.")
      .def("__repr__",
           [](const RigidRef& r) { return fmt::format("<weft.RigidBody '{}'>", r.body().name()); })
      .def("__len__", [](const RigidRef& r) { return rigid_of(r).options().surface.vertices.size(); })
      .def_property_readonly(
          "positions", [](const RigidRef& r) { return drawn_rows(r, true); },
          "places of its mesh's vertices [m]; put the body with position and rotation")
      .def_property_readonly(
          "velocities", [](const RigidRef& r) { return drawn_rows(r, false); },
          "velocities of its mesh's vertices [m/s]; set velocity and spin")
      .def("quantity", &quantity, py::arg("name"), "Values of a quantity at its mesh's vertices.")
      .def_property(
          "position", [](const RigidRef& r) { return numbers(pose_of(r).position); },
          [](const RigidRef& r, const Three& x) {
            put_pose(r, {vector_of(x), pose_of(r).rotation});
          },
          "of the shape's own origin [m]")
      .def_property(
          "rotation", [](const RigidRef& r) { return numbers(pose_of(r).rotation); },
          [](const RigidRef& r, const py::object& q) {
            put_pose(r, {pose_of(r).position, rotation_of(q)});
          },
          "quaternion (w, x, y, z); assign that, a rotation vector [rad] or a matrix")
      .def_property(
          "velocity", [](const RigidRef& r) { return numbers(rigid_of(r).state().velocity()); },
          [](const RigidRef& r, const Three& v) {
            put(r, [&](RigidPut& at) { at.velocity = vector_of(v); });
          },
          "of the centre of mass [m/s]")
      .def_property(
          "spin", [](const RigidRef& r) { return numbers(rigid_of(r).state().spin()); },
          [](const RigidRef& r, const Three& w) { put(r, [&](RigidPut& at) { at.spin = vector_of(w); }); },
          "angular velocity in world axes [rad/s]")
      .def_property_readonly(
          "centre", [](const RigidRef& r) { return numbers(rigid_of(r).state().centre()); }, "of mass [m]")
      .def_property_readonly(
          "angle", [](const RigidRef& r) { return rigid_of(r).state().angle(); },
          "turned about its fixed axis [rad]")
      .def_property_readonly(
          "mass", [](const RigidRef& r) { return rigid_of(r).mass(); }, "[kg]")
      .def_property_readonly(
          "force", [](const RigidRef& r) { return numbers(felt(r).force); },
          "what others did to it (contacts, joints), the mean over the last step() or run() [N].\n"
          "Not weight, the scene's loads and applied_force. On a fixed axis: not known, 0.")
      .def_property_readonly(
          "torque", [](const RigidRef& r) { return numbers(felt(r).torque); },
          "the same about its centre of mass, or about its fixed axis [N m]")
      .def_property(
          "applied_force", [](const RigidRef& r) { return numbers(rigid_of(r).wrench().force); },
          [](const RigidRef& r, const Three& f) {
            const Vec3d force = vector_of(f);
            push(r, &force, nullptr);
          },
          "through the centre of mass, in every step until it is changed [N]")
      .def_property(
          "applied_torque", [](const RigidRef& r) { return numbers(rigid_of(r).wrench().torque); },
          [](const RigidRef& r, const Three& t) {
            const Vec3d torque = vector_of(t);
            push(r, nullptr, &torque);
          },
          "in every step until it is changed [N m]");
}

}  // namespace weft::python
