/// scene.resolved.toml: a scene with every default spelled out.
#include <fmt/format.h>

#include <filesystem>
#include <sstream>

#include "scene/scene.h"
#include "scene/table_reader.h"

namespace weft {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (unsigned char c : text) {
    if (c == '"' || c == '\\') out += '\\', out += char(c);
    else if (c < 32 || c == 127) out += fmt::format("\\u{:04X}", int(c));
    else out += char(c);
  }
  return out + "\"";
}

// "{}" writes the shortest digits that read back as the same number.
std::string list(const Vec3d& v) { return fmt::format("[{}, {}, {}]", v[0], v[1], v[2]); }
std::string list(const Colour& c) {
  return fmt::format("[{}, {}, {}]", double(c[0]), double(c[1]), double(c[2]));
}
std::string list(const Formulas& f) {
  return fmt::format("[{}, {}, {}]", quoted(f[0].text()), quoted(f[1].text()), quoted(f[2].text()));
}

/// A run folder is another place than the scene's, so paths are written whole.
std::string whole_path(const std::string& folder, const std::string& path) {
  return quoted(std::filesystem::absolute(std::filesystem::path(folder) / path).lexically_normal().string());
}

struct ShapeText {
  std::string folder;
  std::string operator()(const Plane& s) const { return fmt::format("plane = {}", list(s.normal)); }
  std::string operator()(const Sphere& s) const { return fmt::format("sphere = {}", s.radius); }
  std::string operator()(const Box& s) const { return fmt::format("box = {}", list(s.half * 2.0)); }
  std::string operator()(const Capsule& s) const {
    return fmt::format("capsule = {{ radius = {}, length = {} }}", s.radius, 2 * s.half_length);
  }
  std::string operator()(const Cylinder& s) const {
    return fmt::format("cylinder = {{ radius = {}, height = {} }}", s.radius, 2 * s.half_height);
  }
  std::string operator()(const MeshFile& s) const {
    return fmt::format("mesh = {}, scale = {}", whole_path(folder, s.path), s.scale);
  }
};

class Writer {
 public:
  void line(const std::string& text) { out_ << text << "\n"; }
  void key(const std::string& name, const std::string& value) { out_ << name << " = " << value << "\n"; }
  void number(const std::string& name, double value) { key(name, fmt::format("{}", value)); }
  std::string text() const { return out_.str(); }

 private:
  std::ostringstream out_;
};

std::string rotation(const Placement& p) {
  return fmt::format("{{ axis = {}, angle = {} }}", list(p.axis), p.angle);
}

void write_place(Writer& w, const Placement& p) {
  w.key("at", list(p.at));
  if (p.angle != 0) w.key("rotate", rotation(p));
}

std::string material_text(const ObjectSpec& o) {
  std::string out = fmt::format("{{ law = \"{}\"", material_name(o.material));
  visit_fields(o.material, [&](const FieldInfo& f, const double& value) {
    out += fmt::format(", {} = {}", f.name, value);
  });
  return out + " }";
}

std::string keys_text(const std::vector<KeySpec>& keys) {
  std::string out = "[";
  for (const KeySpec& k : keys)
    out += fmt::format("{}{{ time = {}, at = {}{} }}", out.size() > 1 ? ", " : "", k.time, list(k.place.at),
                       k.place.angle == 0 ? "" : ", rotate = " + rotation(k.place));
  return out + "]";
}

std::string pin_text(const PinSpec& p) {
  std::vector<std::string> parts;
  if (p.box) parts.push_back(fmt::format("box = [{}, {}]", list(p.box->lower), list(p.box->upper)));
  if (p.nearest) parts.push_back("nearest = " + list(*p.nearest));
  if (!p.ids.empty()) parts.push_back(fmt::format("ids = [{}]", fmt::join(p.ids, ", ")));
  if (p.roots) parts.push_back("roots = true");
  if (p.ends) parts.push_back("ends = true");
  if (!p.follow.empty()) {
    parts.push_back("follow = " + quoted(p.follow));
  } else {
    parts.push_back("about = " + list(p.about));
    if (!p.keys.empty()) parts.push_back("keys = " + keys_text(p.keys));
    else parts.push_back(fmt::format("velocity = {}, spin = {}", list(p.velocity), list(p.spin)));
  }
  if (p.release) parts.push_back(fmt::format("release = {}", *p.release));
  return fmt::format("{{ {} }}", fmt::join(parts, ", "));
}

