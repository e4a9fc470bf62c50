/// What crosses, and along which curves.
///
///   crossing    an edge e through a triangle T; no thickness
///   curve       crossings that follow each other: where one leaves a triangle beside e or T the next enters, so that they
///               have an end of an edge and a corner of a triangle in common
///   strand      one side of a curve: its crossings whose edges have ends in common
///
/// All pairs that begin apart stay apart, but for those of a crossing: the ends of e against T, and e against the edges of
/// T. So what crosses next lies in triangles that share a corner with one that crosses now, and only those need a look.
#pragma once
#include "contact/surfaces/surface_scene.h"

namespace weft {

struct SurfaceCrossing {
  std::array<std::uint32_t, 2> edge;  ///< the lower vertex first
  std::array<std::uint32_t, 3> triangle;
  std::uint32_t element;                              ///< the triangle's
  double along;                                       ///< the edge, from its first vertex: where it crosses
  Vec3d weight;                                       ///< of the triangle's corners there
  std::array<std::uint32_t, 2> beside{kNone, kNone};  ///< triangles (elements) at the edge
  std::uint32_t curve = 0, strand = 0;
};

class Tangle {
 public:
  /// Finds what crosses. `everywhere`: not only near what crossed before and near vertices in `also` (one entry each, or
  /// none). True when it is not what it was.
  bool look(const SurfaceScene& scene, bool everywhere, std::vector<char> also = {});
  bool cut(std::uint32_t a, std::uint32_t b) const;  ///< an edge that crosses
  /// An end of an edge and a corner of the triangle that it crosses, either way round.
  bool joined(std::uint32_t a, std::uint32_t b) const;

  std::vector<SurfaceCrossing> crossings;
  std::uint32_t curves = 0;
  std::vector<std::uint32_t> curve_of;  ///< strands: theirs

 private:
  std::vector<char> near(const SurfaceScene& scene, std::vector<char> crosses) const;
  void find_curves(const SurfaceScene& scene);

  std::vector<std::array<std::uint32_t, 2>> cut_;     ///< edges that cross, sorted
  std::vector<std::array<std::uint32_t, 2>> joined_;  ///< sorted
};

/// Whether surfaces of two parts are anything to each other.
bool parts_meet(const SurfaceScene& scene, std::uint32_t a, std::uint32_t b);

/// Disjoint sets; each is named by its lowest member.
class Groups {
 public:
  explicit Groups(std::size_t n);
  std::uint32_t find(std::uint32_t i);
  void join(std::uint32_t a, std::uint32_t b);

 private:
  std::vector<std::uint32_t> of_;
};

}  // namespace weft
