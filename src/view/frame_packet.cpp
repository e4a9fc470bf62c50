#include "view/frame_packet.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "exec/parallel.h"
#include "output/picture/colour_by.h"
#include "view/packet.h"

namespace weft {

using nlohmann::ordered_json;

namespace {

constexpr float kSteps = 65535;

struct Span {
  float low = 0, high = 0;
  /// 0..65535; what is not finite counts as the smallest.
  std::uint16_t place(float v) const {
    if (!(high > low) || !(v > low)) return 0;
    return std::uint16_t(std::lround(std::min(1.0f, (v - low) / (high - low)) * kSteps));
  }
};

template <class Value>
Span span_of(std::size_t n, const Value& value) {
  Span s{INFINITY, -INFINITY};
  for (std::size_t i = 0; i < n; ++i) {
    const float v = value(i);
    if (!std::isfinite(v)) continue;
    s.low = std::min(s.low, v);
    s.high = std::max(s.high, v);
  }
  return s.low <= s.high ? s : Span{};
}

/// The numbers of value(0) ... value(n - 1) inside their span, as an array of the packet.
template <class Value>
std::size_t add_placed(Packet& packet, std::size_t n, const Span& span, const Value& value) {
  std::vector<std::uint16_t> placed(n);
  parallel_chunks(n, 1 << 16, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) placed[i] = span.place(value(i));
  });
  return packet.add(placed);
}

class Hash {
 public:
  template <class T>
  void add(const std::vector<T>& v) {
    hash_ = XXH3_64bits_withSeed(v.data(), v.size() * sizeof(T), hash_ + v.size());
  }
  std::string text() const { return fmt::format("{:016x}", hash_); }

 private:
  std::uint64_t hash_ = 0;
};

std::string shape_name(const FrameObject& o) {
  Hash h;
  h.add(o.faces);
  h.add(o.corners);
  h.add(o.curves);
  h.add(o.colours);
  h.add(o.radii);
  return h.text();
}

std::string shape_name(const FrameCollider& c) {
  Hash h;
  h.add(c.vertices);
  h.add(c.triangles);
  return h.text();
}

std::uint8_t byte_of(float colour) { return std::uint8_t(std::lround(255 * std::clamp(colour, 0.0f, 1.0f))); }

ordered_json describe(const FrameObject& o, const std::string& quantity, Packet& packet) {
  const std::size_t n = o.position.size();
  ordered_json j = {{"name", o.name},     {"kind", o.kind},     {"look", o.look}, {"colour", o.colour},
                    {"radius", o.radius}, {"smooth", o.smooth}, {"points", n},    {"shape", shape_name(o)}};
  ordered_json low = ordered_json::array(), high = low, place = low;
  for (int k = 0; k < 3; ++k) {
    const auto axis = [&](std::size_t i) { return o.position[i][k]; };
    const Span s = span_of(n, axis);
    low.push_back(s.low);
    high.push_back(s.high);
    place.push_back(add_placed(packet, n, s, axis));
  }
  j["low"] = low;
  j["high"] = high;
  j["position"] = place;
  if (quantity.empty()) return j;
  if (const std::vector<float> values = values_of(o, quantity); !values.empty()) {
    const auto value = [&](std::size_t i) { return values[i]; };
    const Span s = span_of(n, value);
    j["values"] = {{"low", s.low}, {"high", s.high}, {"at", add_placed(packet, n, s, value)}};
  }
  return j;
}

ordered_json describe(const FrameCollider& c) {
  std::vector<double> turn;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) turn.push_back(c.rotation(i, j));
  ordered_json j = {{"name", c.name},
                    {"kind", c.kind},
                    {"look", c.look},
                    {"colour", c.colour},
                    {"size", {c.size[0], c.size[1], c.size[2]}},
                    {"position", {c.position[0], c.position[1], c.position[2]}},
                    {"rotation", turn}};
  if (c.kind == "mesh") j["shape"] = shape_name(c);
  return j;
}

