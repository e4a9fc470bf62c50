/// The USD exporter: which files there are, and what is in them. Readers that others wrote compare every
/// value in tests/formats/usd.
#include <gtest/gtest.h>

#include <set>

#include "output/export/exporter.h"
#include "output/scratch.h"
#include "output/usd/prim_names.h"
#include "output/usd_reading.h"

namespace weft {
namespace {

namespace fs = std::filesystem;
using usd::CrateContents;
using Vec3f = Vec3<float>;

FrameObject grains(const std::string& name, std::size_t n) {
  FrameObject o;
  o.name = name;
  o.kind = "points";
  o.radius = 0.5;
  for (std::size_t i = 0; i < n; ++i) {
    o.position.push_back({{float(i), 2, 3}});
    o.velocity.push_back({{0, 0, float(i)}});
    o.id.push_back(std::uint32_t(i));
  }
  return o;
}

FrameObject triangle() {
  FrameObject o = grains("triangle", 3);
  o.kind = "mesh";
  o.faces = {3};
  o.corners = {0, 1, 2};
  return o;
}

Frame frame(std::int64_t number, std::vector<FrameObject> objects) {
  Frame f;
  f.number = number;
  f.objects = std::move(objects);
  return f;
}

ExportOptions options(const Scratch& scratch) {
  ExportOptions o;
  o.folder = scratch.path;
  o.title = "run";
  return o;
}

std::set<std::string> files(const fs::path& folder) {
  std::set<std::string> out;
  for (const auto& e : fs::recursive_directory_iterator(folder))
    if (e.is_regular_file()) out.insert(fs::relative(e.path(), folder).string());
  return out;
}

CrateContents layer(const Scratch& scratch, const std::string& name) {
  return CrateContents(slurp(scratch / name));
}

TEST(UsdNames, AreValidAndUnique) {
  EXPECT_EQ(usd::valid_names({"a b", "a_b", "a_b_2", "a-b", "", "7", "é", "日本"}),
            (std::vector<std::string>{"a_b", "a_b_2", "a_b_2_2", "a_b_3", "_", "_7", "__2", "__"}));
  EXPECT_EQ(usd::valid_file_name("a/b: é-1.0"), "a_b__é-1.0");
  EXPECT_EQ(usd::valid_file_name(".."), "_..");
}

TEST(UsdExport, WritesALayerAFrameAndARoot) {
  Scratch scratch;
  const auto exporter = make_usd_exporter(options(scratch));
  exporter->finish();
  EXPECT_TRUE(files(scratch.path).empty());
  exporter->add(frame(3, {triangle()}));
  exporter->add(frame(4, {triangle()}));
  exporter->finish();
  EXPECT_EQ(files(scratch.path), (std::set<std::string>{"frames/run.000003.usdc", "frames/run.000004.usdc",
                                                        "manifest.usdc", "run.usda", "topology.usdc"}));
  const CrateContents topology = layer(scratch, "topology.usdc");
  EXPECT_EQ(
      topology.array<std::int32_t>(topology.field("/World/objects/triangle.faceVertexIndices", "default")),
      (std::vector<std::int32_t>{0, 1, 2}));
  const CrateContents f = layer(scratch, "frames/run.000004.usdc");
  EXPECT_EQ(f.array<Vec3f>(f.sample("/World/objects/triangle.points")), triangle().position);
}

TEST(UsdExport, HoldsNothingAtAll) {
  Scratch scratch;
  const auto exporter = make_usd_exporter(options(scratch));
  exporter->add(frame(1, {}));
  exporter->finish();
  EXPECT_EQ(layer(scratch, "topology.usdc").things.size(), 4u);  // the root, World, objects, colliders
}

TEST(UsdExport, NumbersOfPointsChange) {
  Scratch scratch;
  const auto exporter = make_usd_exporter(options(scratch));
  for (const std::int64_t n : {0, 1, 5, 2}) {
    exporter->add(frame(10 + n, {grains("sand", std::size_t(n))}));
    char name[] = "frames/run.000010.usdc";
    name[16] = char('0' + n);
    const CrateContents c = layer(scratch, name);
    const std::string path = "/World/objects/sand.";
    EXPECT_EQ(c.array<Vec3f>(c.sample(path + "points")), grains("", std::size_t(n)).position);
    EXPECT_EQ(c.array<std::int64_t>(c.sample(path + "ids")).size(), std::size_t(n));
    EXPECT_EQ(c.array<float>(c.sample(path + "widths")), std::vector<float>(std::size_t(n), 1.0f));
    const std::vector<Vec3f> extent =
        n ? std::vector<Vec3f>{{{-0.5f, 1.5f, 2.5f}}, {{float(n) - 0.5f, 2.5f, 3.5f}}}
          : std::vector<Vec3f>(2, Vec3f::zero());
    EXPECT_EQ(c.array<Vec3f>(c.sample(path + "extent")), extent);
  }
}

TEST(UsdExport, ManifestKeepsWhatAnyFrameHad) {
  Scratch scratch;
  const auto exporter = make_usd_exporter(options(scratch));
  FrameObject coloured = grains("sand", 2);
  coloured.colours = {{1, 0, 0}, {0, 1, 0}};
  exporter->add(frame(1, {grains("sand", 0)}));
  EXPECT_EQ(layer(scratch, "manifest.usdc").things.count("/World/objects/sand.primvars:displayColor"), 0u);
  exporter->add(frame(2, {coloured}));
  exporter->add(frame(3, {grains("sand", 0)}));
  const CrateContents manifest = layer(scratch, "manifest.usdc");
  EXPECT_NE(manifest.field("/World/objects/sand.primvars:displayColor", "interpolation"), 0u);
  EXPECT_EQ(manifest.field("/World/objects/sand.points", "timeSamples"), 0u);
}

TEST(UsdExport, AnotherExporterGoesOn) {
  Scratch scratch;
  const auto first = make_usd_exporter(options(scratch));
  for (std::int64_t n = 1; n <= 2; ++n) first->add(frame(n, {triangle()}));
  const auto second = make_usd_exporter(options(scratch));
  second->add(frame(3, {triangle()}));
  second->finish();
  const std::string root = slurp(scratch / "run.usda");
  EXPECT_NE(root.find("active = [(1, 0), (2, 1), (3, 2)]"), std::string::npos);
  EXPECT_EQ(root.find("faces"), std::string::npos);  // the same topology: no clips of it
}

TEST(UsdExport, FacesThatChangeAreKeptBesides) {
  Scratch scratch;
  FrameObject torn = triangle();
  torn.corners = {2, 1, 0};
  make_usd_exporter(options(scratch))->add(frame(1, {triangle()}));
  make_usd_exporter(options(scratch))->add(frame(2, {torn}));
  const auto last = make_usd_exporter(options(scratch));
  last->add(frame(3, {torn}));
  last->finish();
  EXPECT_TRUE(fs::exists(scratch / "topology.000002.usdc"));
  EXPECT_FALSE(fs::exists(scratch / "topology.000003.usdc"));
  const CrateContents c = layer(scratch, "topology.000002.usdc");
  EXPECT_EQ(c.array<std::int32_t>(c.sample("/World/objects/triangle.faceVertexIndices")),
            (std::vector<std::int32_t>{2, 1, 0}));
  EXPECT_NE(slurp(scratch / "run.usda").find("active = [(1, 0), (2, 1)]"), std::string::npos);
}

TEST(UsdExport, FacesOfAnEarlierExportGoWhenTheyNoLongerChange) {
  Scratch scratch;
  FrameObject torn = triangle();
  torn.corners = {2, 1, 0};
  const auto first = make_usd_exporter(options(scratch));
  for (std::int64_t n = 1; n <= 4; ++n) first->add(frame(n, {n < 3 ? triangle() : torn}));
  const auto again = make_usd_exporter(options(scratch));
  for (std::int64_t n = 1; n <= 2; ++n) again->add(frame(n, {triangle()}));
  EXPECT_TRUE(fs::exists(scratch / "topology.000003.usdc"));  // frames 3 and 4 still need it
  for (std::int64_t n = 3; n <= 4; ++n) again->add(frame(n, {n < 4 ? triangle() : torn}));
  EXPECT_FALSE(fs::exists(scratch / "topology.000003.usdc"));
  EXPECT_TRUE(fs::exists(scratch / "topology.000004.usdc"));
}

TEST(UsdExport, AnotherSceneReplacesFrames) {
  Scratch scratch;
  const auto first = make_usd_exporter(options(scratch));
  for (std::int64_t n = 1; n <= 3; ++n) first->add(frame(n, {triangle()}));
  make_usd_exporter(options(scratch))->add(frame(1, {triangle()}));  // the same again: the others stay
  EXPECT_TRUE(fs::exists(scratch / "frames/run.000003.usdc"));
  make_usd_exporter(options(scratch))->add(frame(1, {grains("sand", 4)}));
  EXPECT_EQ(files(scratch / "frames"), std::set<std::string>{"run.000001.usdc"});
}

TEST(UsdExport, RootSaysUnitsAndAxes) {
  Scratch scratch;
  ExportOptions o = options(scratch);
  o.y_up = true;
  o.scale = 100;
  o.fps = 23.976;
  const auto exporter = make_usd_exporter(o);
  exporter->add(frame(1, {triangle()}));
  exporter->finish();
  const std::string root = slurp(scratch / "run.usda");
  for (const char* line : {"upAxis = \"Y\"", "metersPerUnit = 0.01", "timeCodesPerSecond = 23.976"})
    EXPECT_NE(root.find(line), std::string::npos) << line;
}

}  // namespace
}  // namespace weft
