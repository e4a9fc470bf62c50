/// Crates: compression, tables, values.
#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "output/scratch.h"
#include "output/usd/compression.h"
#include "output/usd/layer.h"
#include "output/usd_reading.h"

namespace weft::usd {
namespace {

using Numbers = std::vector<std::int32_t>;

void expect_round_trip(const Numbers& numbers) {
  EXPECT_EQ(decoded(coded(numbers), numbers.size()), numbers);
}

TEST(UsdCompression, CodesIntegersAsDocumented) {
  // Differences 123 1 1 100000 0 1 0, the commonest is 1; codes 1 0 0 3 and 1 0 1 from the low bits up.
  const Bytes want("\x01\0\0\0\xc1\x11\x7b\xa0\x86\x01\0\0\0", 13);
  EXPECT_EQ(coded(Numbers{123, 124, 125, 100125, 100125, 100126, 100126}), want);
}

TEST(UsdCompression, IntegersComeBack) {
  constexpr auto low = std::numeric_limits<std::int32_t>::min(),
                 high = std::numeric_limits<std::int32_t>::max();
  expect_round_trip({});
  expect_round_trip({0});
  expect_round_trip({low, high, low, 0, high, -1, 127, 128, -128, -129, 32767, 32768, -32768, -32769});
  std::mt19937 random(3);
  for (std::size_t n = 1; n < 70; ++n) {
    Numbers numbers;
    for (std::size_t i = 0; i < n; ++i) numbers.push_back(std::int32_t(random() >> random() % 32));
    expect_round_trip(numbers);
  }
}

TEST(UsdCompression, BytesComeBack) {
  for (const std::string& text : {std::string(), std::string("a"), std::string(1 << 20, 'x')})
    EXPECT_EQ(unpacked(packed(std::string_view(text)), text.size() + 1), text);
  EXPECT_LT(packed(std::string(1 << 20, 'x')).size(), 10000u);
}

CrateContents written(const Layer& layer) {
  Scratch scratch;
  const Crate c = crate(layer);
  c.write(scratch / "a.usdc");
  EXPECT_TRUE(c.equals(scratch / "a.usdc"));
  return CrateContents(slurp(scratch / "a.usdc"));
}

TEST(UsdCrate, TreeComesBack) {
  Layer layer;
  layer.root = {
      .name = "a",
      .type = "Xform",
      .attributes = {{.name = "x", .type = "bool"}, {.name = "y", .type = "bool"}},
      .children = {{.name = "b", .children = {{.name = "c", .attributes = {{.name = "x", .type = "int"}}}}},
                   {.name = "d"},
                   {.name = "e", .children = {{.name = "c"}, {.name = "f"}}}}};
  const CrateContents c = written(layer);
  std::vector<std::string> paths;
  for (const auto& [path, thing] : c.things) paths.push_back(path);
  EXPECT_EQ(paths, (std::vector<std::string>{"/", "/a", "/a.x", "/a.y", "/a/b", "/a/b/c", "/a/b/c.x", "/a/d",
                                             "/a/e", "/a/e/c", "/a/e/f"}));
  EXPECT_EQ(c.things.at("/").kind, 7);
  EXPECT_EQ(c.things.at("/a/b").kind, 6);
  EXPECT_EQ(c.things.at("/a/b/c.x").kind, 1);
}

TEST(UsdCrate, EveryWordStandsOnce) {
  Layer layer;
  layer.metadata = {{"upAxis", Token{"Y"}}, {"comment", Text{"Y"}}};
  layer.root = {.name = "Y", .type = "Y", .attributes = {{.name = "Y", .type = "Y", .value = Token{"Y"}}}};
  const CrateContents c = written(layer);
  EXPECT_EQ(std::count(c.tokens.begin(), c.tokens.end(), "Y"), 1);
  EXPECT_EQ(c.tokens[0], "");  // an attribute could not be told from a prim if its name were the first
  EXPECT_EQ(c.strings, std::vector<std::string>{"Y"});
  EXPECT_EQ(c.things.count("/Y.Y"), 1u);
}

TEST(UsdCrate, AZeroEndsAWord) {
  Layer layer;
  layer.metadata = {{"comment", Text{std::string("a\0b", 3)}}, {"upAxis", Token{"Z"}}};
  layer.root = {.name = "World"};
  const CrateContents c = written(layer);
  EXPECT_EQ(c.strings, std::vector<std::string>{"a"});
  EXPECT_EQ(c.things.count("/World"), 1u);
}

TEST(UsdCrate, ValuesStandWhereReferencesSay) {
  const std::vector<float> three{1, 2, 3}, none;
  Layer layer;
  layer.root = {
      .name = "a",
      .attributes = {{"held", "float[]", array_of(Type::float32, std::span<const float>(three))},
                     {"empty", "float[]", array_of(Type::float32, std::span<const float>(none))},
                     {"sampled", "int64[]", array_of(Type::int64, std::vector<std::int64_t>{1ll << 40}), 7.0},
                     {"half", "double", 0.5},
                     {"third", "double", 1.0 / 3}}};
  const CrateContents c = written(layer);
  EXPECT_EQ(c.array<float>(c.field("/a.held", "default")), three);
  EXPECT_EQ(c.array<float>(c.field("/a.empty", "default")), none);
  EXPECT_EQ(c.array<std::int64_t>(c.sample("/a.sampled")), std::vector<std::int64_t>{1ll << 40});
  EXPECT_EQ(c.field("/a.sampled", "default"), 0u);
  const std::uint64_t half = c.field("/a.half", "default"), third = c.field("/a.third", "default");
  EXPECT_EQ(half >> 62 & 1, 1u);  // inlined as a float
  EXPECT_EQ(std::uint32_t(half), std::bit_cast<std::uint32_t>(0.5f));
  EXPECT_EQ(third >> 62 & 1, 0u);
  EXPECT_EQ(value_at<double>(c.bytes, third & 0xffffffffffff), 1.0 / 3);
}

TEST(UsdCrate, NoticesAFileThatIsAnother) {
  Scratch scratch;
  Layer layer;
  layer.root = {.name = "a", .attributes = {{"x", "double", 1.0 / 3}}};
  const Crate c = crate(layer);
  EXPECT_FALSE(c.equals(scratch / "a.usdc"));
  c.write(scratch / "a.usdc");
  std::string bytes = slurp(scratch / "a.usdc");
  bytes[90] = char(bytes[90] ^ 1);
  spill(scratch / "a.usdc", bytes);
  EXPECT_FALSE(c.equals(scratch / "a.usdc"));
}

}  // namespace
}  // namespace weft::usd
