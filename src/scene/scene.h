/// A scene as plain data: what a file said, in SI, defaults filled in, before any point exists.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "bodies/hair/hair.h"
#include "bodies/putty/putty.h"
#include "bodies/rigid/rigid.h"
#include "bodies/shell/shell.h"
#include "bodies/solid/solid.h"
#include "bodies/thin/thin.h"
#include "contact/collider.h"
#include "contact/joint.h"
#include "exec/expression.h"
#include "geometry/figure/figure.h"
#include "geometry/fill.h"
#include "geometry/weave/makers.h"
#include "materials/material.h"
#include "world/probe.h"
#include "world/world.h"

namespace weft {

struct Document;  // scene/table_reader.h

using Colour = std::array<float, 3>;

/// Frames first..last; frame `first` is the state at time 0.
struct TimeSpec {
  double fps = 24;  ///< [1/s]
  int first = 0, last = 0;
  double end = 0;  ///< time of the last frame [s]
  double at(int frame) const { return frame >= last ? end : (frame - first) / fps; }  ///< [s]
};

/// A mesh file, relative to the scene, still unread.
struct MeshFile {
  std::string path;
  double scale = 1;
};

using ShapeSpec = std::variant<Plane, Sphere, Box, Capsule, Cylinder, MeshFile>;

/// Where a shape is: centre, and a turn about an axis through it.
struct Placement {
  Vec3d at{{0, 0, 0}};    ///< [m]
  Vec3d axis{{0, 0, 1}};  ///< any length
  double angle = 0;       ///< [rad]
  Pose pose() const;
};

using Formulas = std::array<Expression, 3>;

struct ColourSpec {
  Colour colour{0.8f, 0.7f, 0.5f};
  std::string by;  ///< "height", "x", "random", "layers", or empty: one colour
  Colour from{0.25f, 0.4f, 0.8f}, to{0.95f, 0.75f, 0.3f};
};

/// Pours new points over time.
struct SourceSpec {
  double rate = 0;             ///< [kg/s]; 0: follows from velocity
  Vec3d velocity{{0, 0, 0}};   ///< of new points [m/s]
  double from = 0, until = 0;  ///< [s]
};

struct CurveFile {
  std::string path;
  double scale = 1;
};
/// What `shape = { hair = { } }` grows on instead of a sphere of its own.
struct GrowsOn {
  std::string mesh;    ///< a file, relative to the scene
  std::string figure;  ///< an object: its head
};
using ThinShape = std::variant<SheetMaker, StrandMaker, MeshFile, CurveFile>;

struct KeySpec {
  double time = 0;
  Placement place;
};

/// Which vertices, and how they move.
struct PinSpec {
  std::optional<Bounds> box;
  std::optional<Vec3d> nearest;
  std::vector<std::uint32_t> ids;
  bool roots = false, tips = false, ends = false;  ///< first, last and both ends of strands
  std::string where;                               ///< a rim of a shell
  bool clamp = false;                              ///< shell: also the row beside them
  bool bones = false;                              ///< solid: those in the bones of a figure, which lead them
  std::string follow;                              ///< a collider, or a figure
  std::string bone;                                ///< of the figure
  Vec3d about{{0, 0, 0}}, velocity{{0, 0, 0}}, spin{{0, 0, 0}};
  std::vector<KeySpec> keys;
  std::optional<double> release;
};

/// What cloth and fibre have besides.
struct ThinSpec {
  ThinShape shape = SheetMaker{};
  GrowsOn grows_on;
  double thickness = 0;  ///< or diameter [m]
  double bending = 0, tear = 0;
  std::optional<int> contact_points;  ///< without a word: enough for the grid
  Discretisation strain = Discretisation::hybrid;
  bool plastic = true;
  std::vector<PinSpec> pins;
};

using HairShape = std::variant<StrandMaker, CurveFile>;

/// What hair has besides.
struct HairSpec {
  HairShape shape = StrandMaker{};
  GrowsOn grows_on;
  double thickness = 8e-5, flatness = 1;  ///< [m], [1]
  bool implicit = true, dynamic_twist = false;
  int newton_steps = 3;
  double damping = 0;  ///< nu of the crowd
  bool press = true;
  double flip = 0.95, flip_time = 1e-3;   ///< [1], [s]
  std::optional<double> reach;            ///< [m]; without a word: from the strands
  int rounds = 5;                         ///< of geometric contact
  std::optional<double> strand_friction;  ///< without a word: the material's
  bool count_crossings = false;
  std::vector<PinSpec> pins;
};

using ShellShape = std::variant<ShellMaker, MeshFile>;

/// What shells have besides.
struct ShellSpec {
  ShellShape shape = ShellMaker{};
  std::optional<ShellShape> rest;  ///< the shape without stress; without a word: as it begins
  double thickness = 0;            ///< [m]
  Layers layers = Layers::gauss;
  int quadrature = 2;                 ///< points of a face along each side
  std::optional<int> contact_points;  ///< of a face along each side; without a word: enough for the grid
  BoundaryRule corners = BoundaryRule::edge_and_corner;
  Coupling coupling = Coupling::grid;
  bool plastic = true;
  double pressure = 0;                           ///< [Pa]
  std::optional<Expression> pressure_over_time;  ///< of t, times the pressure
  std::vector<PinSpec> pins;
};

/// What rigid bodies have besides: `shape`, `place`, `velocity` and `spin` are as everywhere.
struct RigidSpec {
  double density = 1000;  ///< [kg/m^3]
  double mass = 0;        ///< [kg]; 0: from the density
  double friction = 0.3, restitution = 0;
  std::optional<FixedAxis> axis;
};

/// A file of tetrahedra, relative to the scene, still unread.
struct TetFile {
  std::string path;
  double scale = 1;
};

using SolidShape = std::variant<ShapeSpec, TetFile, FigureOptions>;

/// What solids have besides.
struct SolidSpec {
  /// How it lies at time 0: as its shape; through its centre inside out; pressed into a plane; anyhow.
  enum class Start { rest, inverted, flat, random };
  SolidShape shape = ShapeSpec{Sphere{1}};
  std::optional<std::array<int, 3>> counts;  ///< of a box: cells along its sides
  double friction = 0.3, restitution = 0;    ///< against other bodies
  bool self_contact = false;
  std::optional<Stepping> step;  ///< without a word: as the solver
  int damping_rounds = 1;
  Start start = Start::rest;
  std::vector<PinSpec> pins;
};

/// What putty has besides: `shape`, `spacing`, `sampling` and `seed` are as those of grains.
struct PuttySpec {
  std::optional<FigureOptions> figure;  ///< instead of `shape`
  double radius = 2.5;                  ///< of neighbourhoods, in spacings
  bool implicit = true;
  int rotation_rounds = 1;
  double tolerance = 1e-4, control = 0.05;
  bool keep_neighbours = false;
  double friction = 0.3, restitution = 0;  ///< against other bodies
  std::vector<PinSpec> pins;
};

struct ObjectSpec {
  std::string name, type = "grains";
  ShapeSpec shape = Sphere{1};
  Placement place;
  std::string preset;  ///< the preset the material came from; may be empty
  Material material;   ///< density override included
  double spacing = 0;  ///< distance of neighbouring points [m]
  Sampling sampling = Sampling::jittered;
  std::uint64_t seed = 1;
  Vec3d velocity{{0, 0, 0}};            ///< [m/s]
  std::optional<Formulas> velocity_of;  ///< of x y z, instead of velocity
  Vec3d spin{{0, 0, 0}};                ///< about place.at [rad/s]
  Vec3d stretch{{1, 1, 1}};             ///< F at time 0
  double damping = 0;                   ///< nu
  std::optional<Formulas> force;        ///< of X Y Z x y z t [m/s^2]
  ColourSpec colour;
  std::string look = "auto";  ///< how pictures show it; auto: by its material
  std::optional<SourceSpec> source;
  std::optional<ThinSpec> thin;  ///< cloth and fibre, which have no `shape`, `spacing`, `sampling`, `source`
  std::optional<ShellSpec> shell;  ///< shells, which have none of these either
  std::optional<RigidSpec> rigid;  ///< rigid bodies: a shape without points inside
  std::optional<SolidSpec> solid;  ///< solids; `spacing` is the length of their edges
  std::optional<HairSpec> hair;    ///< hair
  std::optional<PuttySpec> putty;  ///< putty

