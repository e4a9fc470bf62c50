/// Shells that the grid moves, on a device (bodies/shell/shell_body.h). In a step:
///   ShellPoints   control points: answers, pins, x + low += dt v      contact points: answers,  d <- (I + dt C) d
///   MeetControls, MeetContacts      obstacles, in blocks that have some near
///   ShellFaces    geometry of the limit surface, denting, friction, parcels of contact points; what pushes the members
///                 of each group of faces
///   PushContacts  what formulas add to contact points
///   AddForces     p += dt' f of control points (mesh_points.h), f the sum over the groups around each
///   FindDips      where the surface is beside each control point, for obstacles
///
/// Memory is laid out as the host has it: fields in groups of sixteen, and nothing changes its place.
#pragma once
#include "bodies/field_view.h"
#include "bodies/shell_data.h"
#include "device/mesh_points.h"

namespace weft::WEFT_DEVICE {

/// Connections that never change.
struct ShellMesh {
  const ShellGroup* group;
  const unsigned* member;         ///< control points of all groups
  const unsigned short* local;    ///< of each group [point][lane]: which member
  const float* weight;
  const unsigned* contact_at;     ///< [slot][place of touch]
  const unsigned* slot_of;        ///< of each contact point: where in contact_at
  const unsigned* part_begin;     ///< per member and one more: its parts ...
  const unsigned short* part;     ///< ... 16 point + lane
  const Pair* push_of;            ///< per control point: first and last of push_at
  const unsigned* push_at;
  const Pair* limit_of;           ///< per control point: first and last of
  const unsigned* limit_at;       ///< control points of which the surface beside it is a mean
  const float* limit_weight;
  float bend_weight[9];           ///< of places of bending, of one
  int groups, bends, touches;
};

/// What shells keep besides parcels.
struct ShellFields {
  FieldView low, dip;              ///< of control points [m]
  FieldView d, pull;               ///< of contact points: fibre; V dchi/dd [J]
  FieldView A, volume, touch_volume;  ///< of slots
  Quad* push;                      ///< on members of groups [N]
  unsigned* home;                  ///< of contact points: the block that has it
  float* pressure;                 ///< now [Pa]
};

struct ShellView {
  StepView v;
  MeshPoints control;
  PointSet contact;
  const float* contact_rest;  ///< three numbers each; null where no force asks
  ShellMesh mesh;
  ShellFields at;
  bool slides, pressed;

  WEFT_KERNEL bool meets(int block) const { return v.obstacles.mark_of(block) & kNearPoints; }
  /// dt D^-1.
  WEFT_KERNEL float kick(double dt) const { return float(dt) * 4.0f * v.sort.h.inverse * v.sort.h.inverse; }
  WEFT_KERNEL void acceleration(std::size_t contact_point, const float* x, float* b) const {
    control.force.at(contact_rest + contact_point * 3, x, v.control().time, b);
  }
  /// What its block should know of a contact point. Most of it is known already.
  WEFT_KERNEL void see_contact(const DeviceParcel& q, unsigned home) const {
    const SortView& w = v.sort;
    const unsigned mask = mask_at(q.x[0], q.x[1], q.x[2], w.h, w.blocks.origin[home]);
    if (!mask) atomic_or(&w.control->trouble, kOutside);
    unsigned bound = 0;
    Found::raise(bound, parcel_bound(q, w.h.dx));
    Pair& info = w.blocks.info[std::size_t(contact.set) * std::size_t(w.blocks.capacity) + home];
    if ((info.x & mask) != mask) atomic_or(&info.x, mask);
    if (info.y < bound) atomic_max(&info.y, bound);
  }
};

WEFT_KERNEL void load3(const FieldView& f, std::size_t i, float* a) {
  const float* at = f.group(i, 0);
  a[0] = at[0], a[1] = at[16], a[2] = at[32];
}
WEFT_KERNEL void store3(const FieldView& f, std::size_t i, const float* a) {
  float* at = f.group(i, 0);
  at[0] = a[0], at[16] = a[1], at[32] = a[2];
}

/// Forces on control points.
struct ShellSum {
  ShellMesh mesh;
  const Quad* push;
  WEFT_KERNEL void add(unsigned vertex, float* f) const {
    const Pair of = mesh.push_of[vertex];
    for (unsigned k = of.x; k < of.y; ++k) {
      const Quad p = push[mesh.push_at[k]];
      f[0] += p.x, f[1] += p.y, f[2] += p.z;
    }
  }
};

/// Ready form of a contact point, but for formulas:  p = m v,  Q = m (direct C + mirrored C^T) - dt D^-1 V dchi/dd d^T.
WEFT_KERNEL void make_contact(const ShellView& g, const float* v, const float* C, const float* pull, const float* d,
                              double dt, DeviceParcel& q) {
  set_motion(q, g.contact.affine, v, C);
  const float kick = g.kick(dt);
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) q.Q[3 * a + b] = fmaf(-kick * pull[a], d[b], q.Q[3 * a + b]);
}
/// And back; p becomes v, Q becomes C.
WEFT_KERNEL void unmake_contact(const ShellView& g, const float* pull, const float* d, double dt, DeviceParcel& q) {
  const float kick = g.kick(dt), inverse = 1.0f / q.m;
  float affine[9];
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) affine[3 * a + b] = fmaf(kick * pull[a], d[b], q.Q[3 * a + b]) * inverse;
  for (int a = 0; a < 3; ++a) {
    q.p[a] *= inverse;
    for (int b = 0; b < 3; ++b) q.Q[3 * a + b] = g.contact.affine.undone(affine, a, b);
  }
}

}  // namespace weft::WEFT_DEVICE
