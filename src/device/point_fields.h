/// Points between the body's own memory (bodies/field_view.h) and parcels in the rest form. Between steps.
#pragma once
#include "bodies/field_view.h"
#include "device/mesh_points.h"
#include "exec/parallel.h"

namespace weft::WEFT_DEVICE {

constexpr std::size_t kPointChunk = std::size_t(1) << 13;

/// f(i) for n points, on the host's threads.
template <class F>
void each_point(std::size_t n, F&& f) {
  parallel_chunks(n, kPointChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) f(i);
  });
}
inline float heaviest(const FieldView& mass, std::size_t n) {
  float most = 0;
  for (std::size_t i = 0; i < n; ++i) most = std::max(most, float(mass(i, 0)));
  return most;
}

/// To parcels; places in the first of their two arrays.
inline void settle_points(Stream& stream, const ParcelArrays& to, unsigned first, std::size_t n, const FieldView& x,
                          const FieldView& v, const FieldView& C, const FieldView& mass) {
  std::vector<Quad> part(n);
  const auto send = [&](Quad* at, auto&& of) {
    each_point(n, [&](std::size_t i) { part[i] = of(i); });
    stream.copy(at + first, part.data(), n * sizeof(Quad));
    stream.wait();
  };
  const auto f = [](const FieldView& of, std::size_t i, int c) { return float(of(i, c)); };
  send(to.a[0], [&](std::size_t i) { return Quad{f(x, i, 0), f(x, i, 1), f(x, i, 2), f(mass, i, 0)}; });
  send(to.b, [&](std::size_t i) { return Quad{f(v, i, 0), f(v, i, 1), f(v, i, 2), f(C, i, 0)}; });
  send(to.c, [&](std::size_t i) { return Quad{f(C, i, 1), f(C, i, 2), f(C, i, 3), f(C, i, 4)}; });
  send(to.d, [&](std::size_t i) { return Quad{f(C, i, 5), f(C, i, 6), f(C, i, 7), f(C, i, 8)}; });
}

/// And back.
inline void take_points(Stream& stream, const SortView& view, unsigned first, std::size_t n, const FieldView& x,
                        const FieldView& v, const FieldView& C) {
  Control control;
  stream.copy(&control, view.control, sizeof control);
  stream.wait();
  std::vector<Quad> part(n);
  const auto bring = [&](const Quad* at, auto&& put) {
    stream.copy(part.data(), at + first, n * sizeof(Quad));
    stream.wait();
    each_point(n, [&](std::size_t i) { put(i, part[i]); });
  };
  bring(view.parcels.a[control.to],
        [&](std::size_t i, const Quad& q) { x(i, 0) = q.x, x(i, 1) = q.y, x(i, 2) = q.z; });
  bring(view.parcels.b, [&](std::size_t i, const Quad& q) {
    v(i, 0) = q.x, v(i, 1) = q.y, v(i, 2) = q.z, C(i, 0) = q.w;
  });
  bring(view.parcels.c, [&](std::size_t i, const Quad& q) {
    C(i, 1) = q.x, C(i, 2) = q.y, C(i, 3) = q.z, C(i, 4) = q.w;
  });
  bring(view.parcels.d, [&](std::size_t i, const Quad& q) {
    C(i, 5) = q.x, C(i, 6) = q.y, C(i, 7) = q.z, C(i, 8) = q.w;
  });
}

}  // namespace weft::WEFT_DEVICE
