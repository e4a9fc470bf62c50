/// Formulas as programs, for where no parser can run: what exec/expression.h reads, in the order in which it is
/// computed. Evaluated in double with a small stack.
///   "2*(x + 1)"   ->   2  x  1  +  *
/// Both branches of `a ? b : c` are computed, and one is taken.
#pragma once
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "math/host_device.h"

namespace weft {

enum class FormulaCode : std::int32_t {
  number,
  variable,
  negate,
  add,
  subtract,
  multiply,
  divide,
  power,
  less,
  at_most,
  greater,
  at_least,
  equal,
  differs,
  both,
  either,
  choose,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  asinh,
  acosh,
  atanh,
  exp,
  ln,
  log2,
  log10,
  sqrt,
  abs,
  sign,
  rint,
  floor,
  ceil,
  step,
  atan2,
  mod,
  min,
  max,
  clamp,
};

struct FormulaOp {
  FormulaCode code;
  std::int32_t variable;  ///< which, for FormulaCode::variable
  double value;           ///< of FormulaCode::number
};

constexpr int kFormulaDepth = 24;  ///< numbers that wait at most

struct Formula {
  std::vector<FormulaOp> ops;
  std::string why;  ///< why there are none; empty: there are
};

/// Of an Expression's text and variables.
Formula compile_formula(const std::string& text, std::span<const std::string> variables);

/// The value of a program of n operations; not for an empty one.
WEFT_HD inline double run_formula(const FormulaOp* op, int n, const double* variables) {
  using F = FormulaCode;
  double stack[kFormulaDepth];
  int top = -1;  // stack[top] is the last number
  for (int k = 0; k < n; ++k) {
    const FormulaOp& o = op[k];
    if (o.code == F::number) {
      stack[++top] = o.value;
      continue;
    }
    if (o.code == F::variable) {
      stack[++top] = variables[o.variable];
      continue;
    }
    double& a = stack[top];
    switch (o.code) {  // of one number
      case F::negate:
        a = -a;
        continue;
      case F::sin:
        a = std::sin(a);
        continue;
      case F::cos:
        a = std::cos(a);
        continue;
      case F::tan:
        a = std::tan(a);
        continue;
      case F::asin:
        a = std::asin(a);
        continue;
      case F::acos:
        a = std::acos(a);
        continue;
      case F::atan:
        a = std::atan(a);
        continue;
      case F::sinh:
        a = std::sinh(a);
        continue;
      case F::cosh:
        a = std::cosh(a);
        continue;
      case F::tanh:
        a = std::tanh(a);
        continue;
      case F::asinh:
        a = std::asinh(a);
        continue;
      case F::acosh:
        a = std::acosh(a);
        continue;
      case F::atanh:
        a = std::atanh(a);
        continue;
      case F::exp:
        a = std::exp(a);
        continue;
      case F::ln:
        a = std::log(a);
        continue;
      case F::log2:
        a = std::log2(a);
        continue;
      case F::log10:
        a = std::log10(a);
        continue;
      case F::sqrt:
        a = std::sqrt(a);
        continue;
      case F::abs:
        a = std::fabs(a);
        continue;
      case F::sign:
        a = a < 0 ? -1 : a > 0 ? 1 : 0;
        continue;
      case F::rint:
        a = std::floor(a + 0.5);
        continue;
      case F::floor:
        a = std::floor(a);
        continue;
      case F::ceil:
        a = std::ceil(a);
        continue;
      case F::step:
        a = a >= 0 ? 1 : 0;
        continue;
      default:
        break;
    }
    const double b = stack[top--];
    double& l = stack[top];  // of two numbers l, b
    switch (o.code) {
      case F::add:
        l += b;
        continue;
      case F::subtract:
        l -= b;
        continue;
      case F::multiply:
        l *= b;
        continue;
      case F::divide:
        l /= b;
        continue;
      case F::power:
        l = std::pow(l, b);
        continue;
      case F::less:
        l = l < b;
        continue;
      case F::at_most:
        l = l <= b;
        continue;
      case F::greater:
        l = l > b;
        continue;
      case F::at_least:
        l = l >= b;
        continue;
      case F::equal:
        l = l == b;
        continue;
      case F::differs:
        l = l != b;
        continue;
      case F::both:
        l = l != 0 && b != 0;
        continue;
      case F::either:
        l = l != 0 || b != 0;
        continue;
      case F::atan2:
        l = std::atan2(l, b);
        continue;
      case F::mod:
        l = l - b * std::floor(l / b);
        continue;
      case F::min:
        l = b < l ? b : l;
        continue;  // what NaN does included
      case F::max:
        l = l < b ? b : l;
        continue;
      default:
        break;
    }
    double& f = stack[--top];  // of three numbers f, l, b
    if (o.code == F::choose) {
      f = f != 0 ? stack[top + 1] : b;
    } else {  // clamp
      const double low = stack[top + 1], up = f < low ? low : f;
      f = b < up ? b : up;
    }
  }
  return stack[0];
}

}  // namespace weft
