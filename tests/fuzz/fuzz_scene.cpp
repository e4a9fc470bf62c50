/// Feeds mutated scenes to the reader: fuzz_scene [seconds] [seed]. Every text must give a scene or an Error
/// with a code and a hint; anything else ends the program. The same seed makes the same texts.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "exec/error.h"
#include "fuzz/mutate.h"
#include "scene/scene.h"

namespace {

namespace fs = std::filesystem;

std::vector<std::string> corpus() {
  std::vector<fs::path> paths;
  for (const char* folder : {"scenes", "tests/broken"})
    for (const auto& entry : fs::directory_iterator(fs::path(WEFT_SOURCE_DIR) / folder))
      if (entry.path().extension() == ".toml") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> out;
  for (const fs::path& path : paths) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    out.push_back(text.str());
  }
  return out;
}

[[noreturn]] void fail(const std::string& text, const char* why) {
  std::ofstream("fuzz_scene_failure.toml", std::ios::binary) << text;
  std::fprintf(stderr, "%s: the text is in fuzz_scene_failure.toml\n", why);
  std::abort();
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 10;
  weft::fuzz::Dice dice(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
  const std::vector<std::string> texts = corpus();
  const auto start = std::chrono::steady_clock::now();
  const std::string name = std::string(WEFT_SOURCE_DIR) + "/scenes/fuzz.toml";
  std::size_t runs = 0, accepted = 0;
  while (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < seconds) {
    const std::string text = weft::fuzz::mutate(texts, dice);
    weft::Overrides overrides;
    overrides.quality = weft::Quality(dice.below(3));
    if (dice.below(4) == 0)
      overrides.set.push_back("solver.dx=" + std::string(weft::fuzz::evil_number(dice)));
    const auto before = std::chrono::steady_clock::now();
    try {
      const weft::Scene scene = weft::parse_scene(text, name, overrides);
      const std::string once = weft::write_resolved(scene);
      if (once != weft::write_resolved(weft::parse_scene(once, "resolved.toml")))
        fail(text, "the resolved scene differs");
      ++accepted;
    } catch (const weft::Error& e) {
      if (e.code.size() != 5 || std::string(e.what()).empty() || e.hint.empty() ||
          e.exit != weft::Exit::bad_input)
        fail(text, "a poor error");
    } catch (const std::exception& e) {
      fail(text, e.what());
    }
    if (std::chrono::steady_clock::now() - before > std::chrono::seconds(5))
      fail(text, "reading took too long");
    ++runs;
  }
  std::printf("%zu texts, %zu accepted\n", runs, accepted);
  return 0;
}
