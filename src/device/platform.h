/// One source of kernels for a graphics card and for its twin: the same kernels as plain C++, one thread per
/// block, which test them where there is no card.
///
///   struct Kernel {                              a value: everything it reads and writes, by pointer
///     static constexpr int threads = 128;        per block on a card; 1 in the twin
///     static constexpr int resident = 7;         blocks a multiprocessor should hold at least
///     struct Shared { ... };                     memory that the threads of a block share
///     template <int T>                           T threads in this block
///     WEFT_KERNEL void run(Shared& shared, int block, int thread) const;
///   };
///   launch(stream, blocks, kernel);
///
/// Everything compiled twice lives in namespace weft::WEFT_DEVICE: `cuda` where nvcc compiles, `twin` elsewhere.
/// Loops over threads are written `for (i = thread; i < n; i += T)` and barriers stand between loops, so that one
/// thread does what many do. Results must not depend on the order of threads: sums are of integers, extremes
/// are extremes.
///
/// Nothing here may include math/pack.h: nvcc would see other packs than the rest of the program.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstring>

#include "math/vec.h"

#ifdef __CUDACC__
#define WEFT_DEVICE cuda
#define WEFT_KERNEL __device__ __forceinline__
#define WEFT_UNROLL _Pragma("unroll")
#include <cuda_runtime.h>
#else
#define WEFT_DEVICE twin
#define WEFT_KERNEL inline
#define WEFT_UNROLL
#include <algorithm>
#endif

