/// [[object]] with every default spelled out.
#include "scene/write/writing.h"

namespace weft {

std::string material_text(const ObjectSpec& o) {
  std::string out = fmt::format("{{ law = \"{}\"", material_name(o.material));
  visit_fields(o.material, [&](const FieldInfo& f, const double& value) {
    out += fmt::format(", {} = {}", f.name, value);
  });
  return out + " }";
}

namespace {

std::string pin_text(const PinSpec& p) {
  std::vector<std::string> parts;
  if (p.box) parts.push_back(fmt::format("box = [{}, {}]", list(p.box->lower), list(p.box->upper)));
  if (p.nearest) parts.push_back("nearest = " + list(*p.nearest));
  if (!p.ids.empty()) parts.push_back(fmt::format("ids = [{}]", fmt::join(p.ids, ", ")));
  if (p.roots) parts.push_back("roots = true");
  if (p.tips) parts.push_back("tips = true");
  if (p.ends) parts.push_back("ends = true");
  if (!p.where.empty()) parts.push_back("where = " + quoted(p.where));
  if (p.clamp) parts.push_back("clamp = true");
  if (p.bones) {
    parts.push_back("bones = true");
  } else if (!p.follow.empty()) {
    parts.push_back("follow = " + quoted(p.follow));
    if (!p.bone.empty()) parts.push_back("bone = " + quoted(p.bone));
  } else {
    parts.push_back("about = " + list(p.about));
    if (!p.keys.empty()) parts.push_back("keys = " + keys_text(p.keys));
    else parts.push_back(fmt::format("velocity = {}, spin = {}", list(p.velocity), list(p.spin)));
  }
  if (p.release) parts.push_back(fmt::format("release = {}", *p.release));
  return fmt::format("{{ {} }}", fmt::join(parts, ", "));
}

}  // namespace

void write_pins(Writer& w, const std::vector<PinSpec>& pins) {
  if (pins.empty()) return;
  w.line("pins = [");
  for (const PinSpec& p : pins) w.line("  " + pin_text(p) + ",");
  w.line("]");
}

namespace {

/// The inside of shape = { } where makers have a word.
struct MadeShapeText {
  std::string folder;
  GrowsOn grows_on;
  template <class Maker>
  std::string maker_text(const Maker& m) const {
    std::vector<std::string> parts;
    for (const auto& f : m.fields()) parts.push_back(fmt::format("{} = {}", f.name, m.*f.member));
    for (const auto& word : m.words())
      parts.push_back(fmt::format("{} = {}", word.name, quoted(m.*word.member)));
    if (!grows_on.mesh.empty()) parts.push_back("on = " + whole_path(folder, grows_on.mesh));
    if (!grows_on.figure.empty()) parts.push_back("figure = " + quoted(grows_on.figure));
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

}  // namespace

std::string hair_shape_text(const HairSpec& h, const std::string& folder) {
  return std::visit(MadeShapeText{folder, h.grows_on}, h.shape);
}

namespace {

void write_thin(Writer& w, const ObjectSpec& o, const std::string& folder) {
  const ThinSpec& t = *o.thin;
  w.key("shape", "{ " + std::visit(MadeShapeText{folder, t.grows_on}, t.shape) + " }");
  if (t.grows_on.figure.empty()) write_place(w, o.place);  // otherwise the figure's head says where
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
  write_pins(w, t.pins);
  w.key("colour", list(o.colour.colour));
  w.key("look", quoted(o.look));
}

void write_shell(Writer& w, const ObjectSpec& o, const std::string& folder) {
  const ShellSpec& s = *o.shell;
  w.key("shape", "{ " + std::visit(MadeShapeText{folder, {}}, s.shape) + " }");
  if (s.rest) w.key("rest", "{ " + std::visit(MadeShapeText{folder, {}}, *s.rest) + " }");
  write_place(w, o.place);
  w.key("material", material_text(o));
  w.number("thickness", s.thickness);
  w.key("velocity", list(o.velocity));
  w.key("spin", list(o.spin));
  w.key("stretch", list(o.stretch));
  w.number("damping", o.damping);
  w.key("coupling", s.coupling == Coupling::mesh ? "\"mesh\"" : "\"grid\"");
  w.key("layers", s.layers == Layers::paper ? "\"paper\"" : "\"gauss\"");
  w.key("quadrature", std::to_string(s.quadrature));
  if (s.contact_points) w.key("contact_points", std::to_string(*s.contact_points));
  w.key("corners", s.corners == BoundaryRule::edge_only ? "\"round\"" : "\"sharp\"");
  w.key("plastic", s.plastic ? "true" : "false");
  w.number("pressure", s.pressure);
  if (s.pressure_over_time) w.key("pressure_over_time", quoted(s.pressure_over_time->text()));
  if (o.force) w.key("force", list(*o.force));
  write_pins(w, s.pins);
  w.key("colour", list(o.colour.colour));
  w.key("look", quoted(o.look));
}

}  // namespace

std::string sampling_text(Sampling sampling) {
  static constexpr const char* kSampling[] = {"lattice", "jittered", "poisson"};
  return quoted(kSampling[int(sampling)]);
}

void write_object(Writer& w, const ObjectSpec& o, const std::string& folder) {
  w.line("\n[[object]]");
  w.key("name", quoted(o.name));
  w.key("type", quoted(o.type));
  if (o.thin) return write_thin(w, o, folder);
  if (o.shell) return write_shell(w, o, folder);
  if (o.rigid) return write_rigid(w, o, folder);
  if (o.solid) return write_solid(w, o, folder);
  if (o.hair) return write_hair(w, o, folder);
  if (o.putty) return write_putty(w, o, folder);
  w.key("shape", "{ " + shape_text(o.shape, folder) + " }");
  write_place(w, o.place);
  w.key("material", material_text(o));
  w.number("spacing", o.spacing);
  w.key("sampling", sampling_text(o.sampling));
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

}  // namespace weft
