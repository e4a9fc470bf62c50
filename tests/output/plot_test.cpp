/// Pages of plots: axes that fit any numbers, runs in any state, and the file that comes of them.
#include "output/plot/plot.h"

#include <gtest/gtest.h>
#include <png.h>

#include <cmath>
#include <limits>

#include "exec/error.h"
#include "output/plot/palette.h"
#include "output/plot/phase_bands.h"
#include "output/plot/run_panels.h"
#include "output/plot/scale.h"
#include "output/plot/thinned.h"
#include "output/program.h"
#include "output/scratch.h"

namespace weft {
namespace {

using namespace plot;
namespace fs = std::filesystem;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::vector<std::string> labels(const Scale& s) {
  std::vector<std::string> out;
  for (const Tick& t : s.ticks)
    if (!t.label.empty()) out.push_back(t.label);
  return out;
}

std::string code_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const Error& e) {
    return e.code;
  }
  return "none";
}

TEST(PlotScale, TicksAreRoundAndInAUnitThatSuits) {
  const Scale metres = make_scale({0, 0.83}, {.unit = "m", .from_zero = true});
  EXPECT_EQ(labels(metres), (std::vector<std::string>{"0.0", "0.2", "0.4", "0.6", "0.8"}));
  EXPECT_EQ(metres.unit, "m");
  const Scale micro = make_scale({0, 4.1e-5}, {.unit = "s", .from_zero = true});
  EXPECT_EQ(labels(micro), (std::vector<std::string>{"0", "10", "20", "30", "40"}));
  EXPECT_EQ(micro.unit, "µs");
  EXPECT_EQ(make_scale({0, 3.2e4}, {.unit = "Pa"}).unit, "kPa");
  EXPECT_EQ(make_scale({0, 3.2e-5}, {.unit = "kg"}).unit, "mg") << "kilograms have their prefix already";
  EXPECT_EQ(make_scale({0, 3.2e4}, {.unit = "m^2"}).unit, "10^{3} m^{2}") << "no prefix inside a power";
  EXPECT_EQ(make_scale({0, 3.2e7}, {.unit = ""}).unit, "10^{6}");
}

TEST(PlotScale, DecadesWhereValuesSpanThem) {
  const ScaleWishes wishes{.unit = "s", .decades_from = 20};
  EXPECT_FALSE(make_scale({1e-4, 1e-3}, wishes).logarithmic);
  EXPECT_FALSE(make_scale({0, 1e-3}, wishes).logarithmic) << "nothing is zero on such an axis";
  const Scale s = make_scale({1e-6, 1e-2, kNaN}, wishes);
  EXPECT_TRUE(s.logarithmic);
  EXPECT_EQ(labels(s), (std::vector<std::string>{"10^{−6}", "10^{−5}", "10^{−4}", "10^{−3}", "10^{−2}"}));
  EXPECT_NEAR(s.at(1e-4), 0.5, 1e-9);
  EXPECT_LT(s.at(0), 0);
}

TEST(PlotScale, AnyValues) {
  const std::vector<std::vector<double>> all = {{},
                                                {kNaN, kNaN},
                                                {0},
                                                {7},
                                                {-3, -3},
                                                {1e-300, 0},
                                                {1e300, 1},
                                                {0.44, 0.44 + 1e-7},
                                                {-INFINITY, 1, 2},
                                                {1e300, -1e300}};
  for (const auto& values : all)
    for (const bool zero : {false, true}) {
      const Scale s = make_scale(values, {.unit = "m", .from_zero = zero, .decades_from = 100});
      EXPECT_LT(s.low, s.high);
      EXPECT_LT(s.ticks.size(), 100u);
      for (const double v : values)
        if (std::isfinite(v)) {
          EXPECT_GE(s.at(v), -1e-9) << v;
          EXPECT_LE(s.at(v), 1 + 1e-9) << v;
        }
    }
}

