/// Expressions over time series: each function against a value worked out by hand.
#include "world/series.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>

#include "exec/error.h"

namespace weft {
namespace {

/// 101 rows, t = 0..1: "line" 2 t + 1, "wave" sin(8 pi t), "power" 3 t^0.2, "gap" with empty cells.
Series sample() {
  Series s;
  for (int i = 0; i <= 100; ++i) {
    const double t = 0.01 * i;
    s["time"].push_back(t);
    s["line"].push_back(2 * t + 1);
    s["wave"].push_back(std::sin(8 * std::numbers::pi * t));
    s["power"].push_back(3 * std::pow(t, 0.2));
    s["gap"].push_back(i % 2 ? NAN : t);
  }
  return s;
}

SeriesScope one_run() { return {{{"", sample()}}, {{"k", 10}}, "."}; }
double value(const std::string& text) { return evaluate(text, one_run()); }

std::string code_of(const std::string& text, const SeriesScope& scope) {
  try {
    evaluate(text, scope);
  } catch (const Error& e) {
    return e.code;
  }
  return "";
}

TEST(Series, Reductions) {
  EXPECT_DOUBLE_EQ(value("last(line) - first(line)"), 2);
  EXPECT_DOUBLE_EQ(value("max(line)"), 3);
  EXPECT_DOUBLE_EQ(value("max(line, 0, 0.5)"), 2);
  EXPECT_NEAR(value("mean(line)"), 2, 1e-12);
  EXPECT_NEAR(value("at(line, 0.305)"), 1.61, 1e-12);
  EXPECT_NEAR(value("when(line, 1.5)"), 0.25, 1e-12);
  EXPECT_NEAR(value("slope(line, 0.2, 0.8)"), 2, 1e-12);
  EXPECT_NEAR(value("period(wave)"), 0.25, 1e-4);
  EXPECT_NEAR(value("fit_power(power, 0.1, 1)"), 0.2, 1e-12);
  EXPECT_NEAR(value("fit_scale(power)"), 3, 1e-12);
  EXPECT_NEAR(value("integral(line)"), 2, 1e-12);
  EXPECT_NEAR(value("argmax(line)"), 1, 1e-12);
  EXPECT_NEAR(value("amplitude(wave)"), 1, 0.01);
  EXPECT_NEAR(value("rise(wave)"), 2, 0.01);
}

TEST(Series, ArithmeticInsideAndOutside) {
  EXPECT_NEAR(value("max(abs(line - first(line)))"), 2, 1e-12);
  EXPECT_NEAR(value("k * last(line) + max(1, 2)"), 32, 1e-12);
  EXPECT_NEAR(value("last(max(line, k))"), 10, 1e-12);
  EXPECT_NEAR(value("max(k*line)"), 30, 1e-12);
  EXPECT_NEAR(value("log2(8) + 1e-3 - 1e-3"), 3, 1e-12);
}

TEST(Series, EmptyCellsAreLeftOut) {
  EXPECT_DOUBLE_EQ(value("count(gap)"), 51);
  EXPECT_TRUE(std::isnan(value("when(line, 99)")));
}

TEST(Series, SeveralRuns) {
  SeriesScope scope;
  scope.runs["h32"] = {{"time", {0, 1}}, {"error", {0, 0.04}}};
  scope.runs["h64"] = {{"time", {0, 1}}, {"error", {0, 0.01}}};
  EXPECT_DOUBLE_EQ(evaluate("log2(last(h32.error)/last(h64.error))", scope), 2);
  EXPECT_EQ(code_of("last(error)", scope), "E0704");
  EXPECT_EQ(code_of("last(h32.error - h64.error)", scope), "E0704");
}

TEST(Series, Mistakes) {
  EXPECT_EQ(code_of("last(lin)", one_run()), "E0705");
  EXPECT_EQ(code_of("last(line", one_run()), "E0701");
  EXPECT_EQ(code_of("line + 1", one_run()), "E0703");
  EXPECT_EQ(code_of("at(line)", one_run()), "E0702");
  EXPECT_EQ(code_of("rms_error(line, time, \"no_such.csv\", \"a\", \"b\")", one_run()), "E0706");
}

TEST(Series, TablesBesideTheCase) {
  const std::string folder = testing::TempDir();
  std::ofstream(folder + "/series_table.csv") << "# a table\nT, Z\n0.5, 2\n0.75,2.5\n9,1\n";
  SeriesScope scope = one_run();
  scope.folder = folder;
  EXPECT_NEAR(evaluate("rms_error(line, time, \"series_table.csv\", \"T\", \"Z\")", scope), 0, 1e-12);
  EXPECT_NEAR(evaluate("max_error(1.1*line, time, \"series_table.csv\", \"T\", \"Z\")", scope), 0.1, 1e-12);
}

}  // namespace
}  // namespace weft
