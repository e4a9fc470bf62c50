#include "output/crash.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "output/atomic_file.h"
#include "output/frame_file.h"

namespace weft {

namespace {

struct Offender {
  std::size_t body = 0, point = 0;
  Vec3d x, v;
  bool finite = true;
};

/// The points of a body that are not finite (at most `most`), or else its fastest ones.
std::vector<Offender> offenders(const World& world, std::size_t b, std::size_t most) {
  const Body& body = *world.bodies[b];
  std::vector<double> q[6];
  const char* names[6] = {"x", "y", "z", "vx", "vy", "vz"};
  for (int k = 0; k < 6; ++k) {
    q[k] = body.quantity(names[k]);
    q[k].resize(body.size(), 0.0);
  }
  std::vector<Offender> bad;
  const auto at = [&](std::size_t i) {
    Offender o{b, i, {{q[0][i], q[1][i], q[2][i]}}, {{q[3][i], q[4][i], q[5][i]}}, true};
    for (int k = 0; k < 6; ++k) o.finite = o.finite && std::isfinite(q[k][i]);
    return o;
  };
  for (std::size_t i = 0; i < body.size() && bad.size() < most; ++i)
    if (Offender o = at(i); !o.finite) bad.push_back(o);
  // Position and velocity may be well while a strain is not.
  if (bad.empty() && body.first_bad() < body.size()) {
    bad.push_back(at(body.first_bad()));
    bad.back().finite = false;
  }
  if (!bad.empty()) return bad;
  std::vector<std::size_t> order(body.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const std::size_t n = std::min<std::size_t>(most, std::min<std::size_t>(10, order.size()));
  const auto speed = [&](std::size_t i) { return q[3][i] * q[3][i] + q[4][i] * q[4][i] + q[5][i] * q[5][i]; };
  std::partial_sort(
      order.begin(), order.begin() + std::ptrdiff_t(n), order.end(),
      [&](std::size_t i, std::size_t j) { return speed(i) != speed(j) ? speed(i) > speed(j) : i < j; });
  for (std::size_t i = 0; i < n; ++i) bad.push_back(at(order[i]));
  return bad;
}

/// JSON has no NaN: such numbers are words.
nlohmann::ordered_json list(const Vec3d& v) {
  nlohmann::ordered_json j = nlohmann::ordered_json::array();
  for (int k = 0; k < 3; ++k) {
    if (std::isfinite(v[k])) j.push_back(v[k]);
    else j.push_back(std::isnan(v[k]) ? "nan" : v[k] > 0 ? "inf" : "-inf");
  }
  return j;
}

}  // namespace

std::string describe_worst(const World& world) {
  Offender worst;
  double fastest = -1;
  bool found = false;
  for (std::size_t b = 0; b < world.bodies.size(); ++b)
    for (const Offender& o : offenders(world, b, 1)) {
      const double speed = o.finite ? norm(o.v) : 0;
      if ((!o.finite && worst.finite) || (o.finite && worst.finite && speed > fastest)) {
        worst = o;
        fastest = speed;
        found = true;
      }
    }
  if (!found) return "no points";
  return fmt::format(
      "object '{}', point {} at ({:.6g}, {:.6g}, {:.6g}) m, velocity ({:.6g}, {:.6g}, {:.6g}) m/s",
      world.bodies[worst.body]->name(), worst.point, worst.x[0], worst.x[1], worst.x[2], worst.v[0],
      worst.v[1], worst.v[2]);
}

void write_bad_state(const RunFolder& folder, const World& world, const Crash& crash) {
  const auto dir = folder.path() / "crash";
  std::filesystem::create_directories(dir);
  nlohmann::ordered_json report = {{"code", crash.code},
                                   {"cause", crash.cause},
                                   {"frame", crash.frame},
                                   {"time", world.time},
                                   {"step", world.steps},
                                   {"rollbacks", crash.rollbacks},
                                   {"place", describe_worst(world)}};
  report["points"] = nlohmann::ordered_json::array();
  for (std::size_t b = 0; b < world.bodies.size(); ++b)
    for (const Offender& o : offenders(world, b, 100))
      report["points"].push_back({{"body", world.bodies[b]->name()},
                                  {"index", o.point},
                                  {"finite", o.finite},
                                  {"position", list(o.x)},
                                  {"velocity", list(o.v)}});
  write_atomically(dir / "report.json",
                   report.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  write_frame(dir / "bad.weft", capture_frame(world, crash.frame, {}));
}

void write_last_good(const RunFolder& folder, const RunParts& restored) {
  const auto dir = folder.path() / "crash";
  std::filesystem::create_directories(dir);
  std::filesystem::copy_file(folder.state_path(restored.state.frame), dir / "last_good.state",
                             std::filesystem::copy_options::overwrite_existing);
  write_frame(dir / "last_good.weft", capture_frame(restored.world, restored.state.frame, {}));
}

}  // namespace weft
