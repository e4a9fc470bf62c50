#include "scene/build/points.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <numbers>

#include "bodies/pins.h"
#include "geometry/random.h"
#include "scene/build/build.h"

namespace weft {
namespace {

constexpr double kMostPoints = 5e8;

std::string title(const ObjectSpec& o) { return fmt::format("object \"{}\"", o.name); }

/// An upper bound of the number of points from the shape's bounds, before any is made.
void check_count(const Scene& scene, const ObjectSpec& o, const Shape& shape) {
  const Vec3d size = bounds(shape).upper - bounds(shape).lower;
  const double points = scene.solver.plane
                            ? (size[0] + o.spacing) * (size[2] + o.spacing) / (o.spacing * o.spacing)
                            : product(size) / std::pow(o.spacing, 3);
  if (!(points <= kMostPoints))
    throw Error("E0216", fmt::format("{} would have about {:.2g} points", title(o), points), {},
                fmt::format("the program holds at most {:g}: raise solver.dx or make the shape smaller",
                            kMostPoints));
}

/// Volume of the material: exact where known, so that mass does not depend on how many points fell inside.
double total_volume(const Scene& scene, const ObjectSpec& o, const Shape& shape, std::size_t count) {
  const double by_count =
      double(count) * (scene.solver.plane ? o.spacing * o.spacing : std::pow(o.spacing, 3));
  double exact = by_count;
  if (!scene.solver.plane) {
    exact = volume(shape);
  } else if (const auto* box = std::get_if<Box>(&shape);
             box && (o.place.angle == 0 || (o.place.axis[0] == 0 && o.place.axis[2] == 0))) {
    exact = 4 * box->half[0] * box->half[2];
  } else if (const auto* ball = std::get_if<Sphere>(&shape)) {
    exact = std::numbers::pi * (ball->radius * ball->radius - o.place.at[1] * o.place.at[1]);
  }
  // A shape of a few points only: rounding to whole points may not change its density.
  return std::abs(exact - by_count) < 0.25 * by_count ? exact : by_count;
}

Vec3d value(const Formulas& f, const Vec3d& x) {
  return {{f[0](std::span(x.e)), f[1](std::span(x.e)), f[2](std::span(x.e))}};
}

/// v = v_0 + w x (x - at), or the formulas; C = dv/dx of the same field.
void set_velocities(const Scene& scene, const ObjectSpec& o, GrainsOptions& out) {
  const Mat3d turn = cross_matrix(o.spin);
  const std::optional<Formulas>& velocity_of = std::get<GrainsSpec>(o.kind).velocity_of;
  if (!velocity_of && norm(o.spin) == 0) {
    if (norm(o.velocity) > 0) out.velocities = {o.velocity};
    return;
  }
  const double h = 1e-3 * scene.solver.dx;
  for (const Vec3d& x : out.positions) {
    Vec3d v = (velocity_of ? value(*velocity_of, x) : o.velocity) + turn * (x - o.place.at);
    Mat3d C = turn;
    if (velocity_of)
      for (int j = 0; j < 3; ++j) {
        Vec3d step = Vec3d::zero();
        step[j] = h;
        C.set_column(
            j, C.column(j) + (value(*velocity_of, x + step) - value(*velocity_of, x - step)) * (0.5 / h));
      }
    if (!std::isfinite(norm2(v)) || !std::isfinite(norm(C)) || norm(v) > 1e6)
      throw Error("E0224",
                  fmt::format("the velocity of {} has no sensible value at ({:.4g}, {:.4g}, {:.4g})",
                              title(o), x[0], x[1], x[2]),
                  {}, "look for divisions by zero in its formulas");
    if (scene.solver.plane)
      for (int k = 0; k < 3; ++k) C(1, k) = C(k, 1) = 0;
    out.velocities.push_back(v);
    out.gradients.push_back(C);
  }
  if (!velocity_of) out.gradients = {turn};
}

void check_plane(const Scene& scene, const ObjectSpec& o, const GrainsOptions& out) {
  if (!scene.solver.plane) return;
  const GrainsSpec& spec = std::get<GrainsSpec>(o.kind);
  bool leaves = o.spin[0] != 0 || o.spin[2] != 0 || (spec.source && spec.source->velocity[1] != 0);
  for (const Vec3d& v : out.velocities) leaves = leaves || v[1] != 0;
  if (leaves)
    throw Error("E0225", fmt::format("{} would leave the plane y = 0 of a plane scene", title(o)), {},
                "no velocity along y; spin only about y");
}

/// How pictures show a law whose scene says nothing about it.
std::string look_of(const std::string& law) {
  static const std::map<std::string, std::string> looks = {
      {"sand", "sand"}, {"cam_clay", "snow"}, {"snow", "snow"},
      {"goo", "goo"},   {"slime", "goo"},     {"herschel_bulkley", "goo"},
      {"foam", "goo"},  {"water", "water"},   {"von_mises", "metal"}};
  const auto found = looks.find(law);
  return found == looks.end() ? "rubber" : found->second;
}

void set_colours(const ObjectSpec& o, GrainsOptions& out) {
  out.colour = o.colour.colour;
  if (o.colour.by.empty() || std::get<GrainsSpec>(o.kind).source) return;
  Bounds b;
  for (const Vec3d& x : out.positions) b.add(x);
  const int axis = o.colour.by == "x" ? 0 : 2;
  const double length = std::max(b.upper[axis] - b.lower[axis], 1e-300);
  for (std::size_t i = 0; i < out.positions.size(); ++i) {
    double a = (out.positions[i][axis] - b.lower[axis]) / length;
    if (o.colour.by == "random") a = Random{o.seed}.uniform(i, 7);
    if (o.colour.by == "layers") a = double(int(a * 7.999) % 2);
    Colour c;
    for (int k = 0; k < 3; ++k) c[k] = float((1 - a) * o.colour.from[k] + a * o.colour.to[k]);
    out.colours.push_back(c);
  }
}

/// The extent along `direction` after which the same pattern may follow without a gap.
double pattern_length(const ObjectSpec& o, const Shape& shape, const std::vector<Vec3d>& pattern,
                      const Vec3d& direction) {
  if (const auto* ball = std::get_if<Sphere>(&shape)) return 2 * ball->radius;
  if (const auto* box = std::get_if<Box>(&shape)) {
    const Vec3d d = o.place.pose().rotation.conjugate().rotate(direction);
    for (int k = 0; k < 3; ++k)
      if (std::abs(d[k]) > 1 - 1e-9) return 2 * box->half[k];
  }
  if (const auto* tube = std::get_if<Cylinder>(&shape)) {
    const Vec3d d = o.place.pose().rotation.conjugate().rotate(direction);
    if (std::abs(d[2]) > 1 - 1e-9) return 2 * tube->half_height;
  }
  double low = 1e300, high = -1e300;
  for (const Vec3d& x : pattern)
    low = std::min(low, dot(x, direction)), high = std::max(high, dot(x, direction));
  return high - low + o.spacing;
}

void set_source(const ObjectSpec& o, const SourceSpec& spec, const Shape& shape, GrainsOptions& out) {
  auto source = std::make_shared<Source>();
  source->pattern = std::move(out.positions);
  out.positions.clear();
  const Vec3d direction = normalized(spec.velocity);
  source->length = pattern_length(o, shape, source->pattern, direction);
  const double filling =
      double(source->pattern.size()) * out.point_volume * material_density(o.material);  // [kg]
  source->velocity =
      spec.rate > 0 ? direction * (spec.rate * source->length / filling) : spec.velocity;
  source->from = spec.from;
  source->until = spec.until;
  const double fillings = (source->until - source->from) * norm(source->velocity) / source->length;
  if (!(fillings * double(source->pattern.size()) <= kMostPoints))
    throw Error(
        "E0216",
        fmt::format("{} would pour about {:.2g} points", title(o), fillings * double(source->pattern.size())),
        {}, "lower its rate or velocity, or raise solver.dx");
  out.source = source;
}

}  // namespace

GrainsOptions make_points(const Scene& scene, const ObjectSpec& o) {
  const Shape shape = make_shape(o.shape, scene.folder, title(o));
  check_count(scene, o, shape);
  const GrainsSpec& spec = std::get<GrainsSpec>(o.kind);
  GrainsOptions out;
  static_cast<GrainsSettings&>(out) = spec;
  out.name = o.name;
  out.material = o.material;
  out.plane = scene.solver.plane;
  out.positions = fill(shape, o.place.pose(), {o.spacing, o.sampling, o.seed, scene.solver.plane});
  if (out.positions.empty())
    throw Error("E0223", fmt::format("{} is empty: no point lies inside its shape", title(o)), {},
                fmt::format("its points are {:.3g} m apart: lower solver.dx, or give it a smaller spacing{}",
                            o.spacing, scene.solver.plane ? "; in a plane scene it must meet y = 0" : ""));
  out.point_volume = total_volume(scene, o, shape, out.positions.size()) / double(out.positions.size());
  out.deformation = Mat3d::diagonal(o.stretch);
  if (spec.source) set_source(o, *spec.source, shape, out);
  set_velocities(scene, o, out);
  check_plane(scene, o, out);
  set_colours(o, out);
  out.look = o.look == "auto" ? look_of(material_name(o.material)) : o.look;
  if (o.force) out.force = std::make_shared<const BodyForce>(BodyForce{*o.force});
  for (const Probe& p : scene.probes)
    out.keep_rest = out.keep_rest || (p.quantity.find("displacement") != std::string::npos &&
                                      (p.object.empty() || p.object == o.name));
  for (const std::string& what : scene.output.quantities)
    out.keep_rest = out.keep_rest || what.starts_with("displacement");
  return out;
}

}  // namespace weft
