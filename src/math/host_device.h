/// Functions that run on the CPU and on a GPU alike.
#pragma once
#ifdef __CUDACC__
#define WEFT_HD __host__ __device__
#else
#define WEFT_HD
#endif
