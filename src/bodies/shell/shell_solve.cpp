/// ShellBody: what the implicit solve asks.
///
///   x^ = x + u,   u = dt v at control points (pins: prescribed),   d^ = (I + dt grad v) d_s
///   Phi = sum V psi(f^) + sum V chi(a^_1, a^_2, d^),   f^ = [g^_1 g^_2] A_s
///
/// Forces and energies are computed in double: Newton's method needs forces that change smoothly with v.
#include "bodies/shell/shell_body.h"
#include "bodies/torque.h"
#include "grid/settled.h"

namespace weft {

void ShellBody::begin_solve(const Step&) {
  s_.trial.started = false;
  for (PointField* f : {&s_.control.u, &s_.control.u0}) s_.control.points.set_components(*f, 3);
  for (PointField* f : {&s_.contact.tried, &s_.contact.tried0, &s_.contact.tried_pull})
    s_.contact.points.set_components(*f, 3);
  s_.trial.force.resize(s_.force.size());
  s_.trial.diagonal.resize(s_.force.size());
}

void ShellBody::try_unload(Range r, const Step& step, const AnswerBatch& in, Solve what) {
  const P dt = Real(step.dt);
  PointField& u = s_.control.u;
  for (std::size_t i = r.begin; i < r.end; i += P::width)
    for (int a = 0; a < 3; ++a) (dt * P::load(&in.v[a][i - r.begin])).store(u.group(i, a));
  if (s_.pins.empty()) return;
  for (std::size_t i = r.begin; i < r.end; ++i)
    if (s_.is_pinned(i))
      set_vector(u, i,
                 s_.pins.led(
                     i, what != Solve::change ? s_.pins.target(s_.pins.held(i)) - s_.place(i) : Vec3d::zero(),
                     vector_at(u, i)));
}

void ShellBody::try_load(Range r, const Step& step, ParcelBatch& out, Solve what) const {
  Parcels::try_load(r, step, out, what);
  const Real dt = Real(step.dt);
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const std::uint8_t axes = s_.pins.axes_of(i);  // the pin takes it
    if (axes == 7) continue;
    const Vec3r f = s_.sum_on(i, s_.trial.force);
    for (int a = 0; a < 3; ++a)
      if (!(axes >> a & 1)) out.p[a][i - r.begin] = dt * f[a];
  }
}

double ShellBody::try_elements(const Step&, Solve what) {
  constexpr std::size_t kChunk = 32;
  if (what == Solve::change) {
    parallel_chunks(s_.patches.groups().size(), kChunk, [&](Range r) { try_change(r); });
    return 0;
  }
  const double energy = reduce_chunks(
      s_.patches.groups().size(), kChunk, 0.0, [&](Range r) { return try_forces(r); },
      [](double a, double b) { return a + b; });
  if (what == kSettled)
    parallel_chunks(s_.patches.groups().size(), kChunk, [&](Range r) { settle_forces(r); });
  return energy;
}

/// What the forces on a group's members turn about where they are, with the stress at its contact points, is taken from
/// them.
void ShellBody::settle_forces(Range groups) {
  const PointField& d = s_.start_d();
  std::vector<Vec3d> x, f;
  for (std::size_t g = groups.begin; g < groups.end; ++g) {
    const Patches::Group& group = s_.patches.groups()[g];
    const std::uint32_t* members = s_.patches.members(group);
    x.clear(), f.clear();
    for (std::uint32_t u = 0; u < group.members; ++u) {
      const auto& force = s_.trial.force[group.first_member + u];
      x.push_back(s_.place(members[u]));
      f.push_back({{double(force[0]), double(force[1]), double(force[2])}});
    }
    Vec3d besides = Vec3d::zero();
    if (!s_.on_mesh())
      for (std::size_t lane = 0; lane < group.faces; ++lane)
        for (std::size_t place = 0; place < s_.touches.size(); ++place) {
          const std::size_t i = s_.contact_of(g * 16 + lane, int(place));
          besides -= cross(vector_at(d, i), vector_at(s_.contact.tried_pull, i));
        }
    take_torque(x, besides, f);
    for (std::uint32_t u = 0; u < group.members; ++u) {
      auto& force = s_.trial.force[group.first_member + u];
      for (std::size_t a = 0; a < 3; ++a) force[a] = Real(f[u][int(a)]);
    }
  }
}

