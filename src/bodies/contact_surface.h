/// A surface that meets other surfaces as geometry (contact/surfaces/): triangles of cloth, shells and skins,
/// segments of fibres. Where two bodies both have one, nothing of their meeting is left to the grid.
///
///   x   where a vertex is when the step begins
///   u   how far it goes in the step; straight, as far as contact is concerned
///   v   its velocity when the step ends; u and dt v differ where something is moved without momentum
///
/// What moves need not be what meets: vertices of a shell's limit surface are means of its control points,
///   y_i = sum_k L_ik x_k,   L_ik >= 0,   sum_k L_ik = 1
/// and an impulse on y_i acts on the movers x_k by L_ik. Where a mesh names no movers, vertices move themselves.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "math/vec.h"

namespace weft {

/// What a vertex is a mean of.
struct Mover {
  std::uint32_t mover;
  double weight;
};

/// Who is joined to whom. Vertices are numbered from 0 for life.
struct ContactMesh {
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<std::array<std::uint32_t, 2>> segments;  ///< of strands; edges of triangles are not among them
  std::vector<Vec3d> rest;  ///< of each vertex: what is near at rest may stay so [m]
  double radius = 0;        ///< half the thickness; 0: the surface itself [m]
  bool closed = false;      ///< the skin of something: one side is inside

  std::vector<Mover> movers;               ///< of vertices, one after the other; empty: they move themselves
  std::vector<std::uint32_t> mover_begin;  ///< of vertices in movers, and the end
  std::uint32_t mover_count = 0;           ///< how many things move, where movers are named
  bool carried() const { return !movers.empty(); }
  std::size_t moving() const { return carried() ? mover_count : rest.size(); }
  /// Calls f(mover, weight) for what moves a vertex.
  template <class F>
  void each_mover(std::size_t vertex, F&& f) const {
    if (!carried()) return f(std::uint32_t(vertex), 1.0);
    for (std::uint32_t k = mover_begin[vertex]; k < mover_begin[vertex + 1]; ++k)
      f(movers[k].mover, movers[k].weight);
  }
  /// The mean that a vertex has of something of its movers, of(mover).
  template <class Of>
  Vec3d mean(std::size_t vertex, Of&& of) const {
    Vec3d sum = Vec3d::zero();
    each_mover(vertex, [&](std::uint32_t k, double weight) { sum += of(k) * weight; });
    return sum;
  }
};

struct VertexMotion {
  Vec3d x, u;               ///< [m]
  Vec3d v;                  ///< [m/s]
  double inverse_mass = 0;  ///< 0: prescribed [1/kg]
};

/// What an implicit step took so far.
struct AnswerReport {
  int newton = 0, gradients = 0;  ///< iterations
  bool converged = true;
};

class ContactSurface {
 public:
  virtual ~ContactSurface() = default;
  virtual const ContactMesh& mesh() const = 0;
  virtual double friction() const = 0;    ///< against other surfaces and itself
  virtual bool meets_itself() const = 0;  ///< its own parts meet each other
  /// Obstacles given by their distance meet it here too; else the body meets them in another phase.
  virtual bool meets_obstacles() const { return true; }
  /// So do the triangles of obstacles that are meshes.
  virtual bool meets_meshes() const { return meets_obstacles(); }
  /// One entry per vertex, or per mover. Before anything of the step has moved.
  virtual void read_motion(double dt, std::span<VertexMotion> out) const = 0;
  /// u and v of vertices or movers that are not prescribed, as contact leaves them; the body then moves by u exactly.
  /// Rigid bodies are pushed instead (RigidMotion).
  virtual void write_motion(double dt, std::span<const VertexMotion> in) = 0;
  /// In an implicit step vertices answer impulses together: what pushes one moves its neighbours in the same step.
  virtual bool answers() const { return false; }
  /// v when the step ends if these impulses act in it, one per vertex or mover [N s]; nothing moves yet.
  /// What contact is guessed to give to each vertex or mover, and v of read_motion has already [N s].
  virtual std::span<const Vec3d> guessed() const { return {}; }
  virtual AnswerReport answered() const { return {}; }  ///< since the step began
  virtual void answer(std::span<const Vec3d> impulses, std::span<Vec3d> v) { (void)impulses, (void)v; }
};

/// Where the vertices are; before anything of the step has moved.
inline std::vector<Vec3d> places_of(const ContactSurface& surface) {
  const ContactMesh& mesh = surface.mesh();
  std::vector<VertexMotion> moving(mesh.moving());
  surface.read_motion(1, moving);
  std::vector<Vec3d> x(mesh.rest.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = mesh.mean(i, [&](std::uint32_t k) { return moving[k].x; });
  return x;
}

}  // namespace weft
