/// Every code in the source is explained, once; the scene reference is current; the folders keep their order.
#include "scene/explain.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "scene/keys/reference.h"

namespace weft {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

TEST(Explain, KnowsEveryCodeInTheSource) {
  const std::regex code("\"([EW]0[0-9]{3})\"");
  std::map<std::string, std::string> used;
  for (const char* folder : {"src", "apps"})
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(WEFT_SOURCE_DIR) / folder)) {
      const std::string name = entry.path().filename().string();
      if (!entry.is_regular_file() || name.starts_with("explain")) continue;
      const std::string text = text_of(entry.path());
      for (std::sregex_iterator it(text.begin(), text.end(), code), end; it != end; ++it)
        used[(*it)[1]] = entry.path().string();
    }
  EXPECT_GT(used.size(), 60u);
  for (const auto& [c, where] : used)
    EXPECT_NE(find_explanation(c), nullptr) << c << " of " << where << " has no explanation";
}

TEST(Explain, EachCodeOnce) {
  std::set<std::string> seen;
  for (const Explanation& e : explanations()) {
    EXPECT_TRUE(seen.insert(e.code).second) << e.code;
    EXPECT_FALSE(e.title.empty() || e.text.empty()) << e.code;
  }
}

TEST(Reference, TheCommittedPageIsCurrent) {
  EXPECT_EQ(text_of(fs::path(WEFT_SOURCE_DIR) / "docs/scene_reference.md"), reference_markdown())
      << "run tools/generate_docs";
}

TEST(Layers, FoldersIncludeOnlyEarlierOnes) {
  EXPECT_EQ(std::system((std::string(WEFT_SOURCE_DIR) + "/tools/check_layers").c_str()), 0);
}

}  // namespace
}  // namespace weft
