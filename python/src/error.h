/// weft.Error: the library's errors as Python sees them, with code, place and hint.
#pragma once
#include <pybind11/pybind11.h>

#include "exec/error.h"

namespace weft::python {

void bind_error(pybind11::module_& m);

}  // namespace weft::python
