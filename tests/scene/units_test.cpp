/// Numbers with units.
#include "scene/units.h"

#include <gtest/gtest.h>

#include <numbers>

#include "materials/material.h"
#include "scene/keys/keys.h"
#include "scene/keys/material_keys.h"

namespace weft {
namespace {

constexpr double kPi = std::numbers::pi;

TEST(Units, BecomeSi) {
  EXPECT_DOUBLE_EQ(parse_as("1.2 cm", "m"), 0.012);
  EXPECT_DOUBLE_EQ(parse_as("30 deg", "rad"), kPi / 6);
  EXPECT_DOUBLE_EQ(parse_as("300 g/m^2", "kg/m^2"), 0.3);
  EXPECT_DOUBLE_EQ(parse_as("2 GPa", "Pa"), 2e9);
  EXPECT_DOUBLE_EQ(parse_as("5 ms", "s"), 0.005);
  EXPECT_DOUBLE_EQ(parse_as("120 rpm", "rad/s"), 4 * kPi);
  EXPECT_DOUBLE_EQ(parse_as("2 turn/s", "rad/s"), 4 * kPi);
  EXPECT_DOUBLE_EQ(parse_as("-3e-2 km/h", "m/s"), -30.0 / 3600);
  EXPECT_DOUBLE_EQ(parse_as("1 g/cm^3", "kg/m^3"), 1000);
  EXPECT_DOUBLE_EQ(parse_as("10 N*s/m^2", "Pa s"), 10);
  EXPECT_DOUBLE_EQ(parse_as("1 \xC2\xB5m", "m"), 1e-6);
  EXPECT_DOUBLE_EQ(parse_as("50 %", ""), 0.5);
  EXPECT_DOUBLE_EQ(parse_as("0.5m", "m"), 0.5);
}

TEST(Units, ABareNumberIsSi) {
  EXPECT_DOUBLE_EQ(parse_as("0.25", "m"), 0.25);
  EXPECT_DOUBLE_EQ(parse_as(" +1e3 ", "Pa"), 1000);
}

TEST(Units, WrongOnesAreRefused) {
  for (const char* text : {"", "m", "1 parsec", "1 m/", "1 m^", "1 m^2.5", "1 m^99", "1 *m", "1 m//s",
                           "nan m m", "1e999 m", "1,5 m"})
    EXPECT_THROW(parse_as(text, "m"), UnitError) << text;
  EXPECT_THROW(parse_as("1 s", "m"), UnitError);
  EXPECT_THROW(parse_as("1 m", ""), UnitError);
  EXPECT_THROW(parse_as("1 Hz", "rad/s"), UnitError);
}

TEST(Units, DimensionsAreReadable) {
  EXPECT_EQ(parse_unit("kg/m^3").dimension.text(), "kg/m^3");
  EXPECT_EQ(parse_unit("Pa").dimension.text(), "kg/m/s^2");
  EXPECT_EQ(parse_unit("").dimension.text(), "1");
}

TEST(Units, EveryKeyAndEveryLawUsesUnitsThatAreKnown) {
  for (const TableInfo& table : scene_tables())
    for (const KeyInfo& key : table.keys)
      EXPECT_NO_THROW(parse_unit(key.unit)) << table.name << "." << key.name;
  for (const std::string& law : material_names()) {
    const Material m = make_material(law);
    for (const KeyInfo& key : material_table(m).keys)
      EXPECT_NO_THROW(parse_unit(key.unit)) << law << "." << key.name << " " << key.unit;
  }
}

}  // namespace
}  // namespace weft
