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

/// Room on the host through which numbers go to the device and back; kept, since new memory costs more than a copy.
class HostRoom {
 public:
  /// to[i] = of(i) for n items.
  template <class T, class F>
  void send(Stream& stream, T* to, std::size_t n, F&& of) {
    T* part = room<T>(n);
    each_point(n, [&](std::size_t i) { part[i] = of(i); });
    stream.copy(to, part, n * sizeof(T));
    stream.wait();
  }
  /// put(i, from[i]).
  template <class T, class F>
  void bring(Stream& stream, const T* from, std::size_t n, F&& put) {
    T* part = room<T>(n);
    stream.copy(part, from, n * sizeof(T));
    stream.wait();
    each_point(n, [&](std::size_t i) { put(i, part[i]); });
  }

 private:
  template <class T>
  T* room(std::size_t n) {
    const std::size_t quads = (n * sizeof(T) + sizeof(Quad) - 1) / sizeof(Quad);
    if (room_.size() < quads) room_.resize(quads);
    return reinterpret_cast<T*>(room_.data());
  }
  std::vector<Quad> room_;
};

/// To parcels; places in the first of their two arrays.
inline void settle_points(Stream& stream, HostRoom& room, const ParcelArrays& to, unsigned first,
                          std::size_t n, const FieldView& x, const FieldView& v, const FieldView& C,
                          const FieldView& mass) {
  const auto f = [](const FieldView& of, std::size_t i, int c) { return float(of(i, c)); };
  const auto four = [&](const FieldView& of, std::size_t i, int c) {
    return Quad{f(of, i, c), f(of, i, c + 1), f(of, i, c + 2), f(of, i, c + 3)};
  };
  room.send(stream, to.a[0] + first, n, [&](std::size_t i) {
    return Quad{f(x, i, 0), f(x, i, 1), f(x, i, 2), f(mass, i, 0)};
  });
  room.send(stream, to.b + first, n, [&](std::size_t i) {
    return Quad{f(v, i, 0), f(v, i, 1), f(v, i, 2), f(C, i, 0)};
  });
  room.send(stream, to.c + first, n, [&](std::size_t i) { return four(C, i, 1); });
  room.send(stream, to.d + first, n, [&](std::size_t i) { return four(C, i, 5); });
}

inline void settle_points(Stream& stream, const ParcelArrays& to, unsigned first, std::size_t n,
                          const FieldView& x, const FieldView& v, const FieldView& C, const FieldView& mass) {
  HostRoom room;
  settle_points(stream, room, to, first, n, x, v, C, mass);
}

/// And back.
inline void take_points(Stream& stream, HostRoom& room, const SortView& view, unsigned first, std::size_t n,
                        const FieldView& x, const FieldView& v, const FieldView& C) {
  Control control;
  stream.copy(&control, view.control, sizeof control);
  stream.wait();
  const auto four = [](const FieldView& to, std::size_t i, int c, const Quad& q) {
    to(i, c) = q.x, to(i, c + 1) = q.y, to(i, c + 2) = q.z, to(i, c + 3) = q.w;
  };
  room.bring(stream, view.parcels.a[control.to] + first, n,
             [&](std::size_t i, const Quad& q) { x(i, 0) = q.x, x(i, 1) = q.y, x(i, 2) = q.z; });
  room.bring(stream, view.parcels.b + first, n, [&](std::size_t i, const Quad& q) {
    v(i, 0) = q.x, v(i, 1) = q.y, v(i, 2) = q.z, C(i, 0) = q.w;
  });
  room.bring(stream, view.parcels.c + first, n, [&](std::size_t i, const Quad& q) { four(C, i, 1, q); });
  room.bring(stream, view.parcels.d + first, n, [&](std::size_t i, const Quad& q) { four(C, i, 5, q); });
}
inline void take_points(Stream& stream, const SortView& view, unsigned first, std::size_t n,
                        const FieldView& x, const FieldView& v, const FieldView& C) {
  HostRoom room;
  take_points(stream, room, view, first, n, x, v, C);
}

}  // namespace weft::WEFT_DEVICE
