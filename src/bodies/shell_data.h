/// What shells with coupling = "grid" are on a device: views into the memory of the body (bodies/shell/shell_state.h).
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "bodies/body_force.h"
#include "bodies/field_view.h"
#include "materials/material.h"

namespace weft {

class Pins;

/// Sixteen faces, as bodies/shell/patches.h has them.
struct ShellGroup {
  std::uint32_t faces, points, members;
  std::uint32_t first_member, first_local, first_weight;
  std::uint32_t shared;
};

struct ShellData {
  Material material;
  double thickness = 0, offset = 0;  ///< of the shell; of its two layers from the middle [m]
  double damping = 0;                ///< nu of the affine transfer
  double pressure = 0;               ///< [Pa]
  const Expression* of_time = nullptr;  ///< of t, times the pressure
  bool slides = true;                ///< contact forgets what friction cannot hold
  const BodyForce* force = nullptr;
  const Pins* pins = nullptr;

  struct {
    std::size_t count = 0;
    FieldView x, low, v, C, mass, rest;
    std::span<const std::uint32_t> ids;  ///< of the mesh
  } control;
  struct {
    std::size_t count = 0;
    FieldView x, v, C, mass, d, pull;
    std::vector<Real> rest;  ///< where each is at rest, three numbers each; empty where no force asks [m]
  } contact;
  struct {
    std::size_t slots = 0;
    FieldView A, volume, touch_volume;
    std::vector<double> bends;  ///< weight of each place of bending, of one
    int touches = 0;            ///< places of touch
    std::vector<ShellGroup> groups;
    std::span<const std::uint32_t> member, contact_at;
    std::span<const std::uint16_t> local;
    std::span<const Real> weight;
  } face;
  /// What groups push their members with, and which of them act on a control point by its id [N].
  std::span<std::array<Real, 4>> push, pressed;
  std::span<const std::uint32_t> push_begin, push_at;
  /// The limit surface at control points, by id (geometry/shells/vertex_limits.h).
  std::span<const std::uint32_t> limit_begin, limit_at;
  std::span<const double> limit_weight;
};

}  // namespace weft
