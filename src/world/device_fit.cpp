#include "world/device_fit.h"

#include "bodies/device_data.h"
#include "exec/error.h"
#include "math/real.h"

namespace weft {
namespace {

/// Fewer points than this do not fill a card: a step takes as long as one of so many.
constexpr std::size_t kWorthwhile = 100000;

/// What to do about a body of a kind that no device steps.
std::string way_out(const Body& body) {
  const std::string& kind = body.kind();
  if (kind == "cloth" || kind == "fibre" || kind == "shell")
    return "with coupling = \"grid\" it can go, where layers may stick to each other within a cell";
  return "bodies of this kind are stepped by the processor only; device = \"cpu\", or leave the object out";
}

void settings(const Solver& s, std::vector<DeviceRefusal>& out) {
  const auto add = [&](const std::string& what, const std::string& hint) {
    out.push_back({"E0724", what, hint});
  };
  if (s.step == Stepping::implicitly) add("steps are implicit", "solver.step = \"explicit\"");
  if (s.step == Stepping::statically) add("frames are at rest", "solver.step = \"explicit\"");
  if (s.step == Stepping::automatic) add("steps may become implicit", "solver.step = \"explicit\"");
  if (s.degree != 2) add("the kernel is not quadratic", "solver.kernel = \"quadratic\"");
  if (s.plane)
    add("the scene is plane", "solver.plane = false; plane scenes are small enough for the processor");
  if (s.weight_gradient) add("stress travels by weight gradients", "solver.transfer = \"mls\"");
}

/// Surfaces meet as geometry on one side or the other.
void surfaces(const World& world, std::vector<DeviceRefusal>& out) {
  const Body *goes = nullptr, *stays = nullptr;
  for (const auto& body : world.bodies)
    if (body->roles().surface) (why_it_stays(*body) ? stays : goes) = body.get();
  if (!goes || !stays) return;
  out.push_back({"E0724",
                 "objects \"" + goes->name() + "\" and \"" + stays->name() +
                     "\" meet as surfaces, and the second stays on the processor",
                 "device = \"cpu\", or one of them alone"});
}

/// Steps that are made together have no phase for it.
void sharpened(const World& world, std::vector<DeviceRefusal>& out) {
  for (const auto& body : world.bodies)
    if (body->roles().sharpening)
      out.push_back(
          {"E0724", "object \"" + body->name() + "\" has sharpen", "sharpen = 0, or device = \"cpu\""});
}

/// Why "auto" stays on the processor; empty: it takes a card.
std::string why_not(const World& world) {
  if (!built_with_cuda()) return "this program was built without CUDA";
  if (sizeof(Real) != 4) return "this program was built in double";
  if (world.size() < kWorthwhile)
    return std::to_string(world.size()) + " points are too few to gain by a graphics card";
  if (const auto refusals = device_refusals(world); !refusals.empty()) return refusals.front().what;
  std::size_t go = 0;
  for (const auto& body : world.bodies)
    if (!why_it_stays(*body)) go += body->parcels();
  if (go < kWorthwhile || 2 * go < world.size())
    return std::to_string(go) + " of " + std::to_string(world.size()) +
           " points can go, too few to gain by a graphics card that the others wait for";
  if (cards().empty()) return "this machine has no graphics card that can be used";
  return {};
}

void require_fit(const World& world) {
  const std::vector<DeviceRefusal> refusals = device_refusals(world);
  if (refusals.empty()) return;
  std::string hint;
  for (const DeviceRefusal& r : refusals) hint += r.what + ": " + r.hint + "\n";
  throw Error("E0724",
              "this scene cannot be stepped on device \"" + device_text(world.solver.device) +
                  "\": " + refusals_text(refusals),
              {}, hint + "or device = \"cpu\"");
}

}  // namespace

std::optional<DeviceRefusal> why_it_stays(const Body& body) {
  const std::string object = "object \"" + body.name() + "\" (" + body.kind() + ")";
  Traveller* traveller = body.roles().traveller;
  if (!traveller) {
    const std::string mesh =
        body.own_field() || body.roles().motion ? " moves by itself, not with the grid" : "";
    return DeviceRefusal{"E0724", object + (mesh.empty() ? " stays on the processor" : mesh), way_out(body)};
  }
  if (const std::string why = traveller->stays(); !why.empty())
    return DeviceRefusal{"E0724", object + " stays on the processor: " + why, "without that it can go"};
  return {};
}

std::vector<DeviceRefusal> device_refusals(const World& world) {
  std::vector<DeviceRefusal> out;
  settings(world.solver, out);
  std::vector<DeviceRefusal> stay;
  for (const auto& body : world.bodies)
    if (auto r = why_it_stays(*body)) stay.push_back(std::move(*r));
  if (stay.size() == world.bodies.size()) out.insert(out.end(), stay.begin(), stay.end());
  surfaces(world, out);
  sharpened(world, out);
  return out;
}

std::string refusals_text(const std::vector<DeviceRefusal>& refusals) {
  std::string text;
  for (const DeviceRefusal& r : refusals) text += (text.empty() ? "" : "; ") + r.what;
  return text;
}

std::string settle_device(World& world) {
  DeviceChoice& choice = world.solver.device;
  std::string note;
  if (choice.kind == DeviceKind::automatic) {
    note = why_not(world);
    choice = note.empty() ? DeviceChoice{DeviceKind::gpu} : DeviceChoice{};
    if (!note.empty()) note = "device = \"auto\" stays on the processor: " + note;
  }
  std::unique_ptr<DeviceEngine> engine = make_device_engine(choice);
  if (engine) require_fit(world);
  world.step_on(std::move(engine));
  return note;
}

}  // namespace weft
