#include <fmt/format.h>

#include "bodies/handles.h"
#include "held.h"

namespace weft::python {
namespace {

using Read = Held::Read;

/// The array as it was read, as long as nothing has changed since.
py::object read(const BodyRef& b, PointState what) {
  Held& h = *b.held;
  Simulation& s = h.use();
  Read& known = what == PointState::places ? h.points[b.index].places : h.points[b.index].velocities;
  if (known.version != h.version)
    known = {h.version, read_only(rows_of<3, double>(read_points(s.world(), b.index, what)))};
  return known.array;
}

void put(const BodyRef& b, PointState what, const Doubles& values) {
  Held& h = *b.held;
  Simulation& s = h.use();
  const Handles* handles = handles_of(b.body());
  const char* name = what == PointState::places ? "positions" : "velocities";
  put_points(s.world(), b.index, what, vectors_of(values, handles ? handles->count() : 0, name));
  h.changed();
}

[[noreturn]] void unknown(const Body& body, const std::string& what) {
  throw Error("E0545", fmt::format("'{}' ({}) knows no quantity '{}'", body.name(), body.kind(), what), {},
              "common ones: x y z vx vy vz speed displacement mass id strain stress pressure plastic_strain "
              "volume_ratio density stretch contact");
}

py::array quantity(const BodyRef& b, const std::string& what) {
  std::vector<double> values = b.held->quantities.of(b.held->use().world(), b.index, what);
  if (values.empty() && b.body().size() > 0) unknown(b.body(), what);
  return list_of(std::move(values));
}

py::list pins(const BodyRef& b) {
  const Pins* pins = pins_of(b.held->use().world(), b.index);
  py::list out;
  for (std::size_t p = 0; pins && p < pins->pins().size(); ++p) out.append(PinRef{b.held, b.index, p});
  return out;
}

FrameObject drawn(const BodyRef& b, const std::vector<std::string>& quantities) {
  b.held->use().world().bring_home();
  return b.body().frame(quantities);
}

py::dict totals(const BodyRef& b) {
  World& w = b.held->use().world();
  w.bring_home();
  const Totals t = b.body().totals();
  py::dict d;
  d["mass"] = t.mass, d["kinetic"] = t.kinetic, d["elastic"] = t.elastic, d["volume"] = t.volume;
  d["gravity"] = -dot(w.solver.gravity, t.first_moment);
  d["momentum"] = numbers(t.momentum);
  d["angular_momentum"] = numbers(t.angular_momentum + t.affine_axial * w.solver.affine_moment());
  d["centre"] = numbers(t.first_moment * (t.mass > 0 ? 1 / t.mass : 0));
  return d;
}

std::string text_of(const BodyRef& b) {
  return fmt::format("<weft.Body '{}' ({}), {} points>", b.body().name(), b.body().kind(), b.body().size());
}

}  // namespace

void bind_body(py::module_& m) {
  py::class_<BodyRef>(
      m, "Body",
      "A body of a simulation: sim['shirt'].\n\n"
      "positions, velocities and quantities have a row per point, in the order of ids: row k is\n"
      "point k, whatever the simulation does to the order in memory.")
      .def_property_readonly("name", [](const BodyRef& b) { return b.body().name(); })
      .def_property_readonly(
          "kind", [](const BodyRef& b) { return b.body().kind(); }, "the scene's type: 'cloth', 'solid', ...")
      .def_property_readonly(
          "material", [](const BodyRef& b) { return b.body().material(); }, "the law's name")
      .def("__len__", [](const BodyRef& b) { return b.body().size(); })
      .def("__repr__", &text_of)
      .def_property(
          "positions", [](const BodyRef& b) { return read(b, PointState::places); },
          [](const BodyRef& b, const Doubles& x) { put(b, PointState::places, x); },
          "places of the points [m], (n, 3), read-only: assign a whole array to put points elsewhere.\n"
          "They keep their velocities; rows that do not change stay to the last bit as they are.")
      .def_property(
          "velocities", [](const BodyRef& b) { return read(b, PointState::velocities); },
          [](const BodyRef& b, const Doubles& v) { put(b, PointState::velocities, v); },
          "velocities of the points [m/s], (n, 3), read-only: assign a whole array, or 3 numbers.")
      .def("quantity", &quantity, py::arg("name"),
           "Values of a quantity, one per point in the order of ids: 'speed', 'stress', 'strain', "
           "'pressure',\n"
           "'stretch', 'plastic_strain', ... Raises weft.Error E0545 where the body does not know it.")
      .def_property_readonly("totals", &totals,
                             "mass, kinetic, elastic, gravity, volume, momentum, angular_momentum, centre")
      .def_property_readonly("pins", &pins, "its pins, in the order of the scene")
      .def("drawn", &drawn, py::arg("quantities") = std::vector<std::string>{},
           "As frames have it: a weft.FrameObject with faces or curves.");
}

}  // namespace weft::python