struct ThinShapeText {
  std::string folder, hair_on;
  template <class Maker>
  std::string maker_text(const Maker& m) const {
    std::vector<std::string> parts;
    for (const auto& f : m.fields()) parts.push_back(fmt::format("{} = {}", f.name, m.*f.member));
    for (const auto& word : m.words())
      parts.push_back(fmt::format("{} = {}", word.name, quoted(m.*word.member)));
    if (!hair_on.empty()) parts.push_back("on = " + whole_path(folder, hair_on));
    return fmt::format("{} = {{ {} }}", m.name, fmt::join(parts, ", "));
  }
  template <class... Maker>
  std::string operator()(const std::variant<Maker...>& v) const {
    return std::visit([this](const auto& m) { return maker_text(m); }, v);
  }
  std::string operator()(const MeshFile& f) const {
    return fmt::format("mesh = {}, scale = {}", whole_path(folder, f.path), f.scale);
  }
  std::string operator()(const CurveFile& f) const {
    return fmt::format("curves = {}, scale = {}", whole_path(folder, f.path), f.scale);
  }
};

void write_thin(Writer& w, const ObjectSpec& o, const std::string& folder) {
  const ThinSpec& t = *o.thin;
  w.key("shape", "{ " + std::visit(ThinShapeText{folder, t.hair_on}, t.shape) + " }");
  write_place(w, o.place);
  w.key("material", material_text(o));
  w.number("thickness", t.thickness);
  w.key("velocity", list(o.velocity));
  w.key("spin", list(o.spin));
  w.key("stretch", list(o.stretch));
  w.number("damping", o.damping);
  w.number("bending", t.bending);
  w.number("tear", t.tear);
  if (t.contact_points) w.key("contact_points", std::to_string(*t.contact_points));
  static constexpr const char* kStrain[] = {"hybrid", "grid", "mesh"};
  w.key("strain", quoted(kStrain[int(t.strain)]));
  w.key("plastic", t.plastic ? "true" : "false");
  if (o.force) w.key("force", list(*o.force));
  if (!t.pins.empty()) {
    w.line("pins = [");
    for (const PinSpec& p : t.pins) w.line("  " + pin_text(p) + ",");
    w.line("]");
  }
  w.key("colour", list(o.colour.colour));
  w.key("look", quoted(o.look));
}

void write_object(Writer& w, const ObjectSpec& o, const std::string& folder) {
  w.line("\n[[object]]");
  w.key("name", quoted(o.name));
  w.key("type", quoted(o.type));
  if (o.thin) return write_thin(w, o, folder);
  w.key("shape", "{ " + std::visit(ShapeText{folder}, o.shape) + " }");
  write_place(w, o.place);
  w.key("material", material_text(o));
  w.number("spacing", o.spacing);
  static constexpr const char* kSampling[] = {"lattice", "jittered", "poisson"};
  w.key("sampling", quoted(kSampling[int(o.sampling)]));
  w.key("seed", std::to_string(o.seed));
  if (o.velocity_of) w.key("velocity", list(*o.velocity_of));
  if (!o.source) {
    if (!o.velocity_of) w.key("velocity", list(o.velocity));
    w.key("spin", list(o.spin));
    w.key("stretch", list(o.stretch));
  }
  w.number("damping", o.damping);
  if (o.force) w.key("force", list(*o.force));
  w.key("colour", o.colour.by.empty() ? list(o.colour.colour)
                                      : fmt::format("{{ by = \"{}\", from = {}, to = {} }}", o.colour.by,
                                                    list(o.colour.from), list(o.colour.to)));
  w.key("look", quoted(o.look));
  if (const auto& s = o.source)
    w.key("source", fmt::format("{{ {}velocity = {}, from = {}, until = {} }}",
                                s->rate > 0 ? fmt::format("rate = {}, ", s->rate) : "", list(s->velocity),
                                s->from, s->until));
}

void write_collider(Writer& w, const ColliderSpec& c, const std::string& folder) {
  static constexpr const char* kBoundary[] = {"sticky", "slip", "separate", "symmetry"};
  w.line("\n[[collider]]");
  w.key("name", quoted(c.name));
  w.key("shape", "{ " + std::visit(ShapeText{folder}, c.shape) + " }");
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
  for (const char* name : {"case", "run", "expect", "point", "transfer", "shell"})
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
  w.number("cfl", s.cfl);
  w.number("safety", s.stiffness_safety);
  w.number("dt_max", s.dt_max);
  w.number("dt_min", s.dt_min);
  if (s.dt_fixed > 0) w.number("dt", s.dt_fixed);
  w.key("gravity", list(s.gravity));

  for (const ObjectSpec& o : scene.objects) write_object(w, o, scene.folder);
  for (const ColliderSpec& c : scene.colliders) write_collider(w, c, scene.folder);
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
