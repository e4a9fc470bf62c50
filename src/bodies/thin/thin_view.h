/// A thin body's memory as its kernels see it: trivially copyable, no ownership.
#pragma once
#include "bodies/kernel.h"

namespace weft {

/// How strain is split between the mesh and the grid, and what else an element must know.
struct ThinRules {
  bool from_mesh = true;  ///< tangents come from the vertices
  bool touches = true;    ///< contact points meet the grid
  bool plastic = true;    ///< contact forgets what friction cannot hold
  Real tear2 = 0;         ///< square of the stretch at which a segment breaks; 0: never
  Real finest = 0;        ///< 1/dx^2, huge before the first step [1/m^2]
};

struct ThinView {
  FieldView x;  ///< of the vertices
  // Of the contact points; a field that a body does not have has no components.
  FieldView at, t, d, stress, shape, volume, warp, place;
  std::uint32_t* corner = nullptr;  ///< vertices of each contact point's element, side by side
  Real* force = nullptr;            ///< on those corners, four numbers each: the last is not used [N]
  std::size_t contacts = 0;
  ThinRules rules;
};

/// What the implicit solve tries.
struct TrialView {
  FieldView u, d, t;         ///< x^ - x of the vertices, normals, tangents; or their changes
  FieldView start;           ///< the normals that strains begin from
  FieldView stress;          ///< V sum G d_s^T, or its change
  FieldView tangent;         ///< V d^2 psi / dF dF, the upper triangle row by row
  Real* force = nullptr;     ///< as in ThinView
  Real* diagonal = nullptr;  ///< six numbers per corner: what it feels of its own motion [kg]
  double dt = 0, dx = 0;
  bool settled = false;  ///< forces turn nothing about where vertices are (kSettled)
};

static_assert(std::is_trivially_copyable_v<ThinView> && std::is_trivially_copyable_v<TrialView>);

}  // namespace weft
