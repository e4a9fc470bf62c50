#include "grid/transfer.h"
#define WEFT_DEGREE 1
#include "grid/transfer_degree.inl"
