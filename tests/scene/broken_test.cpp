/// Every scene in tests/broken is wrong in one way. Its .expect says how the program must answer:
/// the code, line:column
/// ("-" when the mistake is not in the scene's text), then phrases that the message must hold.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "exec/error.h"
#include "scene/build/build.h"
#include "scene/explain.h"

namespace weft {
namespace {

namespace fs = std::filesystem;

struct Expected {
  std::string code, place;
  std::vector<std::string> phrases;
};

std::vector<fs::path> broken_scenes() {
  std::vector<fs::path> out;
  for (const auto& entry : fs::directory_iterator(fs::path(WEFT_SOURCE_DIR) / "tests/broken"))
    if (entry.path().extension() == ".toml") out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

Expected expected_of(fs::path scene) {
  std::ifstream in(scene.replace_extension(".expect"));
  Expected e;
  std::getline(in, e.code);
  std::getline(in, e.place);
  for (std::string line; std::getline(in, line);) e.phrases.push_back(line);
  return e;
}

class Broken : public testing::TestWithParam<fs::path> {};

TEST_P(Broken, IsRefusedAsItShould) {
  const Expected want = expected_of(GetParam());
  ASSERT_FALSE(want.code.empty());
  try {
    build_world(read_scene(GetParam().string()));
    FAIL() << "accepted";
  } catch (const Error& e) {
    const std::string text = e.code + ": " + e.what() + "\n" + e.where + "\n" + e.hint;
    EXPECT_EQ(e.code, want.code) << text;
    EXPECT_EQ(e.exit, Exit::bad_input);
    EXPECT_FALSE(e.hint.empty()) << text;
    EXPECT_NE(find_explanation(e.code), nullptr) << e.code;
    if (want.place != "-") {
      EXPECT_EQ(e.where, GetParam().string() + ":" + want.place) << text;
    }
    for (const std::string& phrase : want.phrases)
      EXPECT_NE(text.find(phrase), std::string::npos) << phrase << "\nin\n" << text;
  }
}

INSTANTIATE_TEST_SUITE_P(Scenes, Broken, testing::ValuesIn(broken_scenes()),
                         [](const auto& info) { return info.param.stem().string(); });

TEST(BrokenScenes, AreMany) { EXPECT_GE(broken_scenes().size(), 100u); }

}  // namespace
}  // namespace weft
