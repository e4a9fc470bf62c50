/// GrainsBody: what probes and pictures may ask of each point.
#include "bodies/grains/grains_body.h"
#include "bodies/measures.h"
#include "bodies/point_motion.h"
#include "exec/loops.h"

namespace weft {
namespace {

template <class F>
std::vector<double> each(std::size_t n, F&& f) {
  std::vector<double> out(n);
  parallel_each(n, std::size_t(1) << 14, [&](std::size_t i) { out[i] = f(i); });
  return out;
}

/// "stress_xz" -> {0, 2} for the prefix "stress_".
std::array<int, 2> component(std::string_view what, std::string_view prefix) {
  const auto axis = [](char c) { return c == 'x' ? 0 : c == 'y' ? 1 : c == 'z' ? 2 : -1; };
  if (what.size() != prefix.size() + 2 || !what.starts_with(prefix)) return {-1, -1};
  return {axis(what[prefix.size()]), axis(what[prefix.size() + 1])};
}

}  // namespace

Mat3d GrainsBody::deformation(std::size_t i) const {
  Mat3d F;
  if (law_->traits().volumetric) return Mat3d::identity() * std::cbrt(double(F_(i, 0)));
  for (int a = 0; a < 9; ++a) F(a / 3, a % 3) = F_(i, a);
  return F;
}

double GrainsBody::determinant_of(std::size_t i) const {
  return law_->traits().volumetric ? double(F_(i, 0)) : determinant(deformation(i));
}

Mat3d GrainsBody::kirchhoff(std::size_t i) const {
  Mat3d t;
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) t(a, b) = tau_(i, symmetric_at(a, b));
  return t;
}

std::vector<double> GrainsBody::motion_quantity_of(const std::string& what) const {
  struct Motion {
    const GrainsBody& body;
    static Vec3r at(const PointField& f, std::size_t i) { return {f(i, 0), f(i, 1), f(i, 2)}; }
    Vec3r place(std::size_t i) const { return at(body.x_, i); }
    Vec3r velocity(std::size_t i) const { return at(body.v_, i); }
    Vec3r rest(std::size_t i) const { return at(body.rest_, i); }
    std::uint32_t id(std::size_t i) const { return body.points_.id(i); }
    double mass(std::size_t) const { return body.mass_; }
  };
  if (what.starts_with("displacement") && !has_rest()) return {};
  return motion_quantity(what, size(), Motion{*this});
}

std::vector<double> GrainsBody::component_of(const std::string& what) const {
  if (const auto c = component(what, "stress_"); c[0] >= 0 && c[1] >= 0)
    return each(size(), [&](std::size_t i) { return kirchhoff(i)(c[0], c[1]) / determinant_of(i); });
  if (const auto c = component(what, "F_"); c[0] >= 0 && c[1] >= 0)
    return each(size(), [&](std::size_t i) { return deformation(i)(c[0], c[1]); });
  const auto states = law_->traits().states;
  for (std::size_t k = 0; k < states.size(); ++k)
    if (what == states[k].name) return each(size(), [&](std::size_t i) { return double(state_(i, int(k))); });
  return {};
}

std::vector<double> GrainsBody::quantity(const std::string& what) const {
  const std::size_t n = size();
  if (std::vector<double> motion = motion_quantity_of(what); !motion.empty()) return motion;
  if (what == "volume_ratio") return each(n, [&](std::size_t i) { return determinant_of(i); });
  if (what == "density")
    return each(n, [&](std::size_t i) { return law_->traits().density / determinant_of(i); });
  if (what == "pressure")
    return each(n, [&](std::size_t i) { return -trace(kirchhoff(i)) / (3 * determinant_of(i)); });
  if (what == "stress")  // von Mises equivalent of the Cauchy stress
    return each(n, [&](std::size_t i) { return equivalent_stress(kirchhoff(i) * (1 / determinant_of(i))); });
  if (what == "strain")  // norm of the elastic Green-Lagrange strain
    return each(n, [&](std::size_t i) {
      const Mat3d F = deformation(i);
      return norm((transpose(F) * F - Mat3d::identity()) * 0.5);
    });
  return component_of(what);
}

}  // namespace weft
