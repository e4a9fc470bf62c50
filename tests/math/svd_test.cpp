// SVD, polar and QR on random and nasty matrices in float, double and packs.
#include "math/svd.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "math/pack.h"
#include "math/polar.h"
#include "math/qr.h"
#include "math/quaternion.h"

namespace weft {
namespace {

struct Noise {
  std::uint64_t x = 88172645463325252ull;
  double operator()() {  // [-1, 1)
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    return double(x >> 11) * 0x1p-52 - 1;
  }
};
template <class S>
constexpr double kAccuracy = sizeof(S) == 4 ? 3e-6 : 1e-14;

const char* const kKinds[] = {"random",          "near identity",  "near a rotation", "rank 2", "rank 1",
                              "wide range",      "small integers", "diagonal",        "tiny",   "huge",
                              "repeated values", "zero",           "two repeated"};
constexpr int kKindCount = 13;

Mat3d sample(int kind, Noise& r) {
  auto rotation = [&] { return Quaternion<double>{r(), r(), r(), r() + 1e-3}.normalized().to_matrix(); };
  Mat3d F;
  for (int i = 0; i < 9; ++i) F(i / 3, i % 3) = r() + r();
  const double small = std::pow(10.0, -8 * std::abs(r()));
  const double a = 1 + 0.2 * r(), b = 1 + 0.2 * r();
  switch (kind) {
    case 1:
      return Mat3d::identity() + F * small;
    case 2:
      return rotation() * (Mat3d::identity() + F * small);
    case 3:
      for (int i = 0; i < 3; ++i) F(i, 2) = F(i, 0) + 0.5 * F(i, 1);
      return F;
    case 4:
      return outer(F.column(0), F.column(1));
    case 5:
      return rotation() *
             Mat3d::diagonal({std::pow(10.0, 6 * r()), std::pow(10.0, 6 * r()), std::pow(10.0, 6 * r())}) *
             rotation();
    case 6:
      for (int i = 0; i < 9; ++i) F(i / 3, i % 3) = std::floor(r() * 2 + 0.5);
      return F;
    case 7:
      return Mat3d::diagonal({std::floor(r() * 3 + 0.5), std::floor(r() * 3 + 0.5), r()});
    case 8:
      return F * 1e-36;
    case 9:
      return F * 1e36;
    case 10:
      return rotation() * (a * (r() > 0 ? 1.0 : -1.0));
    case 11:
      return Mat3d::zero();
    case 12:
      return rotation() * Mat3d::diagonal({a, a, b}) * rotation();
    default:
      return F;
  }
}

template <class S>
void check(const Mat3<S>& F, const Mat3<S>& U, const Vec3<S>& s, const Mat3<S>& V, const std::string& kind) {
  const Mat3d f = F.template as<double>(), u = U.template as<double>(), v = V.template as<double>();
  const Vec3d x = s.template as<double>();
  const double scale = norm(f);
  EXPECT_LE(norm(u * Mat3d::diagonal(x) * transpose(v) - f), kAccuracy<S> * scale) << kind;
  EXPECT_LE(norm(transpose(u) * u - Mat3d::identity()), kAccuracy<S>) << kind;
  EXPECT_LE(norm(transpose(v) * v - Mat3d::identity()), kAccuracy<S>) << kind;
  EXPECT_NEAR(determinant(u), 1, kAccuracy<S>) << kind;
  EXPECT_NEAR(determinant(v), 1, kAccuracy<S>) << kind;
  EXPECT_TRUE(x[0] >= x[1] && x[1] >= std::abs(x[2])) << kind << ' ' << x[0] << ' ' << x[1] << ' ' << x[2];
  const double det = determinant(f * (1 / (scale + 1e-300)));
  if (std::abs(det) > 1e-6) {
    EXPECT_EQ(x[2] < 0, det < 0) << kind;
  }
}

/// U and s of left_stretch: U diag(s)^2 U^T = F F^T.
template <class S>
void check_left(const Mat3<S>& F, const std::string& kind) {
  Mat3<S> U;
  Vec3<S> s;
  left_stretch(F, U, s);
  const Mat3d f = F.template as<double>(), u = U.template as<double>();
  const Vec3d x = s.template as<double>();
  const double scale = norm(f);
  const Mat3d squares = Mat3d::diagonal({{x[0] * x[0], x[1] * x[1], x[2] * x[2]}});
  EXPECT_LE(norm(u * squares * transpose(u) - f * transpose(f)), 2 * kAccuracy<S> * scale * scale) << kind;
  EXPECT_LE(norm(transpose(u) * u - Mat3d::identity()), kAccuracy<S>) << kind;
  const double det = determinant(f * (1 / (scale + 1e-300)));
  if (std::abs(det) > 1e-6) {
    EXPECT_EQ(x[2] < 0, det < 0) << kind;
  }
}

template <class S>
void check_all() {
  using P = Pack<S>;
  Noise noise;
  for (int kind = 0; kind < kKindCount; ++kind)
    for (int round = 0; round < 8000 / P::width; ++round) {
      Mat3<S> F[P::width];
      Mat3<P> F_p, U_p, V_p;
      Vec3<P> s_p;
      for (int l = 0; l < P::width; ++l) {
        F[l] = sample(kind, noise).template as<S>();
        for (int i = 0; i < 9; ++i) F_p(i / 3, i % 3).set(l, F[l](i / 3, i % 3));
      }
      svd(F_p, U_p, s_p, V_p);
      for (int l = 0; l < P::width; ++l) {
        Mat3<S> U, V, U_l, V_l;
        Vec3<S> s, s_l;
        svd(F[l], U, s, V);
        check(F[l], U, s, V, std::string(kKinds[kind]) + ", scalar");
        check_left(F[l], std::string(kKinds[kind]) + ", left");
        for (int i = 0; i < 9; ++i) {
          U_l(i / 3, i % 3) = U_p(i / 3, i % 3)[l];
          V_l(i / 3, i % 3) = V_p(i / 3, i % 3)[l];
        }
        for (int i = 0; i < 3; ++i) {
          s_l[i] = s_p[i][l];
          EXPECT_NEAR(s_l[i], s[i], kAccuracy<S> * double(s[0])) << kKinds[kind];
        }
        check(F[l], U_l, s_l, V_l, std::string(kKinds[kind]) + ", pack");
        if (::testing::Test::HasFailure()) return;
      }
    }
}
TEST(Svd, Float) { check_all<float>(); }
TEST(Svd, Double) { check_all<double>(); }

TEST(Svd, SmallStrainsKeepTheirDigits) {
  // F = R (I + e) with known logarithmic strains near zero: accurate to the rounding of F itself
  Noise r;
  for (int i = 0; i < 1000; ++i) {
    const Mat3d A = Quaternion<double>{r(), r(), r(), r()}.normalized().to_matrix();
    const Mat3d B = Quaternion<double>{r(), r(), r(), r()}.normalized().to_matrix();
    Vec3d e{{3e-5, 1e-5, -2e-5}}, s;
    Mat3d U, V;
    svd(A * Mat3d::diagonal({std::exp(e[0]), std::exp(e[1]), std::exp(e[2])}) * transpose(B), U, s, V);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(std::log(s[k]), e[k], 3e-15);
  }
}

template <class S>
void check_plane() {
  Noise r;
  for (int i = 0; i < 20000; ++i) {
    const Mat3d A = sample(i % kKindCount, r);
    const Mat2<S> F = {{{S(A(0, 0)), S(A(0, 1))}, {S(A(1, 0)), S(A(1, 1))}}};
    Mat2<S> U, V, R, D;
    Vec2<S> s;
    svd(F, U, s, V);
    auto d = [](const Mat2<S>& m) { return m.template as<double>(); };
    const double scale = norm(d(F));
    EXPECT_LE(norm(d(U) * Mat<2, double>::diagonal(s.template as<double>()) * transpose(d(V)) - d(F)),
              kAccuracy<S> * scale);
    EXPECT_NEAR(determinant(d(U)), 1, kAccuracy<S>);
    EXPECT_NEAR(determinant(d(V)), 1, kAccuracy<S>);
    EXPECT_GE(s[0], std::abs(s[1]));
    polar(F, R, D);
    EXPECT_LE(norm(d(R) * d(D) - d(F)), kAccuracy<S> * scale);
  }
}
TEST(Svd, PlaneFloat) { check_plane<float>(); }
TEST(Svd, PlaneDouble) { check_plane<double>(); }

TEST(Polar, RotationTimesSymmetric) {
  Noise r;
  for (int i = 0; i < 5000; ++i) {
    const Mat3d F = sample(i % kKindCount, r);
    Mat3d R, S;
    polar(F, R, S);
    EXPECT_LE(norm(R * S - F), 1e-14 * norm(F));
    EXPECT_LE(norm(S - transpose(S)), 1e-14 * norm(F));
    EXPECT_NEAR(determinant(R), 1, 1e-13);
  }
}

TEST(Qr, RotationTimesTriangle) {
  Noise r;
  for (int i = 0; i < 5000; ++i) {
    const Mat3d F = sample(0, r);
    Mat3d Q, R;
    qr(F, Q, R);
    const double worst = 1e-13 * norm(F);
    EXPECT_LE(norm(Q * R - F), worst);
    EXPECT_LE(norm(transpose(Q) * Q - Mat3d::identity()), 1e-13);
    EXPECT_NEAR(determinant(Q), 1, 1e-13);
    EXPECT_GT(R(0, 0), 0);
    EXPECT_GT(R(1, 1), 0);
    EXPECT_EQ(R(2, 2) < 0, determinant(F) < 0);
    EXPECT_EQ(R(1, 0), 0);
    EXPECT_EQ(R(2, 0), 0);
    EXPECT_EQ(R(2, 1), 0);
    const Mat2<double> f = {{{F(0, 0), F(0, 1)}, {F(1, 0), F(1, 1)}}};
    Mat2<double> q, t;
    qr(f, q, t);
    EXPECT_LE(norm(q * t - f), worst);
    EXPECT_NEAR(determinant(q), 1, 1e-14);
    EXPECT_GT(t(0, 0), 0);
    EXPECT_EQ(t(1, 1) < 0, determinant(f) < 0);
  }
}

}  // namespace
}  // namespace weft
