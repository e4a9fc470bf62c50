/// What the mesh of a body resists between its own vertices, for who wants to precondition an implicit solve on
/// the grid (world/implicit/mesh_level.h): blocks of 3x3 of dt^2 d^2 Phi / dx dx without negative eigenvalues.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "grid/parcels.h"

namespace weft {

/// Vertices go by numbers that stay when parcels are sorted.
struct MeshStiffness {
  struct Entry {
    std::uint32_t row, column;  ///< row >= column; several entries at one place add up
    std::array<Real, 9> block;
  };
  std::vector<Entry> entries;
  std::vector<std::uint32_t> number;   ///< of each parcel
  std::vector<std::uint32_t> element;  ///< whatever a body needs to find the entries of its elements
  std::vector<double> mass;            ///< by number: of a vertex with its share of contact points [kg]
  std::vector<char> held;              ///< by number: its velocity is prescribed

  /// Block (a, b) of an element as one of the lower triangle.
  template <class Of>
  void put(std::size_t at, std::array<std::uint32_t, 2> vertices, Of&& block) {
    Entry& e = entries[at];
    const bool turned = vertices[0] < vertices[1];
    if (turned) std::swap(vertices[0], vertices[1]);
    e.row = vertices[0], e.column = vertices[1];
    for (std::size_t p = 0; p < 3; ++p)
      for (std::size_t q = 0; q < 3; ++q) e.block[turned ? 3 * q + p : 3 * p + q] = block(int(p), int(q));
  }
};

class StiffMesh {
 public:
  virtual ~StiffMesh() = default;
  /// The set of parcels that its vertices are.
  virtual const Parcels& vertex_parcels() const = 0;
  /// Numbers, masses and who is held; room for the entries.
  virtual void mesh_vertices(MeshStiffness& out) const = 0;
  /// The entries, around the velocities where `linearise` was called.
  virtual void mesh_stiffness(const Step& step, MeshStiffness& out) const = 0;
};

}  // namespace weft
