/// What a body of grains asks of its law: always about a range of points at once.
#pragma once
#include <memory>
#include <span>
#include <string>

#include "bodies/grains/grains_trial.h"
#include "materials/material.h"

namespace weft {

/// The largest of a batch.
struct BatchLimits {
  Real speed2 = 0, gradient2 = 0, modulus = 0;
};

class GrainLaw {
 public:
  /// What does not change.
  struct Traits {
    std::string name;
    double density, viscosity;  ///< [kg/m^3], [Pa s]
    bool plastic, volumetric;
    std::span<const StateValue> states;
    int strains() const { return volumetric ? 1 : 9; }  ///< numbers per point: J or F
  };
  explicit GrainLaw(const Traits& traits) : traits_(traits) {}
  virtual ~GrainLaw() = default;
  const Traits& traits() const { return traits_; }

  /// Stress and limits of points that have not been through a step yet.
  virtual BatchLimits begin(Range r, const GrainViews& at) const = 0;
  virtual BatchLimits unload(Range r, const Step& step, const AnswerBatch& in,
                             const GrainViews& at) const = 0;
  /// psi of each point [J/m^3].
  virtual void energies(Range r, const GrainViews& at, double* psi) const = 0;

  // The implicit solve's (grains_trial.h).
  /// S at the velocities tried; returns the sum of psi [J/m^3].
  virtual double try_unload(Range r, const Step& step, const AnswerBatch& in, const TrialViews& at) const = 0;
  virtual void linearise(Range r, bool definite, const TrialViews& at) const = 0;
  /// Where the next solve starts from; returns the largest relative change of a stretch.
  virtual double yield(Range r, double dt, const TrialViews& at) const = 0;

 private:
  Traits traits_;
};

/// Throws E0306 when grains cannot be made of it.
std::unique_ptr<GrainLaw> make_grain_law(const Material& material);

/// Laws are compiled in several files, each of which takes every kGrainLawParts-th of the list in material.h.
/// Null: the law is not one of grains.
constexpr std::size_t kGrainLawParts = 4;
template <std::size_t part>
std::unique_ptr<GrainLaw> make_grain_law_of_part(const Material& material);

}  // namespace weft
