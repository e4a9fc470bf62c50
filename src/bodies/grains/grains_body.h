/// The body behind every law of grains. Per point: x v C F tau, the law's state, an id.
///
///   load     p = m v + m dt b      Q = m (skew C + (1 - nu) sym C) - dt D^-1 V tau          (JGT17 eq. 2,
///   MLS stress) unload   x += dt v      F <- (I + dt G) F      F = U diag(s) V^T, s yields      tau = U
///   diag(tau_i(s)) U^T
///
/// Stress is evaluated once, where the singular values are at hand, and waits in `tau` for the next load.
#pragma once
#include <atomic>
#include <mutex>

#include "bodies/grains/grains.h"
#include "bodies/point_field.h"
#include "materials/isotropic.h"
#include "math/definite.h"

namespace weft {

namespace grains_detail {
constexpr int kSymmetric[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};  ///< where tau_ab lies: xx xy xz yy yz zz
}

template <class Law>
class GrainsBody final : public Body, public Parcels, ImplicitSet, Renewal {
 public:
  explicit GrainsBody(const GrainsOptions& options, const Law& law);

  void add_sets(std::vector<Parcels*>& sets) override { sets.push_back(this); }
  std::size_t size() const override { return ids_.size(); }
  void positions(Range r, Real* x, Real* y, Real* z) const override;
  void reorder(std::span<const std::uint32_t> order) override;
  void load(Range r, const Step& step, ParcelBatch& out) const override;
  void unload(Range r, const Step& step, const AnswerBatch& in) override;
  void begin_solve(const Step& step) override;
  void try_unload(Range r, const Step& step, const AnswerBatch& in, Solve what) override;
  double try_elements(const Step& step, Solve what) override;
  void try_load(Range r, const Step& step, ParcelBatch& out, Solve what) const override;
  void linearise(const Step& step, bool definite) override;
  void load_stiffness(Range r, const Step& step, StiffnessBatch& out) const override;
  bool begin_from_yielded(const Step& step) override;
  bool renew(double time) override;
  double mass() const override { return mass_ * double(size()); }
  Limits limits() const override;
  Totals totals() const override;
  std::size_t memory_bytes() const override;
  std::size_t first_bad() const override;
  std::vector<double> quantity(const std::string& what) const override;
  FrameObject frame(const std::vector<std::string>& quantities) const override;
  void archive(Archive& a) override;
  void spoil(std::size_t i, const Vec3d& velocity) override;

 private:
  using P = Pack<Real>;
  static constexpr int kStrain = Law::volumetric ? 1 : 9;  ///< a fluid keeps J only
  static constexpr int kState = Law::n_state;

  struct Update {  ///< one pack of points through the constitutive law
    Mat3<P> F;
    P J;  ///< volumetric laws: instead of F
    Mat3<P> tau;
    P state[kState > 0 ? kState : 1];
    P modulus;
  };
  void constitute(Update& u, const Mat3<P>& G, P dt) const;
  Mat3<Wide> trial_stress(std::size_t i, const Mat3<Wide>& G, double dt, Wide& psi);
  Mat3<P> stress_change(std::size_t i, const Mat3<P>& dG, P dt) const;
  void linearise_pack(std::size_t i, bool definite);
  void lay_stream();
  void resize(std::size_t n);
  void refresh_stress(Range r);
  Mat3d deformation(std::size_t i) const;
  double determinant_of(std::size_t i) const;
  Mat3d kirchhoff(std::size_t i) const;

  Law law_;
  GrainsOptions options_;  ///< without the bulky arrays
  double mass_, volume_;   ///< of a point [kg], [m^3]
  PointField x_{3}, v_{3}, C_{9}, F_{kStrain}, tau_{6}, state_{kState}, rest_{0};
  std::vector<std::uint32_t> ids_;
  struct BatchLimits {
    Real speed2 = 0, gradient2 = 0, modulus = 0;
  };
  std::vector<BatchLimits> limits_;  ///< one a batch of unload
  struct Drop {
    double delay;  ///< after the stream's period begins [s]
    Vec3d mouth;   ///< where it comes to life [m]
  };
  std::vector<Drop> stream_;   ///< the source's pattern in the order it leaves
  std::uint64_t emitted_ = 0;  ///< points the source has let go
  Array<Real> scratch_;

  // The implicit solve's; without components as long as every step is explicit.
  PointField start_{0};     ///< the strain it starts from, where that is not F
  PointField trial_{0};     ///< the strain at the velocities last tried
  PointField response_{0};  ///< S or its change
  PointField tangent_{0};
  bool started_ = false;              ///< start_ counts
  std::vector<double> trial_energy_;  ///< one a batch [J]
};

template <class Law>
std::unique_ptr<Body> make_grains_of(const GrainsOptions& options, const Law& law);

}  // namespace weft
