/// The response for one law. Included by the files that instantiate it for their laws.
#pragma once
#include <limits>

#include "bodies/solid/tet_response.h"
#include "materials/isotropic.h"
#include "math/definite.h"

namespace weft {

template <class Law>
class TetResponseOf final : public TetResponse {
 public:
  TetResponseOf(const TetMesh& mesh, const Law& law) : TetResponse(Tets(mesh, law.density)), law_(law) {}
  std::string law() const override { return Law::name; }
  double density() const override { return law_.density; }
  double forces(const Places& x, std::vector<CornerForces<Real>>& out) const override;
  double exact_forces(const Places& x, std::vector<CornerForces<double>>& out) const override;
  double energy(const Places& x) const override;
  void stiffness(const Places& x, bool definite, std::vector<TetStiffness>& out) const override;
  TetStrain strain(const Places& x, std::size_t e) const override;

 private:
  using P = Pack<Real>;
  static constexpr std::size_t kChunk = std::size_t(1) << 10;

  template <class T>
  Mat3<T> shape(std::size_t e) const {
    Mat3<T> B;
    for (int c = 0; c < 9; ++c) B(c / 3, c % 3) = rest<T>(e, c);
    return B;
  }
  template <class T>
  T rest(std::size_t e, int c) const {
    if constexpr (std::is_same_v<Scalar<T>, Real>) return T::load(tets().narrow(e, c));
    else return T::load(tets().exact(e, c));
  }
  template <class T>
  void store_forces(std::size_t e, const Mat3<T>& Pi, const Mat3<T>& B,
                    std::vector<CornerForces<Scalar<T>>>& out) const;
  template <class T>
  T stiffest(const Vec3<T>& s, const Vec3<T>& g) const;
  Wide energy_of(const Vec3<Wide>& s) const;
  void stiffness_of(std::size_t e, const Places& x, bool definite, std::vector<TetStiffness>& out) const;
  /// psi_i + psi_j over s_i + s_j.
  template <class T>
  static T turning(const Vec3<T>& s, const Vec3<T>& g, int i, int j) {
    const T total = s[i] + s[j], least(1e-6);
    return (g[i] + g[j]) / select(abs(total) < least, select(total < T(0), -least, least), total);
  }

  Law law_;
};

/// [f_1 f_2 f_3] = -V P D_m^-T.
template <class Law>
template <class T>
void TetResponseOf<Law>::store_forces(std::size_t e, const Mat3<T>& Pi, const Mat3<T>& B,
                                      std::vector<CornerForces<Scalar<T>>>& out) const {
  using S = Scalar<T>;
  const T volume = -rest<T>(e, kRestVolume);
  alignas(64) S lane[4][3][T::width];
  for (int k = 0; k < 3; ++k) {
    T all(0);
    for (int a = 0; a < 3; ++a) {
      const T f = volume * (Pi(k, 0) * B(a, 0) + Pi(k, 1) * B(a, 1) + Pi(k, 2) * B(a, 2));
      f.store_aligned(lane[a + 1][k]);
      all += f;
    }
    (-all).store_aligned(lane[0][k]);
  }
  const std::size_t lanes = std::min<std::size_t>(T::width, tets().size() - e);
  for (std::size_t l = 0; l < lanes; ++l)
    for (std::size_t a = 0; a < 4; ++a) out[e + l][a] = {lane[a][0][l], lane[a][1][l], lane[a][2][l], S(0)};
}

/// A bound of the largest eigenvalue of d^2 psi / dF dF.
template <class Law>
template <class T>
T TetResponseOf<Law>::stiffest(const Vec3<T>& s, const Vec3<T>& g) const {
  const Mat3<T> H = law_.template hessian<3, T>(s, nullptr);
  T most(0);
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    most = max(most, H(i, i) + abs(H(i, j)) + abs(H(i, k)));  // Gershgorin's circles
    most = max(most, max(law_.template shear_a<3, T>(i, j, s, nullptr), turning(s, g, i, j)));
  }
  return most;
}

template <class Law>
double TetResponseOf<Law>::forces(const Places& x, std::vector<CornerForces<Real>>& out) const {
  const auto part = [&](Range r) {
    P fastest(Real(0));
    for (std::size_t e = r.begin; e < r.end; e += P::width) {
      const Mat3<P> B = shape<P>(e), F = edges<P>(tets(), x, e) * B;
      const Principal<3, P> p(F);
      const Vec3<P> g = law_.template gradient<3, P>(p.s, nullptr);
      store_forces(e, compose(p.U, g, p.V), B, out);
      fastest = max(fastest, stiffest(p.s, g) * rest<P>(e, kRestSpread));
    }
    return double(horizontal_max(fastest));
  };
  return reduce_chunks(tets().size(), kChunk, 0.0, part, [](double a, double b) { return std::max(a, b); });
}

template <class Law>
Wide TetResponseOf<Law>::energy_of(const Vec3<Wide>& s) const {
  const Wide psi = law_.template energy<3, Wide>(s, nullptr);
  if constexpr (Law::inverts) return psi;
  return select(s[2] > Wide(0), psi, Wide(std::numeric_limits<double>::infinity()));
}

