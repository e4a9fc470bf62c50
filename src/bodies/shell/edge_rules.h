/// Which faces of a shell depend on ties (edge_ties.h), and with what weights.
///
///   regular face at an edge    tensor product of B-splines over 4 x 4 points, those beyond the edge replaced
///                              as the edge says
///   other faces                weights of OpenSubdiv; rows u_0 of clamps replaced
#pragma once
#include <map>

#include "bodies/shell/edge_ties.h"
#include "bodies/shell/shell.h"
#include "geometry/subdivision.h"

namespace weft {

/// What places of a face depend on: control points first, then ties.
struct Blend {
  std::vector<std::uint32_t> vertices, ties;
  std::vector<std::vector<BasisWeights>> weights;  ///< of each place
};

class EdgeRules {
 public:
  /// `now`: where vertices are at time 0; mesh.vertices: where they are without stress.
  EdgeRules(const QuadMesh& mesh, BoundaryRule rule, const std::vector<ShellEdge>& edges,
            const std::vector<Vec3d>& now);
  bool empty() const { return edges_.empty(); }
  BoundaryRule rule() const { return rule_; }
  /// Whether weights of a face that depends on `vertices` differ from OpenSubdiv's.
  bool changes(std::uint32_t face, std::span<const std::uint32_t> vertices) const;
  /// Those weights at `places`, of which `plain` are OpenSubdiv's.
  Blend blend(std::uint32_t face, std::span<const Stencil> plain, std::span<const SurfacePlace> places);
  /// Of each edge: vertices beside it that its pin must hold as well.
  const std::vector<std::vector<std::uint32_t>>& held_besides() const { return besides_; }
  /// Those that blends so far have named.
  const std::vector<Tie>& ties() const { return ties_; }

 private:
  using Side = std::pair<std::uint32_t, std::uint32_t>;  // of a face, the smaller vertex first
  /// A point of a face's 4 x 4: a sum of control points and ties.
  struct Sum {
    std::vector<std::pair<std::uint32_t, double>> real, tied;
    void add(const Sum& b, double by);
    void tie(std::uint32_t t, double by);
  };
  using Grid = std::array<std::array<Sum, 4>, 4>;
  using Across =
      std::array<std::uint32_t, 3>;  // the face across a side, and its vertices beyond the side's ends
  static constexpr std::uint32_t kNone = ~std::uint32_t(0);

  std::uint32_t across(std::uint32_t face, std::uint32_t a, std::uint32_t b) const;
  Across beyond(std::uint32_t face, std::uint32_t a, std::uint32_t b) const;
  bool regular(std::uint32_t v) const;
  bool regular_face(std::uint32_t face) const;
  /// The edge that rules the side of the rim at v, on the way to w; kNone: none does.
  std::uint32_t ruler(std::uint32_t v, std::uint32_t w) const;
  bool ruled(std::uint32_t face) const;
  void mark();
  void hold_rows();
  bool well_clamped(std::uint32_t v, std::uint32_t edge) const;
  std::uint32_t tie_of(std::uint32_t edge, std::uint32_t vertex);
  Vec3d normal_at(std::uint32_t v, const std::vector<Vec3d>& x) const;
  Sum point(std::uint32_t v);
  Sum outside(const Sum& rim, const Sum& inside, std::uint32_t edge);
  Grid grid(std::uint32_t face);
  void fill_side(std::uint32_t face, Grid& g, int side);

  const QuadMesh& mesh_;
  BoundaryRule rule_;
  const std::vector<ShellEdge>& edges_;
  const std::vector<Vec3d>& now_;
  std::map<Side, std::vector<std::uint32_t>> faces_at_;  ///< of a side
  std::vector<std::vector<std::uint32_t>> faces_of_;     ///< of a vertex
  std::vector<std::vector<std::uint32_t>> rim_of_;       ///< of a vertex: neighbours along the rim
  std::map<Side, std::uint32_t> ruler_of_;               ///< sides of the rim that an edge rules
  std::vector<std::map<std::uint32_t, std::uint32_t>>
      masters_;  ///< of each clamp: vertices beside it that are free, and whose pin
  std::vector<std::vector<std::uint32_t>> besides_;
  std::map<Side, std::uint32_t> tie_at_;  ///< (edge, vertex)
  std::vector<Tie> ties_;
};

/// The pins of a shell, with the rows beside clamped edges that cannot be tied.
std::vector<Pin> held_pins(const ShellOptions& options);

}  // namespace weft
