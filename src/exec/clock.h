/// A clock cheap enough to read once per batch.
#pragma once
#include <chrono>
#include <cstdint>

namespace weft {

inline std::uint64_t ticks() {
#ifdef __x86_64__
  return __builtin_ia32_rdtsc();
#else
  return std::uint64_t(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
}

/// Seconds per tick, measured against the system's clock over the life of the program.
double seconds_per_tick();

/// Wall-clock seconds since an arbitrary origin.
inline double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace weft
