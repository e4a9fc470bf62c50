/// Meshes between rows of vertices: rings around an axis or rows across a strip. Two neighbouring rows may
/// have different numbers of vertices; the band between them is zipped up by walking along both.
#pragma once
#include <functional>

#include "geometry/weave/thin.h"

namespace weft {

/// Height of an equilateral triangle of side 1: the best distance of two rows.
constexpr double kRowGap = 0.86602540378443864676;

class RingMesh {
 public:
  explicit RingMesh(bool closed) : closed_(closed) {}

  /// A row of `edges` edges: closed rows have as many vertices (at least 3, or 1: a tip), open rows one more.
  /// Every second closed row is turned by half an edge. `place(p)` gives vertex and uv at p in 0..1 along the
  /// row; seen from outside, p grows to the right and rows follow upwards.
  struct Place {
    Vec3d x;
    double u, v;
  };
  void add_row(std::size_t edges, const std::function<Place(double)>& place);
  /// A closed row that is one point.
  void add_tip(const Place& tip);

  Sheet take() { return std::move(sheet_); }

 private:
  struct Row {
    std::uint32_t first = 0, edges = 0;
    double phase = 0;
    bool tip = false;
  };
  void append(Row row);
  void zip(const Row& a, const Row& b);
  std::uint32_t vertex(const Row& row, std::uint32_t i) const;

  bool closed_;
  std::size_t rows_ = 0;
  Row last_;
  Sheet sheet_;
};

/// Number of edges of about `spacing` that a length holds, at least `least`.
std::size_t edges_in(double length, double spacing, std::size_t least = 1);

}  // namespace weft
