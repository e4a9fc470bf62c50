/// ShellBody: everything that follows from where the control points are.
#include "bodies/shell/shell_body.h"

namespace weft {

TouchKernel ShellBody::touch_kernel() {
  return {law_->contact(), s_.face.touch_volume.view(), s_.contact_at.data(), int(s_.touches.size())};
}

void ShellBody::respond_all() {
  const auto part = [&](Range r) { return respond(r); };
  s_.stiffness = reduce_chunks(
      s_.patches.groups().size(), 64, ShellStiffness{}, part, [](ShellStiffness a, const ShellStiffness& b) {
        return ShellStiffness{std::max(a.mesh, b.mesh), std::max(a.contact, b.contact)};
      });
}

ShellStiffness ShellBody::respond(Range groups) {
  P fastest = Real(0), pressed = Real(0);
  const LayerView layers = s_.layers(s_.face.A);
  const TouchKernel kernel = touch_kernel();
  each_pack<P>(
      s_.patches, groups,
      [&](FacePack<P>& pack) { pack.gather_members(s_.control.x, s_.control.low, nullptr); },
      [&](FacePack<P>& pack, const auto& view) {
        fastest = max(fastest, bend(pack, view, layers));
        pressed = max(pressed, touch(pack, view, kernel));
      },
      [&](FacePack<P>& pack) { pack.store_forces(s_.force); });
  if (s_.pressure != 0) push(groups);
  return {horizontal_max(fastest), horizontal_max(pressed)};
}

/// Membrane, bending and denting; returns the largest omega^2 rho.
template <class View>
Pack<Real> ShellBody::bend(const FacePack<P>& pack, const View& view, const LayerView& layers) const {
  P fastest = Real(0);
  for (int place = 0; place < int(s_.bends.size()); ++place) {
    const KirchhoffLove<P> surface(view.jet(place));
    Resultants<P> r = Resultants<P>::zero();
    fastest = max(fastest, law_->bend(layers, {pack.slot, place}, surface, r));
    view.add_forces(place, force_on_jet(surface, r));
  }
  return fastest;
}

/// Pressure along the normal.
void ShellBody::push(Range groups) {
  each_pack<P>(
      s_.patches, groups,
      [&](FacePack<P>& pack) { pack.gather_members(s_.control.x, s_.control.low, nullptr); },
      [&](FacePack<P>&, const auto& view) {
        for (int place = 0; place < int(s_.bends.size()); ++place) {
          const Jet<P> a = view.jet(place);
          const P force = Real(s_.pressure * s_.bends[std::size_t(place)].weight);
          const Vec3<P> on = cross(a.a1, a.a2) * force;
          for (std::uint32_t k = 0; k < view.points; ++k)
            view.add_force(k, on * view.w[view.at_bend(place, k)]);
        }
      },
      [&](FacePack<P>& pack) { pack.store_forces(s_.push); });
}

/// Contact points go to their places; friction yields; returns the largest rho c^2.
template <class View>
Pack<Real> ShellBody::touch(const FacePack<P>& pack, const View& view, const TouchKernel& kernel) {
  ContactFields& c = s_.contact;
  P pressed = Real(0);
  for (int place = 0; place < kernel.places; ++place) {
    Tangents<P> t = view.tangents(place);
    SheetFrame<P> frame(t.a1, t.a2, kernel.gather<P>(c.d.view(), pack.slot, place));
    const ContactGradient<P> g = kernel.press(frame, pack.slot, place, s_.options.plastic);
    pressed = max(pressed, g.modulus);
    for (int a = 0; a < 3; ++a) t.x[a] += P(pack.origin[a]);
    kernel.scatter(t.x, c.x.view(), pack.slot, place, pack.faces);
    kernel.scatter(frame.normal(), c.d.view(), pack.slot, place, pack.faces);
    kernel.scatter(g.d, c.pull.view(), pack.slot, place, pack.faces);
    view.add_touch(place, g);
  }
  return pressed;
}

}  // namespace weft
