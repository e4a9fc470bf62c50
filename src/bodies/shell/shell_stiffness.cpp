/// ShellBody: what its faces resist between control points, for the preconditioner of the implicit solve.
///   K_pq = sum over places  sum_ab w_pa w_qb D_ab,   D = dh/djet with the force h on the jet and the jet
///   (a_1 a_2 a_11 a_12 a_22), w_p the weights of control point p in it
/// D column by column, as the change of h along each of the fifteen numbers of the jet. What presses is left out.
#include "bodies/shell/shell_body.h"

namespace weft {
namespace {

constexpr std::size_t kJet = 5;  // vectors

template <class T>
std::array<Vec3<T>*, kJet> parts(Jet<T>& j) {
  return {&j.a1, &j.a2, &j.a11, &j.a12, &j.a22};
}

template <class T>
struct Blocks {
  T at[9];
  void add(const T& w, const Blocks& b) {
    for (int c = 0; c < 9; ++c) at[c] += w * b.at[c];
  }
};

}  // namespace

void ShellBody::mesh_vertices(MeshStiffness& out) const {
  const std::size_t n = size();
  out.number.resize(n), out.held.assign(n, 0), out.mass.assign(n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    out.number[i] = s_.control.points.id(i);
    out.held[out.number[i]] = s_.is_pinned(i);
    out.mass[out.number[i]] += double(s_.control.mass(i, 0));
  }
  const auto groups = s_.patches.groups();
  out.element.assign(groups.size() + 1, 0);  // the first entry of each group
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const std::uint32_t points = groups[g].points;
    out.element[g + 1] = out.element[g] + groups[g].faces * (points * (points + 1) / 2);
    for (std::size_t lane = 0; lane < groups[g].faces; ++lane) share_contact_mass(g * 16 + lane, out);
  }
  out.entries.resize(out.element.back());
}

void ShellBody::mesh_stiffness(const Step& step, MeshStiffness& out) const {
  parallel_chunks(s_.patches.groups().size(), 4, [&](Range r) { face_stiffness(r, step.dt * step.dt, out); });
}

/// What contact points weigh, with the weights that their places have.
void ShellBody::share_contact_mass(std::size_t slot, MeshStiffness& out) const {
  const Patches::Group& g = s_.patches.groups()[slot / 16];
  for (int place = 0; place < int(s_.touches.size()); ++place) {
    if (s_.on_mesh()) return;
    const double m = double(s_.contact.mass(s_.contact_of(slot, place), 0));
    for (std::uint32_t k = 0; k < g.points; ++k)
      out.mass[s_.control.points.id(s_.patches.vertex(slot, k))] +=
          m * std::max(0.0, s_.patches.weight(slot, s_.patches.at_touch(g, place, k)));
  }
}

void ShellBody::face_stiffness(Range groups, double dt2, MeshStiffness& out) const {
  const LayerView layers = const_cast<ShellState&>(s_).layers(const_cast<ShellState&>(s_).start_A());
  Array<Blocks<P>> K, row(kJet);
  Array<Real> w;
  const auto add_place = [&](const FacePack<P>& pack, const auto& view, int place) {
    const KirchhoffLove<P> surface(view.jet(place));
    Blocks<P> D[kJet][kJet];
    for (std::size_t b = 0; b < kJet; ++b)
      for (int axis = 0; axis < 3; ++axis) {
        Jet<P> unit = Jet<P>::zero();
        (*parts(unit)[b])[axis] = P(Real(1));
        const KirchhoffLoveChange<P> bent(surface, unit);
        ResultantsChange<P> r;
        law_->change(layers, {pack.slot, place}, {surface, bent}, true, r);
        Jet<P> h = force_on_jet(surface, r.dr);
        for (std::size_t a = 0; a < kJet; ++a)
          for (int p = 0; p < 3; ++p) D[a][b].at[3 * p + axis] = (*parts(h)[a])[p];
      }
    std::size_t at = 0;
    for (std::uint32_t p = 0; p < view.points; ++p) {
      for (std::size_t b = 0; b < kJet; ++b) {
        row[b] = Blocks<P>{};
        for (std::size_t a = 0; a < kJet; ++a) row[b].add(P(view.w[view.at_bend(place, p) + 1 + a]), D[a][b]);
      }
      for (std::uint32_t q = 0; q <= p; ++q, ++at)
        for (std::size_t b = 0; b < kJet; ++b) K[at].add(P(view.w[view.at_bend(place, q) + 1 + b]), row[b]);
    }
  };
  each_pack<P>(
      s_.patches, groups,
      [&](FacePack<P>& pack) { pack.gather_members(s_.control.x, s_.control.low, &s_.control.u0); },
      [&](FacePack<P>& pack, const auto& view) {
        K.assign(view.points * (view.points + 1) / 2, Blocks<P>{});
        for (int place = 0; place < int(s_.bends.size()); ++place) add_place(pack, view, place);
        for (std::size_t lane = 0; lane < pack.faces; ++lane) {
          const std::size_t slot = pack.slot + lane;
          std::size_t to = out.element[slot / 16] + slot % 16 * K.size(), at = 0;
          const auto number = [&](std::uint32_t k) {
            return s_.control.points.id(s_.patches.vertex(slot, k));
          };
          for (std::uint32_t p = 0; p < view.points; ++p)
            for (std::uint32_t q = 0; q <= p; ++q, ++at)
              out.put(to++, {number(p), number(q)},
                      [&](int a, int b) { return Real(dt2) * K[at].at[3 * a + b][int(lane)]; });
        }
      },
      [](FacePack<P>&) {});
}

}  // namespace weft
