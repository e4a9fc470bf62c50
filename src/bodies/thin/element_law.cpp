/// The change of forces in an implicit step, and what it puts on the diagonal of the nodes' matrix.
#include "bodies/thin/element_law.h"

namespace weft {

template <int Tangents, int Normals>
void ElementLaw<Tangents, Normals>::change(const ThinView& body, const TrialView& trial, Range r) const {
  using P = Pack<Real>;
  const TrialKernel<Tangents, Normals, P> kernel(body, trial);
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    ThinStrain<Tangents, Normals, P> G;
    kernel.change(i, G);
    kernel.store_response(i, G);
  }
}

/// dG = e_b g^T moves the columns that the grid strains by dt (g . d) e_b, and the tangents of elements that
/// are small beside a cell about so too: there a node moves all corners, and what one corner feels by itself
/// would be far too stiff.
template <int Tangents, int Normals>
void ElementLaw<Tangents, Normals>::load_stiffness(const ThinView& body, const TrialView& trial, Range r,
                                                   StiffnessBatch& out) const {
  using P = Pack<Real>;
  const TrialKernel<Tangents, Normals, P> kernel(body, trial);
  const bool from_mesh = body.rules.from_mesh;
  const P dt2 = Real(trial.dt * trial.dt);
  constexpr int kColumns = Tangents + Normals, kEntries = 3 * kColumns;
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    const std::size_t lane = i - r.begin;
    const auto entry = [&](int p, int q) {
      if (p > q) std::swap(p, q);
      return P::load(trial.tangent.group(i, p * kEntries - p * (p - 1) / 2 + q - p));
    };
    ThinStrain<Tangents, Normals, P> now;
    Vec3<P> X[Tangents + 1], d[kColumns];
    kernel.gather(body.x, i, X);
    kernel.tangents(X, kernel.rest(i), now);
    const Mask<Real> alone = kernel.coarse(i);
    for (int c = 0; c < kColumns; ++c)
      for (int k = 0; k < 3; ++k) {
        if (c >= Tangents) d[c][k] = P::load(trial.start.group(i, 3 * (c - Tangents) + k));
        else
          d[c][k] = from_mesh ? select(alone, P(Real(0)), now.t[c][k]) : P::load(body.t.group(i, 3 * c + k));
      }
    for (int u = 0, uv = 0; u < 3; ++u)
      for (int v = u; v < 3; ++v, ++uv)
        for (int p = 0, pq = 0; p < 3; ++p)
          for (int q = p; q < 3; ++q, ++pq) {
            P sum = Real(0);
            for (int a = 0; a < kColumns; ++a)
              for (int b = 0; b < kColumns; ++b) {
                const P pair = u == v ? d[a][u] * d[b][u] : d[a][u] * d[b][v] + d[a][v] * d[b][u];
                sum += pair * P(Real(0.5)) * (entry(3 * a + p, 3 * b + q) + entry(3 * b + p, 3 * a + q));
              }
            (sum * dt2).store(&out.T[uv][pq][lane]);
          }
    for (int u = 0; u < 3; ++u)
      for (int v = u + 1; v < 3; ++v)
        for (int k = 0; k < 3; ++k) {
          const int p = (k + 1) % 3, q = (k + 2) % 3;  // [w]x has -w_k at (p, q)
          P sum = Real(0);
          for (int a = 0; a < kColumns; ++a)
            for (int b = 0; b < kColumns; ++b)
              sum += d[a][u] * d[b][v] * (entry(3 * a + p, 3 * b + q) - entry(3 * a + q, 3 * b + p));
          (sum * dt2 * P(Real(-0.5))).store(&out.W[u + v - 1][k][lane]);
        }
  }
}

/// dt^2 sum_tu w_at w_bu K_tu, w_at the weight of corner a in tangent t.
template <int Tangents, int Normals>
void ElementLaw<Tangents, Normals>::mesh_stiffness(const ThinView& body, const TrialView& trial, Range r,
                                                   MeshStiffness& out) const {
  constexpr int kCorners = Tangents + 1, kEntries = 3 * (Tangents + Normals);
  constexpr std::size_t kPairs = std::size_t(kCorners * (kCorners + 1) / 2);
  const Real dt2 = Real(body.rules.from_mesh ? trial.dt * trial.dt : 0);
  for (std::size_t i = r.begin; i < r.end; ++i) {
    Real w[kCorners][Tangents];
    const Real b0 = body.shape(i, 0);
    if constexpr (Tangents == 2) {
      const Real b1 = body.shape(i, 1), b2 = body.shape(i, 2);
      w[1][0] = b0, w[1][1] = b1, w[2][0] = 0, w[2][1] = b2;
      w[0][0] = -b0, w[0][1] = -(b1 + b2);
    } else {
      w[1][0] = b0, w[0][0] = -b0;
    }
    const auto K = [&](int p, int q) {
      if (p > q) std::swap(p, q);
      return trial.tangent(i, p * kEntries - p * (p - 1) / 2 + q - p);
    };
    const std::uint32_t* corner = body.corner + i * kCorners;
    std::size_t at = out.element[i] * kPairs;
    for (int a = 0; a < kCorners; ++a)
      for (int b = 0; b <= a; ++b)
        out.put(at++, {out.number[corner[a]], out.number[corner[b]]}, [&](int p, int q) {
          Real sum = 0;
          for (int t = 0; t < Tangents; ++t)
            for (int u = 0; u < Tangents; ++u) sum += w[a][t] * w[b][u] * K(3 * t + p, 3 * u + q);
          return dt2 * sum;
        });
  }
}

template class ElementLaw<2, 1>;
template class ElementLaw<1, 2>;
template class ElementLaw<1, 1>;

}  // namespace weft
