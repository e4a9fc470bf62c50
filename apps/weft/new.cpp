/// weft new NAME: writes a runnable scene with comments, to begin with.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>

#include "exec/error.h"
#include "scene/suggest.h"
#include "verbs.h"

namespace weft {
namespace {

struct Kind {
  const char *name, *about, *material, *object, *floor;
};

// clang-format off
const Kind kKinds[] = {
    {"sand", "a column of sand collapses", "\"sand\"", "shape    = { box = [0.2, 0.2, 0.4] }      # full sizes [m]\nat       = [0, 0, 0.2]                   # its centre", "friction = 0.6"},
    {"snow", "a snowball breaks on the ground", "\"snow\"", "shape    = { sphere = \"12 cm\" }           # radius\nat       = [0, 0, 0.4]\nvelocity = [0, 0, \"-3 m/s\"]", "boundary = \"sticky\""},
    {"jelly", "a jelly cube falls on its edge and bounces", "{ preset = \"jelly\", young = \"50 kPa\" }", "shape    = { box = [0.16, 0.16, 0.16] }\nat       = [0, 0, 0.3]\nrotate   = { axis = [1, 0, 0], angle = \"40 deg\" }", "friction = 0.4"},
    {"clay", "a ball of clay is thrown down and keeps its dent", "\"clay\"", "shape    = { sphere = \"10 cm\" }\nat       = [0, 0, 0.3]\nvelocity = [0, 0, \"-4 m/s\"]", "friction = 0.5"},
    {"goo", "goo pours from a spout", "\"goo\"", "shape    = { cylinder = { radius = \"3 cm\", height = \"4 cm\" } }\nat       = [0, 0, 0.4]\nsource   = { velocity = [0, 0, \"-0.8 m/s\"], until = \"1.5 s\" }   # pours instead of being there at the start", "boundary = \"sticky\""},
    {"slime", "a ball of slime falls and spreads", "\"slime\"", "shape    = { sphere = \"10 cm\" }\nat       = [0, 0, 0.25]", "friction = 0.5"},
    {"cloth", "a cloth falls over a ball", "\"cotton\"", "type     = \"cloth\"\nshape    = { sheet = { width = 0.8, height = 0.8 } }   # as fine as the grid\nat       = [0, 0, 0.5]\n\n[[collider]]\nname     = \"ball\"\nshape    = { sphere = 0.2 }\nat       = [0, 0, 0.25]\nfriction = 0.3", "friction = 0.5"},
    {"hair", "a head of hair is shaken", "\"wisps\"", "type     = \"hair\"\nshape    = { hair = { radius = 0.1, strands = 300, length = 0.25, segments = 30 } }   # natural shape: curls stay\nat       = [0, 0, 0.6]\nthickness = \"0.8 mm\"                     # of a strand that stands for a hundred hairs\npins     = [{ roots = true, follow = \"head\" }]\n\n[[collider]]\nname     = \"head\"\nshape    = { sphere = 0.1 }\nfriction = 0.3\nkeys     = [{ time = 0, at = [0, 0, 0.6] }, { time = 0.4, at = [0, 0, 0.6], rotate = { angle = \"60 deg\" } }, { time = 0.9, at = [0, 0, 0.6], rotate = { angle = \"-60 deg\" } }, { time = 1.3, at = [0, 0, 0.6] }]", "friction = 0.5"},
    {"shell", "a ball is pressed into a foil and leaves a dent", "{ law = \"lamina\", density = 2700, young = \"20 MPa\", yield_stress = \"60 kPa\", contact = \"100 kPa\", shear = \"50 kPa\", friction = 0.3 }", "type     = \"shell\"\nshape    = { plate = { width = 0.4, height = 0.4 } }   # faces as long as a grid cell\nat       = [0, 0, 0.3]\nthickness = \"1 mm\"                       # bending grows with its cube\npins     = [{ where = \"all\", clamp = true }]   # its edges are held, and their slope\nlook     = \"metal\"\n\n[[collider]]\nname     = \"ball\"\nshape    = { sphere = \"5 cm\" }\nkeys     = [{ time = 0, at = [0, 0, 0.37] }, { time = 0.6, at = [0, 0, 0.28] }, { time = 1.2, at = [0, 0, 0.37] }]", "friction = 0.5"},
    {"solid", "a ball falls on a soft block", "{ preset = \"jelly\", young = \"30 kPa\" }", "type     = \"solid\"                        # tetrahedra\nshape    = { box = [0.3, 0.3, 0.15] }\nspacing  = \"2.5 cm\"                       # their edges\nat       = [0, 0, 0.075]\n\n[[object]]\nname     = \"ball\"\ntype     = \"rigid\"\nshape    = { sphere = \"6 cm\" }\nat       = [0, 0, 0.4]\ndensity  = 1500\nfriction = 0.4", "friction = 0.5"},
    {"putty", "a cube of putty is thrown at the ground and keeps its dents", "\"putty\"", "type     = \"putty\"                        # points half a grid cell apart that know their neighbours\nshape    = { box = [0.18, 0.18, 0.18] }\nat       = [0, 0, 0.35]\nrotate   = { axis = [1, 0.6, 0], angle = \"35 deg\" }\nvelocity = [0, 0, \"-4 m/s\"]", "friction = 0.5"},
    {"water", "a column of water runs apart", "\"water\"", "shape    = { box = [0.2, 0.2, 0.3] }\nat       = [0, 0, 0.15]", "boundary = \"slip\""},
};
// clang-format on

constexpr const char* kText = R"(# {about}.
#   weft check {file}      what it will cost, and warnings
#   weft run {file}        into {stem}.run/
#   weft render {stem}.run      pictures and a movie
format = 1
time   = {{ fps = 24, frames = [1, 48] }}    # frame 1 is the start
solver = {{ dx = "1.2 cm" }}                 # grid spacing: the one quality knob; steps are automatic

[[object]]
name     = "{name}"
material = {material}      # `weft list presets` shows all, `weft list materials` their parameters
{object}

[[collider]]
name     = "floor"
shape    = {{ plane = [0, 0, 1] }}           # the normal; everything below is solid
{floor}

[[probe]]                                  # a column of probes.csv
name     = "top"
measure  = {{ object = "{name}", quantity = "z", take = "p99" }}

[quality.draft]                            # weft run {file} --quality draft
solver.dx = "2 cm"
)";

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const Kind& k : kKinds) names.push_back(k.name);
  return names;
}

