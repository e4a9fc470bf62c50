/// scene.resolved.toml: a scene with every default spelled out.
#include <sstream>

#include "scene/read/table_reader.h"
#include "scene/write/writing.h"

namespace weft {
namespace {

void write_collider(Writer& w, const ColliderSpec& c, const std::string& folder) {
  static constexpr const char* kBoundary[] = {"sticky", "slip", "separate", "symmetry"};
  w.line("\n[[collider]]");
  w.key("name", quoted(c.name));
  w.key("shape", "{ " + shape_text(c.shape, folder) + " }");
  w.key("boundary", quoted(kBoundary[int(c.boundary)]));
  if (c.boundary != Boundary::sticky) w.number("friction", c.friction);
  if (!c.visible) w.key("visible", "false");
  w.key("colour", list(c.colour));
  w.key("look", quoted(c.look));
  if (c.keys.empty()) {
    write_place(w, c.place);
    w.key("velocity", list(c.velocity));
    w.key("spin", list(c.spin));
  } else {
    w.key("keys", keys_text(c.keys));
  }
  if (c.sequence)
    w.key("sequence",
          fmt::format("{{ files = {}, fps = {} }}", whole_path(folder, c.sequence->files), c.sequence->fps));
}

void write_probe(Writer& w, const Probe& p) {
  std::vector<std::string> parts;
  if (!p.object.empty()) parts.push_back("object = " + quoted(p.object));
  if (!p.collider.empty()) parts.push_back("collider = " + quoted(p.collider));
  if (!p.quantity.empty()) parts.push_back("quantity = " + quoted(p.quantity));
  if (!p.take.empty()) parts.push_back("take = " + quoted(p.take));
  if (p.nearest) parts.push_back("nearest = " + list(*p.nearest));
  if (p.id) parts.push_back(fmt::format("id = {}", *p.id));
  if (p.box) parts.push_back(fmt::format("box = [{}, {}]", list(p.box->lower), list(p.box->upper)));
  w.line("\n[[probe]]");
  w.key("name", quoted(p.name));
  w.key("measure", fmt::format("{{ {} }}", fmt::join(parts, ", ")));
  w.key("every", p.every_step ? "\"step\"" : "\"frame\"");
}

/// What validation reads travels unchanged.
std::string other_tables(const Scene& scene) {
  if (!scene.document) return {};
  toml::table rest;
  for (const char* name : {"case", "run", "expect", "point", "transfer", "shell", "solid"})
    if (const toml::node* n = scene.document->root.get(name)) rest.insert_or_assign(name, *n);
  if (rest.empty()) return {};
  std::ostringstream out;
  out << "\n" << toml::toml_formatter(rest) << "\n";
  return out.str();
}

}  // namespace

std::string write_resolved(const Scene& scene) {
  Writer w;
  w.line("# Every value that was used, in SI units. Written by the program; edit the scene itself instead.");
  w.line("format = 1");
  w.key("title", quoted(scene.title));
  const bool whole = scene.time.end == (scene.time.last - scene.time.first) / scene.time.fps;
  w.line("\n[time]");
  w.number("fps", scene.time.fps);
  if (whole) w.key("frames", fmt::format("[{}, {}]", scene.time.first, scene.time.last));
  else w.number("duration", scene.time.end);

  const Solver& s = scene.solver;
  w.line("\n[solver]");
  w.number("dx", s.dx);
  w.key("degree", std::to_string(s.degree));
  w.key("plane", s.plane ? "true" : "false");
  w.key("transfer", s.weight_gradient ? "\"gradient\"" : "\"mls\"");
  w.key("step", s.step == Stepping::implicitly  ? "\"implicit\""
                : s.step == Stepping::automatic ? "\"auto\""
                                                : "\"explicit\"");
  w.key("linear", s.implicit.minres ? "\"minres\"" : "\"cg\"");
  w.key("stiffness", s.implicit.exact ? "\"exact\"" : "\"definite\"");
  w.key("coarse", s.implicit.coarse ? "true" : "false");
  w.number("tolerance", s.implicit.tolerance);
  w.key("newton", std::to_string(s.implicit.newton));
  w.key("krylov", std::to_string(s.implicit.krylov));
  w.key("yield_rounds", std::to_string(s.implicit.yield_rounds));
  w.number("cfl", s.cfl);
  w.number("safety", s.stiffness_safety);
  w.number("dt_max", s.dt_max);
  w.number("dt_min", s.dt_min);
  if (s.dt_fixed > 0) w.number("dt", s.dt_fixed);
  w.key("gravity", list(s.gravity));

  for (const ObjectSpec& o : scene.objects) write_object(w, o, scene.folder);
  for (const ColliderSpec& c : scene.colliders) write_collider(w, c, scene.folder);
  for (const PairSpec& p : scene.pairs) {
    w.line("\n[[pair]]");
    w.key("between", fmt::format("[{}, {}]", quoted(p.a), quoted(p.b)));
    w.number("friction", p.friction);
  }
  for (const JointSpec& j : scene.joints) write_joint(w, j);
  for (const Probe& p : scene.probes) write_probe(w, p);

  const OutputSpec& o = scene.output;
  std::vector<std::string> write, quantities;
  for (const std::string& name : o.write) write.push_back(quoted(name));
  for (const std::string& name : o.quantities) quantities.push_back(quoted(name));
  w.line("\n[output]");
  w.key("write", fmt::format("[{}]", fmt::join(write, ", ")));
  w.key("quantities", fmt::format("[{}]", fmt::join(quantities, ", ")));
  w.key("every", std::to_string(o.every));
  w.key("checkpoint", std::to_string(o.checkpoint));
  w.key("keep", std::to_string(o.keep));

  const RenderSpec& r = scene.render;
  w.line("\n[render]");
  if (r.camera)
    w.key("camera", fmt::format("{{ from = {}, to = {}, angle = {} }}", list(r.camera->from),
                                list(r.camera->to), r.camera->angle));
  w.key("size", fmt::format("[{}, {}]", r.width, r.height));
  w.key("samples", std::to_string(r.samples));
  if (r.still) w.key("still", std::to_string(*r.still));
  if (r.background) w.key("background", list(*r.background));
  w.key("ground", r.ground ? "true" : "false");
  w.key("surfaces", r.surfaces ? "true" : "false");
  w.key("sun", fmt::format("{{ direction = {}, colour = {}, strength = {}, softness = {} }}",
                           list(r.sun.direction), list(r.sun.colour), r.sun.strength, r.sun.softness));
  w.number("sky", r.sky);
  if (!r.colour.empty()) w.key("colour", quoted(r.colour));
  if (r.range) w.key("range", fmt::format("[{}, {}]", (*r.range)[0], (*r.range)[1]));
  return w.text() + other_tables(scene);
}

}  // namespace weft
