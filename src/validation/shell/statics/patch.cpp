#include "validation/shell/statics/patch.h"

#include <algorithm>
#include <cmath>

namespace weft {

int Patch::high_u() const {
  if (options_.edges[1] == EdgeKind::joined) return options_.faces_u - 1;
  return options_.faces_u + (is_extended(1) ? 1 : 0);
}

int Patch::high_v() const {
  if (options_.edges[2] == EdgeKind::joined) return options_.faces_v - 1;
  return options_.faces_v + (is_extended(2) ? 1 : 0);
}

Patch::Patch(PatchOptions options) : options_(std::move(options)) {
  const int nu = options_.faces_u, nv = options_.faces_v;
  // Weights on the samples at i - 1, i, i + 1 with which the limit surface meets X to fourth order; on an
  // open edge it passes through the control points.
  const auto weights = [](bool end) {
    return end ? std::array<double, 3>{0, 1, 0} : std::array<double, 3>{-1. / 6, 8. / 6, -1. / 6};
  };
  const auto ends = [&](int i, int n, int low, int high) {
    return (i == 0 && options_.edges[std::size_t(low)] == EdgeKind::open) ||
           (i == n && options_.edges[std::size_t(high)] == EdgeKind::open);
  };
  for (int j = low_v(); j <= high_v(); ++j)
    for (int i = low_u(); i <= high_u(); ++i) {
      const auto wu = weights(ends(i, nu, 3, 1)), wv = weights(ends(j, nv, 0, 2));
      Vec3d x = Vec3d::zero();
      for (int b = 0; b < 3; ++b)
        for (int a = 0; a < 3; ++a) {
          const double w = wu[std::size_t(a)] * wv[std::size_t(b)];
          if (w != 0) x += options_.surface(double(i + a - 1) / nu, double(j + b - 1) / nv) * w;
        }
      mesh_.vertices.push_back(x);
    }
  const int last_u = options_.edges[1] == EdgeKind::joined ? nu - 1 : high_u() - 1;
  const int last_v = options_.edges[2] == EdgeKind::joined ? nv - 1 : high_v() - 1;
  for (int j = low_v(); j <= last_v; ++j)
    for (int i = low_u(); i <= last_u; ++i) {
      mesh_.quads.push_back({vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1)});
      bare_.push_back(i < 0 || j < 0 || i >= nu || j >= nv);
    }
}

std::uint32_t Patch::vertex(int i, int j) const {
  if (options_.edges[1] == EdgeKind::joined) i = (i + options_.faces_u) % options_.faces_u;
  if (options_.edges[2] == EdgeKind::joined) j = (j + options_.faces_v) % options_.faces_v;
  const int wide = high_u() - low_u() + 1;
  return std::uint32_t((j - low_v()) * wide + i - low_u());
}

std::uint32_t Patch::face(int i, int j) const {
  const int wide = (options_.edges[1] == EdgeKind::joined ? options_.faces_u : high_u() - low_u());
  return std::uint32_t((j - low_v()) * wide + i - low_u());
}

SurfacePlace Patch::place(double u, double v) const {
  const auto cell = [](double a, int n) { return std::clamp(int(std::floor(a * n)), 0, n - 1); };
  const int i = cell(u, options_.faces_u), j = cell(v, options_.faces_v);
  const auto within = [](double a) { return std::clamp(a, 0.0, 1.0); };
  return {face(i, j), within(u * options_.faces_u - i), within(v * options_.faces_v - j)};
}

std::vector<FaceEdge> Patch::edge(int which) const {
  std::vector<FaceEdge> out;
  const int nu = options_.faces_u, nv = options_.faces_v;
  for (int m = 0; m < (which % 2 == 0 ? nu : nv); ++m) {
    const int i = which % 2 == 0 ? m : (which == 1 ? nu - 1 : 0),
              j = which % 2 == 1 ? m : (which == 2 ? nv - 1 : 0);
    out.push_back({face(i, j), which});
  }
  return out;
}

std::uint32_t Patch::from_edge(int edge, int row, int m) const {
  switch (edge) {
    case 0:
      return vertex(m, row);
    case 1:
      return vertex(options_.faces_u - row, m);
    case 2:
      return vertex(m, options_.faces_v - row);
    default:
      return vertex(row, m);
  }
}

template <class Act>
void Patch::along(int edge, Act&& act) const {
  const bool in_u = edge % 2 == 0;
  for (int m = in_u ? low_u() : low_v(); m <= (in_u ? high_u() : high_v()); ++m) act(m);
}

void Patch::hold(Ties& ties, int edge, int k, double c) const {
  const auto part = [&](int row, int m) { return 3 * std::size_t(from_edge(edge, row, m)) + std::size_t(k); };
  along(edge, [&](int m) {
    if (is_extended(edge)) ties.tie(part(-1, m), {{part(0, m), -4}, {part(1, m), -1}}, 6 * c);
    else ties.fix(part(0, m), c);
  });
}

void Patch::clamp(Ties& ties, int edge, int k) const {
  const auto part = [&](int row, int m) { return 3 * std::size_t(from_edge(edge, row, m)) + std::size_t(k); };
  along(edge, [&](int m) {
    if (is_extended(edge)) {
      ties.tie(part(-1, m), {{part(1, m), 1}});
      ties.tie(part(0, m), {{part(1, m), -0.5}});
    } else {
      ties.fix(part(0, m));
      ties.fix(part(1, m));
    }
  });
}

void Patch::mirror(Ties& ties, int edge, int k) const {
  along(edge, [&](int m) {
    for (int c = 0; c < 3; ++c) {
      const auto part = [&](int row) { return 3 * std::size_t(from_edge(edge, row, m)) + std::size_t(c); };
      if (c == k) ties.fix(part(0));
      ties.tie(part(-1), {{part(1), c == k ? -1.0 : 1.0}});
    }
  });
}

Vec3d limit_point(const ShellModel& m, const SurfacePlace& at, const Points& x) {
  const LimitStencils s = limit_stencils(m.mesh(), m.rule(), {&at, 1});
  Vec3d r = Vec3d::zero();
  for (std::size_t k = 0; k < s[0].vertices.size(); ++k) r += x[s[0].vertices[k]] * s[0].weights[k][0];
  return r;
}

}  // namespace weft
