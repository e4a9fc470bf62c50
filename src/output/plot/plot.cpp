#include "output/plot/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "exec/error.h"
#include "output/atomic_file.h"
#include "output/plot/page.h"

namespace weft {

using namespace plot;

namespace {

/// Runs of the same name are told apart by their folders.
void name_apart(std::vector<PlotRun>& runs) {
  std::vector<std::string> names;
  for (const PlotRun& r : runs) names.push_back(r.name);
  for (std::size_t k = 0; k < runs.size(); ++k)
    if (std::count(names.begin(), names.end(), names[k]) > 1) runs[k].name = runs[k].folder.string();
}

std::string duration(double seconds) {
  if (seconds < 100) return fmt::format("{:.3g} s", seconds);
  const auto whole = static_cast<long>(std::round(seconds));
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

std::string status_of(const PlotRun& run) {
  if (run.info.status != "running") return run.info.status;
  return run.being_written ? "in progress" : "killed";
}

/// What a reader needs to make the run again.
std::string facts_of(const PlotRun& run, bool named) {
  const RunInfo& i = run.info;
  std::string s = named ? run.name + ": " : "";
  s += fmt::format("scene {}, frames {} to {} of {} ({}), {:.4g} s at {:g} frames/s", i.scene, i.first,
                   i.frame, i.last, status_of(run), run.time.back(), i.fps);
  if (run.dx > 0) s += fmt::format(", dx {:.4g} m", run.dx);
  s += fmt::format(", {} points, {} steps, {} on {} {}, {}, weft {} ({}), {}", i.points, i.steps,
                   duration(i.seconds), i.threads, i.threads == 1 ? "thread" : "threads", i.device, i.version,
                   i.build, i.updated);
  return s;
}

std::string title_of(const std::vector<PlotRun>& runs) {
  const std::string& title = runs.front().title;
  const bool same = std::all_of(runs.begin(), runs.end(), [&](const PlotRun& r) { return r.title == title; });
  if (runs.size() == 1) return title.empty() ? runs.front().name : title;
  return same && !title.empty() ? title : fmt::format("{} runs", runs.size());
}

/// a, b, c ... z, aa, ab ...
void give_letters(std::vector<Row>& rows) {
  int count = 0;
  for (Row& row : rows)
    for (Block& block : row.blocks) {
      std::string letter(1, char('a' + count % 26));
      if (count >= 26) letter = char('a' + count / 26 - 1) + letter;
      std::visit([&](auto& b) { b.letter = letter; }, block);
      ++count;
    }
}

std::string left_out_text(const std::vector<std::string>& left_out) {
  const std::size_t told = std::min<std::size_t>(left_out.size(), 8);
  return fmt::format("{} more probes are not shown: {}{}. Choose with --probe NAME.", left_out.size(),
                     fmt::join(left_out.begin(), left_out.begin() + std::ptrdiff_t(told), ", "),
                     told < left_out.size() ? ", …" : "");
}

}  // namespace

PlotReport plot_runs(const PlotRequest& request) {
  const PageFormat format = page_format(request.file.string());
  std::vector<PlotRun> runs;
  for (const auto& folder : request.runs) runs.push_back(read_plot_run(folder));
  name_apart(runs);
  Page page;
  page.title = title_of(runs);
  page.time = time_axis(runs);
  page.rows = runs.size() == 1 ? panels_of(runs.front()) : panels_of(runs);
  for (std::size_t k = 0; runs.size() > 1 && k < runs.size(); ++k)
    page.runs.emplace_back(runs[k].name, run_style(k));
  ProbePanels probes = probe_panels(runs, request.probes);
  page.rows.insert(page.rows.end(), probes.rows.begin(), probes.rows.end());
  give_letters(page.rows);
  PlotReport report{0, 0, std::move(probes.left_out)};
  for (const PlotRun& run : runs) report.frames += run.time.size();
  for (const Row& row : probes.rows)
    for (const Block& b : row.blocks) report.probes += runs.size() == 1 ? std::get<Panel>(b).lines.size() : 1;
  if (runs.size() == 1)
    page.facts.push_back("The energy of gravity is counted from its lowest value in the run.");
  if (!report.left_out.empty()) page.facts.push_back(left_out_text(report.left_out));
  for (const PlotRun& run : runs) page.facts.push_back(facts_of(run, runs.size() > 1));
  write_atomically(request.file, draw_page(page, format));
  return report;
}

}  // namespace weft
