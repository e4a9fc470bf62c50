/// Where kernels are launched and memory is copied, in order. On a card a stream; in the twin everything happens
/// at once, block after block.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "device/platform.h"
#include "exec/error.h"
#ifdef __CUDACC__
#include <cub/device/device_scan.cuh>
#else
#include <numeric>
#endif

namespace weft::WEFT_DEVICE {

#ifdef __CUDACC__

/// Throws what the driver said: E0722 where memory ran out, E0723 otherwise.
inline void expect(cudaError_t e, const char* what) {
  if (e == cudaSuccess) return;
  cudaGetLastError();
  const std::string why = std::string(what) + ": " + cudaGetErrorString(e);
  if (e == cudaErrorMemoryAllocation)
    throw Error("E0722", "the graphics card has too little free memory", {}, why, Exit::memory);
  throw Error("E0723", "the graphics card failed: " + why, {},
              "resume continues from the last checkpoint; device = \"cpu\" does without the card", Exit::memory);
}

template <class K>
__global__ void __launch_bounds__(K::threads, K::resident) run_kernel(const __grid_constant__ K kernel) {
  __shared__ typename K::Shared shared;
  kernel.template run<K::threads>(shared, int(blockIdx.x), int(threadIdx.x));
}

using StreamHandle = cudaStream_t;

#else
using StreamHandle = int;
#endif

class Stream {
 public:
#ifdef __CUDACC__
  Stream() { expect(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "stream"); }
  ~Stream() { cudaStreamDestroy(stream_); }
#else
  Stream() = default;
#endif
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  StreamHandle handle() const { return stream_; }

  void wait() {
#ifdef __CUDACC__
    expect(cudaStreamSynchronize(stream_), "waiting");
#endif
  }
  void zero(void* at, std::size_t bytes) { fill(at, 0, bytes); }
  /// Every byte.
  void fill(void* at, int value, std::size_t bytes) {
    if (!bytes) return;
#ifdef __CUDACC__
    expect(cudaMemsetAsync(at, value, bytes, stream_), "clearing memory");
#else
    std::memset(at, value, bytes);
#endif
  }
  /// Between the card and the host, or within the card. From or to pageable memory the call waits.
  void copy(void* to, const void* from, std::size_t bytes) {
    if (!bytes) return;
#ifdef __CUDACC__
    expect(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream_), "copying");
#else
    std::memmove(to, from, bytes);
#endif
  }

 private:
  StreamHandle stream_{};
};

/// blocks * K::threads threads; nothing when there are no blocks.
template <class K>
void launch(Stream& stream, std::size_t blocks, const K& kernel) {
  if (!blocks) return;
#ifdef __CUDACC__
  run_kernel<K><<<unsigned(blocks), K::threads, 0, stream.handle()>>>(kernel);
  expect(cudaGetLastError(), "launching a kernel");
#else
  (void)stream;
  for (std::size_t b = 0; b < blocks; ++b) {
    typename K::Shared shared;
    kernel.template run<1>(shared, int(b), 0);
  }
#endif
}

/// Blocks of a kernel that gives each of n items a thread; in the twin a block takes as many items itself.
template <class K>
std::size_t blocks_for(std::size_t n) {
  return (n + K::threads - 1) / K::threads;
}
/// f(i) for the items of a block of a kernel launched with blocks_for.
template <int T, int Threads, class F>
WEFT_KERNEL void for_items(int block, int thread, std::size_t n, F&& f) {
  const std::size_t begin = std::size_t(block) * Threads;
  for (std::size_t i = begin + std::size_t(thread); i < begin + Threads && i < n; i += T) f(i);
}

/// Memory of the card: what it holds is lost when it grows, unless kept.
template <class T>
class DeviceArray {
 public:
  DeviceArray() = default;
  explicit DeviceArray(std::size_t n) { resize(n); }
  ~DeviceArray() { release(); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  DeviceArray(DeviceArray&& b) noexcept : at_(b.at_), n_(b.n_) { b.at_ = nullptr, b.n_ = 0; }
  DeviceArray& operator=(DeviceArray&& b) noexcept {
    std::swap(at_, b.at_), std::swap(n_, b.n_);
    return *this;
  }
  T* data() const { return at_; }
  std::size_t size() const { return n_; }
  std::size_t bytes() const { return n_ * sizeof(T); }

  /// Zeros.
  void resize(std::size_t n) {
    if (n == n_) return;
    release();
    at_ = allocate(n);
    n_ = n;
  }
  /// The first numbers stay.
  void grow(Stream& stream, std::size_t n) {
    if (n <= n_) return;
    T* more = allocate(n);
    stream.copy(more, at_, n_ * sizeof(T));
    stream.wait();
    const std::size_t size = n;
    release();
    at_ = more, n_ = size;
  }
  void put(Stream& stream, const std::vector<T>& values) {
    if (values.size() > n_) resize(values.size());
    stream.copy(at_, values.data(), values.size() * sizeof(T));
    stream.wait();
  }
  std::vector<T> get(Stream& stream) const {
    std::vector<T> values(n_);
    stream.copy(values.data(), at_, n_ * sizeof(T));
    stream.wait();
    return values;
  }

 private:
  static T* allocate(std::size_t n) {
    if (!n) return nullptr;
    void* at = nullptr;
#ifdef __CUDACC__
    expect(cudaMalloc(&at, n * sizeof(T)), "memory");
    expect(cudaMemset(at, 0, n * sizeof(T)), "memory");
    expect(cudaStreamSynchronize(nullptr), "memory");  // our streams do not wait for the one that clears
#else
    at = ::operator new(n * sizeof(T), std::align_val_t(64));
    std::memset(at, 0, n * sizeof(T));
#endif
    return static_cast<T*>(at);
  }
  void release() {
    if (!at_) return;
#ifdef __CUDACC__
    cudaFree(at_);
#else
    ::operator delete(at_, std::align_val_t(64));
#endif
    at_ = nullptr, n_ = 0;
  }
  T* at_ = nullptr;
  std::size_t n_ = 0;
};

/// out[i] = in[0] + ... + in[i - 1]. `room` is kept from call to call: in a graph it must not move.
class Scan {
 public:
  void reserve(std::size_t n) {
#ifdef __CUDACC__
    std::size_t bytes = 0;
    expect(cub::DeviceScan::ExclusiveSum(nullptr, bytes, (unsigned*)nullptr, (unsigned*)nullptr, n), "scan");
    if (bytes > room_.size()) room_.resize(bytes);
#else
    (void)n;
#endif
  }
  void run(Stream& stream, const unsigned* in, unsigned* out, std::size_t n) {
#ifdef __CUDACC__
    std::size_t bytes = room_.size();
    expect(cub::DeviceScan::ExclusiveSum(room_.data(), bytes, in, out, n, stream.handle()), "scan");
#else
    (void)stream;
    std::exclusive_scan(in, in + n, out, 0u);
#endif
  }

 private:
  DeviceArray<unsigned char> room_;
};

}  // namespace weft::WEFT_DEVICE
