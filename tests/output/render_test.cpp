/// weft render, as its users meet it: pictures and movies of a real run, and what it says when it cannot.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cmath>
#include <cstdio>

#include "exec/error.h"
#include "output/picture/compose.h"
#include "output/picture/movie.h"
#include "output/picture/run_pictures.h"
#include "output/run_folder.h"
#include "output/scratch.h"

namespace weft {
namespace {

namespace fs = std::filesystem;

constexpr const char* kScene = R"(
format = 1
title  = "Test"
time   = { fps = 24, frames = [1, 4] }
solver = { dx = "6 cm" }
[[object]]
name     = "ball"
material = "jelly"
shape    = { sphere = "15 cm" }
at       = [0, 0, 0.3]
colour   = "red"
[[collider]]
name     = "floor"
shape    = { plane = [0, 0, 1] }
[render]
size    = [96, 54]
samples = 4
still   = 3
)";

struct Told {
  int code = 0;
  std::string text;
};

Told weft_says(const std::string& arguments) {
  const std::string command = std::string(WEFT_PROGRAM) + " " + arguments + " 2>&1 < /dev/null";
  Told t;
  FILE* pipe = ::popen(command.c_str(), "r");
  char buffer[512];
  while (std::fgets(buffer, sizeof buffer, pipe)) t.text += buffer;
  const int status = ::pclose(pipe);
  t.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return t;
}

class Render : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    dir_ = new Scratch;
    spill(*dir_ / "a.toml", kScene);
    ASSERT_EQ(weft_says("run " + file("a.toml") + " --quiet --threads 1").code, 0);
  }
  static void TearDownTestSuite() {
    delete dir_;
    dir_ = nullptr;
  }
  static std::string file(const std::string& name) { return (*dir_ / name).string(); }
  static Scratch* dir_;
};
Scratch* Render::dir_ = nullptr;

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(RenderKeys, AreReadAndWrittenAgain) {
  const std::string text = std::string(kScene) + R"(
background = [0.2, 0.5, 0.8]
ground     = false
surfaces   = false
sky        = 0.5
colour     = "speed"
range      = [0, 3]
sun        = { direction = [1, 0, 1], colour = [1, 0.5, 0.25], strength = 2, softness = "10 deg" }
camera     = { from = [1, -2, 1], to = [0, 0, 0], angle = "30 deg" }
)";
  const Scene scene = parse_scene(text, "a.toml"), again = parse_scene(write_resolved(scene), "b.toml");
  EXPECT_EQ(write_resolved(scene), write_resolved(again));
  const PictureOptions o = options_of(again.render);
  EXPECT_EQ(o.width, 96);
  EXPECT_EQ(o.trace.samples, 4);
  EXPECT_FALSE(o.stage.ground || o.stage.surfaces);
  EXPECT_EQ(o.light.sky_strength, 0.5);
  EXPECT_NEAR(o.light.softness, 10 * M_PI / 180, 1e-12);
  EXPECT_EQ(o.light.sun[0], 1);
  EXPECT_NEAR(o.light.sun_colour[1], from_srgb(0.5f), 1e-6f);
  // What the scene calls its background is what the picture shows.
  const Pixels back = develop({1, 1, {*o.light.background}});
  EXPECT_NEAR(back.rgb[0], 51, 2);
  EXPECT_NEAR(back.rgb[1], 128, 2);
  EXPECT_NEAR(back.rgb[2], 204, 2);
  EXPECT_NEAR(o.camera.angle, M_PI / 6, 1e-12);
  EXPECT_EQ(again.render.still, 3);
  EXPECT_EQ((*again.render.range)[1], 3);
  for (const char* wrong :
       {"range = [3, 0]", "sun = { direction = [0, 0, 0] }", "samples = 0", "surfaces = 1"})
    EXPECT_THROW(parse_scene("format = 1\ntime = { frames = [1, 2] }\nsolver = { dx = 0.1 }\n[render]\n" +
                                 std::string(wrong),
                             "c.toml"),
                 Error)
        << wrong;
}

