/// Programs of formulas against the parser of scenes.
#include "exec/formula.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "exec/error.h"
#include "exec/expression.h"

using namespace weft;

namespace {

const std::vector<std::string> kNames{"X", "Y", "Z", "x", "y", "z", "t"};

void expect_same(const std::string& text) {
  const Formula f = compile_formula(text, kNames);
  ASSERT_EQ(f.why, "") << text;
  const Expression e(text, kNames);
  std::mt19937 g(5);
  std::uniform_real_distribution<double> u(-2, 2);
  for (int k = 0; k < 20; ++k) {
    std::vector<double> values(7);
    for (double& v : values) v = k < 3 ? std::round(u(g)) : u(g);
    const double a = run_formula(f.ops.data(), int(f.ops.size()), values.data()), b = e(values);
    if (std::isnan(b)) EXPECT_TRUE(std::isnan(a)) << text;
    else if (std::isinf(b)) EXPECT_EQ(a, b) << text;
    else EXPECT_NEAR(a, b, 1e-11 * (1 + std::abs(b))) << text;
  }
}

TEST(Formula, KnowsWhatScenesMayWrite) {
  for (const char* text : {"1",
                           "x",
                           "pi",
                           "2*pi*x",
                           "1e-3*x",
                           ".5+1.25",
                           "-x^2",
                           "2^3^2",
                           "2^-x",
                           "2^-x^2",
                           "-2^2*3",
                           "x-y-z",
                           "x/y/z",
                           "x*-y",
                           "x - -y",
                           "-x*y",
                           "+x",
                           "x+y*z^2",
                           "(x+y)*z",
                           "x<y",
                           "x<=y",
                           "x>y",
                           "x>=y",
                           "x==y",
                           "x!=y",
                           "x<y && y<z",
                           "x<y || y<z && z<t",
                           "x>0 ? y : z",
                           "x>0 ? y>0 ? 1 : 2 : 3",
                           "x>0 ? 1 : y>0 ? 2 : 3",
                           "x > 0 && y > 0 ? sin(x) : cos(y)",
                           "sin(x)+cos(y)+tan(z)",
                           "asin(x/3)+acos(y/3)+atan(z)",
                           "atan2(x,y)",
                           "sinh(x)+cosh(y)+tanh(z)",
                           "exp(x)",
                           "ln(abs(x)+1)",
                           "log10(abs(x)+1)",
                           "sqrt(abs(x))",
                           "abs(x)",
                           "sign(x)",
                           "floor(x)",
                           "ceil(x)",
                           "mod(x,y)",
                           "min(x,y)",
                           "max(x,y,z)",
                           "min(x,y,z,t)",
                           "clamp(x,-1,y)",
                           "step(x)",
                           "0.1*sin(2*pi*x)*step(t)",
                           "x*x*x*x",
                           "2*x+3*x",
                           "x*2*3",
                           "3-(2-1)",
                           "((((x))))",
                           "x<y==y<z",
                           "x+y<z*t",
                           "1<2<3",
                           "5==5.0",
                           "-(x+y)",
                           "-sin(x)",
                           "2*(x>0)-1",
                           "10/x",
                           "x^0.5",
                           "abs(x)^0.5",
                           "x^2",
                           "x^3",
                           "x^4",
                           "  x  +  y ",
                           "sqrt(-1)",
                           "X+Y*10+Z*100+t"})
    expect_same(text);
}

/// Random trees, written with as few and as many parentheses as they come. Numbers are whole: the parser truncates
/// others where && and || stand between constants.
TEST(Formula, BindsAsTheParserDoes) {
  std::mt19937 g(7);
  const auto pick = [&](int n) { return int(g() % unsigned(n)); };
  const std::function<std::string(int)> make = [&](int depth) -> std::string {
    if (depth == 0) return pick(3) ? kNames[std::size_t(pick(7))] : std::to_string(pick(5));
    static const char* const binary[] = {"+", "-", "*", "/", "^", "<", ">=", "==", "&&", "||", "-", "*"};
    switch (pick(8)) {
      case 0:
        return "-" + make(depth - 1);
      case 1:
        return "(" + make(depth - 1) + ")";
      case 2:
        return "(" + make(depth - 1) + " ? " + make(depth - 1) + " : " + make(depth - 1) + ")";
      case 3:
        return "max(" + make(depth - 1) + ", " + make(depth - 1) + ")";
      default:
        return make(depth - 1) + " " + binary[pick(12)] + " " + make(depth - 1);
    }
  };
  int read = 0;
  for (int k = 0; k < 600; ++k) {
    const std::string text = make(1 + k % 4);
    try {
      const Expression e(text, kNames);
    } catch (const Error&) {
      continue;  // two signs after each other
    }
    expect_same(text);
    ++read;
  }
  EXPECT_GT(read, 400);
}

TEST(Formula, SaysWhatItCannot) {
  EXPECT_NE(compile_formula("x +", kNames).why, "");
  EXPECT_NE(compile_formula("w", kNames).why, "");
  EXPECT_NE(compile_formula("sin(x, y)", kNames).why, "");
  std::string deep = "x";
  for (int k = 0; k < 40; ++k) deep = "1 + (" + deep + ")";
  EXPECT_NE(compile_formula(deep, kNames).why, "");
}

}  // namespace
