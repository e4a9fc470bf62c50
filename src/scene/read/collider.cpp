/// [[collider]].
#include <fmt/format.h>

#include "scene/read/reading.h"

namespace weft {
namespace {

KeySpec read_key(TableReader key) {
  KeySpec k;
  k.time = key.number("time");
  k.place = read_placement(key);
  key.finish();
  return k;
}

/// "wave_%04d.obj" and "wave_####.obj" are the same to the reader of sequences.
std::string read_pattern(TableReader& sequence) {
  std::string files = sequence.text("files");
  if (const std::size_t percent = files.find('%'); percent != std::string::npos) {
    std::size_t end = percent + 1, width = 0;
    while (end < files.size() && files[end] >= '0' && files[end] <= '9' && end < percent + 4)
      width = 10 * width + (files[end++] - '0');
    if (end >= files.size() || files[end] != 'd' || width > 12)
      throw sequence.error("E0217", fmt::format("'{}' is no pattern of file names", files), "files",
                           "write one %04d where the number stands");
    files =
        files.substr(0, percent) + std::string(std::max<std::size_t>(width, 1), '#') + files.substr(end + 1);
  }
  const std::size_t hash = files.find('#');
  if (hash == std::string::npos || files.find('%') != std::string::npos ||
      files.find('#', files.find_first_not_of('#', hash)) != std::string::npos)
    throw sequence.error("E0217", fmt::format("'{}' is no pattern of file names", files), "files",
                         "write one %04d where the number stands");
  return files;
}

}  // namespace

std::vector<KeySpec> read_keys(TableReader& moving) {
  std::vector<KeySpec> keys;
  for (TableReader& key : moving.tables("keys", scene_table("key"))) {
    keys.push_back(read_key(key));
    if (keys.size() > 1 && keys.back().time <= keys[keys.size() - 2].time)
      throw key.error("E0209", "keys must be in the order of their times", "time",
                      "later than the key before");
  }
  if (moving.has("keys") && keys.empty())
    throw moving.error("E0213", "'keys' is empty", "keys",
                       "write keys = [{ time = 0, at = [0, 0, 0] }, ...]");
  return keys;
}

ColliderSpec read_collider(TableReader collider, std::size_t number) {
  ColliderSpec c;
  c.name = read_name(collider, fmt::format("collider{}", number));
  collider.retitle(fmt::format("[[collider]] \"{}\"", c.name));
  c.shape = read_shape(collider, true);
  const std::string boundary = collider.word("boundary");
  c.boundary = boundary == "sticky"     ? Boundary::sticky
               : boundary == "slip"     ? Boundary::slip
               : boundary == "symmetry" ? Boundary::symmetry
                                        : Boundary::separate;
  if (c.boundary != Boundary::sticky) c.friction = collider.number("friction");
  c.visible = collider.flag("visible");
  if (const toml::node* n = collider.node("colour")) c.colour = read_colour(collider, *n, "colour");
  c.look = collider.word("look");
  if (collider.has("keys")) {
    c.keys = read_keys(collider);
    c.place = c.keys.front().place;
  } else {
    c.place = read_placement(collider);
    c.velocity = collider.vector("velocity");
    c.spin = collider.vector("spin");
  }
  if (collider.has("sequence")) {
    if (!std::holds_alternative<MeshFile>(c.shape))
      throw collider.error("E0204", "a sequence deforms a mesh, and this shape is none", "sequence",
                           "write shape = { mesh = \"...\" }");
    TableReader sequence = collider.table("sequence", scene_table("sequence"));
    c.sequence = SequenceSpec{read_pattern(sequence), sequence.number("fps")};
    sequence.finish();
  }
  collider.finish();
  return c;
}

}  // namespace weft