template <class Law>
double TetResponseOf<Law>::exact_forces(const Places& x, std::vector<CornerForces<double>>& out) const {
  const auto part = [&](Range r) {
    double sum = 0;
    for (std::size_t e = r.begin; e < r.end; e += Wide::width) {
      const Mat3<Wide> B = shape<Wide>(e), F = edges<Wide>(tets(), x, e) * B;
      const Principal<3, Wide> p(F);
      store_forces(e, compose(p.U, law_.template gradient<3, Wide>(p.s, nullptr), p.V), B, out);
      const Wide psi = energy_of(p.s) * rest<Wide>(e, kRestVolume);
      for (std::size_t l = 0; l < Wide::width && e + l < r.end; ++l) sum += psi[int(l)];
    }
    return sum;
  };
  return reduce_chunks(tets().size(), kChunk, 0.0, part, [](double a, double b) { return a + b; });
}

template <class Law>
double TetResponseOf<Law>::energy(const Places& x) const {
  const auto part = [&](Range r) {
    double sum = 0;
    for (std::size_t e = r.begin; e < r.end; e += Wide::width) {
      const Principal<3, Wide> p(edges<Wide>(tets(), x, e) * shape<Wide>(e));
      const Wide psi = energy_of(p.s) * rest<Wide>(e, kRestVolume);
      for (std::size_t l = 0; l < Wide::width && e + l < r.end; ++l) sum += psi[int(l)];
    }
    return sum;
  };
  return reduce_chunks(tets().size(), kChunk, 0.0, part, [](double a, double b) { return a + b; });
}

template <class Law>
void TetResponseOf<Law>::stiffness(const Places& x, bool definite, std::vector<TetStiffness>& out) const {
  out.resize(tets().size());
  parallel_chunks(tets().size(), kChunk, [&](Range r) {
    for (std::size_t e = r.begin; e < r.end; e += Wide::width) stiffness_of(e, x, definite, out);
  });
}

template <class Law>
void TetResponseOf<Law>::stiffness_of(std::size_t e, const Places& x, bool definite,
                                      std::vector<TetStiffness>& out) const {
  using T = Wide;
  const Mat3<T> B = shape<T>(e);
  const Principal<3, T> p(edges<T>(tets(), x, e) * B);
  const Vec3<T> psi = law_.template gradient<3, T>(p.s, nullptr);
  const Mat3<T> second = law_.template hessian<3, T>(p.s, nullptr);
  T H[3][3], S[3][3], D[3][3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) H[i][j] = second(i, j);
  if (definite) make_definite(H);
  for (int i = 0; i < 3; ++i)
    for (int j = i + 1; j < 3; ++j) {
      T stretch = law_.template shear_a<3, T>(i, j, p.s, nullptr), turn = turning(p.s, psi, i, j);
      if (definite) stretch = max(stretch, T(0)), turn = max(turn, T(0));
      S[i][j] = S[j][i] = T(0.5) * (stretch + turn);
      D[i][j] = D[j][i] = T(0.5) * (stretch - turn);
    }
  Vec3<T> h[4];
  const T volume = rest<T>(e, kRestVolume);
  h[0] = Vec3<T>::zero();
  for (int a = 0; a < 3; ++a) {
    h[a + 1] = transpose(p.V) * Vec3<T>{{B(a, 0), B(a, 1), B(a, 2)}};
    h[0] -= h[a + 1];
  }
  const std::size_t lanes = std::min<std::size_t>(T::width, tets().size() - e);
  for (int a = 0; a < 4; ++a)
    for (int b = a; b < 4; ++b) {
      Mat3<T> k;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
          k(i, j) = H[i][j] * h[a][i] * h[b][j];
          if (i != j) k(i, j) += D[i][j] * h[a][j] * h[b][i];
          else
            for (int l = 0; l < 3; ++l)
              if (l != i) k(i, i) += S[i][l] * h[a][l] * h[b][l];
        }
      const Mat3<T> K = p.U * k * transpose(p.U) * volume;
      for (int c = 0; c < 9; ++c)
        for (std::size_t l = 0; l < lanes; ++l)
          out[e + l][std::size_t(kCornerPair[a][b])][std::size_t(c)] = K(c / 3, c % 3)[int(l)];
    }
}

template <class Law>
TetStrain TetResponseOf<Law>::strain(const Places& x, std::size_t e) const {
  const auto& c = tets().corner(e);
  Mat3d D;
  for (int a = 0; a < 3; ++a) D.set_column(a, vector(x[c[std::size_t(a + 1)]]) - vector(x[c[0]]));
  TetStrain t;
  t.F = D * tets().shape(e);
  const Principal<3, double> p(t.F);
  t.tau = compose(p.U, law_.template kirchhoff<3, double>(p.s, nullptr), p.U);
  t.energy = law_.template energy<3, double>(p.s, nullptr);
  return t;
}

template <class Law>
std::unique_ptr<TetResponse> make_tet_response_of(const TetMesh& mesh, const Law& law) {
  return std::make_unique<TetResponseOf<Law>>(mesh, law);
}

}  // namespace weft
