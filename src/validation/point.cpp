#include "validation/point.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "exec/error.h"
#include "materials/isotropic.h"

namespace weft {
namespace {

const char* kAxis = "xyz";
constexpr int kNewton = 80;
#ifdef WEFT_DOUBLE
constexpr double kSmallStress = 1e-13;  // of the modulus
constexpr double kNudge = 1e-7;
#else
constexpr double kSmallStress = 2e-7;
constexpr double kNudge = 1e-3;
#endif

/// A fixed rotation about an axis that is no axis of anything.
Mat3d odd_rotation() {
  const Vec3d k = normalized(Vec3d{{1, 2, 3}});
  const double a = 0.7;
  Mat3d K = Mat3d::zero();
  K(0, 1) = -k[2], K(0, 2) = k[1], K(1, 0) = k[2], K(1, 2) = -k[0], K(2, 0) = -k[1], K(2, 1) = k[0];
  return Mat3d::identity() + K * std::sin(a) + K * K * (1 - std::cos(a));
}

/// A point of one law.
template <class Law>
struct LawPoint {
  static constexpr int n = Law::n_state > 0 ? Law::n_state : 1;
  Mat3<Real> Fe = Mat3<Real>::identity();
  Mat3<Real> F = Mat3<Real>::identity();
  Real state[n] = {};
  Mat3<Real> tau = Mat3<Real>::zero();

  /// The point after the deformation became F_new.
  LawPoint moved(const Law& law, const Mat3<Real>& F_new, Real dt) const {
    LawPoint p = *this;
    p.F = F_new;
    const Mat3<Real> trial = F_new * inverse(F) * Fe;
    p.Fe = yielded(law, trial, p.state, dt);
    p.tau = kirchhoff_stress(law, p.Fe, p.state);
    return p;
  }
  Mat3<Real> cauchy() const { return tau * (Real(1) / determinant(F)); }
};

template <class Law>
class Driver {
 public:
  Driver(const Law& law, const PointCase& c)
      : law_(law), case_(c), turn_(c.rotate ? odd_rotation() : Mat3d::identity()) {
    const auto names = Law::state_names();
    const auto initial = Law::initial_state();
    for (std::size_t k = 0; k < names.size(); ++k) {
      const auto given = c.state.find(names[k]);
      point_.state[k] = Real(given == c.state.end() ? initial[k] : given->second);
    }
    for (const auto& [name, value] : c.state) {
      bool known = false;
      for (const char* k : names) known = known || name == k;
      if (!known)
        throw Error("E0714", fmt::format("the law '{}' has no state '{}'", Law::name, name), {},
                    fmt::format("it has: {}", fmt::join(names, " ")));
    }
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        if (!c.path[std::size_t(i)][std::size_t(j)]) free_.push_back({i, j});
  }

  Series run() {
    Mat3d F = prescribed(0, Mat3d::identity());
    for (int k = 0; k <= case_.steps; ++k) {
      const double t = double(k) / case_.steps;
      F = prescribed(t, F);
      const bool first = k == 0;
      if (first && norm(F - Mat3d::identity()) == 0 && free_.empty()) {
        record(t);
        continue;
      }
      if (first && case_.steps == 1) continue;  // a single jump from rest
      point_ = solve(t, F);
      record(t);
    }
    return series_;
  }

 private:
  Mat3d prescribed(double t, Mat3d F) const {
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        if (case_.path[i][j]) F(int(i), int(j)) = (*case_.path[i][j])(std::span(&t, 1));
    return F;
  }
  double wanted(int i, int j, double t) const {
    const auto& s = case_.stress[std::size_t(i)][std::size_t(j)];
    return s ? (*s)(std::span(&t, 1)) : 0.0;
  }
  LawPoint<Law> at(const Mat3d& F) const {
    const Real dt = Real(case_.duration / case_.steps);
    return point_.moved(law_, (turn_ * F * transpose(turn_)).template as<Real>(), dt);
  }
  Mat3d back(const Mat3<Real>& A) const { return transpose(turn_) * A.template as<double>() * turn_; }

  std::vector<double> residual(const Mat3d& F, double t) const {
    const Mat3d sigma = back(at(F).cauchy());
    std::vector<double> r;
    for (const auto& [i, j] : free_) r.push_back(sigma(i, j) - wanted(i, j, t));
    return r;
  }
  static double size(const std::vector<double>& r) {
    double s = 0;
    for (double a : r) s += a * a;
    return std::sqrt(s);
  }

