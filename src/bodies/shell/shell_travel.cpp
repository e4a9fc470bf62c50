/// ShellBody: to a device and back.
#include "bodies/shell/shell_body.h"
#include "exec/formula.h"

namespace weft {

std::string ShellBody::stays() const {
  if (!s_.loads.empty()) return "loads";
  if (s_.pins.partial()) return "a pin that holds single coordinates";
  if (!s_.patches.ties.empty()) return "an edge whose slope is held";
  if (s_.options.sharpen) return "it has sharpen";
  std::vector<const Expression*> formulas;
  if (s_.options.pressure.of_time) formulas.push_back(s_.options.pressure.of_time.get());
  if (s_.options.force)
    for (const Expression& e : s_.options.force->component) formulas.push_back(&e);
  for (const Expression* e : formulas)
    if (const Formula f = compile_formula(e->text(), e->variables()); !f.why.empty()) return f.why;
  return {};
}

DeviceData ShellBody::leave() {
  ShellState& s = s_;
  ShellData d;
  d.material = s.options.material;
  d.thickness = s.options.thickness, d.offset = s.offset, d.damping = s.options.damping;
  d.pressure = s.options.pressure.constant, d.of_time = s.options.pressure.of_time.get();
  d.slides = s.options.plastic;
  d.force = s.options.force.get();
  d.pins = s.pins.empty() ? nullptr : &s.pins;

  ControlFields& c = s.control;
  d.control = {size(),     c.x.view(),    c.low.view(),  c.v.view(),
               c.C.view(), c.mass.view(), c.rest.view(), c.points.ids()};
  ContactFields& t = s.contact;
  d.contact = {contacts_.size(), t.x.view(), t.v.view(),    t.C.view(),
               t.mass.view(),    t.d.view(), t.pull.view(), {}};
  for (std::size_t i = 0; d.force && i < contacts_.size(); ++i) {
    const Vec3d rest = s.at_contact(i, c.rest);
    for (int a = 0; a < 3; ++a) d.contact.rest.push_back(Real(rest[a]));
  }

  const Patches& p = s.patches;
  d.face.slots = p.slots();
  d.face.A = s.face.A.view(), d.face.volume = s.face.volume.view(),
  d.face.touch_volume = s.face.touch_volume.view();
  for (const FacePlace& place : s.bends) d.face.bends.push_back(place.weight);
  d.face.touches = int(s.touches.size());
  for (const Patches::Group& g : p.groups())
    d.face.groups.push_back(
        {g.faces, g.points, g.members, g.first_member, g.first_local, g.first_weight, g.shared});
  d.face.member = p.all_members(), d.face.contact_at = s.contact_at;
  d.face.local = p.all_local(), d.face.weight = p.all_weights();
  d.push = s.force, d.pressed = s.push;
  d.push_begin = p.force_begins(), d.push_at = p.force_list();
  const VertexLimits& l = s.vertex_limits;
  d.limit_begin = l.begin, d.limit_at = l.vertices, d.limit_weight = l.weights;
  return d;
}

/// What limits the next step is known of the body as a whole only.
void ShellBody::arrive(const DevicePeaksAtHome& peaks) {
  const BatchMotion all{Real(peaks.speed * peaks.speed), Real(peaks.gradient * peaks.gradient)};
  s_.limits.assign(s_.limits.size(), all);
  s_.contact_limits.assign(s_.contact_limits.size(), all);
  s_.stiffness = {Real(peaks.mesh), Real(peaks.modulus)};
  s_.find_dips();
}

}  // namespace weft
