/// weft check SCENE: parse, build, estimate; warn before hours are lost.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <memory>

#include "exec/threads.h"
#include "running.h"
#include "scene/build/build.h"
#include "scene/estimate.h"
#include "scene/shipped.h"
#include "scene/warnings.h"
#include "verbs.h"
#include "words.h"
#include "world/device_fit.h"

namespace weft {
namespace {

struct CheckOptions {
  std::string scene, quality = "normal", device;
  std::vector<std::string> set;
  int threads = 0;
};

std::string bytes_text(double b) {
  for (const char* unit : {"B", "kB", "MB", "GB"}) {
    if (b < 1000) return fmt::format("{:.3g} {}", b, unit);
    b /= 1000;
  }
  return fmt::format("{:.3g} TB", b);
}

std::string time_text(double s) {
  if (s < 120) return fmt::format("{:.2g} s", s);
  if (s < 7200) return fmt::format("{:.0f} min", s / 60);
  if (s < 172800) return fmt::format("{:.1f} h", s / 3600);
  return fmt::format("{:.1f} days", s / 86400);
}

double machine_memory() { return double(sysconf(_SC_PHYS_PAGES)) * double(sysconf(_SC_PAGE_SIZE)); }

void cost_warnings(const Estimate& e, std::vector<Warning>& warnings) {
  if (e.memory > 0.7 * machine_memory())
    warnings.push_back({"W0207",
                        fmt::format("it needs about {} of memory; this machine has {}", bytes_text(e.memory),
                                    bytes_text(machine_memory())),
                        "raise solver.dx"});
  if (e.seconds > 86400)
    warnings.push_back(
        {"W0208", fmt::format("it will take about {}", time_text(e.seconds)), "try --quality draft first"});
}

/// Where the scene's steps are made, and why there.
struct DevicePlan {
  std::string summary;
  std::vector<std::string> objects;  ///< a line for each, where a device was asked for
  std::optional<Error> refusal;
};

std::string object_line(const Body& body) {
  const auto why = why_it_stays(body);
  return fmt::format("{:<16} {}", body.name(),
                     why ? fmt::format("processor, {} points: {}; {}", body.parcels(), why->what, why->hint)
                         : fmt::format("device, {} points", body.parcels()));
}

DevicePlan plan_device(World& world, const ProbeSet& probes, std::vector<Warning>& warnings) {
  DevicePlan plan;
  const DeviceChoice asked = world.solver.device;
  if (asked.kind == DeviceKind::cpu) {
    const auto refusals = device_refusals(world);
    bool all = true;
    for (const auto& body : world.bodies) all &= !why_it_stays(*body);
    plan.summary = refusals.empty() ? fmt::format("cpu; a graphics card can step {} of it: --device gpu",
                                                  all ? "all" : "some")
                                    : "cpu; not for graphics cards: " + refusals.front().what;
    return plan;
  }
  for (const auto& body : world.bodies) plan.objects.push_back(object_line(*body));
  try {
    const std::string note = settle_device(world);
    world.board();
    plan.summary = world.engine() ? fmt::format("{} ({}), {} of its memory", device_text(world.solver.device),
                                                world.engine()->name(),
                                                bytes_text(double(world.engine()->memory_bytes())))
                                  : "cpu: " + note;
  } catch (const Error& e) {
    world.step_on(nullptr);
    plan.summary = device_text(asked) + ", which is not possible here";
    if (e.code == "E0721" && device_refusals(world).empty())
      warnings.push_back({"W0218", e.what(), e.hint});  // the scene may be for another machine
    else plan.refusal = e;
  }
  if (world.engine() && probes.every_step())
    warnings.push_back({"W0219", "a probe wants a row per step, so the device is looked at after each",
                        "leave out `every = \"step\"`: steps then take a fraction of the time"});
  return plan;
}

void check(const CheckOptions& options) {
  const ThreadLimit threads(options.threads);
  Scene scene = read_scene(find_scene(options.scene), {options.set, parse_quality(options.quality)});
  choose_device(options.device, scene);
  const std::unique_ptr<World> world = build_world(scene);
  ProbeSet probes(scene.probes);
  probes.bind(*world);
  std::vector<Warning> warnings = find_warnings(scene, *world);
  const DevicePlan plan = plan_device(*world, probes, warnings);
  const Estimate e = estimate(scene, *world);
  cost_warnings(e, warnings);

  fmt::print("{}{}\n", options.scene, scene.title.empty() ? "" : ": " + scene.title);
  for (const ObjectEstimate& o : e.objects)
    fmt::print("  object    {:<16} {:<12} {:>12} points  {:>10.4g} kg\n", o.name, o.material, o.points,
               o.mass);
  for (const ColliderSpec& c : scene.colliders) fmt::print("  collider  {}\n", c.name);
  fmt::print("  device    {}\n", plan.summary);
  for (const std::string& line : plan.objects) fmt::print("            {}\n", line);
  if (const Sharing& s = world->sharing; s.steps) {
    const double n = double(s.steps);
    fmt::print(
        "  sharing   {:.0f} blocks of nodes{} cross over in a step of {}, in which the device waits {} for "
        "the processor\n",
        double(s.blocks) / n, s.places ? fmt::format(" and {:.0f} points", double(s.places) / n) : "",
        time_text(s.seconds / n), time_text(s.waited / n));
  }
  fmt::print("  points    {}{}\n", e.points,
             e.poured > 0 ? fmt::format(", and about {:.0f} poured", e.poured) : "");
  fmt::print("  grid      dx {:.4g} m, {} nodes\n", scene.solver.dx, e.nodes);
  fmt::print("  time      {} frames, {:.4g} s; dt {:.3g} s limited by {}, about {:.0f} steps a frame\n",
             e.frames, scene.time.end, e.dt, e.limit, e.substeps);
  fmt::print("  memory    {}\n  disk      {}\n  duration  about {} on this machine\n", bytes_text(e.memory),
             bytes_text(e.disk), time_text(e.seconds));
  std::cout << std::flush;
  for (const Warning& w : warnings) print_warning(w.code, w.what, w.hint);
  if (plan.refusal) throw *plan.refusal;
  fmt::print("{}\n", warnings.empty() ? "no warnings"
                                      : fmt::format("{} warning{}; `weft explain CODE` says more",
                                                    warnings.size(), warnings.size() == 1 ? "" : "s"));
}

}  // namespace

Verb verb_check() {
  auto o = std::make_shared<CheckOptions>();
  return {"check",
          "Read a scene, build it, estimate its cost, warn",
          {{"SCENE",
            "scene file, or the name of a shipped scene",
            &o->scene,
            {.required = true, .takes = Takes::scene}},
           {"--set", "change a key: --set solver.dx=0.01", &o->set, {.values = {{1, 1}}}},
           {"--quality", "draft, normal or final", &o->quality, {.words = quality_words()}},
           {"--device",
            "cpu, gpu, gpu:1 or auto, instead of what the scene says",
            &o->device,
            {.words = device_words()}},
           {"--threads", "threads to use, 0 for all", &o->threads, {.range = {{0, 4096}}}}},
          [o] {
            check(*o);
            return 0;
          }};
}

}  // namespace weft
