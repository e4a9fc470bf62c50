#include "arrays.h"

#include <fmt/format.h>

#include <cmath>

#include "exec/error.h"

namespace weft::python {

py::array numbers(const Vec3d& v) {
  py::array_t<double> out(3);
  for (int k = 0; k < 3; ++k) out.mutable_at(k) = v[k];
  return out;
}

py::array numbers(const Quaternion<double>& q) {
  py::array_t<double> out(4);
  out.mutable_at(0) = q.w, out.mutable_at(1) = q.x, out.mutable_at(2) = q.y, out.mutable_at(3) = q.z;
  return out;
}

Quaternion<double> rotation_of(const py::object& from) {
  const Doubles a = Doubles::ensure(from);
  if (!a) PyErr_Clear();
  bool good = bool(a);
  for (py::ssize_t i = 0; good && i < a.size(); ++i) good = std::isfinite(a.data()[i]);
  const double* x = good ? a.data() : nullptr;
  if (good && a.ndim() == 1 && a.size() == 3)
    return Quaternion<double>::from_rotation_vector({{x[0], x[1], x[2]}});
  if (good && a.ndim() == 1 && a.size() == 4) {
    const Quaternion<double> q{x[0], x[1], x[2], x[3]};
    if (q.norm() > 1e-9) return q.normalized();
  }
  if (good && a.ndim() == 2 && a.shape(0) == 3 && a.shape(1) == 3) {
    const Mat3d R{{{x[0], x[1], x[2]}, {x[3], x[4], x[5]}, {x[6], x[7], x[8]}}};
    if (norm(transpose(R) * R - Mat3d::identity()) < 1e-6 && determinant(R) > 0)
      return Quaternion<double>::from_matrix(R);
  }
  throw Error("E0563", "this is no rotation", {},
              "give a quaternion (w, x, y, z), a rotation vector of 3 numbers [rad], or a 3x3 matrix");
}

std::vector<Vec3d> vectors_of(const Doubles& a, std::size_t n, const std::string& what) {
  const bool one = a.ndim() == 1 && a.size() == 3;
  const bool all = a.ndim() == 2 && a.shape(1) == 3 && std::size_t(a.shape(0)) == n;
  if (!one && !all)
    throw Error("E0563", fmt::format("{} need an array of {} rows of 3 numbers", what, n), {},
                "one row per point in the order of ids, or 3 numbers for all of them");
  std::vector<Vec3d> out(n);
  const double* x = a.data();
  for (std::size_t i = 0; i < n; ++i, x += one ? 0 : 3) {
    out[i] = {{x[0], x[1], x[2]}};
    for (int k = 0; k < 3; ++k)
      if (!std::isfinite(x[k])) throw Error("E0563", fmt::format("{} of point {} are not finite", what, i));
  }
  return out;
}

}  // namespace weft::python
