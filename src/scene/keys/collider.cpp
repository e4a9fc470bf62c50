/// [[collider]], its keyframes and its sequence of meshes.
#include "scene/keys/shared_keys.h"

namespace weft {
namespace {

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

void read_sequence(TableReader& collider, const Scene& scene, ColliderSpec& c) {
  if (!collider.has("sequence")) return;
  if (!std::holds_alternative<MeshFile>(c.shape))
    throw collider.error("E0204", "a sequence deforms a mesh, and this shape is none", "sequence",
                         "write shape = { mesh = \"...\" }");
  TableReader sequence = collider.table("sequence", sequence_table().info);
  sequence_table().read(sequence, scene, c.sequence.emplace());
  sequence.finish();
}

/// Keyframes, or a place and a steady motion.
void read_motion(TableReader& collider, const Scene& scene, ColliderSpec& c) {
  if (collider.has("keys")) {
    c.keys = read_keys(collider, scene);
    c.place = c.keys.front().place;
  } else {
    c.place = read_placement(collider, scene);
    c.velocity = collider.vector("velocity");
    c.spin = collider.vector("spin");
  }
}

Keys<ColliderSpec> motion_keys() {
  using C = ColliderSpec;
  Keys<C> keys = place_keys<C>("where its centre is at time 0", "turned about its centre");
  keys.add(key_of<C>(describe::vector<&C::velocity>("velocity", "m/s", {-1e4, 1e4}, "constant")));
  keys.add(key_of<C>(
      describe::vector<&C::spin>("spin", "rad/s", {-1e4, 1e4}, "constant, about its centre; \"120 rpm\"")));
  for (const char* name : {"at", "rotate", "velocity", "spin"}) {
    Key<C>& key = keys[name];
    key.read = nullptr;
    key.write = [write = key.write](const C& c, const std::string& folder) {
      return c.keys.empty() ? write(c, folder) : "";
    };
  }
  keys.add(keyframes_key<C>("keyframes { time, at, rotate } instead of at, rotate, velocity and spin"));
  keys["at"].read = read_motion;
  return keys;
}

Keys<ColliderSpec> collider_keys() {
  using C = ColliderSpec;
  using namespace describe;
  Keys<C> keys = {
      name_key<C>("unique; default: collider1, collider2, ..."),
      {{.name = "shape", .type = KeyType::table, .meaning = "the solid", .required = true},
       [](TableReader& table, const Scene& scene, C& c) { c.shape = read_shape(table, scene, true); },
       [](const C& c, const std::string& folder) { return shape_text(c.shape, folder); }},
      key_of<C>(choice<&C::boundary>("boundary",
                                     {{"sticky", int(Boundary::sticky)},
                                      {"slip", int(Boundary::slip)},
                                      {"separate", int(Boundary::separate)},
                                      {"symmetry", int(Boundary::symmetry)}},
                                     "holds everything; lets slide along; also lets go; mirrors the material "
                                     "(a plane across an axis, on grid nodes)")),
      key_of<C>(number<&C::friction>("friction", "", {0, 100}, "Coulomb coefficient of slip and separate")),
      key_of<C>(flag<&C::visible>("visible", "drawn in pictures")),
      colour_key<C>(&C::colour, {.name = "colour",
                                 .type = KeyType::any,
                                 .fallback = "[0.62, 0.62, 0.64]",
                                 .meaning = "a name, \"#rrggbb\" or [r, g, b] from 0 to 1"}),
      look_key<C>("matt")};
  Key<C>& friction = keys["friction"];
  friction.read = [read = friction.read](TableReader& table, const Scene& scene, C& c) {
    if (c.boundary != Boundary::sticky) read(table, scene, c);
  };
  friction.write = [write = friction.write](const C& c, const std::string& folder) {
    return c.boundary == Boundary::sticky ? "" : write(c, folder);
  };
  keys["visible"].write = [](const C& c, const std::string&) { return c.visible ? "" : "false"; };
  keys.append(motion_keys());
  keys.add({{.name = "sequence",
             .type = KeyType::table,
             .meaning = "a deforming mesh: a file per frame, all with the same triangles; shape must be a mesh"},
            read_sequence,
            [](const C& c, const std::string& folder) {
              return c.sequence ? sequence_table().keys.text(*c.sequence, folder) : "";
            }});
  return keys;
}

}  // namespace

const Table<ColliderSpec>& collider_table() {
  static const Table<ColliderSpec> t{"collider", "[[collider]]", "An obstacle.", collider_keys()};
  return t;
}

const Table<KeySpec>& keyframe_table() {
  static const Table<KeySpec> t{
      "key", "keys = [{ }]", "",
      Keys<KeySpec>{key_of<KeySpec>(describe::number<&KeySpec::time>("time", "s", {-1e6, 1e6},
                                                                     "later than the key before")
                                        .required())}
          .append(place_keys<KeySpec>("centre", "turned about its centre"))};
  return t;
}

const Table<SequenceSpec>& sequence_table() {
  using S = SequenceSpec;
  static const Table<S> t{
      "sequence",
      "sequence = { }",
      "",
      {{{.name = "files",
         .type = KeyType::text,
         .meaning = "path with one %04d or #### for the number, relative to the scene; all files that match",
         .required = true},
        [](TableReader& table, const Scene&, S& s) { s.files = read_pattern(table); },
        [](const S& s, const std::string& folder) { return whole_path(folder, s.files); }},
       key_of<S>(describe::number<&S::fps>("fps", "Hz", {1e-3, 1e6}, "files per second"))}};
  return t;
}

std::vector<KeySpec> read_keys(TableReader& moving, const Scene& scene) {
  std::vector<KeySpec> keys;
  for (TableReader& key : moving.tables("keys", keyframe_table().info)) {
    keyframe_table().read(key, scene, keys.emplace_back());
    key.finish();
    if (keys.size() > 1 && keys.back().time <= keys[keys.size() - 2].time)
      throw key.error("E0209", "keys must be in the order of their times", "time",
                      "later than the key before");
  }
  if (moving.has("keys") && keys.empty())
    throw moving.error("E0213", "'keys' is empty", "keys",
                       "write keys = [{ time = 0, at = [0, 0, 0] }, ...]");
  return keys;
}

ColliderSpec read_collider(TableReader collider, const Scene& scene, std::size_t number) {
  ColliderSpec c;
  c.name = read_name(collider, fmt::format("collider{}", number));
  collider.retitle(fmt::format("[[collider]] \"{}\"", c.name));
  collider_table().read(collider, scene, c);
  collider.finish();
  return c;
}

}  // namespace weft
