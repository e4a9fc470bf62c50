/// Expressions: values, errors that point, and the same values from several threads at once.
#include "exec/expression.h"

#include <gtest/gtest.h>

#include <array>
#include <clocale>
#include <cmath>
#include <vector>

#include "exec/error.h"
#include "exec/parallel.h"

namespace weft {
namespace {

double value(const std::string& text, double x = 0, double y = 0) {
  return Expression(text, {"x", "y"})(std::array{x, y});
}

TEST(Expression, Evaluates) {
  EXPECT_DOUBLE_EQ(value("1 + 2*3"), 7);
  EXPECT_DOUBLE_EQ(value("2*x - y^2", 3, 4), -10);
  EXPECT_DOUBLE_EQ(value("sin(pi/2) + max(x, y) + min(1, 2)", 3, 4), 6);
  EXPECT_DOUBLE_EQ(value("step(x) + step(y)", -1e-9, 0), 1);
  EXPECT_DOUBLE_EQ(value("x > y ? 5 : 6", 1, 0), 5);
  EXPECT_DOUBLE_EQ(value("mod(-1, 3) + clamp(x, 0, 1) + floor(1.7) + ceil(0.2)", 9), 5);
  EXPECT_DOUBLE_EQ(value("x >= 1 && y != 2", 1, 3), 1);
}

TEST(Expression, IgnoresTheLocale) {
  std::setlocale(LC_ALL, "de_DE.UTF-8");
  EXPECT_DOUBLE_EQ(value("1.5*2"), 3);
  std::setlocale(LC_ALL, "C");
}

TEST(Expression, SaysWhereItIsWrong) {
  for (const char* text :
       {"", "1 +", "2 * foo", "sin(", "x = 3", "1, 2", "(", "x x", "\"a\"", "1..2", "x\ny", "5 )"}) {
    try {
      Expression(text, {"x", "y"});
      ADD_FAILURE() << "accepted: " << text;
    } catch (const Error& e) {
      EXPECT_EQ(e.code, "E0220") << text;
      EXPECT_NE(e.hint.find('^'), std::string::npos) << text;
      EXPECT_EQ(e.exit, Exit::bad_input);
    }
  }
  EXPECT_THROW(Expression(std::string(5000, '('), {}), Error);
  EXPECT_THROW(Expression(std::string(1000, '(') + "1" + std::string(1000, ')'), {}), Error);
}

TEST(Expression, WrongNumberOfValuesIsAnError) {
  EXPECT_THROW(Expression("x", {"x"})(std::array{1.0, 2.0}), Error);
}

TEST(Expression, ManyThreadsGetTheirOwnValues) {
  const Expression f("x*x + 1", {"x"});
  std::vector<double> out(20000);
  parallel_chunks(out.size(), 64, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) out[i] = f(std::array{double(i)});
  });
  for (std::size_t i = 0; i < out.size(); ++i) ASSERT_EQ(out[i], double(i) * double(i) + 1);
}

TEST(Expression, CopiesAreEqual) {
  const Expression f("x + 1", {"x"});
  const Expression g = f;
  EXPECT_EQ(f, g);
  EXPECT_FALSE(f == Expression("x + 2", {"x"}));
}

}  // namespace
}  // namespace weft