TEST(PlotScale, DigitsThatAllLabelsShareAreToldOnce) {
  const Scale s = make_scale({0.44, 0.44 + 1e-6}, {.unit = "m"});
  EXPECT_FALSE(s.offset.empty());
  EXPECT_EQ(s.unit, "µm");
  for (const std::string& label : labels(s)) EXPECT_LE(label.size(), 6u) << label;
}

Axes unit_axes() {
  Axes axes;
  axes.area = {0, 0, 100, 100};
  axes.x = make_scale({0, 1}, {.tight = true});
  axes.y = make_scale({0, 1}, {.tight = true});
  return axes;
}

TEST(PlotLine, GapsSplitIt) {
  const Line line{"a", {0, 0.2, 0.4, 0.6, 0.8}, {0, 0.5, kNaN, 1, 0.5}, {}};
  const auto p = pieces(line, unit_axes());
  ASSERT_EQ(p.size(), 2u);
  EXPECT_EQ(p[0].size(), 2u);
  EXPECT_NEAR(p[1][0].x, 60, 1e-9);
  EXPECT_NEAR(p[1][0].y, 0, 1e-9);
}

TEST(PlotLine, ThinningKeepsExtremes) {
  Line line{"a", {}, {}, {}};
  for (int i = 0; i < 100000; ++i) {
    line.time.push_back(i / 1e5);
    line.y.push_back(i == 54321 ? 1.0 : 0.3);
  }
  const auto p = pieces(line, unit_axes());
  ASSERT_EQ(p.size(), 1u);
  EXPECT_LT(p[0].size(), 1000u);
  const bool spike =
      std::any_of(p[0].begin(), p[0].end(), [](const Point& q) { return std::abs(q.y) < 1e-9; });
  EXPECT_TRUE(spike);
}

TEST(PlotCanvas, LongNamesLoseTheirMiddle) {
  Canvas canvas(100, 100, PageFormat::svg);
  const Words how{};
  EXPECT_EQ(canvas.shortened("short", 100, how), "short");
  const std::string cut = canvas.shortened("a_very_long_name_of_a_probe_left", 80, how);
  EXPECT_TRUE(cut.starts_with("a_") && cut.ends_with("ft") && cut.find("…") != std::string::npos) << cut;
  EXPECT_LE(canvas.text_width(cut, how), 80);
  EXPECT_GT(canvas.text_width("10^{−3}", how), canvas.text_width("10", how));
  EXPECT_LT(canvas.text_width("10^{−3}", how), canvas.text_width("10−3", how)) << "what is raised is smaller";
}

/// A run folder with the tables given.
fs::path make_run(const Scratch& dir, const std::string& name, const std::string& stats,
                  const std::string& probes = {}, const std::string& scene = {},
                  const std::string& events = {}) {
  const fs::path run = dir / name;
  fs::create_directories(run);
  RunInfo info = describe_program();
  info.status = "done";
  info.scene = "a.toml";
  info.last = info.frame = 5;
  write_run_info(run, info);
  spill(run / "stats.csv", stats);
  spill(run / "events.jsonl", events);
  if (!probes.empty()) spill(run / "probes.csv", probes);
  spill(run / "scene.resolved.toml", scene);
  return run;
}

constexpr const char* kStats =
    "frame,time,dt,limit,kinetic,elastic,gravity,seconds,retries,unconverged,seconds_load,seconds_p2g\n"
    "1,0,0,start,0,0,10,0,0,0,0,0\n"
    "2,0.1,0.01,wave,4,1,5,2,0,0,1,0.5\n"
    "3,0.2,0.01,wave,6,1,3,2,3,0,1,0.5\n"
    "4,0.3,0.001,cfl,2,1,3,2,0,1,1,0.5\n"
    "5,0.4,0.0001,cfl,0,0,2,2,0,0,1,0.5\n";
