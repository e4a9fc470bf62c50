/// Faces of shells: sixteen of them, with the control points around, per block of threads.
///
///   gather    members of the group, from the first of them
///   places    a thread has one place of one face: membrane, bending and denting there (h, the gradient by the jet),
///             and a contact point (t, the gradient by the tangents), whose parcel it makes
///   points    f = sum over places of  p w a_1 x a_2 N - (N_,1 h_1 + ...) - (N_,1 t_1 + N_,2 t_2)
///   members   sums of f over the faces of the group
///
/// The physics is that of bodies/shell/: kirchhoff_love.h, layer_kernel.h, materials/sheet_contact.h.
#pragma once
#include "bodies/shell/layer_kernel.h"
#include "device/shell.h"
#include "materials/sheet_contact.h"

namespace weft::WEFT_DEVICE {

enum class ShellTask : int { step, measure };

template <class Law>
struct ShellFaces {
  static constexpr int threads = 64, resident = 8;
  static constexpr int kLanes = 16, kPlaces = 4, kPoints = 16;  ///< at a time
  static constexpr int kMembers = 128;  ///< that there is room for; more are read where they lie
  struct Shared {
    float x[3][kMembers];
    float h[15][kPlaces][kLanes], on[3][kPlaces][kLanes], t[6][kPlaces][kLanes];
    float f[3][kPoints][kLanes];
  };
  ShellView g;
  LayerKernel<Law, float> layers;
  SheetContactOf<float> across;
  When when;
  ShellTask task;

  template <int T>
  WEFT_KERNEL void run(Shared& s, int block, int thread) const {
    const Control& c = g.v.control();
    if (!is_wanted(c, when)) return;
    const Face face(g, c.to, g.mesh.group[block], block);
    for (unsigned u = unsigned(thread); u < face.group.members && u < kMembers; u += T) {
      const Vec3<float> y = face.relative(u);
      s.x[0][u] = y[0], s.x[1][u] = y[1], s.x[2][u] = y[2];
    }
    barrier();
    BodyPeaks peaks{};
    const int places = g.mesh.bends > g.mesh.touches ? g.mesh.bends : g.mesh.touches;
    for (int first = 0; first < places; first += kPlaces) {
      for (int i = thread; i < kPlaces * kLanes; i += T) {
        const int lane = i % kLanes, place = first + i / kLanes;
        if (place < g.mesh.bends) bend(s, face, lane, place, peaks);
        if (place < g.mesh.touches && lane < int(face.group.faces)) touch(s, face, lane, place, peaks);
      }
      barrier();
      if (task == ShellTask::measure) continue;
      for (int k0 = 0; k0 < int(face.group.points); k0 += kPoints) {
        push_points<T>(s, face, first, k0, thread);
        barrier();
        sum_members<T>(s, face, first + k0 == 0, k0, thread);
        barrier();
      }
    }
    raise_peaks_together(g.v.peaks[g.contact.body], peaks, thread);
  }

 private:
  /// The faces of a group.
  struct Face {
    const ShellView& g;
    const Quad* place;
    const ShellGroup& group;
    std::size_t slot;  ///< of the first
    const unsigned* member;
    const unsigned short* local;
    const float* weight;
    int stride;
    Vec3<float> origin;

    WEFT_KERNEL Face(const ShellView& view, int where, const ShellGroup& of, int block)
        : g(view),
          place(view.v.sort.parcels.a[where] + view.control.first),
          group(of),
          slot(std::size_t(block) * kLanes),
          member(view.mesh.member + of.first_member),
          local(view.mesh.local + of.first_local),
          weight(view.mesh.weight + of.first_weight),
          stride(of.shared ? 1 : kLanes) {
      const Quad x = place[member[0]];
      origin = {{x.x, x.y, x.z}};
    }
    WEFT_KERNEL Vec3<float> relative(unsigned u) const {
      const unsigned i = member[u];
      const Quad x = place[i];
      float low[3];
      load3(g.at.low, i, low);
      return {{(x.x - origin[0]) + low[0], (x.y - origin[1]) + low[1], (x.z - origin[2]) + low[2]}};
    }
    WEFT_KERNEL const float* weights(int at, int lane) const {
      return weight + std::size_t(at) * stride + (stride == 1 ? 0 : lane);
    }
    WEFT_KERNEL int at_bend(int p, int k) const { return (p * int(group.points) + k) * 6; }
    WEFT_KERNEL int at_touch(int p, int k) const {
      return g.mesh.bends * int(group.points) * 6 + (p * int(group.points) + k) * 3;
    }
  };
  WEFT_KERNEL static Vec3<float> point(const Shared& s, const Face& face, int k, int lane) {
    const unsigned u = face.local[k * kLanes + lane];
    if (u >= unsigned(kMembers)) return face.relative(u);
    return {{s.x[0][u], s.x[1][u], s.x[2][u]}};
  }

  WEFT_KERNEL void bend(Shared& s, const Face& face, int lane, int place, BodyPeaks& peaks) const {
    Jet<float> jet = Jet<float>::zero();
    for (int k = 0; k < int(face.group.points); ++k) {
      const float* w = face.weights(face.at_bend(place, k), lane);
      const int n = face.stride;
      jet.add(w[n], w[2 * n], w[3 * n], w[4 * n], w[5 * n], point(s, face, k, lane));
    }
    const KirchhoffLove<float> surface(jet);
    Resultants<float> r = Resultants<float>::zero();
    Found::raise(peaks.mesh, layers.bend(surface, face.slot + std::size_t(lane), place, r));
    const int q = place % kPlaces;
    const Jet<float> h = force_on_jet(surface, r);
    const Vec3<float>* part[5] = {&h.a1, &h.a2, &h.a11, &h.a12, &h.a22};
WEFT_UNROLL
    for (int j = 0; j < 5; ++j)
WEFT_UNROLL
      for (int a = 0; a < 3; ++a) s.h[3 * j + a][q][lane] = (*part[j])[a];
    if (!g.pressed) return;
    const Vec3<float> on = cross(jet.a1, jet.a2) * (*g.at.pressure * g.mesh.bend_weight[place]);
    for (int a = 0; a < 3; ++a) s.on[a][q][lane] = on[a];
  }

