/// Numbers between NumPy and the library. Arrays that are handed out own what the library has computed: nothing is copied
/// once more.
#pragma once
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <array>

#include "geometry/shape.h"

namespace weft::python {

namespace py = pybind11;

using Three = std::array<double, 3>;
using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;

inline Vec3d vector_of(const Three& a) { return {{a[0], a[1], a[2]}}; }

/// A vector's memory as an array of `shape`, which keeps the vector.
template <class T, class Item>
py::array own(std::vector<Item>&& values, std::vector<py::ssize_t> shape) {
  auto* kept = new std::vector<Item>(std::move(values));
  const py::capsule owner(kept, [](void* p) { delete static_cast<std::vector<Item>*>(p); });
  return py::array(py::dtype::of<T>(), std::move(shape), kept->data(), owner);
}

template <class T>
py::array list_of(std::vector<T>&& values) {
  const auto n = py::ssize_t(values.size());
  return own<T>(std::move(values), {n});
}
/// Rows of N numbers: vectors, corners of triangles.
template <int N, class T, class Item>
py::array rows_of(std::vector<Item>&& values) {
  static_assert(sizeof(Item) == N * sizeof(T));
  const auto n = py::ssize_t(values.size());
  return own<T>(std::move(values), {n, N});
}

inline py::array read_only(py::array a) {
  a.attr("setflags")(py::arg("write") = false);
  return a;
}

py::array numbers(const Vec3d& v);
py::array numbers(const Quaternion<double>& q);  ///< w, x, y, z
/// From a quaternion (w, x, y, z), a rotation vector [rad] or a matrix. Throws Error E0563.
Quaternion<double> rotation_of(const py::object& from);
/// (n, 3) finite numbers, or one row for all. Throws Error E0563.
std::vector<Vec3d> vectors_of(const Doubles& a, std::size_t n, const std::string& what);

}  // namespace weft::python
