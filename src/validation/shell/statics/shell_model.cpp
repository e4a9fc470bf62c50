#include "validation/shell/statics/shell_model.h"

#include <algorithm>
#include <cmath>

#include "exec/error.h"
#include "geometry/mesh.h"

namespace weft {
namespace {

Vec3d first_edge(const QuadMesh& m, std::size_t f) {
  return m.vertices[m.quads[f][1]] - m.vertices[m.quads[f][0]];
}

Vec3d& part(Jet<double>& j, int k) {
  Vec3d* const parts[5] = {&j.a1, &j.a2, &j.a11, &j.a12, &j.a22};
  return *parts[k];
}

}  // namespace

LaminaMaterial lamina_of(const Material& material) {
  return std::visit(
      [](const auto& law) -> LaminaMaterial {
        if constexpr (IsLamina<std::decay_t<decltype(law)>>) return law;
        else
          throw Error("E0521", std::string("the law '") + law.name + "' is none of a shell", {},
                      "take lamina, orthotropic or woven_shell");
      },
      material);
}

GaussRule gauss_rule(int points) {
  switch (points) {
    case 2:
      return {{0.2113248654051871, 0.7886751345948129}, {0.5, 0.5}};
    case 3:
      return {{0.1127016653792583, 0.5, 0.8872983346207417},
              {0.2777777777777778, 0.4444444444444444, 0.2777777777777778}};
    case 4:
      return {{0.0694318442029737, 0.3300094782075719, 0.6699905217924281, 0.9305681557970263},
              {0.1739274225687269, 0.3260725774312731, 0.3260725774312731, 0.1739274225687269}};
  }
  throw Error("E0520", "a shell has 2, 3 or 4 quadrature points a side of a face", {}, "use 2");
}

ShellModel::ShellModel(ShellModelOptions options) : options_(std::move(options)) {
  const GaussRule rule = gauss_rule(options_.gauss);
  const std::size_t n = rule.at.size();
  std::vector<SurfacePlace> where;
  for (std::size_t f = 0; f < mesh().quads.size(); ++f) {
    if (is_bare(f)) continue;
    faces_.push_back({where.size(), where.size() + n * n});
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t i = 0; i < n; ++i) {
        where.push_back({std::uint32_t(f), rule.at[i], rule.at[j]});
        places_.push_back({rule.weight[i] * rule.weight[j], 0, {}, {}});
      }
  }
  stencils_ = limit_stencils(mesh(), options_.rule, where);
  for (std::size_t i = 0; i < places_.size(); ++i) {
    Place& p = places_[i];
    const KirchhoffLove<double> s(jet(i, rest()));
    const std::size_t f = where[i].face;
    const Vec3d along = options_.warp.empty() ? first_edge(mesh(), f) : options_.warp[f];
    p.area = p.weight * s.J;
    for (int k = 0; k < 2; ++k) {
      const LaminaReference<double> r(s, xi(k), along);
      if (!(r.area > 0))
        throw Error("E0520", "the shell is thicker than its curvature allows", {},
                    "make it thinner, or its rest shape less curved");
      p.B[k] = r.B;
      p.V[k] = p.weight * r.area * options_.thickness / 2;
    }
  }
  Bounds box;
  for (const Vec3d& x : rest()) box.add(x);
  size_ = norm(box.upper - box.lower);
}

Jet<double> ShellModel::jet(std::size_t place, const Points& x) const {
  const Stencil s = stencils_[place];
  Jet<double> j = Jet<double>::zero();
  for (std::size_t k = 0; k < s.vertices.size(); ++k) {
    const BasisWeights& w = s.weights[k];
    j.add(w[1], w[2], w[3], w[4], w[5], x[s.vertices[k]]);
  }
  return j;
}

std::span<const std::uint32_t> ShellModel::vertices(std::size_t face) const {
  return stencils_[faces_[face].first].vertices;
}

double ShellModel::energy(const Points& x) const {
  return std::visit(
      [&](const auto& law) {
        double sum = 0;
        for (std::size_t i = 0; i < places_.size(); ++i) {
          const KirchhoffLove<double> s(jet(i, x));
          for (int k = 0; k < 2; ++k) sum += places_[i].V[k] * law.energy(s.lamina(xi(k)) * places_[i].B[k]);
        }
        return sum;
      },
      options_.material);
}

void ShellModel::add_gradient(const Points& x, Points& g) const {
  std::visit(
      [&](const auto& law) {
        for (std::size_t i = 0; i < places_.size(); ++i) {
          const KirchhoffLove<double> s(jet(i, x));
          Resultants<double> r = Resultants<double>::zero();
          for (int k = 0; k < 2; ++k) {
            const Mat2<double>& B = places_[i].B[k];
            r.add(places_[i].V[k], xi(k), law.stress(s.lamina(xi(k)) * B), B);
          }
          const Jet<double> h = force_on_jet(s, r);
          const Stencil t = stencils_[i];
          for (std::size_t k = 0; k < t.vertices.size(); ++k) {
            const BasisWeights& w = t.weights[k];
            g[t.vertices[k]] += h.gather(w[1], w[2], w[3], w[4], w[5]);
          }
        }
      },
      options_.material);
}

