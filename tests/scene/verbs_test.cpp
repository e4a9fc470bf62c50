/// The command line from outside: exit codes, suggestions, and that every example of `weft new` can be run.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace {

namespace fs = std::filesystem;

struct Answer {
  int exit = -1;
  std::string text;  ///< stdout and stderr
};

Answer weft(const std::string& arguments) {
  std::string command = WEFT_PROGRAM;
  command += " " + arguments + " 2>&1 < /dev/null";
  Answer a;
  FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) return a;
  std::array<char, 4096> buffer;
  while (std::size_t n = fread(buffer.data(), 1, buffer.size(), pipe)) a.text.append(buffer.data(), n);
  const int status = pclose(pipe);
  a.exit = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return a;
}

bool holds(const Answer& a, const std::string& phrase) { return a.text.find(phrase) != std::string::npos; }

/// An empty folder of its own, gone afterwards.
struct Folder {
  fs::path path;
  explicit Folder(const std::string& name)
      : path(fs::temp_directory_path() / ("weft_" + name + "_" + std::to_string(getpid()))) {
    fs::remove_all(path);
    fs::create_directories(path);
  }
  ~Folder() { fs::remove_all(path); }
};

TEST(Verbs, MistakesOfTheCommandLine) {
  Answer a = weft("chekc scene.toml");
  EXPECT_EQ(a.exit, 2);
  EXPECT_TRUE(holds(a, "error[E0601]") && holds(a, "did you mean 'check'?")) << a.text;
  a = weft("check scene.toml --qualty draft");
  EXPECT_EQ(a.exit, 2);
  EXPECT_TRUE(holds(a, "error[E0602]") && holds(a, "did you mean '--quality'?")) << a.text;
  a = weft("check");
  EXPECT_EQ(a.exit, 2);
  EXPECT_TRUE(holds(a, "E0602") && holds(a, "SCENE")) << a.text;
  a = weft("check nowhere.toml");
  EXPECT_EQ(a.exit, 2);
  EXPECT_TRUE(holds(a, "error[E0201]") && holds(a, "--> nowhere.toml")) << a.text;
  a = weft("check nowhere.toml --quality best");
  EXPECT_EQ(a.exit, 2) << a.text;
  a = weft("");
  EXPECT_EQ(a.exit, 2);
  EXPECT_TRUE(holds(a, "validate")) << a.text;
  EXPECT_EQ(weft("--help").exit, 0);
  EXPECT_EQ(weft("--version").exit, 0);
}

TEST(Verbs, AnErrorLooksAsPromised) {
  const Answer a = weft("check " + std::string(WEFT_SOURCE_DIR) + "/tests/broken/unknown_object_key.toml");
  EXPECT_EQ(a.exit, 2);
  EXPECT_TRUE(holds(a, "error[E0203]: unknown key 'frction' in [[object]] \"block\"\n")) << a.text;
  EXPECT_TRUE(holds(a, "\n10 | frction = 0.3\n   | ^^^^^^^ ")) << a.text;
  EXPECT_FALSE(holds(a, "\x1b[")) << "no colours into a pipe";
}

TEST(Verbs, ExplainAndList) {
  Answer a = weft("explain e0203");
  EXPECT_EQ(a.exit, 0);
  EXPECT_TRUE(holds(a, "E0203: unknown key")) << a.text;
  EXPECT_EQ(weft("explain E9999").exit, 2);
  for (const char* what : {"bodies", "materials", "presets", "keys", "errors", "probes"}) {
    a = weft(std::string("list ") + what);
    EXPECT_EQ(a.exit, 0) << what;
    EXPECT_FALSE(a.text.empty()) << what;
  }
  a = weft("list preset");
  EXPECT_EQ(a.exit, 2);
  EXPECT_TRUE(holds(a, "did you mean 'presets'?")) << a.text;
}

TEST(Verbs, NewWritesScenesThatCheck) {
  const Folder folder("new");
  for (const char* kind :
       {"sand", "snow", "jelly", "clay", "goo", "slime", "cloth", "hair", "shell", "water"}) {
    const std::string path = (folder.path / kind).string();
    Answer a = weft("new " + path + " --kind " + kind);
    EXPECT_EQ(a.exit, 0) << a.text;
    a = weft("check " + path + ".toml --quality draft");
    EXPECT_EQ(a.exit, 0) << a.text;
    EXPECT_TRUE(holds(a, "no warnings") && holds(a, "limited by")) << a.text;
  }
  const Answer again = weft("new " + (folder.path / "sand").string());
  EXPECT_EQ(again.exit, 2);
  EXPECT_TRUE(holds(again, "E0603")) << again.text;
  EXPECT_EQ(weft("new " + (folder.path / "x").string() + " --kind lava").exit, 2);
}

TEST(Verbs, CheckWarns) {
  const Folder folder("check");
  const std::string path = (folder.path / "w").string();
  weft("new " + path + " --kind sand");
  const Answer a = weft("check " + path + ".toml --set object.sand.at='[0, 0, 0.1]' --set solver.dx=0.02");
  EXPECT_EQ(a.exit, 0);
  EXPECT_TRUE(holds(a, "warning[W0205]")) << a.text;
}

/// A block that falls; `above` is what the last height must be at least, `fps` makes it shorter or longer.
void write_fall(const fs::path& path, const std::string& id, int fps, double above) {
  std::ofstream(path) << "[case]\nid = \"" << id << "\"\ncost = \"" << fps << " s\"\n[time]\nfps = " << fps
                      << "\nframes = [0, 2]\n"
                      << R"toml([solver]
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
[[expect]]
name = "height"
value = "last(z)"
above = )toml" << above
                      << "\n";
}

/// Seconds differ from run to run: a column of the table, the end of its last line, a line of JSON.
std::string without_seconds(const std::string& text) {
  std::istringstream in(text);
  std::string out;
  for (std::string line; std::getline(in, line);) {
    if (line.find("\"seconds\"") != std::string::npos) continue;
    if (line.find(" checks, ") != std::string::npos) line.resize(line.rfind(','));
    else if (line.size() > 120) line.erase(112, 8);
    out += line + '\n';
  }
  return out;
}

TEST(Verbs, ValidateSideBySideSaysTheSame) {
  const Folder folder("validate");
  write_fall(folder.path / "a.toml", "a", 20, -1);
  write_fall(folder.path / "b.toml", "b", 40, 1);  // fails
  write_fall(folder.path / "c.toml", "c", 30, -1);
  const std::string verb = "validate " + folder.path.string();
  const Answer one = weft(verb), three = weft(verb + " --jobs 3"), json = weft(verb + " --json"),
               json_two = weft(verb + " --json --jobs 2");
  EXPECT_EQ(one.exit, 1) << one.text;
  EXPECT_EQ(three.exit, 1) << three.text;
  EXPECT_TRUE(holds(one, "3 checks, 1 failed")) << one.text;
  EXPECT_EQ(without_seconds(one.text), without_seconds(three.text));
  EXPECT_EQ(without_seconds(json.text), without_seconds(json_two.text));
  EXPECT_TRUE(holds(json, "\"measured\"")) << json.text;
  // A mistake ends both in the same way.
  const Answer wrong = weft(verb + " --set solver.dx=-1"),
               wrong_two = weft(verb + " --set solver.dx=-1 --jobs 2");
  EXPECT_EQ(wrong.exit, 2) << wrong.text;
  EXPECT_EQ(wrong.text, wrong_two.text);
  EXPECT_EQ(wrong.exit, wrong_two.exit);
}

}  // namespace
