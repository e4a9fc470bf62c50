/// Simulation: saved as one file.
///   sections   "scene" (resolved), "steered" (JSON: what moves otherwise than the scene says), then as in a checkpoint
#include <cmath>
#include <nlohmann/json.hpp>

#include "bodies/pins.h"
#include "bodies/rigid/rigid_body.h"
#include "output/simulation.h"

namespace weft {
namespace {

using nlohmann::json;

constexpr std::uint32_t kVersion = 1;

json text_of(const Vec3d& v) { return json{v[0], v[1], v[2]}; }
json text_of(const Pose& p) {
  const auto& q = p.rotation;
  return {{"at", text_of(p.position)}, {"turn", json{q.w, q.x, q.y, q.z}}};
}
json text_of(const Motion& m) {
  json keys = json::array();
  for (const Keyframe& k : m.keys) keys.push_back({{"time", k.time}, {"pose", text_of(k.pose)}});
  return {{"start", text_of(m.start)},
          {"velocity", text_of(m.velocity)},
          {"spin", text_of(m.spin)},
          {"keys", keys}};
}

double number(const json& j) { return j.get<double>(); }
Vec3d vector_of(const json& j) { return {{number(j.at(0)), number(j.at(1)), number(j.at(2))}}; }
Pose pose_of(const json& j) {
  const json& q = j.at("turn");
  return {vector_of(j.at("at")), {number(q.at(0)), number(q.at(1)), number(q.at(2)), number(q.at(3))}};
}
Motion motion_of(const json& j) {
  Motion m;
  m.start = pose_of(j.at("start"));
  m.velocity = vector_of(j.at("velocity"));
  m.spin = vector_of(j.at("spin"));
  for (const json& k : j.at("keys")) m.keys.push_back({number(k.at("time")), pose_of(k.at("pose"))});
  return m;
}

}  // namespace

std::string Simulation::steered_text() const {
  const World& w = *ready_.world;
  json colliders = json::array(), pins = json::array(), rigid = json::array();
  for (const std::size_t c : led_colliders_)
    colliders.push_back({{"collider", c}, {"motion", text_of(w.colliders[c])}});
  for (const auto& [b, p] : led_pins_) {
    const Pin& pin = pins_of(w, b)->pins()[p];
    json j = {{"body", b}, {"pin", p}, {"motion", text_of(pin.motion)}};
    if (std::isfinite(pin.release)) j["release"] = pin.release;
    pins.push_back(std::move(j));
  }
  for (std::size_t b = 0; b < w.bodies.size(); ++b)
    if (const RigidBody* body = w.bodies[b]->roles().rigid)
      rigid.push_back({{"body", b},
                       {"force", text_of(body->wrench().force)},
                       {"torque", text_of(body->wrench().torque)}});
  return json{{"colliders", colliders}, {"pins", pins}, {"rigid", rigid}}.dump();
}

void Simulation::steer_again(const std::string& text) {
  const json j = json::parse(text);
  for (const json& c : j.at("colliders")) lead_collider(c.at("collider"), motion_of(c.at("motion")));
  for (const json& p : j.at("pins")) {
    lead_pin(p.at("body"), p.at("pin"), motion_of(p.at("motion")));
    if (p.contains("release")) weft::let_go(world(), p.at("body"), p.at("pin"), p.at("release"));
  }
  for (const json& r : j.at("rigid"))
    push_rigid(r.at("body"), vector_of(r.at("force")), vector_of(r.at("torque")));
}

void Simulation::save(const std::filesystem::path& path) {
  world().bring_home();
  if (state_.partial.steps) world().forget_order();  // which a simulation that is loaded does not know either
  state_.state_hash = world().hash();
  FileWriter w(path, FileKind::other, kVersion);
  w.text("scene", write_resolved(scene_));
  w.text("steered", steered_text());
  write_parts(w, {world(), ready_.probes, state_});
  w.commit();
}

std::unique_ptr<Simulation> Simulation::load(const std::filesystem::path& path, const std::string& device) {
  FileReader r(path, FileKind::other);
  if (r.kind_version() != kVersion || !r.has("scene") || !r.has("steered"))
    throw Error("E0406", "'" + path.string() + "' is no simulation that this version can read", path.string(),
                "load what save() of this version wrote", Exit::disk);
  r.check();
  Scene scene = parse_scene(r.text("scene"), path.string());
  if (!device.empty()) scene.solver.device = parse_device(device);
  auto made = std::make_unique<Simulation>(scene);
  made->world().recall();
  try {
    made->steer_again(r.text("steered"));
  } catch (const json::exception&) {
    throw Error("E0405", "'" + path.string() + "' is damaged: what was steered does not make sense",
                path.string(), {}, Exit::disk);
  }
  read_parts(r, {made->world(), made->ready_.probes, made->state_}, path);
  made->rows_.clear();
  return made;
}

}  // namespace weft
