/// What vertices and contact points meet besides the grid: pins that lead them, obstacles that stop them.
#pragma once
#include "bodies/field_view.h"
#include "device/body.h"
#include "device/pins.h"

namespace weft::WEFT_DEVICE {

using PinTime = At;

/// The pins of a mesh, by vertex.
struct MeshPins {
  PinView of;
  const int* held = nullptr;  ///< per vertex, or -1
  FieldView low{};            ///< what rounding left out of places, where a body keeps it [m]

  WEFT_KERNEL bool any() const { return of.any(); }
  WEFT_KERNEL bool leads(unsigned vertex, PinTime when) const { return of.leads(held[vertex], when); }
  WEFT_KERNEL void target(unsigned vertex, PinTime when, double* to) const {
    const Vec3d x = of.target(held[vertex], when);
    for (int a = 0; a < 3; ++a) to[a] = x[a];
  }
};

/// v, C and place at the end of the step of what pins lead, from x on.
WEFT_CALL void follow_pin(const MeshPins& pins, unsigned vertex, PinTime when, double dt, const Quad& x,
                          float* v, float* C, float* target) {
  const int h = pins.held[vertex];
  const Vec3d to = pins.of.target(h, when), w = pins.of.spin(h, when);
  double from[3] = {x.x, x.y, x.z};
  for (int a = 0; a < 3; ++a) {
    if (pins.low.at) from[a] += double(pins.low(vertex, a));
    v[a] = float((to[a] - from[a]) / dt);
    target[a] = float(to[a]);
  }
  C[0] = C[4] = C[8] = 0;
  C[1] = float(-w[2]), C[2] = float(w[1]), C[3] = float(w[2]);
  C[5] = float(-w[0]), C[6] = float(-w[1]), C[7] = float(w[0]);
}
/// False: no pin leads the vertex.
WEFT_KERNEL bool prescribe(const MeshPins& pins, unsigned vertex, PinTime when, double dt, const Quad& x,
                           float* v, float* C, float* target) {
  if (!pins.leads(vertex, when)) return false;
  float led[15];
  follow_pin(pins, vertex, when, dt, x, led, led + 3, led + 12);
  for (int k = 0; k < 3; ++k) v[k] = led[k], target[k] = led[12 + k];
  for (int k = 0; k < 9; ++k) C[k] = led[3 + k];
  return true;
}

/// Some obstacle may be in reach of a point of the block.
WEFT_KERNEL bool is_near(const StepView& v, int block) { return v.obstacles.mark_of(block) & kNearPoints; }

/// A point that has moved with the step meets obstacles: x, v, C change. True: C did. `moves`: it is not led by a pin.
/// How far it was moved goes to `far`, or where there is none to Control.
WEFT_KERNEL bool meet_obstacles(const StepView& v, int block, float clearance, float mass, float* x,
                                float* vel, float* C, bool moves = true, float* far = nullptr) {
  if (!is_near(v, block) || !may_reach(v.obstacles, x, 0.5 * v.obstacles.dx * (1 + 1e-6))) return false;
  MetPoint p;
  p.mass = mass;
  for (int a = 0; a < 3; ++a) p.x[a] = x[a], p.v[a] = vel[a];
  for (int k = 0; k < 9; ++k) p.C[k] = C[k];
  const float by = meet_point(*v.obstacles.self, p, double(clearance), v.control().dt, moves);
  if (p.moved)
    for (int a = 0; a < 3; ++a) x[a] = float(p.x[a]), vel[a] = float(p.v[a]);
  if (p.turned)
    for (int k = 0; k < 9; ++k) C[k] = p.C[k];
  if (far) *far = fmaxf(*far, by);
  else if (by > 0) atomic_max(&v.sort.control->pushed, bits_of(by));
  return p.turned;
}

}  // namespace weft::WEFT_DEVICE
