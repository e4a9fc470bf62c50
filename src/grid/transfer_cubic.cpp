#include "grid/transfer.h"
#define WEFT_DEGREE 3
#include "grid/transfer_degree.inl"