namespace {

/// Over the faces of a pack that are not repeated.
double sum_faces(const Wide& energy, std::size_t faces) {
  double sum = 0;
  for (std::size_t l = 0; l < faces; ++l) sum += energy[int(l)];
  return sum;
}

}  // namespace

/// V psi and V chi, infinite where a layer is turned inside out; forces on the way.
double ShellBody::try_forces(Range groups) {
  double energy = 0;
  const LayerView layers = s_.layers(s_.start_A());
  const TouchKernel kernel = touch_kernel();
  const FieldView d = s_.contact.tried.view(), pull = s_.contact.tried_pull.view();
  each_pack<Wide>(
      s_.patches, groups,
      [&](FacePack<Wide>& pack) { pack.gather_members(s_.control.x, s_.control.low, &s_.control.u); },
      [&](FacePack<Wide>& pack, const auto& view) {
        Wide bent = 0.0, pressed = 0.0;
        for (int place = 0; place < int(s_.bends.size()); ++place) {
          const KirchhoffLove<Wide> surface(view.jet(place));
          Resultants<Wide> r = Resultants<Wide>::zero();
          bent = law_->energy(layers, {pack.slot, place}, surface, r, bent);
          view.add_forces(place, force_on_jet(surface, r));
        }
        for (int place = 0; place < kernel.places; ++place) {
          const Tangents<Wide> t = view.tangents(place);
          SheetFrame<Wide> frame(t.a1, t.a2, kernel.gather<Wide>(d, pack.slot, place));
          const ContactGradient<Wide> g = kernel.press(frame, pack.slot, place, false);
          pressed += load_as<Wide>(kernel.volume.group(pack.slot, place)) * kernel.law.contact_energy(frame);
          kernel.scatter(g.d, pull, pack.slot, place, pack.faces);
          view.add_touch(place, g);
        }
        energy += sum_faces(bent, pack.faces) + sum_faces(pressed, pack.faces);
      },
      [&](FacePack<Wide>& pack) { pack.store_forces(s_.trial.force); });
  return energy;
}

/// Layers dent where the velocities last tried lead, A_s' = A_s Y; fibres begin as much shorter or nearer to
/// the normal as friction leaves them there.
bool ShellBody::begin_from_yielded(const Step&) {
  s_.face.points.set_components(s_.face.start_A, s_.face.A.components());
  s_.contact.points.set_components(s_.contact.start, 3);
  if (!s_.trial.started) s_.face.start_A = s_.face.A, s_.contact.start = s_.contact.d;
  s_.trial.started = true;
  const auto most = [](double a, double b) { return std::max(a, b); };
  const auto yields = [&](Range r) { return yield_faces(r); };
  return reduce_chunks(s_.patches.groups().size(), 32, 0.0, yields, most) > 1e-5;
}

double ShellBody::yield_faces(Range groups) {
  P most = Real(0);
  const LayerView layers = s_.layers(s_.face.start_A);
  const TouchKernel kernel = touch_kernel();
  const FieldView tried = s_.contact.tried.view(), start = s_.contact.start.view();
  const int bends = law_->may_dent() ? int(s_.bends.size()) : 0;
  const int touches = s_.options.plastic ? kernel.places : 0;
  each_pack<P>(
      s_.patches, groups,
      [&](FacePack<P>& pack) { pack.gather_members(s_.control.x, s_.control.low, &s_.control.u); },
      [&](FacePack<P>& pack, const auto& view) {
        for (int place = 0; place < bends; ++place)
          most = max(most, law_->dent(layers, {pack.slot, place}, KirchhoffLove<P>(view.jet(place))));
        for (int place = 0; place < touches; ++place) {
          const Tangents<P> t = view.tangents(place);
          const Vec3<P> d = kernel.gather<P>(tried, pack.slot, place);
          SheetFrame<P> frame(t.a1, t.a2, d);
          kernel.law.slide(frame);
          // To first order in dt: the difference the return map makes is small beside what the step strains.
          const Vec3<P> by = frame.normal() - d;
          for (int a = 0; a < 3; ++a) most = max(most, abs(by[a]));
          kernel.scatter(kernel.gather<P>(start, pack.slot, place) + by, start, pack.slot, place, pack.faces);
        }
      },
      [](FacePack<P>&) {});
  return double(horizontal_max(most));
}

}  // namespace weft