void write_scene_file(const std::string& name, const std::string& kind_name) {
  const Kind* kind = nullptr;
  for (const Kind& k : kKinds)
    if (kind_name == k.name) kind = &k;
  if (!kind)
    throw Error("E0604", fmt::format("there is no kind '{}'", kind_name), {},
                suggestion(kind_name, kind_names()));
  std::filesystem::path path = name;
  if (path.extension() != ".toml") path += ".toml";
  if (std::filesystem::exists(path))
    throw Error("E0603", fmt::format("'{}' exists", path.string()), {},
                "choose another name; nothing was changed");
  const std::string text = fmt::format(
      kText, fmt::arg("about", kind->about), fmt::arg("file", path.string()), fmt::arg("name", kind->name),
      fmt::arg("stem", (path.parent_path() / path.stem()).string()), fmt::arg("material", kind->material),
      fmt::arg("object", kind->object), fmt::arg("floor", kind->floor));
  std::ofstream out(path, std::ios::binary);
  out << text << std::flush;
  if (!out)
    throw Error("E0605", fmt::format("cannot write '{}'", path.string()), {},
                "check the folder and its permissions", Exit::disk);
  fmt::print("wrote {0}: {1}\nnext: weft check {0}, then weft run {0}\n", path.string(), kind->about);
}

}  // namespace

Verb verb_new() {
  struct Options {
    std::string name, kind = "sand";
  };
  auto o = std::make_shared<Options>();
  return {"new",
          "Write a runnable example scene",
          {{"NAME", "the scene; .toml is added", &o->name, {.required = true}},
           {"--kind",
            "sand, snow, jelly, clay, goo, slime, cloth, hair, shell, solid, putty or water",
            &o->kind,
            {.words = kind_names()}}},
          [o] {
            write_scene_file(o->name, o->kind);
            return 0;
          }};
}

}  // namespace weft