constexpr const char* kScene =
    "title = \"A thing\"\n[solver]\ndx = 0.1\n"
    "[[probe]]\nname = \"top\"\nmeasure = { quantity = \"z\", take = \"max\" }\n"
    "[[probe]]\nname = \"low\"\nmeasure = { quantity = \"z\", take = \"min\" }\n"
    "[[probe]]\nname = \"push\"\nmeasure = { collider = \"floor\", quantity = \"force_z\" }\n";
constexpr const char* kProbes =
    "frame,time,top,low,push\n1,0,1,0,\n2,0.1,2,nan,5\n3,0.2,,0.5,6\n4,0.3,4,0.5,7\n";

std::size_t blocks(const std::vector<Row>& rows) {
  std::size_t count = 0;
  for (const Row& r : rows) count += r.blocks.size();
  return count;
}
const Panel& panel(const std::vector<Row>& rows, std::size_t row, std::size_t k) {
  return std::get<Panel>(rows.at(row).blocks.at(k));
}

TEST(PlotRunFolder, WhatThePanelsShow) {
  const Scratch dir;
  const PlotRun run = read_plot_run(make_run(dir, "a.run", kStats, kProbes, kScene));
  EXPECT_EQ(run.title, "A thing");
  EXPECT_EQ(run.dx, 0.1);
  const auto rows = panels_of(run);
  const Panel& energy = panel(rows, 0, 0);
  ASSERT_EQ(energy.lines.size(), 4u);
  EXPECT_EQ(energy.lines[0].y, (std::vector<double>{8, 8, 8, 4, 0})) << "gravity counts from its lowest";
  const Panel& step = panel(rows, 0, 1);
  EXPECT_TRUE(std::isnan(step.lines[0].y[0])) << "the first frame has no steps";
  ASSERT_EQ(step.strip.size(), 2u);
  EXPECT_EQ(step.strip[0].word, "wave");
  EXPECT_EQ(step.strip[1].from, 0.2);
  EXPECT_EQ(step.strip[1].to, 0.4);
  const Panel& phases = panel(rows, 1, 0);
  ASSERT_EQ(phases.bands.size(), 3u);
  EXPECT_EQ(phases.bands[0].name, "load 50 %");
  EXPECT_EQ(phases.bands[2].name, "between steps 25 %");
  EXPECT_EQ(phases.bands[0].height.size() + 1, phases.edges.size());
}

TEST(PlotRunFolder, ProbesAreGroupedByQuantity) {
  const Scratch dir;
  const PlotRun run = read_plot_run(make_run(dir, "a.run", kStats, kProbes, kScene));
  const ProbePanels probes = probe_panels({run}, {});
  ASSERT_EQ(blocks(probes.rows), 2u);
  EXPECT_EQ(panel(probes.rows, 0, 0).title, "Position");
  EXPECT_EQ(panel(probes.rows, 0, 0).unit, "m");
  EXPECT_EQ(panel(probes.rows, 0, 0).lines.size(), 2u);
  EXPECT_EQ(panel(probes.rows, 0, 1).unit, "N");
  EXPECT_TRUE(std::isnan(panel(probes.rows, 0, 1).lines[0].y[0]));
  EXPECT_EQ(blocks(probe_panels({run}, {"push"}).rows), 1u);
  EXPECT_EQ(code_of([&] { probe_panels({run}, {"psh"}); }), "E0433");
}

TEST(PlotRunFolder, UnitsOfQuantities) {
  EXPECT_EQ(measured("x", "p99").unit, "m");
  EXPECT_EQ(measured("angular_momentum_z", "").unit, "kg m^2/s");
  EXPECT_EQ(measured("torque_x", "").unit, "N m");
  EXPECT_EQ(measured("x", "count").quantity, "number of points");
  EXPECT_EQ(measured("sqrt(x^2 + y^2)", "max").quantity, "sqrt(x^2 + y^2)");
}

