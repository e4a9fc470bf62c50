#include "bodies/shell/shell_forces.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = 16;  // groups

}  // namespace

ShellForces::Speeds ShellForces::respond(const Places& x, const Places& v, const LayerDamping& tau) {
  strain_.resize(s_.patches.force_count());
  const auto faster = [](const Speeds& a, const Speeds& b) {
    return Speeds{std::max(a.omega2, b.omega2), std::max(a.stretch, b.stretch), std::max(a.bend, b.bend)};
  };
  Speeds speeds = reduce_chunks(
      s_.patches.groups().size(), kChunk, Speeds{}, [&](Range r) { return respond(r, x, v, tau); }, faster);
  for (double* of : {&speeds.omega2, &speeds.stretch, &speeds.bend}) *of /= law_.density();
  return speeds;
}

ShellForces::Speeds ShellForces::respond(Range groups, const Places& x, const Places& v,
                                         const LayerDamping& tau) {
  LayerPace<Wide> fastest;
  const LayerView layers = s_.layers(s_.face.A);
  FacePack<Wide> still(s_.patches);  // where the faces are, beside how they move
  const auto gather = [&](FacePack<Wide>& moving) {
    still.begin_group(std::size_t(&moving.group() - s_.patches.groups().data()));
    still.gather_from_first(x);
    moving.gather_speeds(v, x);
  };
  const auto bend = [&]<class View>(FacePack<Wide>& moving, const View& by) {
    still.begin_faces(moving.slot);
    const View view = still.view<View>();
    for (int place = 0; place < int(s_.bends.size()); ++place) {
      const KirchhoffLove<Wide> surface(view.jet(place));
      const KirchhoffLoveChange<Wide> change(surface, by.jet(place));
      Resultants<Wide> r = Resultants<Wide>::zero();
      const LayerPace<Wide> pace = law_.respond(layers, {moving.slot, place}, {surface, change}, tau, r);
      fastest.omega2 = max(fastest.omega2, pace.omega2);
      fastest.stretch = max(fastest.stretch, pace.stretch);
      fastest.bend = max(fastest.bend, pace.bend);
      by.add_forces(place, force_on_jet(surface, r));
    }
  };
  each_pack<Wide>(s_.patches, groups, gather, bend, [&](FacePack<Wide>& moving) {
    moving.balance_first();
    moving.store_forces(strain_);
  });
  return {horizontal_max(fastest.omega2), horizontal_max(fastest.stretch), horizontal_max(fastest.bend)};
}

void ShellForces::push(const Places& x, double pressure) {
  if (pressure == 0) return push_.clear();
  push_.resize(s_.patches.force_count());
  parallel_chunks(s_.patches.groups().size(), kChunk, [&](Range groups) {
    each_pack<Wide>(
        s_.patches, groups, [&](FacePack<Wide>& pack) { pack.gather_from_first(x); },
        [&](FacePack<Wide>&, const auto& view) {
          for (int place = 0; place < int(s_.bends.size()); ++place) {
            const Jet<Wide> a = view.jet(place);
            const Vec3<Wide> on = cross(a.a1, a.a2) * Wide(pressure * s_.bends[std::size_t(place)].weight);
            for (std::uint32_t k = 0; k < view.points; ++k)
              view.add_force(k, on * view.w[view.at_bend(place, k)]);
          }
        },
        [&](FacePack<Wide>& pack) { pack.store_forces(push_); });
  });
}

}  // namespace weft
