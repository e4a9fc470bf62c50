/// The stencils of Labelle and Shewchuk 2007. Where a face of the lattice keeps two corners p, q and loses a
/// third, n, a quadrilateral p q c_q c_p remains; both tetrahedra at the face must halve it the same way.
///   edges pn, qn of different length: the diagonal ends at the cut of the long one
///   both short (parity rule):         it begins at whichever of p, q exceeds n in an even number of
///                                     coordinates; that is one of them, as they differ along one axis
#include "geometry/tets/stencils.h"

namespace weft {
namespace {

using Corners = std::array<std::uint32_t, 3>;

bool is_long(const Lattice::Place& a, const Lattice::Place& b) { return ((a[0] ^ b[0]) & 1) == 0; }

/// True when the diagonal goes from p to c_q, false when from q to c_p.
bool begins_at_first(const Lattice::Place& p, const Lattice::Place& q, const Lattice::Place& n) {
  if (!is_long(p, q)) return is_long(q, n);
  int greater = 0;
  for (std::size_t k = 0; k < 3; ++k) greater += p[k] > n[k];
  return greater % 2 == 0;
}

/// The prism between two triangles. up[i]: the quadrilateral of corners i and i + 1 is halved from top[i] to
/// bottom[i + 1], else from top[i + 1] to bottom[i]. Not all three may be alike.
void add_prism(const Corners& top, const Corners& bottom, const std::array<bool, 3>& up,
               std::vector<std::array<std::uint32_t, 4>>& out) {
  std::size_t high = 0, low = 0;  // corners whose top, whose bottom, both neighbouring diagonals meet
  for (std::size_t i = 0; i < 3; ++i) {
    const bool here = up[i], before = up[(i + 2) % 3];
    if (here && !before) high = i;
    if (!here && before) low = i;
  }
  const std::size_t other = 3 - high - low;
  out.push_back({top[high], bottom[0], bottom[1], bottom[2]});
  out.push_back({bottom[low], top[0], top[1], top[2]});
  out.push_back({top[high], top[other], bottom[low], bottom[other]});
}

}  // namespace

void cut_tetrahedron(const CrossedTet& tet, std::vector<std::array<std::uint32_t, 4>>& out) {
  std::array<std::size_t, 4> in{}, on{}, off{};
  std::size_t ins = 0, ons = 0, offs = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    if (tet.side[k] > 0) in[ins++] = k;
    else if (tet.side[k] == 0) on[ons++] = k;
    else off[offs++] = k;
  }
  const auto& v = tet.vertex;
  const auto& c = tet.cut;
  const auto begins = [&](std::size_t p, std::size_t q, std::size_t n) {
    return begins_at_first(tet.place[p], tet.place[q], tet.place[n]);
  };
  if (ins == 0) return;
  if (offs == 0) {
    out.push_back(v);
  } else if (ins == 1) {  // a smaller tetrahedron
    std::array<std::uint32_t, 4> t = v;
    for (std::size_t k = 0; k < offs; ++k) t[off[k]] = c[in[0]][off[k]];
    out.push_back(t);
  } else if (ins == 2 && ons == 1) {  // a pyramid over a quadrilateral
    const std::size_t p = in[0], q = in[1], n = off[0];
    const std::uint32_t top = v[on[0]], c_p = c[p][n], c_q = c[q][n];
    if (begins(p, q, n)) {
      out.push_back({top, v[p], v[q], c_q});
      out.push_back({top, v[p], c_q, c_p});
    } else {
      out.push_back({top, v[p], v[q], c_p});
      out.push_back({top, v[q], c_q, c_p});
    }
  } else if (ins == 2) {  // a prism with two triangles at the two corners that stay
    const std::size_t p = in[0], q = in[1], m = off[0], n = off[1];
    const bool first = begins(p, q, m), last = !begins(p, q, n);
    // The third quadrilateral lies on the surface: whichever way makes tetrahedra.
    add_prism({v[p], c[p][m], c[p][n]}, {v[q], c[q][m], c[q][n]}, {first, first != last || !first, last},
              out);
  } else {  // a prism between a face and the triangle of cuts
    const std::size_t n = off[0];
    const std::size_t p = in[0], q = in[1], r = in[2];
    add_prism({v[p], v[q], v[r]}, {c[p][n], c[q][n], c[r][n]},
              {begins(p, q, n), begins(q, r, n), begins(r, p, n)}, out);
  }
}

}  // namespace weft
