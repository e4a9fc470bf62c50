/// The hinges of a cloth while pins hold some of its vertices: where a pin lets go, what was a clamp bends.
#pragma once
#include <limits>
#include <memory>

#include "bodies/thin/hinges.h"
#include "bodies/thin/thin.h"
#include "exec/archive.h"

namespace weft {

class HeldHinges {
 public:
  HeldHinges() = default;
  /// mass: of each vertex, in the order of the scene [kg].
  HeldHinges(const ThinOptions& options, std::span<const double> mass);
  /// As they are when the scene begins.
  const std::vector<Bend>& bends() const { return mesh_->bends(); }
  const BendMatrix& matrix() const { return matrix_; }
  std::span<const double> mass() const { return mass_; }
  /// A step begins at this time; gives bends their new paces where pins have let go.
  void begin_step(double time, std::vector<Bend>& bends);
  /// What `bends` needs besides: they are saved by whoever has them.
  /// True when a matrix of another time was read.
  bool archive(Archive& a, const std::string& prefix);
  /// Some pin has not let go yet, but will.
  bool changes() const { return next_ < kNever; }
  /// Sets the paces of bends.
  void find_pace(std::vector<Bend>& bends) const;
  std::size_t bytes() const { return matrix_.bytes(); }

 private:
  static constexpr double kNever = std::numeric_limits<double>::infinity();
  std::vector<char> held() const;
  void rebuild();

  std::shared_ptr<const HingeMesh> mesh_;
  BendMatrix matrix_;
  std::vector<double> until_;  ///< of each vertex: how long a pin holds it, -infinity: no pin does [s]
  std::vector<double> mass_;   ///< [kg]
  double time_ = 0;            ///< of which the matrix is [s]
  double next_ = kNever;       ///< some pin lets go [s]
};

}  // namespace weft