TEST(PlotRunFolder, WhatHappenedIsMarked) {
  const Scratch dir;
  const PlotRun run =
      read_plot_run(make_run(dir, "a.run", kStats, "", kScene,
                             "{\"event\":\"rollback\",\"time\":0.1,\"bad_time\":0.15}\n"
                             "{\"event\":\"crossings\",\"time\":0.2}\nnot json\n{\"event\":\"ro"));
  std::map<MarkKind, double> marks;
  for (const Mark& m : time_axis({run}).marks) marks[m.kind] = m.time;
  EXPECT_EQ(marks, (std::map<MarkKind, double>{{MarkKind::rollback, 0.15},
                                               {MarkKind::retry, 0.2},
                                               {MarkKind::unconverged, 0.3},
                                               {MarkKind::crossing, 0.2}}));
}

TEST(PlotRunFolder, HundredsOfProbes) {
  const Scratch dir;
  std::string header = "frame,time", row = "1,0", scene;
  for (int k = 0; k < 300; ++k) {
    header += ",p" + std::to_string(k);
    row += "," + std::to_string(k);
    scene +=
        "[[probe]]\nname = \"p" + std::to_string(k) + "\"\nmeasure = { quantity = \"z\", take = \"max\" }\n";
  }
  const fs::path run = make_run(dir, "a.run", kStats, header + "\n" + row + "\n", scene);
  const ProbePanels probes = probe_panels({read_plot_run(run)}, {});
  EXPECT_EQ(blocks(probes.rows), kMostProbePanels);
  EXPECT_EQ(probes.left_out.size(), 300 - kMostProbePanels * kMostLines);
  const PlotReport report = plot_runs({{run}, {"p299"}, dir / "one.svg"});
  EXPECT_EQ(report.probes, 1u);
  EXPECT_TRUE(report.left_out.empty()) << "whoever chooses has chosen";
}

/// Width, height and colours of a PNG file.
struct Png {
  png_image image{};
  std::vector<std::uint8_t> pixels;
  explicit Png(const fs::path& path) {
    image.version = PNG_IMAGE_VERSION;
    EXPECT_TRUE(png_image_begin_read_from_file(&image, path.c_str())) << image.message;
    image.format = PNG_FORMAT_RGB;
    pixels.resize(PNG_IMAGE_SIZE(image));
    EXPECT_TRUE(png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr)) << image.message;
  }
  std::size_t count(Colour c) const {
    std::size_t n = 0;
    const auto is = [](std::uint8_t byte, double part) { return std::abs(byte - 255 * part) < 2; };
    for (std::size_t i = 0; i < pixels.size(); i += 3)
      n += is(pixels[i], c.r) && is(pixels[i + 1], c.g) && is(pixels[i + 2], c.b);
    return n;
  }
};

TEST(PlotPage, BothFormats) {
  const Scratch dir;
  const fs::path run = make_run(dir, "a.run", kStats, kProbes, kScene);
  const PlotReport report = plot_runs({{run}, {}, dir / "a.png"});
  EXPECT_EQ(report.frames, 5u);
  EXPECT_EQ(report.probes, 3u);
  const Png png(dir / "a.png");
  EXPECT_EQ(png.image.width, 1840u);
  EXPECT_GT(png.count(kVermilion), 200u) << "kinetic energy";
  EXPECT_GT(png.count(kBlue), 5000u) << "the largest phase";
  plot_runs({{run}, {}, dir / "a.svg"});
  const std::string svg = slurp(dir / "a.svg");
  EXPECT_TRUE(svg.starts_with("<?xml") && svg.find("</svg>") != std::string::npos);
  plot_runs({{run}, {}, dir / "b.svg"});
  EXPECT_TRUE(svg == slurp(dir / "b.svg")) << "the same run is the same page";
  EXPECT_EQ(code_of([&] { plot_runs({{run}, {}, dir / "a.pdf"}); }), "E0434");
  EXPECT_FALSE(fs::exists(dir / "a.pdf"));
}

