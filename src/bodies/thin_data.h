/// What cloth and fibres with coupling = "grid" are on a device: views into the memory of the body
/// (bodies/thin/thin_points.h).
#pragma once
#include <cstdint>
#include <memory>
#include <span>

#include "bodies/adjacency.h"
#include "bodies/body_force.h"
#include "bodies/field_view.h"
#include "bodies/surface_data.h"
#include "materials/material.h"

namespace weft {

class Pins;
struct Bend;
class BendMatrix;

struct ThinData {
  Material material;
  double damping = 0;         ///< nu of the affine transfer
  double tear = 0;            ///< stretch at which a segment breaks; 0: never
  bool plastic = true;        ///< contact forgets what friction cannot hold
  double half_thickness = 0;  ///< [m]
  bool keeps_off = false;     ///< obstacles are kept half the thickness away, not as much as the grid shows
  const BodyForce* force = nullptr;
  const Pins* pins = nullptr;
  std::shared_ptr<const SurfaceData> surface;  ///< where it meets itself or others as one
  double* dx = nullptr;                        ///< where the body keeps the grid's spacing [m]

  struct {
    std::size_t count = 0;
    FieldView x, v, C, mass, rest;
    AdjacencyView around;  ///< elements
  } vertices;
  struct {
    std::size_t count = 0;
    FieldView x, v, C, mass, d, stress, shape, volume, warp, place;
    const std::uint32_t* corner = nullptr;  ///< of each element, side by side
    Real* force = nullptr;                  ///< on them, four numbers each [N]
  } contacts;
  struct {
    std::span<const Bend> list;
    bool hinges = true;                  ///< else rods
    const BendMatrix* matrix = nullptr;  ///< of hinges
    AdjacencyView around;                ///< of the vertices
    Real* force = nullptr;               ///< three numbers for each of four vertices [N]
  } bends;
};

}  // namespace weft
