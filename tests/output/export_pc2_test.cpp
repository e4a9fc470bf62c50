/// PC2 read back by an independent small reader, every number compared.
#include <gtest/gtest.h>

#include "exec/error.h"
#include "output/export_readers.h"
#include "output/export_testing.h"
#include "output/scratch.h"

namespace weft {
namespace {

namespace fs = std::filesystem;

TEST(ExportPc2, HoldsEverySampleAndItsRestMesh) {
  Scratch dir;
  EXPECT_TRUE(export_sample("pc2", dir.path, 3).empty());
  for (const char* name : {"sand", "cloth", "flag", "hair"}) {
    const std::string b = slurp(dir / (std::string(name) + ".pc2"));
    const std::size_t n = object(sample_frame(1), name).position.size();
    EXPECT_EQ(b.substr(0, 12), std::string("POINTCACHE2\0", 12));
    EXPECT_EQ(number_at<std::int32_t>(b, 12), 1);
    EXPECT_EQ(number_at<std::int32_t>(b, 16), std::int32_t(n));
    EXPECT_EQ(number_at<float>(b, 20), 1.0f);
    EXPECT_EQ(number_at<float>(b, 24), 1.0f);
    EXPECT_EQ(number_at<std::int32_t>(b, 28), 3);
    ASSERT_EQ(b.size(), 32 + 36 * n);
    for (int k = 1; k <= 3; ++k)
      EXPECT_EQ(b.substr(32 + std::size_t(k - 1) * 12 * n, 12 * n),
                bytes_of(object(sample_frame(k), name).position));
    const auto rest = parse_obj(slurp(dir / (std::string(name) + ".obj")));
    EXPECT_EQ(rest.at(name).v.size(), n);
  }
  EXPECT_EQ(parse_obj(slurp(dir / "cloth.obj")).at("cloth").vt, object(sample_frame(1), "cloth").uv);
}

TEST(ExportPc2, GrowsAfterItWasFinished) {
  Scratch dir, whole;
  export_sample("pc2", whole.path, 4);
  ExportOptions options;
  options.folder = dir.path;
  const auto exporter = make_exporter("pc2", options);
  for (int n = 1; n <= 4; ++n) {
    exporter->add(sample_frame(n));
    if (n % 2 == 0) exporter->finish();
  }
  for (const char* name : {"sand.pc2", "ball.pc2", "cloth.obj"})
    EXPECT_EQ(slurp(dir / name), slurp(whole / name));
}

TEST(ExportPc2, LeavesOutWhatChanges) {
  Scratch dir;
  const auto warnings = export_sample("pc2", dir.path, 2, [](Frame& f) {
    if (f.number == 2) f.objects[0].position.resize(50);
    if (f.number == 2) f.objects[1].corners[0] = 4;
  });
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_NE(warnings[0].find("'sand' has 60 points in frame 1 but 50 in frame 2"), std::string::npos)
      << warnings[0];
  EXPECT_NE(warnings[1].find("'cloth' connects"), std::string::npos) << warnings[1];
  for (const auto& e : fs::directory_iterator(dir.path))
    EXPECT_FALSE(e.path().filename().string().find("sand") != std::string::npos) << e.path();
  EXPECT_TRUE(fs::exists(dir / "hair.pc2"));
  try {
    export_sample("pc2", dir / "none", 2, [](Frame& f) {
      f.objects.resize(1);
      f.colliders.clear();
      f.objects[0].position.resize(std::size_t(f.number));
    });
    FAIL() << "nothing was written and nobody said so";
  } catch (const Error& e) {
    EXPECT_EQ(e.code, "E0423");
    EXPECT_NE(std::string(e.what()).find("'sand' has 1 points"), std::string::npos) << e.what();
  }
}

TEST(ExportPc2, SamplesAreEvenlySpaced) {
  Scratch dir;
  export_sample("pc2", dir.path, 3, [](Frame& f) { f.number = 5 * f.number; });
  EXPECT_EQ(number_at<float>(slurp(dir / "sand.pc2"), 20), 5.0f);
  EXPECT_EQ(number_at<float>(slurp(dir / "sand.pc2"), 24), 5.0f);
  EXPECT_THROW(export_sample("pc2", dir / "b", 3, [](Frame& f) { f.number *= f.number; }), Error);
}

}  // namespace
}  // namespace weft