namespace weft::WEFT_DEVICE {

struct alignas(8) Pair {
  unsigned x, y;
};

#ifdef __CUDACC__

constexpr bool kTwin = false;
using Quad = float4;
WEFT_KERNEL Quad quad(float x, float y, float z, float w) { return make_float4(x, y, z, w); }

WEFT_KERNEL void barrier() { __syncthreads(); }
WEFT_KERNEL bool barrier_and(bool a) { return __syncthreads_and(a); }
/// What a thread has written is seen by other blocks before what it writes next.
WEFT_KERNEL void fence() { __threadfence(); }

WEFT_KERNEL unsigned bits_of(float a) { return __float_as_uint(a); }
WEFT_KERNEL float float_of(unsigned a) { return __uint_as_float(a); }
WEFT_KERNEL int first_bit(unsigned a) { return __ffs(int(a)) - 1; }
WEFT_KERNEL int last_bit(unsigned a) { return 31 - __clz(int(a)); }
WEFT_KERNEL int bit_count(unsigned a) { return __popc(a); }
WEFT_KERNEL float inverse_root(float a) { return rsqrtf(a); }

template <class T>
WEFT_KERNEL T atomic_add(T* at, T value) {
  return atomicAdd(at, value);
}
WEFT_KERNEL void atomic_add(std::int64_t* at, std::int64_t value) {
  atomicAdd(reinterpret_cast<unsigned long long*>(at), static_cast<unsigned long long>(value));
}
WEFT_KERNEL void atomic_max(unsigned* at, unsigned value) { atomicMax(at, value); }
WEFT_KERNEL void atomic_or(unsigned* at, unsigned value) { atomicOr(at, value); }
/// Puts `value` where `expected` was; returns what was there.
WEFT_KERNEL std::uint64_t atomic_swap_if(std::uint64_t* at, std::uint64_t expected, std::uint64_t value) {
  return atomicCAS(reinterpret_cast<unsigned long long*>(at), static_cast<unsigned long long>(expected),
                   static_cast<unsigned long long>(value));
}
/// Threads of a warp with the same key share one call of f(how many of them); each gets its answer, and its rank
/// among them.
template <class F>
WEFT_KERNEL Pair together(std::uint64_t key, unsigned& rank, F&& f) {
  const unsigned active = __activemask(), same = __match_any_sync(active, (unsigned long long)key);
  const int leader = __ffs(int(same)) - 1, lane = int(threadIdx.x & 31);
  Pair answer{0, 0};
  if (lane == leader) answer = f(unsigned(__popc(int(same))));
  answer.x = __shfl_sync(same, answer.x, leader);
  answer.y = __shfl_sync(same, answer.y, leader);
  rank = unsigned(__popc(int(same & ((1u << lane) - 1))));
  return answer;
}
/// The same for keys of 32 bits and answers of one number.
template <class F>
WEFT_KERNEL Pair together_small(unsigned key, unsigned& rank, F&& f) {
  const unsigned active = __activemask(), same = __match_any_sync(active, key);
  const int leader = __ffs(int(same)) - 1, lane = int(threadIdx.x & 31);
  Pair answer{0, 0};
  if (lane == leader) answer.x = f(unsigned(__popc(int(same))));
  answer.x = __shfl_sync(same, answer.x, leader);
  rank = unsigned(__popc(int(same & ((1u << lane) - 1))));
  return answer;
}
/// A whole structure by all threads of a block, word by word.
template <int T, class Words>
WEFT_KERNEL void copy_words(Words& to, const Words& from, int thread) {
  static_assert(sizeof(Words) % sizeof(unsigned) == 0);
  const unsigned* in = reinterpret_cast<const unsigned*>(&from);
  unsigned* out = reinterpret_cast<unsigned*>(&to);
  for (int i = thread; i < int(sizeof(Words) / sizeof(unsigned)); i += T) out[i] = in[i];
}
/// The largest, and all bits, of the threads of a warp; whole warps call it.
WEFT_KERNEL unsigned warp_max(unsigned a) { return __reduce_max_sync(~0u, a); }
WEFT_KERNEL unsigned warp_or(unsigned a) { return __reduce_or_sync(~0u, a); }
/// One thread of each warp.
WEFT_KERNEL bool warp_leader(int thread) { return (thread & 31) == 0; }
/// A value read once, which need not stay in the cache.
WEFT_KERNEL Quad read_once(const Quad* at) { return __ldcs(at); }

#else

constexpr bool kTwin = true;
struct alignas(16) Quad {
  float x, y, z, w;
};
inline Quad quad(float x, float y, float z, float w) { return {x, y, z, w}; }

inline void barrier() {}
inline bool barrier_and(bool a) { return a; }
inline void fence() {}

inline unsigned bits_of(float a) {
  unsigned b;
  std::memcpy(&b, &a, sizeof b);
  return b;
}
inline float float_of(unsigned a) {
  float b;
  std::memcpy(&b, &a, sizeof b);
  return b;
}
inline int first_bit(unsigned a) { return a ? __builtin_ctz(a) : -1; }
inline int last_bit(unsigned a) { return a ? 31 - __builtin_clz(a) : -1; }
inline int bit_count(unsigned a) { return __builtin_popcount(a); }
inline float inverse_root(float a) { return 1.0f / std::sqrt(a); }

template <class T>
inline T atomic_add(T* at, T value) {
  const T old = *at;
  *at += value;
  return old;
}
inline void atomic_max(unsigned* at, unsigned value) { *at = std::max(*at, value); }
inline void atomic_or(unsigned* at, unsigned value) { *at |= value; }
inline std::uint64_t atomic_swap_if(std::uint64_t* at, std::uint64_t expected, std::uint64_t value) {
  const std::uint64_t old = *at;
  if (old == expected) *at = value;
  return old;
}
template <class F>
inline Pair together(std::uint64_t, unsigned& rank, F&& f) {
  rank = 0;
  return f(1u);
}
template <class F>
inline Pair together_small(unsigned, unsigned& rank, F&& f) {
  rank = 0;
  return {f(1u), 0};
}
template <int T, class Words>
inline void copy_words(Words& to, const Words& from, int) {
  to = from;
}
inline unsigned warp_max(unsigned a) { return a; }
inline unsigned warp_or(unsigned a) { return a; }
inline bool warp_leader(int) { return true; }
inline Quad read_once(const Quad* at) { return *at; }

#endif

}  // namespace weft::WEFT_DEVICE
