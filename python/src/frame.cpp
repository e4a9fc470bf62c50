/// Frames: what a world looked like at one time, from a run folder or now.
#include <fmt/format.h>

#include <algorithm>

#include "held.h"
#include "output/frame_file.h"

namespace weft::python {
namespace {

/// A part of a frame as an array that keeps the frame alive.
template <int N, class T, class Item>
py::array part(const py::object& owner, const std::vector<Item>& values) {
  const auto n = py::ssize_t(values.size());
  std::vector<py::ssize_t> shape{n};
  if (N > 1) shape.push_back(N);
  return read_only(py::array(py::dtype::of<T>(), shape, values.data(), owner));
}

const FrameObject& object(const py::object& self) { return self.cast<const FrameObject&>(); }

py::object find(const py::object& self, const std::string& name) {
  const Frame& f = self.cast<const Frame&>();
  const auto is = [&](const auto& o) { return o.name == name; };
  const auto as_part = py::return_value_policy::reference_internal;
  if (const auto o = std::find_if(f.objects.begin(), f.objects.end(), is); o != f.objects.end())
    return py::cast(&*o, as_part, self);
  if (const auto c = std::find_if(f.colliders.begin(), f.colliders.end(), is); c != f.colliders.end())
    return py::cast(&*c, as_part, self);
  std::string known;
  for (const auto& o : f.objects) known += (known.empty() ? "" : ", ") + o.name;
  for (const auto& c : f.colliders) known += (known.empty() ? "" : ", ") + c.name;
  throw Error("E0565", fmt::format("the frame has nothing called '{}'", name), {}, "there are: " + known);
}

py::array quantity(const py::object& self, const std::string& what) {
  const FrameObject& o = object(self);
  const auto found = o.scalars.find(what);
  if (found != o.scalars.end()) return part<1, float>(self, found->second);
  std::string known;
  for (const auto& [name, values] : o.scalars) known += (known.empty() ? "" : ", ") + name;
  throw Error("E0545", fmt::format("the frame does not hold '{}' of '{}'", what, o.name), {},
              (known.empty() ? "it holds no quantities" : "it holds: " + known) +
                  "; [output] quantities = [...] says which are kept");
}

/// Triangles as they are, other polygons as fans.
py::array triangles(const FrameObject& o) {
  std::vector<std::array<std::uint32_t, 3>> out;
  std::size_t at = 0;
  for (const std::uint32_t n : o.faces) {
    for (std::uint32_t k = 2; k < n; ++k)
      out.push_back({o.corners[at], o.corners[at + k - 1], o.corners[at + k]});
    at += n;
  }
  return rows_of<3, std::uint32_t>(std::move(out));
}

}  // namespace

void bind_frame(py::module_& m) {
  using O = FrameObject;
  py::class_<O>(m, "FrameObject", "A body in a frame; points in the order of their ids, in single precision.")
      .def_readonly("name", &O::name)
      .def_readonly("kind", &O::kind, "'points', 'mesh' or 'curves'")
      .def_readonly("radius", &O::radius, "points: half their spacing; else half the thickness [m]")
      .def("__len__", [](const O& o) { return o.position.size(); })
      .def("__repr__",
           [](const O& o) {
             return fmt::format("<weft.FrameObject '{}', {} points>", o.name, o.position.size());
           })
      .def_property_readonly(
          "positions", [](const py::object& o) { return part<3, float>(o, object(o).position); },
          "[m], (n, 3)")
      .def_property_readonly(
          "velocities", [](const py::object& o) { return part<3, float>(o, object(o).velocity); },
          "[m/s], (n, 3)")
      .def_property_readonly("ids",
                             [](const py::object& o) { return part<1, std::uint32_t>(o, object(o).id); })
      .def_property_readonly("triangles", &triangles, "of a mesh, (m, 3): rows of positions")
      .def_property_readonly(
          "faces", [](const py::object& o) { return part<1, std::uint32_t>(o, object(o).faces); },
          "corners of each polygon")
      .def_property_readonly(
          "corners", [](const py::object& o) { return part<1, std::uint32_t>(o, object(o).corners); },
          "rows of positions, polygon after polygon")
      .def_property_readonly(
          "curves", [](const py::object& o) { return part<1, std::uint32_t>(o, object(o).curves); },
          "vertices of each strand, one after the other")
      .def_property_readonly("quantities",
                             [](const O& o) {
                               py::list names;
                               for (const auto& [name, values] : o.scalars) names.append(name);
                               return names;
                             })
      .def("quantity", &quantity, py::arg("name"),
           "Values of a quantity that the frame holds, one per point.");

  using C = FrameCollider;
  py::class_<C>(m, "FrameCollider", "An obstacle in a frame.")
      .def_readonly("name", &C::name)
      .def_readonly("kind", &C::kind, "'plane', 'sphere', 'box', 'capsule', 'cylinder' or 'mesh'")
      .def("__repr__",
           [](const C& c) { return fmt::format("<weft.FrameCollider '{}' ({})>", c.name, c.kind); })
      .def_property_readonly(
          "position", [](const C& c) { return numbers(c.position); }, "[m]")
      .def_property_readonly(
          "rotation", [](const C& c) { return numbers(Quaternion<double>::from_matrix(c.rotation)); },
          "quaternion (w, x, y, z)")
      .def_property_readonly(
          "size", [](const C& c) { return numbers(c.size); },
          "plane: normal; sphere: radius; box: half sizes; else radius and half length [m]");

  py::class_<Frame, std::shared_ptr<Frame>>(m, "Frame",
                                            "What a world looked like at one time: frame['shirt'].positions.")
      .def_readonly("number", &Frame::number)
      .def_readonly("time", &Frame::time, "[s]")
      .def("__getitem__", &find)
      .def("__repr__",
           [](const Frame& f) { return fmt::format("<weft.Frame {} at {:.6g} s>", f.number, f.time); })
      .def_property_readonly(
          "objects",
          [](const Frame& f) {
            py::list names;
            for (const auto& o : f.objects) names.append(o.name);
            return names;
          },
          "names of its bodies")
      .def_property_readonly(
          "colliders",
          [](const Frame& f) {
            py::list names;
            for (const auto& c : f.colliders) names.append(c.name);
            return names;
          },
          "names of its obstacles");
  m.def(
      "read_frame",
      [](const std::string& path) {
        const py::gil_scoped_release release;
        return std::make_shared<Frame>(read_frame(path));
      },
      py::arg("path"), "One frame of a run folder: frames/000012.weft.");
}

}  // namespace weft::python
