/// Quantities of probes, their names in titles and their units.
#include <array>

#include "output/plot/plot_run.h"

namespace weft::plot {
namespace {

struct Known {
  const char *name, *quantity, *unit;
};

// "force" stands for force_x, force_y and force_z as well.
constexpr Known kKnown[] = {{"x", "position", "m"},
                            {"y", "position", "m"},
                            {"z", "position", "m"},
                            {"centre", "position", "m"},
                            {"extent", "extent", "m"},
                            {"displacement", "displacement", "m"},
                            {"vx", "velocity", "m/s"},
                            {"vy", "velocity", "m/s"},
                            {"vz", "velocity", "m/s"},
                            {"speed", "speed", "m/s"},
                            {"force", "force", "N"},
                            {"torque", "torque", "N m"},
                            {"kinetic", "energy", "J"},
                            {"elastic", "energy", "J"},
                            {"gravity", "energy", "J"},
                            {"energy", "energy", "J"},
                            {"mass", "mass", "kg"},
                            {"volume", "volume", "m^3"},
                            {"momentum", "momentum", "kg m/s"},
                            {"angular_momentum", "angular momentum", "kg m^2/s"},
                            {"strain", "strain", ""},
                            {"plastic_strain", "plastic strain", ""},
                            {"stress", "stress", "Pa"},
                            {"pressure", "pressure", "Pa"},
                            {"volume_ratio", "volume ratio", ""},
                            {"density", "density", "kg/m^3"},
                            {"time", "time", "s"}};

}  // namespace

Measured measured(const std::string& quantity, const std::string& take) {
  if (take == "count") return {"number of points", ""};
  std::string stem = quantity;
  if (stem.size() > 2 && stem[stem.size() - 2] == '_' && stem.back() >= 'x' && stem.back() <= 'z')
    stem.resize(stem.size() - 2);
  for (const Known& k : kKnown)
    if (quantity == k.name || stem == k.name) return {k.quantity, k.unit};
  return {quantity, "SI"};  // a formula: whoever wrote it knows
}

}  // namespace weft::plot