  /// Finds the free entries of F by damped Newton with difference quotients, then yields once for good.
  LawPoint<Law> solve(double t, Mat3d& F) const {
    Vec3<Real> unit = Vec3<Real>::filled(1);
    const double scale = double(law_.template modulus<3>(unit, point_.state));
    std::vector<double> r = residual(F, t);
    for (int k = 0; k < kNewton && size(r) > kSmallStress * scale; ++k) {
      const std::vector<double> step = newton_step(F, t, r);
      double length = 1;
      for (; length > 1e-6; length *= 0.5) {
        Mat3d G = F;
        for (std::size_t f = 0; f < free_.size(); ++f) G(free_[f].first, free_[f].second) += length * step[f];
        if (determinant(G) <= 0) continue;
        const std::vector<double> s = residual(G, t);
        if (!(size(s) < size(r))) continue;
        F = G;
        r = s;
        break;
      }
      if (length <= 1e-6) break;
    }
    if (!(size(r) <= 1e4 * kSmallStress * scale))
      throw Error(
          "E0713",
          fmt::format("no deformation gives the wanted stress at t = {:g}: it is off by {:g} Pa", t, size(r)),
          {}, "take more steps, or ask for a stress that the law can carry", Exit::simulation);
    return at(F);
  }

  std::vector<double> newton_step(const Mat3d& F, double t, const std::vector<double>& r) const {
    const std::size_t n = free_.size();
    std::vector<std::vector<double>> A(n, std::vector<double>(n + 1));
    for (std::size_t c = 0; c < n; ++c) {
      Mat3d up = F, down = F;
      up(free_[c].first, free_[c].second) += kNudge;
      down(free_[c].first, free_[c].second) -= kNudge;
      const auto a = residual(up, t), b = residual(down, t);
      for (std::size_t i = 0; i < n; ++i) A[i][c] = (a[i] - b[i]) / (2 * kNudge);
    }
    for (std::size_t i = 0; i < n; ++i) A[i][n] = -r[i];
    // Gauss with the largest pivot.
    for (std::size_t c = 0; c < n; ++c) {
      std::size_t p = c;
      for (std::size_t i = c; i < n; ++i)
        if (std::abs(A[i][c]) > std::abs(A[p][c])) p = i;
      std::swap(A[c], A[p]);
      if (A[c][c] == 0) A[c][c] = 1;
      for (std::size_t i = 0; i < n; ++i) {
        if (i == c) continue;
        const double f = A[i][c] / A[c][c];
        for (std::size_t k = c; k <= n; ++k) A[i][k] -= f * A[c][k];
      }
    }
    std::vector<double> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = A[i][n] / A[i][i];
    return x;
  }

  void column(const std::string& name, double value) { series_[name].push_back(value); }
  void matrix(const std::string& name, const Mat3d& A) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) column(fmt::format("{}_{}{}", name, kAxis[i], kAxis[j]), A(i, j));
  }

  void record(double t) {
    const Mat3d F = back(point_.F), Fe = back(point_.Fe), tau = back(point_.tau);
    column("time", t);
    matrix("F", F);
    matrix("Fe", Fe);
    matrix("tau", tau);
    matrix("cauchy", back(point_.cauchy()));
    matrix("P", tau * transpose(inverse(F)));
    column("J", determinant(F));
    Mat3d dev = tau;
    for (int i = 0; i < 3; ++i) dev(i, i) -= trace(tau) / 3;
    column("tau_norm", norm(tau));
    column("dev_norm", norm(dev));
    const Principal<3, Real> p(point_.Fe);
    column("energy", double(law_.template energy<3>(p.s, point_.state)));
    const auto names = Law::state_names();
    for (std::size_t k = 0; k < names.size(); ++k) column(names[k], double(point_.state[k]));
    const bool last = t == 1;
    const auto error = [&](const Mat3d& a, const std::optional<Mat3d>& b) {
      if (!b || !last) return std::nan("");
      return norm(*b) > 0 ? norm(a - *b) / norm(*b) : norm(a);
    };
    column("Fe_error", error(Fe, case_.reference_Fe));
    column("tau_error", error(tau, case_.reference_tau));
  }

  const Law& law_;
  const PointCase& case_;
  Mat3d turn_;
  std::vector<std::pair<int, int>> free_;
  LawPoint<Law> point_;
  Series series_;
};

}  // namespace

Series run_point(const PointCase& c) {
  return std::visit(
      [&]<class Law>(const Law& law) -> decltype(Driver(Sand{}, c).run()) {
        if constexpr (IsGrain<Law>) return Driver(law, c).run();
        throw Error("E0306", std::string("a material point cannot be made of '") + Law::name + "'", {},
                    "choose a law of grains");
      },
      c.material);
}

}  // namespace weft
