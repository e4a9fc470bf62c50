/// ShellBody: how forces change around the velocities where `linearise` was called. The changes follow anew in
/// each Krylov step; that costs less than the transfers.
#include "bodies/shell/shell_body.h"

namespace weft {

void ShellBody::linearise(const Step&, bool definite) {
  s_.trial.definite = definite;
  s_.control.u0 = s_.control.u;
  s_.contact.tried0 = s_.contact.tried;
  parallel_chunks(s_.patches.groups().size(), 32, [&](Range r) { find_diagonal(r); });
}

void ShellBody::try_change(Range groups) {
  const LayerView layers = s_.layers(s_.start_A());
  const TouchKernel kernel = touch_kernel();
  const FieldView d0 = s_.contact.tried0.view(), d = s_.contact.tried.view(),
                  pull = s_.contact.tried_pull.view();
  const bool definite = s_.trial.definite;
  FacePack<P> pack(s_.patches);  // where `linearise` was called, beside the change
  const auto gather = [&](FacePack<P>& by) {
    pack.begin_group(std::size_t(&by.group() - s_.patches.groups().data()));
    pack.gather_members(s_.control.x, s_.control.low, &s_.control.u0);
    by.gather_change(s_.control.u);
  };
  const auto change = [&]<class View>(FacePack<P>& by, const View& moved) {
    pack.begin_faces(by.slot);
    const View view = pack.view<View>();
    for (int place = 0; place < int(s_.bends.size()); ++place) {
      const KirchhoffLove<P> surface(view.jet(place));
      const KirchhoffLoveChange<P> bent(surface, moved.jet(place));
      ResultantsChange<P> r;
      law_->change(layers, {by.slot, place}, {surface, bent}, definite, r);
      moved.add_forces(place,
                       definite ? force_on_jet(surface, r.dr) : change_of_force(surface, bent, r.r, r.dr));
    }
    for (int place = 0; place < kernel.places; ++place) {
      const Tangents<P> at = view.tangents(place), to = moved.tangents(place);
      const Vec3<P> fibre = kernel.gather<P>(d0, by.slot, place), turn = kernel.gather<P>(d, by.slot, place);
      const SheetFrame<P> frame(at.a1, at.a2, fibre);
      ContactGradient<P> g = kernel.change(frame, at, to, fibre, turn, definite);
      const P V = P::load(kernel.volume.group(by.slot, place));
      for (Vec3<P>* v : {&g.t[0], &g.t[1], &g.d}) *v *= V;
      kernel.scatter(g.d, pull, by.slot, place, by.faces);
      moved.add_touch(place, g);
    }
  };
  each_pack<P>(s_.patches, groups, gather, change, [&](FacePack<P>& by) { by.store_forces(s_.trial.force); });
}

namespace {

/// What a control point feels of the stiffness of its tie.
std::array<Real, 8> along(const TieNow& tie, const std::array<Real, 8>& s) {
  const Mat3d K{{{double(s[0]), double(s[1]), double(s[2])},
                 {double(s[1]), double(s[3]), double(s[4])},
                 {double(s[2]), double(s[4]), double(s[5])}}};
  const Vec3d d = tie.along * tie.on;
  const double k = dot(d, K * d);
  std::array<Real, 8> out{};
  std::size_t c = 0;
  for (int a = 0; a < 3; ++a)
    for (int b = a; b < 3; ++b, ++c) out[c] = Real(k * d[a] * d[b]);
  return out;
}

}  // namespace

/// What a control point feels of its own motion, about: with M the modulus of a layer,
///   V M (|A^T N'|^2 (I - n n^T) + xi^2 |A^T N'' A|^2 n n^T)
void ShellBody::find_diagonal(Range groups) {
  const LayerView layers = s_.layers(s_.start_A());
  std::vector<std::array<Real, 8>> sums(s_.patches.most_members());
  const auto add = [&](FacePack<P>& pack, const auto& view) {
    const std::uint16_t* which = s_.patches.local(pack.group()) + pack.slot % 16;
    for (int place = 0; place < int(s_.bends.size()); ++place) {
      const KirchhoffLove<P> surface(view.jet(place));
      for (int layer = 0; layer < 2; ++layer) {
        const P xi = Real(layer ? s_.offset : -s_.offset);
        const Mat2<P> A = axes_at<P>(layers.A, pack.slot, place * 2 + layer);
        const P VM = law_->stiffness(layers, {pack.slot, place}, surface, layer);
        for (std::uint32_t k = 0; k < view.points; ++k) {
          const std::size_t at = view.at_bend(place, k);
          const P N1 = view.w[at + 1], N2 = view.w[at + 2];
          const Mat2<P> H{{{view.w[at + 3], view.w[at + 4]}, {view.w[at + 4], view.w[at + 5]}}},
              bent = transpose(A) * (H * A);
          const P slope = square(N1 * A(0, 0) + N2 * A(1, 0)) + square(N1 * A(0, 1) + N2 * A(1, 1));
          const P in_plane = VM * slope, across = VM * xi * xi * inner(bent, bent);
          int c = 0;
          for (int a = 0; a < 3; ++a)
            for (int b = a; b < 3; ++b, ++c) {
              const P nn = surface.n[a] * surface.n[b];
              const P entry = (a == b ? in_plane : P(Real(0))) + (across - in_plane) * nn;
              for (std::size_t l = 0; l < pack.faces; ++l)
                sums[which[k * 16 + l]][std::size_t(c)] += entry[int(l)];
            }
        }
      }
    }
  };
  each_pack<P>(
      s_.patches, groups,
      [&](FacePack<P>& pack) {
        pack.gather_members(s_.control.x, s_.control.low, &s_.control.u0);
        std::fill_n(sums.begin(), pack.group().members, std::array<Real, 8>{});
      },
      add,
      [&](FacePack<P>& pack) {
        const Patches::Group& g = pack.group();
        for (std::uint32_t u = g.real; u < g.members; ++u)
          sums[u] = along(s_.patches.ties.now(s_.patches.tie_of_member(g, u)), sums[u]);
        std::copy_n(sums.begin(), g.members, s_.trial.diagonal.begin() + g.first_member);
      });
}

void ShellBody::load_stiffness(Range r, const Step& step, StiffnessBatch& out) const {
  Parcels::load_stiffness(r, step, out);
  const Real dt2 = Real(step.dt * step.dt);
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const std::uint8_t axes = s_.pins.axes_of(i);
    if (axes == 7) continue;
    for (const std::uint32_t at : s_.patches.forces_on(s_.control.points.id(i)))
      for (std::size_t a = 0, c = 0; a < 3; ++a)
        for (std::size_t b = a; b < 3; ++b, ++c)
          if (!(axes >> a & 1) && !(axes >> b & 1)) out.A[c][i - r.begin] += dt2 * s_.trial.diagonal[at][c];
  }
}

}  // namespace weft
