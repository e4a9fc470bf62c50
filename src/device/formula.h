/// Accelerations that a scene gives as formulas, inside kernels: bodies/body_force.h as programs (exec/formula.h).
///   b = (b_x, b_y, b_z)(X, Y, Z, x, y, z, t)
#pragma once
#include <vector>

#include "bodies/body_force.h"
#include "device/stream.h"
#include "exec/formula.h"

namespace weft::WEFT_DEVICE {

/// Long, and seldom wanted: kernels call it.
#ifdef __CUDACC__
__device__ __noinline__ inline double call_formula(const FormulaOp* op, int n, const double* value) {
  return run_formula(op, n, value);
}
#else
inline double call_formula(const FormulaOp* op, int n, const double* value) {
  return run_formula(op, n, value);
}
#endif

struct ForceView {
  const FormulaOp* op = nullptr;
  int begin[4] = {0, 0, 0, 0};  ///< of the three programs

  WEFT_KERNEL bool active() const { return op != nullptr; }
  /// S: float or double.
  template <class S>
  WEFT_KERNEL void at(const float* rest, const float* x, double time, S* b) const {
    const double value[7] = {rest[0], rest[1], rest[2], x[0], x[1], x[2], time};
    for (int a = 0; a < 3; ++a) b[a] = S(call_formula(op + begin[a], begin[a + 1] - begin[a], value));
  }
};

/// The programs of a body's force; nothing where it has none.
class Formulas {
 public:
  void settle(Stream& stream, const BodyForce* force) {
    view_ = {};
    if (!force) return;
    std::vector<FormulaOp> all;
    for (int a = 0; a < 3; ++a) {
      const Expression& e = force->component[std::size_t(a)];
      const Formula f = compile_formula(e.text(), e.variables());
      if (!f.why.empty())  // the body said that it can go
        throw Error("E0723", "a formula cannot be computed on the device: " + f.why, {}, "", Exit::memory);
      all.insert(all.end(), f.ops.begin(), f.ops.end());
      view_.begin[a + 1] = int(all.size());
    }
    ops_.put(stream, all);
    view_.op = ops_.data();
  }
  const ForceView& view() const { return view_; }
  std::size_t bytes() const { return ops_.bytes(); }

 private:
  DeviceArray<FormulaOp> ops_;
  ForceView view_;
};

}  // namespace weft::WEFT_DEVICE
