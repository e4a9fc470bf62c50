/// Validation cases: reading, mistakes, and small ones of every kind run to the end.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "exec/error.h"
#include "validation/case_run.h"

namespace weft {
namespace {

std::string write_case(const std::string& name, const std::string& text) {
  const std::string path = testing::TempDir() + "/" + name + std::to_string(getpid()) + ".toml";
  std::ofstream(path) << text;
  return path;
}

Error error_of(const std::string& text) {
  try {
    run_case(read_case(write_case("mistake", text)));
  } catch (const Error& e) {
    return e;
  }
  return Error("", "");
}

const char* kFall = R"toml(
[case]
id = "fall"
constants = { g = 9.81 }
[time]
fps = 20
duration = 0.2
[solver]
dx = 0.1
dt_max = 1e-3
plane = true
[[object]]
name = "drop"
shape = { box = [0.2, 1, 0.2] }
material = "jelly"
[[probe]]
name = "z"
measure = { object = "drop", quantity = "centre_z" }
)toml";

TEST(Case, AFallingBlock) {
  const Case c = read_case(write_case("fall", std::string(kFall) + R"toml(
[[expect]]
name = "drop"
value = "first(z) - last(z)"
equals = "0.5*g*0.2^2"
relative = 0.02
[[expect]]
name = "wrong on purpose"
value = "last(time)"
above = 1
)toml"));
  EXPECT_EQ(c.id, "fall");
  const CaseResult r = run_case(c);
  ASSERT_EQ(r.checks.size(), 2u);
  EXPECT_TRUE(r.checks[0].pass) << r.checks[0].measured;
  EXPECT_FALSE(r.checks[1].pass);
  EXPECT_FALSE(r.pass());
}

TEST(Case, RunsWithOtherKeys) {
  const Case c = read_case(write_case("runs", std::string(kFall) + R"toml(
[[run]]
name = "earth"
[[run]]
name = "moon"
set = ["solver.gravity=[0, 0, -1.62]"]
[[expect]]
value = "(first(earth.z) - last(earth.z))/(first(moon.z) - last(moon.z))"
equals = "g/1.62"
relative = 1e-3
)toml"));
  const CaseResult r = run_case(c, {{}, Quality::normal, testing::TempDir() + "/kept"});
  EXPECT_TRUE(r.pass()) << r.checks[0].measured;
  EXPECT_TRUE(std::filesystem::exists(testing::TempDir() + "/kept/fall/moon/probes.csv"));
}

TEST(Case, ALawAtAPoint) {
  const Case c = read_case(write_case("point", R"toml(
[[point]]
material = { law = "jelly", young = 1e5, poisson = 0.3 }
path = [["1 + 0.1*t", 0, 0], [0, "free", 0], [0, 0, "free"]]
steps = 2
[[expect]]
name = "free sides carry nothing"
value = "max(abs(cauchy_yy))"
below = 1
[[expect]]
name = "and thin by about Poisson's ratio"
value = "last((1 - F_yy)/(F_xx - 1))"
equals = 0.3
absolute = 0.02
)toml"));
  EXPECT_TRUE(run_case(c).pass());
}

TEST(Case, Mistakes) {
  const std::string fall = kFall;
  EXPECT_EQ(error_of(fall).code, "E0711");
  EXPECT_EQ(error_of(fall + "[[expect]]\nvalue = \"last(z)\"\nequals = 1\n").code, "E0711");
  const Error unknown = error_of(fall + "[[expect]]\nvalue = \"last(zz)\"\nabove = 1\n");
  EXPECT_EQ(unknown.code, "E0705");
  EXPECT_NE(unknown.where.find(".toml:20:"), std::string::npos) << unknown.where;
  EXPECT_EQ(error_of(fall + "[[expect]]\nvalue = \"last(z)\"\nabove = 1\nbelov = 2\n").code, "E0203");
  EXPECT_EQ(
      error_of(fall + "[[run]]\nname = \"a\"\n[[run]]\nname = \"a\"\n[[expect]]\nvalue = \"1\"\nabove = 1\n")
          .code,
      "E0712");
  EXPECT_THROW(find_cases({"no_such_folder_or_file"}), Error);
}

/// The quick exact cases of the repository itself.
TEST(Case, ExactCasesOfTheRepository) {
  for (const char* name :
       {"m1_bspline_identities", "m2_conservation", "m3_damping_spectrum", "m4_rotation", "e1_constitutive",
        "e2_rotation", "e2_patch", "g1_return_maps", "g2_sand_element", "g7_snow_compression"}) {
    const CaseResult r = run_case(read_case(std::string(WEFT_SOURCE_DIR) + "/validation/" + name + ".toml"));
    EXPECT_FALSE(r.checks.empty());
    for (const Check& k : r.checks)
      EXPECT_TRUE(k.pass) << k.id << ", " << k.name << ": " << k.measured << " expected " << k.expected;
  }
}

/// Every case file of the repository parses, scenes and expressions included.
TEST(Case, AllCasesOfTheRepositoryRead) {
  const auto files = find_cases({std::string(WEFT_SOURCE_DIR) + "/validation"});
  EXPECT_GE(files.size(), 20u);
  for (const std::string& f : files) EXPECT_NO_THROW(read_case(f)) << f;
}

}  // namespace
}  // namespace weft
