#include "output/picture/raster.h"

#include <algorithm>
#include <cmath>

#include "exec/parallel.h"

namespace weft {

namespace {

constexpr int kBand = 32;              // rows
constexpr std::size_t kChunk = 16384;  // things binned together

/// Samples a thing may cover.
struct Box2 {
  int i0 = 0, i1 = -1, j0 = 0, j1 = -1;
  bool empty() const { return i1 < i0 || j1 < j0; }
};

Box2 clip(const View& view, float u0, float u1, float v0, float v1) {
  const float i0 = view.column(u0), i1 = view.column(u1), j0 = view.row(v1), j1 = view.row(v0);
  if (!(i1 >= 0) || !(j1 >= 0) || !(i0 <= float(view.width)) || !(j0 <= float(view.height))) return {};
  return {std::max(0, int(std::floor(i0))), std::min(view.width - 1, int(std::ceil(std::min(i1, 1e6f)))),
          std::max(0, int(std::floor(j0))), std::min(view.height - 1, int(std::ceil(std::min(j1, 1e6f))))};
}

Box2 ball_box(const View& view, const Vec3f& c, float r) {
  if (!std::isfinite(c[0] + c[1] + c[2])) return {};
  if (!view.perspective) return clip(view, c[0] - r, c[0] + r, c[1] - r, c[1] + r);
  if (c[2] <= 1.01f * r) return {};  // around or behind the eye
  // Tangents of the ball seen from the eye, from above: u = (c r' +- r s) / ... is bounded by a ball moved
  // nearer.
  const float z = c[2] - r;
  const auto low = [&](float x) { return (x - r) / (x - r < 0 ? z : c[2] + r); };
  const auto high = [&](float x) { return (x + r) / (x + r > 0 ? z : c[2] + r); };
  return clip(view, low(c[0]), high(c[0]), low(c[1]), high(c[1]));
}

struct Target {
  const View& view;
  Visible& out;
  bool ids;
  void put(int i, int j, float t, std::uint32_t id) const {
    const std::size_t at = std::size_t(j) * std::size_t(view.width) + std::size_t(i);
    if (t >= out.depth[at]) return;
    out.depth[at] = t;
    if (ids) out.what[at] = id;
  }
};

/// |t d - c|^2 = r^2 with d = (u, v, 1), or (u - cx)^2 + (v - cy)^2 + (t - cz)^2 = r^2 in parallel.
void draw_ball(const Target& to, const Vec3f& c, float r, std::uint32_t id, int row0, int row1) {
  const View& view = to.view;
  const Box2 b = ball_box(view, c, r);
  const float cc = dot(c, c) - r * r;
  for (int j = std::max(b.j0, row0); j <= std::min(b.j1, row1); ++j)
    for (int i = b.i0; i <= b.i1; ++i) {
      const float u = view.u(float(i)), v = view.v(float(j));
      if (view.perspective) {
        const float dd = u * u + v * v + 1, dc = u * c[0] + v * c[1] + c[2], disc = dc * dc - dd * cc;
        if (disc >= 0) to.put(i, j, (dc - std::sqrt(disc)) / dd, id);
      } else {
        const float disc = r * r - (u - c[0]) * (u - c[0]) - (v - c[1]) * (v - c[1]);
        if (disc >= 0) to.put(i, j, c[2] - std::sqrt(disc), id);
      }
    }
}

struct FacetView {
  Vec3f a, b, c;  // in the view's axes
};

FacetView seen(const View& view, const Facet& f) {
  return {view.to_view(f.corner[0].x), view.to_view(f.corner[1].x), view.to_view(f.corner[2].x)};
}

Box2 facet_box(const View& view, const FacetView& f) {
  float u0 = 1e30f, u1 = -1e30f, v0 = 1e30f, v1 = -1e30f;
  int behind = 0;
  for (const Vec3f& p : {f.a, f.b, f.c}) {
    if (view.perspective && p[2] <= 1e-4f) {
      ++behind;
      continue;
    }
    const float s = view.perspective ? 1 / p[2] : 1;
    u0 = std::min(u0, p[0] * s), u1 = std::max(u1, p[0] * s), v0 = std::min(v0, p[1] * s),
    v1 = std::max(v1, p[1] * s);
  }
  if (behind == 3) return {};
  if (behind) return {0, view.width - 1, 0, view.height - 1};
  return clip(view, u0, u1, v0, v1);
}

/// Rays o + t d against the facet's three edge planes.
void draw_facet(const Target& to, const FacetView& f, std::uint32_t id, int row0, int row1) {
  const View& view = to.view;
  const Box2 box = facet_box(view, f);
  const Vec3f e1 = f.b - f.a, e2 = f.c - f.a, n = cross(e1, e2);
  for (int j = std::max(box.j0, row0); j <= std::min(box.j1, row1); ++j)
    for (int i = box.i0; i <= box.i1; ++i) {
      const float u = view.u(float(i)), v = view.v(float(j));
      const Vec3f d = view.perspective ? Vec3f{{u, v, 1}} : Vec3f{{0, 0, 1}},
                  o = view.perspective ? Vec3f::zero() : Vec3f{{u, v, 0}};
      const float det = dot(d, n);
      if (det == 0) continue;
      const Vec3f s = o - f.a, q = cross(d, s);
      const float w1 = dot(e2, q) / det, w2 = -dot(e1, q) / det, t = -dot(s, n) / det;
      if (w1 >= 0 && w2 >= 0 && w1 + w2 <= 1 && t > 1e-4f) to.put(i, j, t, id);
    }
}

/// For each band the things that touch it, in their order. box(i) gives the samples of thing i.
template <class F>
std::vector<std::vector<std::uint32_t>> bin(std::size_t things, int bands, F&& box) {
  const std::size_t chunks = chunk_count(things, kChunk);
  std::vector<std::vector<std::vector<std::uint32_t>>> part(chunks);
  parallel_chunks(things, kChunk, [&](Range r) {
    auto& mine = part[r.begin / kChunk];
    mine.resize(std::size_t(bands));
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const Box2 b = box(i);
      if (b.empty()) continue;
      for (int band = b.j0 / kBand; band <= b.j1 / kBand; ++band)
        mine[std::size_t(band)].push_back(std::uint32_t(i));
    }
  });
  std::vector<std::vector<std::uint32_t>> all(static_cast<std::size_t>(bands));
  parallel_for(std::size_t(bands), [&](std::size_t band) {
    for (const auto& p : part) all[band].insert(all[band].end(), p[band].begin(), p[band].end());
  });
  return all;
}

}  // namespace

Visible draw(const Stage& stage, const View& view, bool ids) {
  Visible out;
  const std::size_t samples = std::size_t(view.width) * std::size_t(view.height);
  out.depth.assign(samples, kFar);
  if (ids) out.what.assign(samples, kNothing);
  const int bands = (view.height + kBand - 1) / kBand;
  const auto balls = bin(stage.balls.size(), bands, [&](std::size_t i) {
    return ball_box(view, view.to_view(stage.balls[i].centre), stage.balls[i].radius);
  });
  const auto facets = bin(stage.facets.size(), bands,
                          [&](std::size_t i) { return facet_box(view, seen(view, stage.facets[i])); });
  const Target to{view, out, ids};
  parallel_for(std::size_t(bands), [&](std::size_t band) {
    const int row0 = int(band) * kBand, row1 = std::min(view.height, row0 + kBand) - 1;
    for (std::uint32_t i : balls[band])
      draw_ball(to, view.to_view(stage.balls[i].centre), stage.balls[i].radius, i, row0, row1);
    for (std::uint32_t i : facets[band])
      draw_facet(to, seen(view, stage.facets[i]), std::uint32_t(stage.balls.size()) + i, row0, row1);
  });
  return out;
}

}  // namespace weft
