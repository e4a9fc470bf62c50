#include "output/run_info.h"

#include <unistd.h>

#include <ctime>
#include <nlohmann/json.hpp>

#include "exec/error.h"
#include "math/real.h"
#include "output/atomic_file.h"
#include "output/row_file.h"

namespace weft {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(RunSession, started, ended, status, reason, from, to, seconds,
                                                device)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(RunInfo, version, build, scene, threads, cores, device, pid,
                                                status, reason, first, last, write_from, frame, fps, time, dt,
                                                steps, points, seconds, updated, sessions)

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

RunInfo describe_program() {
  RunInfo info;
  info.version = WEFT_VERSION;
  info.build = std::string(sizeof(Real) == 4 ? "float" : "double") + ", g++ " + __VERSION__;
  info.cores = static_cast<int>(::sysconf(_SC_NPROCESSORS_ONLN));
  info.pid = ::getpid();
  return info;
}

RunInfo read_run_info(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / "run.json";
  if (!std::filesystem::exists(path))
    throw Error("E0410", "'" + folder.string() + "' is not a run folder: it has no run.json", folder.string(),
                "give the folder that 'weft run' made, for example 'scene.run'");
  try {
    return nlohmann::json::parse(read_text(path)).get<RunInfo>();
  } catch (const nlohmann::json::exception&) {
    throw Error("E0411", "'" + path.string() + "' does not make sense", path.string(),
                "it was changed by hand; restore it, or start the run again with --force", Exit::disk);
  }
}

void write_run_info(const std::filesystem::path& folder, const RunInfo& info) {
  const nlohmann::ordered_json j = nlohmann::json(info);
  write_atomically(folder / "run.json",
                   j.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

}  // namespace weft
