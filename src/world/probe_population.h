/// Populations: one number from the values of many points.
#pragma once
#include <string>

#include "world/probe.h"

namespace weft {

/// True for min max mean sum count std p0 .. p100 (p2.5 too).
bool known_take(const std::string& take);
/// True when the probe speaks of where its points started.
bool needs_starts(const Probe& probe);
/// Positions now, by body and id.
Starts remember_starts(const World& world);
/// Throws Error E0545 when no body of the probe knows its quantity.
void check_population(const World& world, const Probe& probe, const Starts& starts);
/// The probe's number now; no_value() when there is no point to take it from (count is 0 then).
double population_value(const World& world, const Probe& probe, const Starts& starts);

}  // namespace weft