TEST(PlotPage, RunsInAnyState) {
  const Scratch dir;
  const std::string header = std::string(kStats).substr(0, std::string(kStats).find('\n') + 1);
  const std::map<std::string, std::string> stats = {
      {"one frame", header + "1,0,0,start,0,0,10,0,0,0,0,0\n"},
      {"a row half written", std::string(kStats) + "6,0.5,0.0"},
      {"no phases", "frame,time,dt,limit,kinetic,elastic,gravity\n1,0,0,start,0,0,1\n2,1,1e-3,cfl,1,0,0\n"},
      {"no energies", "frame,time\n1,0\n2,1\n"},
      {"not numbers",
       header + "1,0,0,start,nan,,inf,0,0,0,0,0\n2,0.1,nan,wave,nan,nan,nan,nan,0,0,nan,nan\n"}};
  for (const auto& [name, text] : stats) {
    const fs::path run = make_run(dir, name, text, "frame,time,a\n1,0,\n2,0.1", "this is [no toml");
    EXPECT_EQ(code_of([&] { plot_runs({{run}, {}, dir / "x.png"}); }), "none") << name;
    EXPECT_EQ(code_of([&] { plot_runs({{run, run, run}, {}, dir / "x.svg"}); }), "none") << name;
  }
  EXPECT_EQ(code_of([&] { plot_runs({{make_run(dir, "new", header)}, {}, dir / "x.png"}); }), "E0432");
  EXPECT_EQ(code_of([&] {
              plot_runs({{make_run(dir, "torn", header + "1,2\n")}, {}, dir / "x.png"});
            }),
            "E0411");
  EXPECT_EQ(code_of([&] { plot_runs({{dir / "none"}, {}, dir / "x.png"}); }), "E0410");
}

TEST(PlotPage, SeveralRunsAreLinesOfOnePanel) {
  const Scratch dir;
  std::vector<PlotRun> runs;
  for (const char* name : {"a.run", "b.run", "c.run"})
    runs.push_back(read_plot_run(make_run(dir, name, kStats, name[0] == 'c' ? "" : kProbes, kScene)));
  const auto rows = panels_of(runs);
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t k = 0; k < 2; ++k) EXPECT_EQ(panel(rows, r, k).lines.size(), 3u);
  const Bars& bars = std::get<Bars>(rows.at(3).blocks.at(0));
  ASSERT_EQ(bars.rows.size(), 3u);
  EXPECT_EQ(bars.rows[1].name, "b");
  EXPECT_DOUBLE_EQ(bars.rows[1].parts[0].length, 4);
  const ProbePanels probes = probe_panels(runs, {});
  EXPECT_EQ(blocks(probes.rows), 3u) << "a panel for each probe";
  EXPECT_EQ(panel(probes.rows, 0, 0).lines.size(), 2u) << "one run has no probes";
}

TEST(PlotVerb, WritesIntoTheRunAndSaysWhatIsWrong) {
  const Scratch dir;
  const fs::path run = make_run(dir, "a.run", kStats, kProbes, kScene), log = dir / "log";
  EXPECT_EQ(call({"plot", run.string()}, log), 0) << slurp(log);
  EXPECT_TRUE(fs::exists(run / "plot.png"));
  EXPECT_EQ(call({"plot", "--compare", run.string(), run.string(), "-o", (dir / "c.svg").string()}, log), 0);
  EXPECT_TRUE(fs::exists(dir / "c.svg"));
  EXPECT_EQ(call({"plot"}, log), 2);
  EXPECT_EQ(call({"plot", run.string(), "--probe", "tpo"}, log), 2);
  EXPECT_NE(slurp(log).find("E0433"), std::string::npos);
  EXPECT_NE(slurp(log).find("top"), std::string::npos) << "the nearest name";
}

}  // namespace
}  // namespace weft
