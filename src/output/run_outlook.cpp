#include "output/run_outlook.h"

#include <algorithm>
#include <cstdlib>

#include "exec/error.h"
#include "output/compare.h"
#include "output/run_folder.h"
#include "output/run_writer.h"

namespace weft {

RunOutlook outlook_of(const std::filesystem::path& folder) {
  RunOutlook s{read_run_info(folder), {}, 0, 0};
  const bool written = is_being_written(folder);
  s.status = s.info.status == "running" && !written ? "killed" : written ? "running" : s.info.status;
  if (written && find_writer(folder).held) s.status = "paused";
  try {
    const Table t = read_growing_table(folder / "stats.csv");
    const std::size_t n = std::min<std::size_t>(10, t.rows.size() > 1 ? t.rows.size() - 1 : 0);
    for (std::size_t i = t.rows.size() - n; i < t.rows.size(); ++i)
      s.seconds_a_frame += std::atof(t.rows[i][t.column("seconds")].c_str()) / double(n);
  } catch (const Error&) {
    // A table that was changed by hand says nothing about the rate.
  }
  s.seconds_left = s.seconds_a_frame * double(s.info.last - s.info.frame);
  return s;
}

}  // namespace weft
