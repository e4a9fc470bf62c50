/// Many strands, those of equal numbers of vertices sixteen side by side. Vertices also have a flat order,
/// strand by strand as they were given, in which places and velocities are read and written.
#pragma once
#include <memory>
#include <vector>

#include "bodies/hair/rod_step.h"
#include "exec/archive.h"

namespace weft {

struct StrandSpec {
  std::vector<Vec3d> rest;
  RodStiffness stiffness;
  Vec3d director{};  ///< m_1 of the first edge; any when zero
};

/// What strands meet in a step.
struct StrandCompany {
  std::span<const char> touched = {};      ///< strands: somebody did in the step before
  std::span<const Barrier> barriers = {};  ///< which implicit steps heed; points are flat vertices, in order
  std::span<Vec3d> given = {};             ///< what each of them took [N s]
};

class StrandPacks {
 public:
  using P = Pack<Real>;

  explicit StrandPacks(std::span<const StrandSpec> specs);
  ~StrandPacks();

  std::size_t size() const { return where_.size(); }
  std::size_t vertices() const { return vertices_; }
  std::size_t segments() const { return vertices_ - size(); }
  std::uint32_t first_vertex(std::size_t strand) const { return where_[strand].first; }

  /// How velocities follow from forces. In stages: strands that nobody touches; others by backward Euler.
  enum class How { explicitly, euler, stages };
  /// New velocities from forces. Returns the Newton steps made, summed over packs.
  std::size_t accelerate(const RodStepOptions& o, How how, const StrandCompany& company = {});
  /// To where the velocities lead.
  void move(const RodStepOptions& o);
  /// What velocities at the end of the step are beyond those that moved the strands.
  void go_beyond();
  double stable_step() const;
  RodTotals totals() const;

  void places(std::span<Vec3r> x) const;
  void velocities(std::span<Vec3r> v) const;
  void set_velocities(std::span<const Vec3r> v);

  /// The velocities of now are those that `restore` brings back, those of twist included:
  /// a step can be tried again.
  void remember();
  void restore();
  /// Vertex i of a strand has velocity v until it is released.
  void prescribe(std::size_t strand, std::size_t i, const Vec3d& v);
  /// Edge j of a strand, both ends prescribed, lies along `to` at the end of the step with m_1 along `m1`.
  void prescribe_twist(std::size_t strand, std::size_t j, const Vec3d& to, const Vec3d& m1, double dt);
  void release(std::size_t strand, std::size_t i);
  void release_twist(std::size_t strand, std::size_t j);
  Vec3d director(std::size_t strand, std::size_t j) const;  ///< m_1 of edge j, now
  double mass_of(std::size_t strand, std::size_t i) const;
  double rest_length(std::size_t strand, std::size_t j) const;
  /// Puts a strand elsewhere.
  void place(std::size_t strand, std::span<const Vec3d> x);
  std::size_t bytes() const;
  void archive(Archive& a, const std::string& name, bool stages);

  /// Holds a strand's first edge where it is, from now on.
  void hold_root(std::size_t strand);
  /// The pack that a strand is in, and its lane, for roots that move.
  Rod<P>& pack_of(std::size_t strand) { return packs_[where_[strand].pack]; }
  int lane_of(std::size_t strand) const { return int(where_[strand].lane); }
  std::size_t packs() const { return packs_.size(); }

 private:
  struct Place {
    std::uint32_t pack, lane, first;
  };
  template <class F>
  void each_vertex(F&& f) const;
  struct PackBarriers;
  int stage(std::size_t pack, const RodStepOptions& o, std::span<const char> touched, PackBarriers& near);
  std::vector<PackBarriers> share_out(std::span<const Barrier> barriers) const;
  std::size_t accelerate_pack(std::size_t p, const RodStepOptions& o, PackBarriers& near);

  std::size_t vertices_ = 0;
  std::vector<Place> where_;                         ///< strands
  std::vector<std::vector<std::uint32_t>> members_;  ///< packs: their strands by lane
  std::vector<Rod<P>> packs_;
  /// Memory of the solver for each thread: what is in it never outlives one strand's step.
  struct Scratches;
  std::unique_ptr<Scratches> scratch_;
  struct Start {
    Array<Vec3<P>> v;
    Array<P> theta_dot;
    Array<Vec3<P>> own;  ///< RodStages has it
    Array<P> own_theta;
  };
  std::vector<Start> start_;          ///< packs: what `restore` brings back
  std::vector<RodStages<P>> stages_;  ///< packs; empty: velocities at the end are those that move strands
};

}  // namespace weft
