#include "view/shown_run.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "exec/error.h"
#include "output/picture/colour_by.h"
#include "output/row_file.h"
#include "output/run_folder.h"
#include "output/run_writer.h"
#include "view/frame_packet.h"

namespace weft {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

Error no_such_part(const std::string& what) {
  return Error("E0804", "the frame has no such " + what, {},
               "load the page again: the run may have begun anew");
}

std::size_t bytes_of(const Frame& f) {
  std::size_t bytes = 0;
  for (const FrameObject& o : f.objects)
    bytes += o.position.size() * (sizeof(float) * (7 + o.scalars.size()) + 12) + o.corners.size() * 12;
  for (const FrameCollider& c : f.colliders) bytes += c.vertices.size() * 12 + c.triangles.size() * 12;
  return bytes;
}

}  // namespace

std::string ShownRun::path_of(std::int64_t number) const {
  const fs::path path = folder_ / "frames" / (frame_name(number) + ".weft");
  if (std::error_code failed; number < 0 || !fs::exists(path, failed))
    throw Error("E0419", "'" + folder_.string() + "' has no frame " + std::to_string(number), {},
                "'weft status' says how far it is");
  return path.string();
}

/// Another one when the file is replaced.
std::string ShownRun::stamp_of(std::int64_t number) const {
  const std::string path = path_of(number);
  std::error_code failed;
  const auto when = fs::last_write_time(path, failed).time_since_epoch().count();
  return std::to_string(number) + "@" + std::to_string(when) + "+" +
         std::to_string(fs::file_size(path, failed));
}

std::shared_ptr<const Frame> ShownRun::read(std::int64_t number) {
  const std::string name = stamp_of(number);
  if (auto known = frames_.find(name)) return known;
  auto frame = std::make_shared<const Frame>(read_frame(path_of(number)));
  frames_.keep(name, frame, bytes_of(*frame));
  return frame;
}

template <class Make>
std::string ShownRun::packed(const std::string& name, Squeeze how, const Make& make) {
  if (const auto known = packets_.find(name)) return *known;
  auto bytes = std::make_shared<const std::string>(gzip(make(), how));
  packets_.keep(name, bytes, bytes->size());
  return *bytes;
}

std::string ShownRun::frame(std::int64_t number, const std::string& quantity) {
  return packed("frame " + stamp_of(number) + " " + quantity, Squeeze::fast,
                [&] { return frame_packet(*read(number), quantity); });
}

std::string ShownRun::object_shape(std::int64_t number, std::size_t object) {
  return packed("object " + std::to_string(object) + " " + stamp_of(number), Squeeze::small, [&] {
    auto packet = object_shape_packet(*read(number), object);
    if (!packet) throw no_such_part("object");
    return *std::move(packet);
  });
}

std::string ShownRun::collider_shape(std::int64_t number, std::size_t collider) {
  return packed("collider " + std::to_string(collider) + " " + stamp_of(number), Squeeze::small, [&] {
    auto packet = collider_shape_packet(*read(number), collider);
    if (!packet) throw no_such_part("obstacle");
    return *std::move(packet);
  });
}

std::string ShownRun::vertex(std::int64_t number, std::size_t object, std::size_t vertex) {
  auto text = vertex_text(*read(number), object, vertex);
  if (!text) throw no_such_part("vertex");
  return *std::move(text);
}

std::string ShownRun::quantities() {
  const std::vector<std::int64_t> there = numbered_files(folder_ / "frames", ".weft");
  ordered_json list = ordered_json::array();
  if (there.empty()) return list.dump();
  // A few frames stand for all: the first, the last and three between.
  std::vector<std::shared_ptr<const Frame>> looked_at;
  for (std::size_t k = 0; k < 5; ++k) {
    const std::int64_t number = there[k * (there.size() - 1) / 4];
    if (looked_at.empty() || looked_at.back()->number != number) looked_at.push_back(read(number));
  }
  std::istringstream names(known_quantities(*looked_at.front()));
  for (std::string name; names >> name;) {
    std::array<double, 2> range{INFINITY, -INFINITY};
    for (const auto& f : looked_at) {
      const auto [low, high] = range_of(*f, name);
      range = {std::min(range[0], low), std::max(range[1], high)};
    }
    list.push_back({{"name", name}, {"title", title_of(name)}, {"low", range[0]}, {"high", range[1]}});
  }
  return list.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string ShownRun::scene_text() const { return read_text(folder_ / "scene.toml"); }

void ShownRun::pause() {
  const std::lock_guard lock(mutex_);
  hold_writer(folder_);
  paused_here_ = true;
}

void ShownRun::go_on() {
  const std::lock_guard lock(mutex_);
  let_writer_go_on(folder_);
  paused_here_ = false;
}

void ShownRun::stop() {
  const std::lock_guard lock(mutex_);
  paused_here_ = false;
  if (child_ && child_->running()) return child_->interrupt();
  stop_writer(folder_);
}

void ShownRun::start(const std::vector<std::string>& arguments) {
  const std::lock_guard lock(mutex_);
  if (is_being_written(folder_) || (child_ && child_->running()))
    throw Error("E0409", "a process is writing '" + folder_.string() + "' already", folder_.string(),
                "pause or stop that one");
  child_ = std::make_unique<Child>(arguments);
}

void ShownRun::leave() {
  const std::lock_guard lock(mutex_);
  if (child_) child_->interrupt();
  if (paused_here_ && find_writer(folder_).held) let_writer_go_on(folder_);
  paused_here_ = false;
}

bool ShownRun::wait(double seconds) {
  const std::lock_guard lock(mutex_);
  return !child_ || child_->wait(seconds);
}

}  // namespace weft
