/// Probes: numbers measured from a world while it runs, a row per frame or per step.
///   a point          position, velocity or displacement of the point nearest a place, or with an id
///   a population     min max mean sum count std p01..p99 of a quantity over an object, a box or everything
///   an object        energies, mass, volume, momentum, extent, centre of mass
///   a collider       mean force and torque since the last row
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exec/archive.h"
#include "geometry/mesh.h"

namespace weft {

class World;
class Body;

/// One column of measurements, as the scene's [[probe]] says it.
struct Probe {
  std::string name;      ///< the column
  std::string object;    ///< a body's name; empty: all of them
  std::string collider;  ///< a collider's name: forces on it
  std::string
      quantity;  ///< what: "x", "speed", "stress", "kinetic", "force_z", ...; for a population also a formula
                 ///< over such names, x0 y0 z0 (where the point started) and time: "(x - x0 - 2*time)^2"
  std::string take;              ///< how a population becomes a number: min max mean sum count std p01..p99
  std::optional<Vec3d> nearest;  ///< follow the point that starts nearest to here [m]
  std::optional<std::uint32_t> id;  ///< follow the point with this id
  std::optional<Bounds> box;        ///< only points inside
  bool every_step = false;          ///< a row per step instead of a row per frame
};

/// A number whose population was empty: not a number here, an empty cell in a file.
double no_value();

/// Where each body's points were when probes were bound, by id; empty when nobody asks.
struct Starts {
  std::vector<std::uint32_t> counts;  ///< points of each body
  std::vector<Vec3d> places;          ///< body after body
};

/// All probes of a world.
class ProbeSet {
 public:
  /// Throws Error E0540..E0545 when a probe cannot be understood.
  explicit ProbeSet(std::vector<Probe> probes);

  /// Checks names against the world and starts following points. Throws Error with the names that are known.
  void bind(const World& world);
  /// "time", then one name per probe.
  const std::vector<std::string>& columns() const { return columns_; }
  bool empty() const { return probes_.empty(); }
  /// True when some probe asks for a row per step.
  bool every_step() const;
  /// One row, in the order of columns(). Collider loads are read as means since the last row and reset.
  std::vector<double> measure(World& world);
  /// What a resumed run must know: which points are followed, and since when loads are summed.
  void archive(Archive& a);

  const std::vector<Probe>& probes() const { return probes_; }

 private:
  struct Followed {
    std::uint32_t body = 0, id = 0;
    Vec3d start{{0, 0, 0}};
  };
  double value(std::size_t i, World& world, double elapsed) const;
  double point_value(std::size_t i, const World& world) const;

  std::vector<Probe> probes_;
  std::vector<std::string> columns_;
  Starts starts_;
  std::vector<Followed> followed_;  ///< one per probe; meaningful for points only
  double loads_since_ = 0;          ///< [s]
  bool bound_ = false;
};

/// A row as text: "0.1,2.5,,3", an empty cell for no_value().
std::string csv_row(const std::vector<double>& row);

/// The p-th percentile (0..100) of values, linear between order statistics; no_value() when there are none.
double percentile(std::vector<double> values, double p);

}  // namespace weft