TEST_F(Render, APictureAFrameAndAMovie) {
  const Told t = weft_says("render " + file("a.run") + " -o " + file("out"));
  ASSERT_EQ(t.code, 0) << t.text;
  EXPECT_EQ(numbered_files(file("out/pictures"), ".png").size(), 4u);
  const Pixels p = read_png(file("out/pictures/000002.png"));
  EXPECT_EQ(p.width, 96);
  EXPECT_EQ(p.height, 54);
  EXPECT_EQ(fs::exists(file("out/movie.mp4")), can_make_movies());
  EXPECT_FALSE(fs::exists(file("out/.movie.mp4.partial")));
  EXPECT_TRUE(holds(t.text, "4/4")) << t.text;
}

TEST_F(Render, TheObjectIsInTheMiddleAndInItsColour) {
  const RunPictures pictures({file("a.run")}, {});
  const Pixels p = pictures.draw(pictures.still());
  EXPECT_EQ(pictures.still(), 3);
  std::size_t red = 0, inside = 0;
  for (int j = 0; j < p.height; ++j)
    for (int i = 0; i < p.width; ++i) {
      const std::uint8_t* c = p.rgb.data() + 3 * (j * p.width + i);
      if (!(c[0] > 2 * c[1])) continue;
      ++red;
      inside += i > 4 && i < p.width - 4 && j > 3 && j < p.height - 3;
    }
  EXPECT_GT(red, 100u);
  EXPECT_EQ(red, inside);
}

TEST_F(Render, StillIsTheScenesChoiceOrTheGivenOne) {
  ASSERT_EQ(weft_says("render " + file("a.run") + " --quiet -o " + file("still") + " --still").code, 0);
  EXPECT_TRUE(fs::exists(file("still/pictures/000003.png")));
  ASSERT_EQ(weft_says("render " + file("a.run") + " --quiet -o " + file("still") + " --still 2").code, 0);
  EXPECT_EQ(numbered_files(file("still/pictures"), ".png").size(), 2u);
  EXPECT_FALSE(fs::exists(file("still/movie.mp4")));
}

TEST_F(Render, RunsSideBySideHaveCaptions) {
  const Told t = weft_says("render " + file("a.run") + " " + file("a.run") +
                           " --quiet --still 2 --captions 'left,right' -o " + file("two"));
  ASSERT_EQ(t.code, 0) << t.text;
  const Pixels p = read_png(file("two/pictures/000002.png"));
  ASSERT_EQ(p.width, 2 * 96 + gap_between(54));
  // The two halves differ in their captions alone.
  std::size_t above = 0, below = 0;
  for (int j = 0; j < p.height; ++j)
    for (int i = 0; i < 96; ++i) {
      const bool same =
          std::equal(p.rgb.data() + 3 * (j * p.width + i), p.rgb.data() + 3 * (j * p.width + i) + 3,
                     p.rgb.data() + 3 * (j * p.width + i + p.width - 96));
      (j < 16 ? above : below) += !same;
    }
  EXPECT_GT(above, 5u);
  EXPECT_EQ(below, 0u);
}

TEST_F(Render, ColoursByAQuantity) {
  EXPECT_EQ(weft_says("render " + file("a.run") + " --quiet --still 3 --colour speed --range 0:2 -o " +
                      file("speed"))
                .code,
            0);
  const Told t = weft_says("render " + file("a.run") + " --still 3 --colour spede -o " + file("speed"));
  EXPECT_EQ(t.code, 2);
  EXPECT_TRUE(holds(t.text, "E0431") && holds(t.text, "speed height")) << t.text;
}

TEST_F(Render, TurnsAroundAStill) {
  ASSERT_EQ(weft_says("render " + file("a.run") + " --quiet --still 2 --turntable 3 -o " + file("turn")).code,
            0);
  EXPECT_NE(slurp(file("turn/pictures/turn_000001.png")), slurp(file("turn/pictures/turn_000002.png")));
  EXPECT_TRUE(fs::exists(file("turn/pictures/turn_000003.png")));
}

