/// A thing as Wavefront OBJ text. Numbers have as many digits as it takes to read the same floats back.
#pragma once
#include "output/export/buffered_file.h"
#include "output/frame_file.h"

namespace weft {

/// How many `v` and `vt` a file has so far; OBJ numbers them from 1 through all its objects.
struct ObjCounts {
  std::size_t vertices = 0, coordinates = 0;
};

/// Writes `o`, `v` (with colours where there are some), `vt`, then `f`, `l` or `p`.
void write_obj(const FrameObject& object, ObjCounts& counts, BufferedFile& out);

}  // namespace weft