/// Polygons as fans of triangles.
std::vector<std::uint32_t> triangles_of(const FrameObject& o) {
  std::vector<std::uint32_t> out;
  out.reserve(3 * o.corners.size());
  std::size_t first = 0;
  for (const std::uint32_t corners : o.faces) {
    for (std::uint32_t k = 2; k < corners; ++k)
      for (const std::size_t c : {first, first + k - 1, first + k}) out.push_back(o.corners[c]);
    first += corners;
  }
  return out;
}

}  // namespace

std::string frame_packet(const Frame& frame, const std::string& quantity) {
  Packet packet;
  ordered_json j = {{"number", frame.number}, {"time", frame.time}, {"dx", frame.dx}, {"plane", frame.plane}};
  j["objects"] = j["colliders"] = ordered_json::array();
  for (const FrameObject& o : frame.objects) j["objects"].push_back(describe(o, quantity, packet));
  for (const FrameCollider& c : frame.colliders) j["colliders"].push_back(describe(c));
  return packet.finish(j);
}

std::optional<std::string> object_shape_packet(const Frame& frame, std::size_t index) {
  if (index >= frame.objects.size()) return {};
  const FrameObject& o = frame.objects[index];
  Packet packet;
  ordered_json j = {{"kind", o.kind}, {"shape", shape_name(o)}};
  const auto add = [&](const char* name, const auto& numbers) {
    if (!numbers.empty()) j[name] = {{"at", packet.add(numbers)}, {"count", numbers.size()}};
  };
  add("triangles", triangles_of(o));
  add("curves", o.curves);
  if (!o.radii.empty()) {
    const auto radius = [&](std::size_t i) { return o.radii[i]; };
    const Span s = span_of(o.radii.size(), radius);
    j["radii"] = {{"low", s.low},
                  {"high", s.high},
                  {"count", o.radii.size()},
                  {"at", add_placed(packet, o.radii.size(), s, radius)}};
  }
  std::vector<std::uint8_t> colours;
  for (const auto& c : o.colours)
    for (const float part : c) colours.push_back(byte_of(part));
  if (!colours.empty()) j["colours"] = {{"at", packet.add_bytes(colours)}, {"count", colours.size()}};
  return packet.finish(j);
}

std::optional<std::string> collider_shape_packet(const Frame& frame, std::size_t index) {
  if (index >= frame.colliders.size() || frame.colliders[index].kind != "mesh") return {};
  const FrameCollider& c = frame.colliders[index];
  Packet packet;
  std::vector<std::uint32_t> corners;
  for (const auto& t : c.triangles) corners.insert(corners.end(), t.begin(), t.end());
  const auto bytes = [](const void* data, std::size_t size) {
    return std::span(static_cast<const std::uint8_t*>(data), size);
  };
  ordered_json j = {{"kind", "mesh"}, {"shape", shape_name(c)}};
  j["vertices"] = {
      {"at", packet.add_bytes(bytes(c.vertices.data(), c.vertices.size() * sizeof c.vertices[0]))},
      {"count", c.vertices.size()}};
  j["triangles"] = {{"at", packet.add(std::span<const std::uint32_t>(corners))}, {"count", corners.size()}};
  return packet.finish(j);
}

std::optional<std::string> vertex_text(const Frame& frame, std::size_t object, std::size_t vertex) {
  if (object >= frame.objects.size() || vertex >= frame.objects[object].position.size()) return {};
  const FrameObject& o = frame.objects[object];
  const auto list = [](const auto& v) { return ordered_json{v[0], v[1], v[2]}; };
  ordered_json j = {{"object", o.name}, {"vertex", vertex}, {"position", list(o.position[vertex])}};
  if (!o.id.empty()) j["id"] = o.id[vertex];
  if (!o.velocity.empty()) {
    j["velocity"] = list(o.velocity[vertex]);
    j["speed"] = norm(o.velocity[vertex]);
  }
  for (const auto& [name, values] : o.scalars) j["scalars"][name] = values[vertex];
  return j.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace weft