TEST_F(Render, SaysWhatIsWrong) {
  const std::string run = "render " + file("a.run") + " -o " + file("wrong");
  const std::pair<std::string, std::string> cases[] = {{" --size 12x12", "E0602"},
                                                       {" --size big", "E0602"},
                                                       {" --camera 1,2,3", "E0602"},
                                                       {" --camera 1,1,1:1,1,1", "E0602"},
                                                       {" --camera 0,0,1:0,0,0:900", "E0602"},
                                                       {" --frames 3-4", "E0602"},
                                                       {" --frames 70:80", "E0404"},
                                                       {" --still 99", "E0404"},
                                                       {" --still x", "E0602"},
                                                       {" --samples 0", "E0602"},
                                                       {" --range 3:1 --colour speed", "E0602"},
                                                       {" --captions a,b", "E0602"},
                                                       {" --still 2 --turntable 0", "E0602"}};
  for (const auto& [options, code] : cases) {
    const Told t = weft_says(run + options);
    EXPECT_NE(t.code, 0) << options;
    EXPECT_TRUE(holds(t.text, code)) << options << "\n" << t.text;
  }
  EXPECT_FALSE(fs::exists(file("wrong/movie.mp4")));
  const Told none = weft_says("render " + file("nothing.run"));
  EXPECT_NE(none.code, 0);
  EXPECT_TRUE(holds(none.text, "E04")) << none.text;
}

TEST_F(Render, DrawsWhatThereIsOfAnUnfinishedRun) {
  fs::copy(file("a.run"), file("part.run"), fs::copy_options::recursive);
  fs::remove(file("part.run/frames/000004.weft"));
  RunInfo info = read_run_info(file("part.run"));
  info.status = "stopped";
  info.frame = 3;
  write_run_info(file("part.run"), info);
  const Told t = weft_says("render " + file("part.run"));
  EXPECT_EQ(t.code, 0);
  EXPECT_TRUE(holds(t.text, "stopped at frame 3 of 4")) << t.text;
  EXPECT_EQ(numbered_files(file("part.run/pictures"), ".png").size(), 3u);
  for (const auto& f : fs::directory_iterator(file("part.run/frames"))) fs::remove(f);
  const Told empty = weft_says("render " + file("part.run"));
  EXPECT_EQ(empty.code, 4);
  EXPECT_TRUE(holds(empty.text, "no frames")) << empty.text;
}

TEST_F(Render, AFullDiskLeavesNothingHalfWritten) {
  const std::string command = "sh -c 'ulimit -f 4; trap \"\" XFSZ; exec " + std::string(WEFT_PROGRAM) +
                              " render " + file("a.run") + " --size 320x180 --samples 1 --still 2 -o " +
                              file("full") + "' >/dev/null 2>&1";
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 4);
  EXPECT_TRUE(fs::is_empty(file("full/pictures")));
}

TEST_F(Render, WhileRunningItDrawsTheSamePicturesWhenResumed) {
  const std::string a = file("live.run"), b = file("cut.run");
  ASSERT_EQ(weft_says("run " + file("a.toml") + " --quiet --render -o " + a).code, 0);
  EXPECT_EQ(numbered_files(a + "/pictures", ".png").size(), 4u);
  EXPECT_EQ(fs::exists(a + "/movie.mp4"), can_make_movies());
  // As if it had been stopped after its second frame, its last pictures lost.
  fs::copy(a, b, fs::copy_options::recursive);
  fs::remove(b + "/pictures/000003.png");
  fs::remove(b + "/pictures/000004.png");
  fs::remove(b + "/movie.mp4");
  RunInfo info = read_run_info(b);
  info.status = "stopped";
  write_run_info(b, info);
  ASSERT_EQ(weft_says("resume " + b + " --quiet --render").code, 0);
  for (int n = 1; n <= 4; ++n) {
    const std::string name = "/pictures/" + frame_name(n) + ".png";
    EXPECT_EQ(slurp(a + name), slurp(b + name)) << n;
  }
  EXPECT_EQ(fs::exists(b + "/movie.mp4"), can_make_movies());
  // Drawing does not disturb the simulation.
  EXPECT_EQ(slurp(a + "/frames/000004.weft"), slurp(file("a.run/frames/000004.weft")));
}

}  // namespace
}  // namespace weft
