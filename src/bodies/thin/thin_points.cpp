#include "bodies/thin/thin_points.h"

#include <cmath>

namespace weft {

PointField& ThinContacts::add(const std::string& name, int components) {
  return points.add(name, components, Keep::state, components ? std::to_string(stored_++) : name);
}

ThinContacts::ThinContacts(const ThinOptions& o, const ThinLaw& law)
    : corners_(law.corners()),
      corner(points, "corner", law.corners()),
      force(points, "force", law.corners()),
      x(add("x", 3)),
      v(add("v", 3)),
      C(add("C", 9)),
      t(add("t", o.discretisation == Discretisation::grid ? 3 * law.tangents() : 0)),
      d(add("d", 3 * law.normals())),
      stress(add("stress", 9)),
      shape(add("shape", law.tangents() == 2 ? 3 : 1)),
      volume(add("volume", 1)),
      mass(add("mass", 1)),
      warp(add("warp", law.has_directions() ? 2 : 0)),
      place(add("place", places_in_element(law.corners(), o.contact_points).size() > 1 ? law.corners() : 0)),
      trial_d(scratch("trial d")),
      trial_t(scratch("trial t")),
      start_d(scratch("start d")),
      trial_stress(scratch("trial stress")),
      tangent(scratch("tangent")) {}

void ThinContacts::repeat_last() {
  const std::size_t n = points.size();
  for (std::size_t i = n; n && i < chunk_count(n, kGroup) * kGroup; ++i)
    for (PointField* f : {&x, &v, &C, &t, &d, &stress, &shape, &volume, &mass, &warp, &place})
      for (int k = 0; k < f->components(); ++k) (*f)(i, k) = (*f)(n - 1, k);
}

std::vector<Vec3d> places_in_element(int corners, int count) {
  std::vector<Vec3d> places;
  if (corners == 2) {
    for (int k = 0; k < count; ++k) {
      const double s = (k + 0.5) / count;
      places.push_back({{1 - s, s, 0}});
    }
    return places;
  }
  const int n = std::max(1, int(std::lround(std::sqrt(double(count)))));
  for (int i = 0; i < n; ++i)
    for (int j = 0; i + j < n; ++j) {
      const double u = (i + 1.0 / 3) / n, v = (j + 1.0 / 3) / n;
      places.push_back({{1 - u - v, u, v}});
      if (i + j + 1 < n) {
        const double a = (i + 2.0 / 3) / n, b = (j + 2.0 / 3) / n;
        places.push_back({{1 - a - b, a, b}});
      }
    }
  return places;
}

}  // namespace weft
