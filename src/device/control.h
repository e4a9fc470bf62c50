/// What a step decides, kept on the device: kernels read it, `decide` writes it, the host looks once per frame.
#pragma once
#include "device/platform.h"
#include "math/steady.h"

namespace weft::WEFT_DEVICE {

/// Why the steps ended before their time; bits.
enum Trouble : unsigned {
  kOutside = 1,        ///< a point left the room its list gives it: lists must be made anew
  kTooManyBlocks = 2,  ///< blocks are full: the host makes room
  kFarAway = 4,        ///< a point is too far from the origin to be named
  kNotANumber = 8,
  kTooFast = 16,         ///< material moves more than a cell in any step that was tried
  kTooShort = 32,        ///< dt fell to nothing
  kTooManyRegions = 64,  ///< the table of regions is full: the host makes room
  kTooManyPairs = 128,   ///< a list of surfaces that meet is full: the host makes room
};
constexpr unsigned kUnsorted = kTooManyBlocks | kTooManyRegions | kFarAway;  ///< lists could not be made

/// As world/world.h names them.
enum class DtLimit : int { max, cfl, wave, mesh, viscosity, frame, fixed, retry, count };

/// The largest of what limits a body's steps, as bits of floats: order does not matter.
struct BodyPeaks {
  unsigned speed2, gradient2;  ///< |v|^2, |C|^2
  unsigned modulus;            ///< rho c^2 [Pa]
  unsigned mesh;               ///< omega^2 rho of elements [Pa/m^2]
  unsigned bend;               ///< omega^2 of bends [1/s^2]
};
/// More of them, by many threads.
WEFT_KERNEL void raise_to(unsigned& at, unsigned value) {
  if (value > at) atomic_max(&at, value);  // what is read may be old, and is never too large
}
WEFT_KERNEL void raise_peaks(BodyPeaks& at, const BodyPeaks& by) {
  raise_to(at.speed2, by.speed2);
  raise_to(at.gradient2, by.gradient2);
  raise_to(at.modulus, by.modulus);
  raise_to(at.mesh, by.mesh);
  raise_to(at.bend, by.bend);
}
/// The same from whole warps, whose threads may be done at different times.
WEFT_KERNEL void raise_peaks_together(BodyPeaks& at, const BodyPeaks& by, int thread) {
  const BodyPeaks most{warp_max(by.speed2), warp_max(by.gradient2), warp_max(by.modulus), warp_max(by.mesh),
                       warp_max(by.bend)};
  if (warp_leader(thread)) raise_peaks(at, most);
}
/// What turns them into limits.
struct BodyRule {
  float density = 1;    ///< [kg/m^3]
  float share = 1;      ///< of the modulus that counts
  float viscosity = 0;  ///< kinematic [m^2/s]
};

/// What a scene says about steps, and what the host wants of the next ones.
struct Stepping {
  double dx, cfl, safety, dt_max, dt_min, dt_fixed, dt_scale, kappa;
  double gravity[3];
};

struct Control {
  // The clock.
  double time, end;          ///< where points are; where to stop [s]
  double ahead;              ///< where the step ends whose dt parcels carry [s]
  double dt;                 ///< of the step in progress: points move with it [s]
  double carried, replaced;  ///< dt in the parcels: of the next grid, and of the one refused [s]
  double drift;              ///< cells that points may have moved since they were sorted
  double last_dt;            ///< of the step before [s]
  Steady held,
      next_held;  ///< what keeps dt from following the state; as the step will leave it whose dt parcels carry
  double dt_sum;
  double load_unit, spin_unit;               ///< of the integers that sum what obstacles take [N s], [N m s]
  unsigned long long steps, retries, sorts;  ///< since the host last looked
  unsigned long long steps_left;             ///< before it must look
  unsigned long long limited[int(DtLimit::count)];
  double shortest, longest;  ///< dt
  int limit, next_limit;     ///< what set dt, and carried
  int tries;                 ///< of this step
  // What the host says where it makes a part of the steps (engine_shared.inl).
  double bound;     ///< the longest dt for its bodies, or 0 [s]
  int bound_limit;  ///< why
  int verdict;      ///< on the step in progress: 1 good, -1 not; 0: nodes alone say it
  // What kernels do.
  int run;           ///< points move: the step is accepted
  int sort;          ///< lists are made anew in this step
  int remake;        ///< parcels are made anew for another dt
  int last;          ///< this step ends where the host wants to look
  int halt;          ///< nothing happens until the host has looked
  int fresh;         ///< lists are made from points as they lie, by the host's order
  int recount;       ///< lists were spoilt by what did not fit: points are counted as they lie
  int indirect;      ///< sets that move are found through lists, for they have not been sorted yet
  int where, to;     ///< places: which of two arrays holds them, and will after the step
  int table;         ///< which of two tables of blocks is the present one
  int blocks, busy;  ///< in use; those with points come first
  unsigned trouble;
  unsigned fastest2;  ///< largest |v|^2 of a node, bits of a float
  unsigned
      pushed;  ///< farthest that obstacles or pins pushed a point beyond its grid velocity [m], bits of a float
  unsigned near;               ///< blocks of nodes with obstacles
  unsigned found, found_busy;  ///< blocks counted in a sort
};

/// When the kernels of a launch are wanted; given to every one of them.
enum class When : int {
  always,   ///< by the host, outside of graphs
  plain,    ///< control.run, and lists stay
  sorting,  ///< control.run, and lists are new: control.sort
  remade,   ///< control.remake
};
WEFT_KERNEL bool is_wanted(const Control& c, When when) {
  switch (when) {
    case When::plain:
      return c.run && !c.sort && !c.halt;
    case When::sorting:
      return c.run && c.sort && !c.halt;
    case When::remade:
      return c.remake && !c.halt;
    default:
      return true;
  }
}

/// Nodes are wanted: not while points have not taken their answers yet, or parcels wait for another dt, or steps are over.
WEFT_KERNEL bool is_trying(const Control& c) { return !c.halt && !c.sort && !c.remake && !c.last; }

}  // namespace weft::WEFT_DEVICE
