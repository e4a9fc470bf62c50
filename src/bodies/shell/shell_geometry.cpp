/// Single places of a shell in double, for measuring and drawing.
#include "bodies/shell/shell_state.h"
#include "materials/lamina_log.h"

namespace weft {

Vec3d ShellState::point(std::size_t slot, std::uint32_t k) const {
  const Vec3d x = place(patches.vertex(slot, k));
  const int tie = patches.tie(slot, k);
  return tie < 0 ? x : patches.ties.now(std::size_t(tie)).part(x);
}

Vec3d ShellState::rest_point(std::size_t slot, std::uint32_t k) const {
  const Vec3d x = vector_at(control.rest, patches.vertex(slot, k));
  const int tie = patches.tie(slot, k);
  return tie < 0 ? x : patches.ties.rest_part(std::size_t(tie), x);
}

Jet<double> ShellState::jet(std::size_t slot, int place, bool rest) const {
  const Patches::Group& g = patches.groups()[slot / 16];
  Jet<double> j = Jet<double>::zero();
  const auto w = [&](std::size_t at) { return patches.weight(slot, at); };
  // Rounded weights of derivatives sum to nothing only nearly.
  const Vec3d first = rest ? Vec3d::zero() : this->place(patches.vertex(slot, 0));
  for (std::uint32_t k = 0; k < g.points; ++k) {
    const std::size_t at = patches.at_bend(g, place, k);
    j.add(w(at + 1), w(at + 2), w(at + 3), w(at + 4), w(at + 5),
          rest                       ? rest_point(slot, k)
          : patches.tie(slot, k) < 0 ? point(slot, k) - first
                                     : point(slot, k));
  }
  return j;
}

Mat2<double> ShellState::axes(std::size_t slot, int place, int layer) const {
  const int at = (place * 2 + layer) * 4;
  const PointField& A = face.A;
  return {{{A(slot, at), A(slot, at + 1)}, {A(slot, at + 2), A(slot, at + 3)}}};
}

Columns<double> ShellState::strain(std::size_t slot, int place, int layer) const {
  const KirchhoffLove<double> s(jet(slot, place, false));
  return s.lamina(layer ? offset : -offset) * axes(slot, place, layer);
}

double ShellState::plastic_strain(std::size_t slot, int place, int layer) const {
  // With F_p = A^-1 B in two frames of the rest lamina, |ln sqrt(F_p^T F_p)| does not depend on the second.
  const KirchhoffLove<double> rest(jet(slot, place, true));
  const Columns<double> was = rest.lamina(layer ? offset : -offset) * axes(slot, place, layer);
  const LaminaMetric<double> c(was);  // of F_p^-1
  const LogStrain<double> h(c);
  return std::sqrt(2 * (h.L * h.L + h.D * h.D + h.O * h.O));
}

Vec3d ShellState::at_contact(std::size_t i, const PointField& of) const {
  // Of a tie, the part along it.
  const std::size_t slot = home_of(i) / touches.size();
  const int place = int(home_of(i) % touches.size());
  const Patches::Group& g = patches.groups()[slot / 16];
  Vec3d sum = Vec3d::zero();
  for (std::uint32_t k = 0; k < g.points; ++k) {
    const std::size_t v = patches.vertex(slot, k);
    const double N = patches.weight(slot, patches.at_touch(g, place, k));
    const int tie = patches.tie(slot, k);
    if (&of == &control.rest) sum += rest_point(slot, k) * N;
    else
      sum += (tie < 0 ? vector_at(of, v) : patches.ties.now(std::size_t(tie)).change(vector_at(of, v))) * N;
  }
  return sum;
}

void ShellState::contact_places(Range r, Real* x, Real* y, Real* z) const {
  const Real *high = control.x.group(0, 0), *low = control.low.group(0, 0);
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const std::size_t home = home_of(i), slot = home / touches.size(), lane = slot % 16;
    const Patches::Group& g = patches.groups()[slot / 16];
    const std::uint32_t* members = patches.members(g);
    const std::uint16_t* which = patches.local(g) + lane;
    const std::size_t stride = g.shared ? 1 : 16;
    const Real* N = patches.weights(g) + (g.shared ? 0 : lane) +
                    stride * patches.at_touch(g, int(home % touches.size()), 0);
    Real sum[3] = {0, 0, 0};
    for (std::uint32_t k = 0; k < g.points; ++k, which += 16, N += 3 * stride) {
      const std::size_t v = members[*which], at = v / 16 * 48 + v % 16;
      if (*which >= g.real) {
        const Vec3d part = patches.ties.now(patches.tie_of_member(g, *which)).part(place(v));
        for (std::size_t a = 0; a < 3; ++a) sum[a] += *N * Real(part[int(a)]);
        continue;
      }
      for (std::size_t a = 0; a < 3; ++a) sum[a] += *N * (high[at + 16 * a] + low[at + 16 * a]);
    }
    x[i - r.begin] = sum[0], y[i - r.begin] = sum[1], z[i - r.begin] = sum[2];
  }
}

SheetFrame<double> ShellState::contact_frame(std::size_t i, const Vec3d& d) const {
  const std::size_t slot = home_of(i) / touches.size();
  const int place = int(home_of(i) % touches.size());
  const Patches::Group& g = patches.groups()[slot / 16];
  Vec3d a1 = Vec3d::zero(), a2 = Vec3d::zero();
  for (std::uint32_t k = 0; k < g.points; ++k) {
    const Vec3d x = point(slot, k);
    const std::size_t at = patches.at_touch(g, place, k);
    a1 += x * patches.weight(slot, at + 1), a2 += x * patches.weight(slot, at + 2);
  }
  return {a1, a2, d};
}

double largest_curvature(const Jet<double>& a) {
  const KirchhoffLove<double> s(a);
  // The larger |eigenvalue| of g^-1 b.
  const Mat2<double> g{{{norm2(a.a1), dot(a.a1, a.a2)}, {dot(a.a1, a.a2), norm2(a.a2)}}};
  const double b12 = dot(a.a12, s.n);
  const Mat2<double> S = inverse(g) * Mat2<double>{{{dot(a.a11, s.n), b12}, {b12, dot(a.a22, s.n)}}};
  const double mean = 0.5 * trace(S), off = std::sqrt(std::max(mean * mean - determinant(S), 0.0));
  return std::abs(mean) + off;
}

}  // namespace weft
