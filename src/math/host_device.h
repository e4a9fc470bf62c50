/// Marks what runs on the host and inside a kernel of a graphics card alike; nothing where only the host is
/// compiled for.
#pragma once
#ifdef __CUDACC__
#define WEFT_HD __host__ __device__
#else
#define WEFT_HD
#endif
/// Marks what a processor must not inline, so that its sums are contracted in one way; a kernel does as it likes.
#ifdef __CUDACC__
#define WEFT_APART
#else
#define WEFT_APART [[gnu::noinline]]
#endif
