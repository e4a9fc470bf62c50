/// ShellBody with Coupling::mesh.
///
///   v^L = v + dt (f/m + g)             control points, by themselves
///   v_q = sum N v^L                    contact points, the only parcels; they stand for the whole mass
///   v   = v^L + 1/m sum_q N m_q dv_q   dv_q where something presses on q (motion_kernel.h)
///   x  += dt v                         momentum is kept: sum_p N_p = 1
///
/// The grid acts only where something presses on the shell: elsewhere it moves without the grid's smoothing.
/// What touches it feels the momentum of all contact points near, also of those that are not pressed; that
/// balance is not exact.
#include "bodies/shell/shell_body.h"
#include "exec/error.h"

namespace weft {

void ShellBody::predict(const Step& step) {
  if (step.implicit)
    throw Error("E0511", "object \"" + name() + "\": coupling = \"mesh\" takes explicit steps", {},
                "set step = \"explicit\" or coupling = \"grid\"", Exit::simulation);
  s_.dt = step.dt;
  const ShellOptions& o = s_.options;
  ControlFields& c = s_.control;
  parallel_chunks(size(), 1 << 11, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      Vec3r f = s_.sum_on(i, s_.force);
      if (s_.pressure != 0) f += s_.sum_on(i, s_.push);
      Vec3d a = o.gravity;
      if (o.force) a += o.force->at(vector_at(c.rest, i), s_.place(i), step.time);
      const double m = std::max(double(c.mass(i, 0)), 1e-300);
      Vec3d v = vector_at(c.v, i) + (a + f.as<double>() * (1 / m)) * step.dt;
      if (s_.is_pinned(i)) v = (s_.pins.target(s_.pins.held(i)) - s_.place(i)) * (1 / step.dt);
      set_vector(c.predicted, i, v);
    }
  });
  interpolate_velocities();
}

void ShellBody::interpolate_velocities() {
  const TouchKernel kernel = touch_kernel();
  parallel_chunks(s_.patches.groups().size(), 64, [&](Range groups) {
    each_pack<P>(
        s_.patches, groups, [&](FacePack<P>& pack) { pack.gather_change(s_.control.predicted); },
        [&](FacePack<P>& pack, const auto& view) {
          for (int place = 0; place < kernel.places; ++place) {
            Vec3<P> v = Vec3<P>::zero();
            for (std::uint32_t k = 0; k < view.points; ++k)
              v += view.point(k) * view.w[view.at_touch(place, k)];
            kernel.scatter(v, s_.contact.v.view(), pack.slot, place, pack.faces);
          }
        },
        [](FacePack<P>&) {});
  });
}

/// What the grid gave contact points goes to the control points.
void ShellBody::spread_kicks() {
  const TouchKernel kernel = touch_kernel();
  parallel_chunks(s_.patches.groups().size(), 64, [&](Range groups) {
    each_pack<P>(
        s_.patches, groups, [&](FacePack<P>& pack) { pack.gather_change(s_.control.predicted); },
        [&](FacePack<P>& pack, const auto& view) {
          for (int place = 0; place < kernel.places; ++place) {
            const Vec3<P> kick = kernel.gather<P>(s_.contact.kick.view(), pack.slot, place);
            if (!any(norm2(kick) > P(Real(0)))) continue;
            for (std::uint32_t k = 0; k < view.points; ++k)
              view.add_force(k, kick * view.w[view.at_touch(place, k)]);
          }
        },
        [&](FacePack<P>& pack) { pack.store_forces(s_.impulse); });
  });
}

void ShellBody::move_on_mesh(const Step& step) {
  spread_kicks();
  ControlFields& c = s_.control;
  parallel_chunks(s_.limits.size(), 16, [&](Range batches) {
    for (std::size_t b = batches.begin; b < batches.end; ++b) {
      s_.limits[b] = {};
      for (std::size_t i = b * kBatch; i < std::min(size(), (b + 1) * kBatch); ++i) {
        Vec3d v = vector_at(c.predicted, i), x;
        if (s_.is_pinned(i)) {
          x = s_.pins.target(s_.pins.held(i));
        } else {
          v += s_.sum_on(i, s_.impulse).as<double>() * (1 / std::max(double(c.mass(i, 0)), 1e-300));
          x = s_.place(i) + v * step.dt;
        }
        s_.put(i, x);
        set_vector(c.v, i, v);
        s_.limits[b].speed2 = std::max(s_.limits[b].speed2, Real(norm2(v)));
      }
    }
  });
}

}  // namespace weft