  /// Contact points go to their places, friction yields; parcels.
  WEFT_KERNEL void touch(Shared& s, const Face& face, int lane, int place, BodyPeaks& peaks) const {
    Vec3<float> y = Vec3<float>::zero(), t1 = y, t2 = y;
    for (int k = 0; k < int(face.group.points); ++k) {
      const float* w = face.weights(face.at_touch(place, k), lane);
      const Vec3<float> x = point(s, face, k, lane);
      y += x * w[0], t1 += x * w[face.stride], t2 += x * w[2 * face.stride];
    }
    const std::size_t slot = face.slot + std::size_t(lane);
    const std::size_t k = g.mesh.contact_at[slot * std::size_t(g.mesh.touches) + std::size_t(place)];
    const float V = g.at.touch_volume(slot, place);
    Vec3<float> d;
    load3(g.at.d, k, d.e);
    SheetFrame<float> frame(t1, t2, d);
    if (task == ShellTask::measure) {
      Found::raise(peaks.modulus, across.gradient(frame).modulus);
      return;
    }
    const std::size_t i = g.contact.first + k;
    const unsigned home = g.at.home[k];
    DeviceParcel rest, q;
    load_motion(g.v.sort.parcels, i, rest);
    q.m = g.v.sort.parcels.a[g.v.control().where][i].w;
    for (int a = 0; a < 3; ++a) q.x[a] = y[a] + face.origin[a];
    if (g.slides) across.slide(frame);
    const ContactGradient<float> c = across.gradient(frame);
    Found::raise(peaks.modulus, c.modulus);
    d = frame.normal();
    const Vec3<float> pull = c.d * V, a1 = c.t[0] * V, a2 = c.t[1] * V;
    store3(g.at.d, k, d.e), store3(g.at.pull, k, pull.e);
    for (int a = 0; a < 3; ++a) s.t[a][place % kPlaces][lane] = a1[a], s.t[3 + a][place % kPlaces][lane] = a2[a];
    make_contact(g, rest.p, rest.Q, pull.e, d.e, g.v.control().carried, q);
    g.v.sort.parcels.a[g.v.control().to][i] = quad(q.x[0], q.x[1], q.x[2], q.m);
    store_motion(q, g.v.sort.parcels, i);
    g.see_contact(q, home);
  }

  /// A thread has four points of a face, so that what it reads of a place serves all of them.
  template <int T>
  WEFT_KERNEL void push_points(Shared& s, const Face& face, int first, int k0, int thread) const {
    constexpr int kEach = 4, kApart = kPoints / kEach;
    const int n = face.stride, points = int(face.group.points);
    for (int i = thread; i < kApart * kLanes; i += T) {
      const int lane = i % kLanes, k = k0 + i / kLanes;
      if (lane >= int(face.group.faces)) continue;
      float f[kEach][3] = {};
      for (int q = 0; q < kPlaces && first + q < g.mesh.bends; ++q) {
        float h[15];
        for (int j = 0; j < 15; ++j) h[j] = s.h[j][q][lane];
WEFT_UNROLL
        for (int e = 0; e < kEach; ++e) {
          if (k + e * kApart >= points) break;
          const float* w = face.weights(face.at_bend(first + q, k + e * kApart), lane);
WEFT_UNROLL
          for (int j = 0; j < 5; ++j) {
            const float by = w[(j + 1) * n];
            for (int a = 0; a < 3; ++a) f[e][a] = fmaf(-by, h[3 * j + a], f[e][a]);
          }
          if (g.pressed)
            for (int a = 0; a < 3; ++a) f[e][a] = fmaf(w[0], s.on[a][q][lane], f[e][a]);
        }
      }
      for (int q = 0; q < kPlaces && first + q < g.mesh.touches; ++q) {
        float t[6];
        for (int j = 0; j < 6; ++j) t[j] = s.t[j][q][lane];
WEFT_UNROLL
        for (int e = 0; e < kEach; ++e) {
          if (k + e * kApart >= points) break;
          const float* w = face.weights(face.at_touch(first + q, k + e * kApart), lane);
          for (int a = 0; a < 3; ++a) f[e][a] = fmaf(-w[2 * n], t[3 + a], fmaf(-w[n], t[a], f[e][a]));
        }
      }
WEFT_UNROLL
      for (int e = 0; e < kEach; ++e)
        for (int a = 0; a < 3; ++a) s.f[a][k - k0 + e * kApart][lane] = f[e][a];
    }
  }
  template <int T>
  WEFT_KERNEL void sum_members(const Shared& s, const Face& face, bool begins, int k0, int thread) const {
    for (unsigned u = unsigned(thread); u < face.group.members; u += T) {
      const unsigned at = face.group.first_member + u;
      Quad sum = begins ? quad(0, 0, 0, 0) : g.at.push[at];
      for (unsigned j = g.mesh.part_begin[at]; j < g.mesh.part_begin[at + 1]; ++j) {
        const int part = g.mesh.part[j], k = part / kLanes - k0, lane = part % kLanes;
        if (unsigned(k) >= unsigned(kPoints)) continue;
        sum.x += s.f[0][k][lane], sum.y += s.f[1][k][lane], sum.z += s.f[2][k][lane];
      }
      g.at.push[at] = sum;
    }
  }
};

}  // namespace weft::WEFT_DEVICE
