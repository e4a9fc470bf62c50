/// The kernels of grains, number by number against pack by pack: one source, whatever the scalar.
#include "bodies/grains/grains_kernel.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bodies/grains/grain_law.h"
#include "bodies/grains/grains_tangent.h"
#include "bodies/point_field.h"
#include "exec/error.h"

using namespace weft;

namespace {

using P = Pack<Real>;
constexpr std::size_t kPoints = 2 * kGroup;
/// Of numbers of the size of one; the kernels compute in Real.
constexpr double kTolerance = sizeof(Real) == 4 ? 2e-5 : 1e-12;

/// Small deterministic random numbers in [-1, 1).
struct Noise {
  std::uint64_t x = 88172645463325252ull;
  double operator()() {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    return double(x >> 11) * 0x1p-52 - 1;
  }
};

/// Fields of a few grains, strained and moving.
template <class Law>
struct Grains {
  PointField x{3}, v{3}, C{9}, F{Law::volumetric ? 1 : 9}, tau{6}, state{Law::n_state};
  PointField trial{Law::volumetric ? 1 : 9}, start{Law::volumetric ? 1 : 9}, response{9},
      tangent{grains_tangent::kSize};

  Grains() {
    for (PointField* f : {&x, &v, &C, &F, &tau, &state, &trial, &start, &response, &tangent})
      f->resize(kPoints);
    Noise noise;
    for (std::size_t i = 0; i < kPoints; ++i) {
      for (int c = 0; c < 3; ++c) x(i, c) = Real(noise()), v(i, c) = Real(noise());
      for (int c = 0; c < 9; ++c) C(i, c) = Real(noise());
      for (int c = 0; c < F.components(); ++c)
        F(i, c) = Real((c % 4 == 0 ? 1 : 0) + 0.05 * noise());  // 0 4 8: the diagonal
      for (int k = 0; k < Law::n_state; ++k) state(i, k) = Real(Law::states[std::size_t(k)].initial);
    }
  }
  GrainViews views() { return {x.view(), v.view(), C.view(), F.view(), tau.view(), state.view()}; }
  TrialViews trial_views() {
    return {F.view(), state.view(), trial.view(), response.view(), tangent.view(), start.view()};
  }
};

/// Runs f<T>(i) over all points, T a number or a pack.
template <class T, class Work>
void for_points(Work&& work) {
  std::size_t width = 1;
  if constexpr (!std::is_floating_point_v<T>) width = T::width;
  for (std::size_t i = 0; i < kPoints; i += width) work(i);
}

template <class T>
T random_lanes(std::size_t i, int c) {
  const auto value = [&](std::size_t k) { return std::sin(double(7 * k + 3) * (c + 1)); };
  if constexpr (std::is_floating_point_v<T>) {
    return T(value(i));
  } else {
    T a;
    for (int l = 0; l < T::width; ++l) a.set(l, Scalar<T>(value(i + std::size_t(l))));
    return a;
  }
}

template <class T>
AnswerOf<T> answer(std::size_t i) {
  AnswerOf<T> a;
  for (int c = 0; c < 3; ++c) a.velocity[c] = random_lanes<T>(i, c);
  for (int c = 0; c < 9; ++c) a.affine(c / 3, c % 3) = a.gradient(c / 3, c % 3) = random_lanes<T>(i, 3 + c);
  return a;
}

void expect_near(const PointField& a, const PointField& b, double scale, const char* what) {
  for (std::size_t i = 0; i < kPoints; ++i)
    for (int c = 0; c < a.components(); ++c)
      ASSERT_NEAR(a(i, c), b(i, c), kTolerance * scale) << what << ' ' << i << ' ' << c;
}

template <class Law>
double stiffness_of(const Law& law) {
  double state[4] = {};
  for (int k = 0; k < Law::n_state; ++k) state[k] = Law::states[std::size_t(k)].initial;
  return law.modulus(Vec3d::filled(1.0), state);
}

/// Steps in T and in packs of Real end alike.
template <class T, class Law>
void explicit_step(const Law& law) {
  Grains<Law> packs, lanes;
  const auto step = [&]<class Lane>(Grains<Law>& g, Lane) {
    using S = Scalar<Lane>;
    for_points<Lane>([&](std::size_t i) {
      (void)grains_kernel<S>(law, g.views(), 0).template begin<Lane>(i);
      (void)grains_kernel<S>(law, g.views(), 1e-2).template unload<Lane>(i, answer<Lane>(i));
    });
  };
  step(packs, P{});
  step(lanes, T{});
  expect_near(packs.x, lanes.x, 1, "x");
  expect_near(packs.v, lanes.v, 1, "v");
  expect_near(packs.C, lanes.C, 1, "C");
  expect_near(packs.F, lanes.F, 1, "F");
  expect_near(packs.state, lanes.state, 1, "state");
  expect_near(packs.tau, lanes.tau, stiffness_of(law), "tau");
}

/// The change of stress along a change of G, from the tangent each has found.
template <class T, class Law>
void implicit_step(const Law& law) {
  Grains<Law> packs, lanes;
  const auto solve = [&]<class Lane>(Grains<Law>& g, Lane) {
    using S = Scalar<Lane>;
    const GrainsTrial<Law, S> trial{law.template as<S>(), g.trial_views(), S(1e-2), S(law.viscosity())};
    const GrainTangent<S> tangent{g.trial_views(), S(1e-2), S(1), law.viscosity() > 0};
    for_points<Lane>([&](std::size_t i) {
      const AnswerOf<Lane> a = answer<Lane>(i);
      (void)trial.stress(i, a.gradient);
      trial.template linearise<Lane>(i, true);
      if constexpr (Law::plastic) (void)trial.template yield<Lane>(i);
      g.response.view().store_matrix(i, tangent.template stress_change<Law::volumetric>(i, a.gradient));
      const StiffnessOf<Lane> K = tangent.template stiffness<Law::volumetric, Lane>(i);
      for (int c = 0; c < 6; ++c) g.tau.view().store(i, c, K.T[c][0]);
    });
  };
  solve(packs, P{});
  solve(lanes, T{});
  const double stiff = stiffness_of(law);
  expect_near(packs.trial, lanes.trial, 1, "trial");
  expect_near(packs.start, lanes.start, 1, "start");
  expect_near(packs.response, lanes.response, stiff, "change");
  expect_near(packs.tau, lanes.tau, 10 * stiff, "stiffness");
}

/// f(law) for every law of grains, prepared.
template <class F>
void for_each_grain_law(F&& f) {
  const auto one = [&]<class Law>(Law law) {
    if constexpr (IsGrain<Law>) {
      SCOPED_TRACE(Law::name);
      law.prepare();
      f(law);
    }
  };
  [&]<class... Law>(std::variant<Law...>*) { (one(Law{}), ...); }(static_cast<Material*>(nullptr));
}

TEST(GrainsKernel, StepsNumberByNumberAsInPacks) {
  for_each_grain_law([](const auto& law) {
    explicit_step<Real>(law);
    explicit_step<double>(law);
  });
}

TEST(GrainsKernel, SolvesNumberByNumberAsInPacks) {
  for_each_grain_law([](const auto& law) { implicit_step<Real>(law); });
}

TEST(GrainsKernel, ParcelsNumberByNumberAsInPacks) {
  Grains<Sand> g;
  for (std::size_t i = 0; i < kPoints; ++i)
    for (int c = 0; c < 6; ++c) g.tau(i, c) = Real(100 * (c + 1) + double(i));
  for (const bool weight_gradient : {false, true}) {
    const GrainLoad<Real> kernel{g.views(), Real(2), Real(1.5), Real(-0.5), Real(-0.01), weight_gradient};
    for (std::size_t i = 0; i < kPoints; i += P::width) {
      ParcelOf<P> pack;
      kernel.load(i, pack);
      for (int l = 0; l < P::width; ++l) {
        const std::size_t at = i + std::size_t(l);
        ParcelOf<Real> one;
        kernel.load(at, one);
        EXPECT_EQ(one.m, pack.m[l]);
        for (int a = 0; a < 3; ++a) {
          EXPECT_EQ(one.x[a], pack.x[a][l]);
          EXPECT_EQ(one.p[a], pack.p[a][l]);
          for (int b = 0; b < 3; ++b) {
            const double affine = 1.5 * g.C(at, 3 * a + b) - 0.5 * g.C(at, 3 * b + a),
                         stress = -0.01 * g.tau(at, symmetric_at(a, b));
            EXPECT_NEAR(one.Q(a, b), pack.Q(a, b)[l], 1e-5);
            EXPECT_NEAR(one.Q(a, b), weight_gradient ? affine : affine + stress, 1e-5);
            if (weight_gradient) {
              EXPECT_NEAR(one.S(a, b), stress, 1e-5);
            }
          }
        }
      }
    }
  }
}

TEST(GrainsKernel, EveryLawOfTheListIsCompiled) {
  for (const std::string& name : material_names()) {
    const Material material = make_material(name);
    const bool grain = std::visit([]<class Law>(const Law&) { return IsGrain<Law>; }, material);
    if (!grain) {
      EXPECT_THROW(make_grain_law(material), Error) << name;
      continue;
    }
    const auto law = make_grain_law(material);
    EXPECT_EQ(law->traits().name, name);
    EXPECT_EQ(law->traits().density, material_density(material));
  }
}

}  // namespace
