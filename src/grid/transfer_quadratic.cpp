#include "grid/transfer.h"
#define WEFT_DEGREE 2
#include "grid/transfer_degree.inl"
