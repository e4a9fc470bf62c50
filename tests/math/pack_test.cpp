// Packs behave like their scalars; their own log, exp, sin and cos are as accurate as promised.
#include "math/pack.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "math/dual.h"

namespace weft {
namespace {

template <class S>
struct Packs : ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Packs, Scalars);

/// |a - b| in units in the last place of b; the reference is computed in long double.
template <class S>
double ulps(S a, long double b) {
  if (std::isnan(b) && std::isnan(a)) return 0;
  const S nearest = S(b);
  if (a == nearest) return 0;
  const S up = std::nextafter(std::abs(nearest), std::numeric_limits<S>::infinity());
  return double(std::abs((long double)a - b) / ((long double)up - std::abs((long double)nearest)));
}

template <class S, class F, class G>
double worst_ulps(const std::vector<S>& xs, F&& pack_function, G&& reference) {
  using P = Pack<S>;
  double worst = 0;
  for (std::size_t i = 0; i + P::width <= xs.size(); i += P::width) {
    const P y = pack_function(P::load(xs.data() + i));
    for (int l = 0; l < P::width; ++l) worst = std::max(worst, ulps(y[l], reference((long double)xs[i + l])));
  }
  return worst;
}

template <class S>
std::vector<S> spread(double low, double high, int n = 40000) {
  std::vector<S> r;
  for (int i = 0; i < n; ++i) r.push_back(S(low + (high - low) * (i + 0.37) / n));
  return r;
}
template <class S>
std::vector<S> powers(double low, double high) {
  std::vector<S> r = spread<S>(low, high);
  for (S& x : r) x = S(std::exp2(double(x)));
  return r;
}

TYPED_TEST(Packs, LogIsAccurate) {
  using S = TypeParam;
  auto f = [](Pack<S> x) { return log(x); };
  auto g = [](long double x) { return std::log(x); };
  EXPECT_LE(worst_ulps(spread<S>(0.25, 4), f, g), 2);
  EXPECT_LE(worst_ulps(spread<S>(0.999, 1.001), f, g), 2);
  EXPECT_LE(worst_ulps(powers<S>(sizeof(S) == 4 ? -125 : -1000, sizeof(S) == 4 ? 127 : 1000), f, g), 2);
  auto h = [](Pack<S> x) { return log1p(x); };
  auto k = [](long double x) { return std::log1p(x); };
  EXPECT_LE(worst_ulps(spread<S>(-0.9, 5), h, k), 2.5);
  EXPECT_LE(worst_ulps(powers<S>(-60, -1), h, k), 2.5);
}

TYPED_TEST(Packs, ExpIsAccurate) {
  using S = TypeParam;
  auto f = [](Pack<S> x) { return exp(x); };
  auto g = [](long double x) { return std::exp(x); };
  EXPECT_LE(worst_ulps(spread<S>(-1, 1), f, g), 2);
  EXPECT_LE(worst_ulps(sizeof(S) == 4 ? spread<S>(-87, 88.5) : spread<S>(-700, 709), f, g), 2);
}

TYPED_TEST(Packs, SineAndCosineAreAccurate) {
  using S = TypeParam;
  const double eps = std::numeric_limits<S>::epsilon();
  for (S x = -100; x < 100; x += S(0.013)) {
    EXPECT_NEAR(sin(Pack<S>(x))[0], std::sin((long double)x), 2 * eps);
    EXPECT_NEAR(cos(Pack<S>(x))[0], std::cos((long double)x), 2 * eps);
  }
}

TYPED_TEST(Packs, EdgesOfLogAndExp) {
  using P = Pack<TypeParam>;
  const TypeParam inf = std::numeric_limits<TypeParam>::infinity(),
                  nan = std::numeric_limits<TypeParam>::quiet_NaN();
  EXPECT_EQ(log(P(0))[0], -inf);
  EXPECT_EQ(log(P(inf))[0], inf);
  EXPECT_TRUE(std::isnan(log(P(-1))[0]));
  EXPECT_TRUE(std::isnan(log(P(nan))[0]));
  EXPECT_EQ(log(P(1))[0], 0);
  EXPECT_EQ(exp(P(0))[0], 1);
  EXPECT_EQ(exp(P(-inf))[0], 0);
  EXPECT_EQ(exp(P(inf))[0], inf);
  EXPECT_EQ(exp(P(1e4))[0], inf);
  EXPECT_TRUE(std::isnan(exp(P(nan))[0]));
}

TYPED_TEST(Packs, ArithmeticAndMasks) {
  using S = TypeParam;
  using P = Pack<S>;
  S a[P::width], b[P::width];
  for (int i = 0; i < P::width; ++i) {
    a[i] = S(i) - S(2.5);
    b[i] = S(3.1) - S(i) / 2;
  }
  const P x = P::load(a), y = P::load(b);
  const P total = x * y + P(2) - x / y, low = min(x, y), high = max(x, y), chosen = select(x < y, x, y);
  const P down = floor(x * P(1.3)), sign = copysign(y, x), flip = flip_sign(y, x);
  P p, q;
  power_of_two(abs(x), p, q);
  S sum = 0, top = a[0];
  for (int i = 0; i < P::width; ++i) {
    EXPECT_NEAR(total[i], a[i] * b[i] + 2 - a[i] / b[i], 1e-5);
    EXPECT_EQ(low[i], std::min(a[i], b[i]));
    EXPECT_EQ(high[i], std::max(a[i], b[i]));
    EXPECT_EQ(chosen[i], std::min(a[i], b[i]));
    EXPECT_EQ(down[i], std::floor(a[i] * S(1.3)));
    EXPECT_EQ(sign[i], std::copysign(b[i], a[i]));
    EXPECT_EQ(flip[i], a[i] < 0 ? -b[i] : b[i]);
    EXPECT_LE(p[i], std::abs(a[i]));
    EXPECT_GT(2 * p[i], std::abs(a[i]));
    EXPECT_EQ(p[i] * q[i], 1);
    sum += a[i];
    top = std::max(top, a[i]);
  }
  EXPECT_NEAR(horizontal_sum(x), sum, 1e-5);
  EXPECT_EQ(horizontal_max(x), top);
  EXPECT_TRUE(any(x < y));
  EXPECT_FALSE(all(x > P(0)));
  EXPECT_TRUE(all(x > P(-10)));
  EXPECT_FALSE(any(x > P(1000)));
  for (S v : {S(1), S(2), S(0.3), S(1e-20), S(7e9)})
    EXPECT_NEAR(rsqrt(P(v))[0] * std::sqrt(v), 1, 3 * std::numeric_limits<S>::epsilon());
  EXPECT_EQ(sqrt(P(9))[P::width - 1], 3);
}

TEST(Dual, DerivativesOfEveryFunction) {
  using D = Dual<double>;
  const double x = 0.7, h = 1e-6;
  auto check = [&](auto&& f) { EXPECT_NEAR(f(D(x, 1)).d, (f(D(x + h)).v - f(D(x - h)).v) / (2 * h), 1e-8); };
  check([](D a) { return log(a); });
  check([](D a) { return exp(a); });
  check([](D a) { return sqrt(a); });
  check([](D a) { return sin(a) * cos(a); });
  check([](D a) { return pow(a, D(-2.5)); });
  check([](D a) { return log1p(a) / (a + D(1)); });
  check([](D a) { return abs(D(0) - a) - max(a, D(0.1)) * a; });
  check([](D a) { return rsqrt(a) * select(a < D(1), a * a, a); });
}

}  // namespace
}  // namespace weft