bool ShellModel::is_valid(const Points& x) const {
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const KirchhoffLove<double> s(jet(i, x));
    if (!std::isfinite(s.J) || is_flipped(s, xi(0)) || is_flipped(s, xi(1))) return false;
  }
  return true;
}

/// Columns of the second derivative by the jet: the change of force along each of its 15 numbers.
/// respond(f, k, P, D) gives stress and stiffness of layer k.
template <class Respond>
void ShellModel::place_stiffness(std::size_t place, const Points& x, bool exact, Respond&& respond,
                                 JetMatrix& H) const {
  const Place& p = places_[place];
  const KirchhoffLove<double> s(jet(place, x));
  Resultants<double> r = Resultants<double>::zero();
  Mat<6, double> D[2];
  for (int k = 0; k < 2; ++k) {
    Columns<double> P;
    respond(s.lamina(xi(k)) * p.B[k], k, P, D[k]);
    r.add(p.V[k], xi(k), P, p.B[k]);
  }
  for (int j = 0; j < 15; ++j) {
    Jet<double> unit = Jet<double>::zero();
    part(unit, j / 3)[j % 3] = 1;
    const KirchhoffLoveChange<double> d(s, unit);
    Resultants<double> dr = Resultants<double>::zero();
    for (int k = 0; k < 2; ++k) dr.add(p.V[k], xi(k), D[k] * (d.lamina(xi(k)) * p.B[k]), p.B[k]);
    Jet<double> h = exact ? change_of_force(s, d, r, dr) : force_on_jet(s, dr);
    for (int i = 0; i < 15; ++i) H(i, j) = part(h, i / 3)[i % 3];
  }
}

/// K = sum W^T H W over the places of a face; fill(place, H).
template <class Fill>
void ShellModel::sum_places(std::size_t face, Fill&& fill, Eigen::MatrixXd& K) const {
  const std::size_t n = vertices(face).size();
  K.setZero(Eigen::Index(3 * n), Eigen::Index(3 * n));
  JetMatrix H;
  Eigen::MatrixXd W = Eigen::MatrixXd::Zero(15, Eigen::Index(3 * n));
  for (std::size_t i = faces_[face].first; i < faces_[face].end; ++i) {
    fill(i, H);
    const Stencil t = stencils_[i];
    for (std::size_t v = 0; v < n; ++v)
      for (int k = 0; k < 5; ++k)
        for (int c = 0; c < 3; ++c) W(3 * k + c, Eigen::Index(3 * v) + c) = t.weights[v][std::size_t(k + 1)];
    K.noalias() += W.transpose() * (H * W);
  }
}

void ShellModel::face_stiffness(const Points& x, std::size_t face, Stiffness kind, Eigen::MatrixXd& K) const {
  const bool exact = kind == Stiffness::exact;
  std::visit(
      [&](const auto& law) {
        const auto respond = [&](const Columns<double>& f, int, Columns<double>& P, Mat<6, double>& D) {
          P = law.stress(f), D = law.stiffness(f, !exact);
        };
        sum_places(
            face, [&](std::size_t i, JetMatrix& H) { place_stiffness(i, x, exact, respond, H); }, K);
      },
      options_.material);
}

void ShellModel::face_stiffness_under(const Points& x, std::size_t face, const Slopes& stress,
                                      Eigen::MatrixXd& K) const {
  std::visit(
      [&](const auto& law) {
        const auto fill = [&](std::size_t i, JetMatrix& H) {
          const auto respond = [&](const Columns<double>& f, int k, Columns<double>& P, Mat<6, double>& D) {
            const Vec3d& by = stress[2 * i + std::size_t(k)];
            P = law.stress_under(f, by), D = law.stiffness_under(f, by);
          };
          place_stiffness(i, x, true, respond, H);
        };
        sum_places(face, fill, K);
      },
      options_.material);
}

Slopes ShellModel::stress_after(const Points& x, const Points& change) const {
  Slopes out(2 * places_.size());
  std::visit(
      [&](const auto& law) {
        for (std::size_t i = 0; i < places_.size(); ++i) {
          const KirchhoffLove<double> s(jet(i, x));
          const KirchhoffLoveChange<double> d(s, jet(i, change));
          for (int k = 0; k < 2; ++k) {
            const Mat2<double>& B = places_[i].B[k];
            out[2 * i + std::size_t(k)] = law.slope_after(s.lamina(xi(k)) * B, d.lamina(xi(k)) * B);
          }
        }
      },
      options_.material);
  return out;
}

}  // namespace weft