  bool filled() const {
    return !thin && !shell && !solid && !rigid && !hair && !putty;
  }  ///< made of points that fill `shape`
};

/// Vertex positions from one file a frame.
struct SequenceSpec {
  std::string files;  ///< "wave_####.obj", relative to the scene
  double fps = 24;
};

struct ColliderSpec {
  std::string name;
  ShapeSpec shape = Plane{};
  Placement place;
  Boundary boundary = Boundary::separate;
  double friction = 0;
  bool visible = true;
  Colour colour{0.62f, 0.62f, 0.64f};
  std::string look = "auto";                   ///< how pictures show it; auto: matt
  Vec3d velocity{{0, 0, 0}}, spin{{0, 0, 0}};  ///< [m/s], [rad/s]
  std::vector<KeySpec> keys;
  std::optional<SequenceSpec> sequence;
};

struct OutputSpec {
  std::vector<std::string> write{"frames"};
  std::vector<std::string> quantities{"plastic_strain"};  ///< per-point values kept in frames
  int every = 1;                                          ///< frames between written frames
  int checkpoint = 1;                                     ///< frames between checkpoints
  int keep = 2;                                           ///< checkpoints kept
};

struct CameraSpec {
  Vec3d from{{0, 0, 0}}, to{{0, 0, 0}};
  double angle = 0.6;  ///< vertical angle of view [rad]
};

struct SunSpec {
  Vec3d direction{{-0.8, -0.3, 0.8}};  ///< towards it
  Colour colour{1, 0.97f, 0.91f};
  double strength = 1, softness = 0.07;  ///< softness: half the angle it covers [rad]
};

struct RenderSpec {
  std::optional<CameraSpec> camera;
  int width = 1280, height = 720, samples = 16;
  std::optional<int> still;  ///< the frame that shows the scene best
  std::optional<Colour> background;
  bool ground = true, surfaces = true;
  SunSpec sun;
  double sky = 1;
  std::string colour;                          ///< quantity to colour by, or empty
  std::optional<std::array<double, 2>> range;  ///< of that quantity
};

/// Friction between two things that differs from what each has by itself.
struct PairSpec {
  std::string a, b;  ///< objects, or an object and a collider
  double friction = 0;
};

/// A joint between a rigid body and another, or the world.
struct JointSpec {
  std::string name, a, b;  ///< b: empty for the world
  Joint::Kind kind = Joint::Kind::hinge;
  Vec3d at{{0, 0, 0}}, axis{{0, 0, 1}};
  std::optional<double> motor_speed;
  double motor_torque = 0;
  bool collide = false;
};

struct Scene {
  std::string title;
  TimeSpec time;
  Solver solver;
  std::vector<ObjectSpec> objects;
  std::vector<ColliderSpec> colliders;
  std::vector<PairSpec> pairs;
  std::vector<JointSpec> joints;
  std::vector<Probe> probes;
  OutputSpec output;
  RenderSpec render;
  std::string folder;                        ///< mesh paths are relative to it
  std::shared_ptr<const Document> document;  ///< the text itself, for [case], [[expect]] and errors
};

enum class Quality { draft, normal, final };

/// What the command line changes in a scene.
struct Overrides {
  std::vector<std::string> set;  ///< "solver.dx=0.01", "object.column.material.young=1e6"
  Quality quality = Quality::normal;
};

/// Reads a scene file. Throws Error E02xx that points at what is wrong.
Scene read_scene(const std::string& path, const Overrides& overrides = {});
/// The same from a text; `name` is what errors call it, and mesh paths are relative to its folder.
Scene parse_scene(std::string_view text, const std::string& name, const Overrides& overrides = {});
/// The scene as a TOML text with every default spelled out; parses again to an equal scene.
std::string write_resolved(const Scene& scene);
/// "draft", "normal" or "final"; throws Error E0602 otherwise.
Quality parse_quality(const std::string& word);

}  // namespace weft
