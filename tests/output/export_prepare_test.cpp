/// What all formats share: names, colliders as meshes, choosing, turning and scaling.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "exec/error.h"
#include "output/export/things.h"
#include "output/export_testing.h"
#include "output/scratch.h"

namespace weft {
namespace {

namespace fs = std::filesystem;

TEST(ExportNames, AreSafeAndUnique) {
  EXPECT_EQ(safe_file_name("a b/c:\"d\".e"), "a_b_c__d__e");
  EXPECT_EQ(safe_file_name("été"), "été");
  Frame f = sample_frame(1);
  f.objects[0].name = "a b";
  f.objects[1].name = "a_b";
  f.colliders[0].name = "a_b";
  std::set<std::string> names;
  for (const Thing& t : Things(f)) names.insert(t.file);
  EXPECT_EQ(names, (std::set<std::string>{"a_b", "a_b_2", "a_b_3", "flag", "hair", "ball"}));
}

TEST(ExportColliders, AreClosedMeshesThatKeepTheirTopology) {
  for (const char* kind : {"sphere", "box", "capsule", "cylinder"}) {
    FrameCollider c;
    c.kind = kind;
    c.size = {{0.5, 0.7, 0.9}};
    const FrameObject a = collider_mesh(c);
    c.position = {{1, 2, 3}};
    c.rotation(0, 0) = c.rotation(1, 1) = 0;
    c.rotation(0, 1) = -1;
    c.rotation(1, 0) = 1;
    const FrameObject b = collider_mesh(c);
    EXPECT_EQ(a.corners, b.corners) << kind;
    EXPECT_NEAR(b.position[0][0], 1 - a.position[0][1], 1e-6);
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
    for (std::size_t f = 0; f < a.faces.size(); ++f)
      for (std::size_t k = 0; k < 3; ++k) {
        const auto x = a.corners[3 * f + k], y = a.corners[3 * f + (k + 1) % 3];
        ++edges[{std::min(x, y), std::max(x, y)}];
      }
    for (const auto& [e, n] : edges) EXPECT_EQ(n, 2) << kind;
  }
}

TEST(ExportPrepare, ChoosesTurnsAndScales) {
  ExportOptions o;
  o.objects = {"hair", "tool"};
  o.y_up = true;
  o.scale = 100;
  const Frame f = sample_frame(2), g = prepared(f, o);
  ASSERT_EQ(g.objects.size(), 1u);
  ASSERT_EQ(g.colliders.size(), 1u);
  const Vec3<float>&a = object(f, "hair").position[3], &b = g.objects[0].position[3];
  EXPECT_EQ(b, (Vec3<float>{{100 * a[0], 100 * a[2], -100 * a[1]}}));
  EXPECT_EQ(g.objects[0].radii[1], 100 * 2e-3f);
  const FrameObject before = collider_mesh(f.colliders[0]), after = collider_mesh(g.colliders[0]);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_FLOAT_EQ(after.position[i][0], 100 * before.position[i][0]);
    EXPECT_FLOAT_EQ(after.position[i][1], 100 * before.position[i][2]);
    EXPECT_FLOAT_EQ(after.position[i][2], -100 * before.position[i][1]);
  }
  o.objects = {"hairs"};
  try {
    prepared(f, o);
    FAIL() << "an object that is not there";
  } catch (const Error& e) {
    EXPECT_EQ(e.code, "E0418");
    EXPECT_NE(e.hint.find("did you mean 'hair'?"), std::string::npos) << e.hint;
    EXPECT_NE(e.hint.find("sand, cloth, flag, hair, tool, ball, floor"), std::string::npos) << e.hint;
  }
}

TEST(ExportFormats, AllAreKnownAndOthersAreNot) {
  Scratch dir;
  ExportOptions o;
  o.folder = dir.path;
  for (const std::string& format : export_formats()) EXPECT_NO_THROW(make_exporter(format, o)) << format;
  try {
    make_exporter("vtk", o);
    FAIL() << "no such format";
  } catch (const Error& e) {
    EXPECT_EQ(e.code, "E0415");
    EXPECT_NE(e.hint.find("'vtp'"), std::string::npos) << e.hint;
  }
}

TEST(ExportFormats, SameFramesSameBytes) {
  Scratch a, b;
  for (const std::string& format : export_formats()) {
    export_sample(format, a / format);
    export_sample(format, b / format);
    std::size_t files = 0;
    for (const auto& e : fs::recursive_directory_iterator(a / format)) {
      if (!e.is_regular_file()) continue;
      EXPECT_TRUE(slurp(e.path()) == slurp(b.path / format / fs::relative(e.path(), a / format))) << e.path();
      ++files;
    }
    EXPECT_GT(files, 1u) << format;
  }
}

}  // namespace
}  // namespace weft
