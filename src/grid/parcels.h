/// The narrow waist: what crosses between a body and the grid, and back.
///   parcel (body -> grid):  x position, m mass, p momentum, Q affine momentum
///   answer (grid -> body):  v velocity, C velocity gradient
/// Both exist only in batches that fit the first cache; a body keeps its own state in its own layout.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "exec/parallel.h"
#include "math/vec.h"

namespace weft {

constexpr std::size_t kGroup =
    16;  ///< points side by side in a group; ranges of batches begin at its multiples
constexpr std::size_t kBatch = 64;  ///< parcels per batch at most

/// Structure of arrays, so that whole packs are written at once. Column j of Q is Q[j]: Q[j][i] = Q_ij.
struct alignas(64) ParcelBatch {
  Real x[3][kBatch];     ///< [m]
  Real m[kBatch];        ///< [kg]
  Real p[3][kBatch];     ///< momentum, dt times forces included [kg m/s]
  Real Q[3][3][kBatch];  ///< affine momentum [kg/s]: the grid adds w (p + Q (x_i - x)) to a node's momentum
  Real S[3][3][kBatch];  ///< weight-gradient form only: the grid adds S grad w, S = -dt V tau [kg m^2/s]
};

struct alignas(64) AnswerBatch {
  Real v[3][kBatch];     ///< [m/s]
  Real C[3][3][kBatch];  ///< affine velocity, undamped [1/s]: C[j][i] = dv_i/dx_j
  Real G[3][3]
        [kBatch];     ///< weight-gradient form only: velocity gradient for strains; otherwise strains use C
  Real mass[kBatch];  ///< sum of w m_i: the grid's mass per cell at the parcel [kg]
};

/// What a body needs to know of the step it is in.
struct Step {
  double time = 0;               ///< at the start of the step [s]
  double dt = 0;                 ///< [s]
  double last_dt = 0;            ///< of the step before, or 0: there was none [s]
  double dx = 0;                 ///< grid spacing [m]
  double affine_inverse = 0;     ///< D^-1 of the kernel [1/m^2]: 4/dx^2 quadratic, 3/dx^2 cubic
  bool weight_gradient = false;  ///< stress travels in S instead of in Q
  bool plane = false;            ///< plane strain: nothing varies with y
  bool implicit = false;         ///< load leaves out stress and elastic forces: the solve brings them
  int degree = 2;                ///< of the kernel's B-spline

  /// How long forces act that are found at the start of an explicit step: from the middle of the last step, where
  /// velocities are, to the middle of this one. Acting for dt, they would hand out work whenever dt changes.
  double kick() const { return last_dt > 0 ? 0.5 * (last_dt + dt) : dt; }
};

/// What the implicit solve passes through the two transfers.
///   force    in: velocities v tried for the end of the step     out: dt f(x + dt v)
///   change   in: a change dv of those velocities                out: dt df, the change of dt f it causes
enum class Solve { force, change };

/// What parcels add to the 3x3 blocks on the diagonal of -dt df/dv: at node i
///   w_i^2 A + sum_{a<=b} g_a g_b T_ab,   g = D^-1 w_i (x_i - x), or grad w_i in the weight-gradient form
/// A and T_ab are symmetric: xx xy xz yy yz zz; T likewise over ab, twice the mean where a < b.
/// Two different nodes i and j, with gradients g and h, couple by sum_ab g_a h_b B_ab, where B_aa = T_aa and,
/// for a < b, B_ab = T_ab/2 + [W_ab]x = B_ba^T.
struct alignas(64) StiffnessBatch {
  Real A[6][kBatch];     ///< [kg]
  Real T[6][6][kBatch];  ///< [kg m^2]: T[ab][component]
  Real W[3][3][kBatch];  ///< [kg m^2]: W[xy xz yz][component]
};

/// A set of parcels, as the grid sees a body.
class Parcels {
 public:
  virtual ~Parcels() = default;
  virtual std::size_t size() const = 0;
  /// Positions of parcels r.begin.. into x, y, z.
  virtual void positions(Range r, Real* x, Real* y, Real* z) const = 0;
  /// Parcel i becomes the old parcel order[i].
  virtual void reorder(std::span<const std::uint32_t> order) = 0;
  /// Writes parcels r (r.begin a multiple of kGroup, at most kBatch). Pure: a step that is rejected before
  /// unload leaves no trace.
  virtual void load(Range r, const Step& step, ParcelBatch& out) const = 0;
  /// Takes the answers for parcels r: velocities, strains, positions, yielding.
  virtual void unload(Range r, const Step& step, const AnswerBatch& in) = 0;

  /// Parcels that are points of a surface know its outward unit normal there,
  /// and the area they stand for [m^2].
  virtual void normals(Range, Real* /*nx*/, Real* /*ny*/, Real* /*nz*/, Real* /*area*/) const {}

  /// Adds a change of velocity to parcel i, besides what unload brought.
  virtual void add_change(std::size_t /*i*/, const Vec3d& /*dv*/) {}
  /// Half the thickness where the parcels are points in a thin sheet or strand, otherwise negative [m].
  virtual double sheet() const { return -1; }

  /// The implicit solve asks as often as it likes before `unload`, which alone moves the body. Answers in,
  /// forces out: p and Q (or S) as in load, m = 0.
  /// What has no elasticity on the grid leaves these as they are.
  virtual void try_unload(Range, const Step&, const AnswerBatch&, Solve) {}
  virtual void try_load(Range r, const Step& step, ParcelBatch& out, Solve what) const;
  /// The diagonal of the change that `Body::linearise` has prepared.
  virtual void load_stiffness(Range r, const Step& step, StiffnessBatch& out) const;
};

}  // namespace weft
