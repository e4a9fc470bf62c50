/// Points with velocities and affine velocities, for testing the transfers without a body.
#pragma once
#include <vector>

#include "grid/parcels.h"

namespace weft {

struct TestParcels : Parcels {
  std::vector<Vec3r> x, v;
  std::vector<Mat3r> C, S, G;
  std::vector<Real> m, mass_at;
  bool gradient = false;

  std::size_t size() const override { return x.size(); }
  void positions(Range r, Real* px, Real* py, Real* pz) const override {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      px[i - r.begin] = x[i][0];
      py[i - r.begin] = x[i][1];
      pz[i - r.begin] = x[i][2];
    }
  }
  template <class V>
  static void permute(V& a, std::span<const std::uint32_t> order) {
    if (a.empty()) return;
    V b(a.size());
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = a[order[i]];
    a = std::move(b);
  }
  void reorder(std::span<const std::uint32_t> order) override {
    permute(x, order);
    permute(v, order);
    permute(C, order);
    permute(S, order);
    permute(m, order);
    mass_at.resize(size());  // here, because unload runs on several threads at once
    G.resize(size());
  }
  void load(Range r, const Step&, ParcelBatch& out) const override {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const std::size_t k = i - r.begin;
      out.m[k] = m[i];
      for (int a = 0; a < 3; ++a) {
        out.x[a][k] = x[i][a];
        out.p[a][k] = m[i] * v[i][a];
        for (int b = 0; b < 3; ++b) {
          out.Q[b][a][k] = m[i] * C[i](a, b);
          out.S[b][a][k] = S.empty() ? Real(0) : S[i](a, b);
        }
      }
    }
  }
  void unload(Range r, const Step& step, const AnswerBatch& in) override {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const std::size_t k = i - r.begin;
      mass_at[i] = in.mass[k];
      for (int a = 0; a < 3; ++a) {
        v[i][a] = in.v[a][k];
        for (int b = 0; b < 3; ++b) {
          C[i](a, b) = in.C[b][a][k];
          if (step.weight_gradient) G[i](a, b) = in.G[b][a][k];
        }
      }
    }
  }
};

}  // namespace weft
