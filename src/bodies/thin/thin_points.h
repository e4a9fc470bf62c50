/// What a thin body keeps per vertex and per contact point.
#pragma once
#include "bodies/points.h"
#include "bodies/thin/thin.h"
#include "bodies/thin/thin_law.h"

namespace weft {

struct ThinVertices {
  Points points;
  PointField& x = points.add("x", 3);
  PointField& v = points.add("v", 3);
  PointField& C = points.add("C", 9);
  PointField& mass = points.add("mass", 1);
  PointField& rest = points.add("rest", 3);
  PointField& low = points.add("low", 3);  ///< x + low: where surfaces left it, below the rounding of x
  PointField& start = points.add("start", 3, Keep::scratch);  ///< x when the step began, until it ends
  PointField& kick = points.add("kick", 0, Keep::scratch);    ///< change of v by other surfaces
  PointField& u = points.add("u", 0, Keep::scratch);  ///< x^ - x that the implicit solve tries, or its change
};

/// One T per corner of each contact point's element: two or three, as the law has it.
template <class T>
class CornerRecords {
 public:
  CornerRecords(Points& points, const std::string& name, int corners) {
    if (corners == 3) three_ = &points.add_records<std::array<T, 3>>(name);
    else two_ = &points.add_records<std::array<T, 2>>(name);
  }
  T* data() const {
    if (three_) return three_->empty() ? nullptr : (*three_)[0].data();
    return two_->empty() ? nullptr : (*two_)[0].data();
  }

 private:
  std::vector<std::array<T, 2>>* two_ = nullptr;
  std::vector<std::array<T, 3>>* three_ = nullptr;
};

/// Checkpoints number the fields that a body has in the order below.
class ThinContacts {
  int corners_, stored_ = 0;  // the fields below are numbered as they are made

 public:
  ThinContacts(const ThinOptions& options, const ThinLaw& law);

  Points points;
  CornerRecords<std::uint32_t> corner;       ///< vertices of each contact point's element
  CornerRecords<std::array<Real, 4>> force;  ///< on them [N]; whole in one place, as a vertex reads one here
                                             ///< and one there; the fourth number is not used
  PointField &x, &v, &C;
  PointField& t;       ///< tangents, where the grid strains them
  PointField& d;       ///< normals; a trial between unload and the end of the step
  PointField& stress;  ///< V sum G F^T over the columns that the grid strains [J]
  PointField &shape, &volume, &mass;
  PointField& warp;   ///< where the law asks: warp in the element's frame
  PointField& place;  ///< barycentric, where an element has several contact points

  // The implicit solve's; without components as long as every step is explicit.
  PointField& trial_d;  ///< what was last tried: normals, tangents; or their changes
  PointField& trial_t;
  PointField& start_d;       ///< the normals it starts from, where those are not d
  PointField& trial_stress;  ///< V sum G d_s^T, or its change
  PointField& tangent;       ///< V d^2 psi / dF dF, the upper triangle row by row

  std::uint32_t vertex(std::size_t i, int a) const {
    return corner.data()[i * std::size_t(corners_) + std::size_t(a)];
  }
  /// The mean of what the element's vertices have in `of` at contact point i, weighted by where it is; S:
  /// what weights and sum are kept in.
  template <class S>
  Vec<3, S> mean(const PointField& of, std::size_t i) const {
    return corners_ == 3 ? mean_of<3, S>(of, i) : mean_of<2, S>(of, i);
  }
  /// The lanes past the last contact point repeat it, so that what packs compute there is harmless.
  void repeat_last();

 private:
  template <int corners, class S>
  Vec<3, S> mean_of(const PointField& of, std::size_t i) const {
    Vec<3, S> sum = Vec<3, S>::zero();
#pragma GCC unroll 3
    for (int k = 0; k < 3; ++k)
#pragma GCC unroll 3
      for (int a = 0; a < corners; ++a)
        sum[k] += S(of(vertex(i, a), k)) * (place.components() ? S(place(i, a)) : S(1.0 / corners));
    return sum;
  }
  PointField& add(const std::string& name, int components);
  PointField& scratch(const std::string& name) { return points.add(name, 0, Keep::scratch); }
};

/// n^2 points spread over a triangle, or n over a segment: the centres of equal parts, barycentric.
std::vector<Vec3d> places_in_element(int corners, int count);

}  // namespace weft
