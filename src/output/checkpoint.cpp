#include "output/checkpoint.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "exec/error.h"
#include "output/container.h"

namespace weft {

using nlohmann::json;
namespace fs = std::filesystem;

namespace {

constexpr std::uint32_t kCheckpointVersion = 1;

std::string text_of(const RunParts& p) {
  const RunState& s = p.state;
  json bodies = json::array();
  for (const auto& b : p.world.bodies)
    bodies.push_back({{"name", b->name()}, {"kind", b->kind()}, {"material", b->material()}});
  return json{{"frame", s.frame},
              {"rollbacks", s.rollbacks},
              {"rollback_frame", s.rollback_frame},
              {"rows_stats", s.rows_stats},
              {"rows_probes", s.rows_probes},
              {"rows_events", s.rows_events},
              {"state_hash", s.state_hash},
              {"steps", s.partial.steps},
              {"retries", s.partial.retries},
              {"newton", s.partial.newton},
              {"krylov", s.partial.krylov},
              {"unconverged", s.partial.unconverged},
              {"residual", s.partial.residual},
              {"stop", s.partial.stop},
              {"strand_contacts", s.partial.strands.contacts},
              {"strand_crossings", s.partial.strands.crossings},
              {"strand_unmet", s.partial.strands.unmet},
              {"surface_contacts", s.partial.surfaces.contacts},
              {"entangled", s.partial.surfaces.entangled},
              {"cut", s.partial.surfaces.cut},
              {"nearest", s.partial.surfaces.nearest},
              {"crossings_told", s.crossings_told},
              {"dt_sum", s.partial.dt_sum},
              {"limits", s.partial.limits},
              {"real_bytes", sizeof(Real)},
              {"bodies", bodies}}
      .dump(-1, ' ', false, json::error_handler_t::replace);
}

void take_state(const std::string& text, const RunParts& p, const fs::path& path) {
  const json j = json::parse(text);
  const auto other = [&](const std::string& what) {
    throw Error("E0416", "'" + path.string() + "' belongs to " + what, path.string(),
                "resume with the program and the scene that wrote it", Exit::disk);
  };
  if (j.at("real_bytes") != sizeof(Real)) other("a build of another precision");
  if (j.at("bodies").size() != p.world.bodies.size()) other("a scene with another number of objects");
  for (std::size_t i = 0; i < p.world.bodies.size(); ++i)
    if (j.at("bodies").at(i).at("name") != p.world.bodies[i]->name() ||
        j.at("bodies").at(i).at("material") != p.world.bodies[i]->material())
      other("a scene with another object '" + j.at("bodies").at(i).at("name").get<std::string>() + "'");
  RunState& s = p.state;
  s.frame = j.at("frame");
  s.rollbacks = j.at("rollbacks");
  s.rollback_frame = j.at("rollback_frame");
  s.rows_stats = j.at("rows_stats");
  s.rows_probes = j.at("rows_probes");
  s.rows_events = j.at("rows_events");
  s.state_hash = j.at("state_hash");
  s.partial.steps = j.at("steps");
  s.partial.retries = j.at("retries");
  s.partial.newton = j.at("newton");
  s.partial.krylov = j.at("krylov");
  s.partial.unconverged = j.at("unconverged");
  s.partial.residual = j.at("residual");
  s.partial.stop = j.at("stop");
  s.partial.strands = {j.at("strand_contacts"), j.at("strand_crossings"), j.at("strand_unmet")};
  s.partial.surfaces.contacts = j.at("surface_contacts");
  s.partial.surfaces.entangled = j.at("entangled");
  s.partial.surfaces.cut = j.at("cut");
  s.partial.surfaces.nearest = j.at("nearest");
  s.crossings_told = j.at("crossings_told");
  s.partial.dt_sum = j.at("dt_sum");
  s.partial.limits = j.at("limits").get<std::map<std::string, std::uint64_t>>();
}

void write_state(const fs::path& path, const RunParts& parts) {
  FileWriter w(path, FileKind::checkpoint, kCheckpointVersion);
  write_parts(w, parts);
  w.commit();
}

fs::path inside_path(const RunFolder& folder) { return folder.path() / "state" / "inside.state"; }

}  // namespace

void write_parts(FileWriter& w, const RunParts& parts) {
  w.text("runner", text_of(parts));
  parts.world.archive(w);
  parts.probes.archive(w);
}

void read_parts(FileReader& r, const RunParts& parts, const fs::path& path) {
  try {
    take_state(r.text("runner"), parts, path);
  } catch (const json::exception&) {
    throw Error("E0405", "'" + path.string() + "' is damaged: its description does not make sense",
                path.string(), {}, Exit::disk);
  }
  parts.world.archive(r);
  parts.probes.archive(r);
  if (parts.world.hash() != parts.state.state_hash)
    throw Error("E0416", "'" + path.string() + "' does not restore the state it was written from",
                path.string(), "resume with the program and the scene that wrote it", Exit::disk);
}

void write_checkpoint(const RunFolder& folder, const RunParts& parts, int keep) {
  write_state(folder.state_path(parts.state.frame), parts);
  fs::remove(inside_path(folder));
  const auto numbers = numbered_files(folder.path() / "state", ".state");
  for (std::size_t i = 0; i + std::size_t(std::max(keep, 2)) < numbers.size(); ++i)
    fs::remove(folder.state_path(numbers[i]));
}

void write_inside_checkpoint(const RunFolder& folder, const RunParts& parts) {
  write_state(inside_path(folder), parts);
}

void read_checkpoint(const fs::path& path, const RunParts& parts) {
  FileReader r(path, FileKind::checkpoint);
  if (r.kind_version() != kCheckpointVersion)
    throw Error("E0406",
                "'" + path.string() + "' is a checkpoint of version " + std::to_string(r.kind_version()) +
                    "; this program reads version " + std::to_string(kCheckpointVersion),
                path.string(), "resume with the version of the program that wrote it", Exit::disk);
  r.check();  // before anything is touched: a damaged file must leave the world as it was
  read_parts(r, parts, path);
}

void read_newest_checkpoint(const RunFolder& folder, const RunParts& parts, Where where) {
  std::vector<fs::path> candidates;
  // The one inside a frame is removed when a later frame ends, so it is the newest while it exists.
  if (where == Where::anywhere && fs::exists(inside_path(folder))) candidates.push_back(inside_path(folder));
  const auto numbers = numbered_files(folder.path() / "state", ".state");
  for (auto n = numbers.rbegin(); n != numbers.rend(); ++n) candidates.push_back(folder.state_path(*n));
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    try {
      return read_checkpoint(candidates[i], parts);
    } catch (const Error& e) {
      // A damaged newest one is what the second one is kept for; anything else is for the user to know.
      if (e.code != "E0405" || i + 1 == candidates.size()) throw;
    }
  }
  throw Error("E0410", "'" + folder.path().string() + "' has no checkpoint to continue from",
              folder.path().string(), "the run never finished its first frame; start it again with --force",
              Exit::bad_input);
}

}  // namespace weft
