/// Reading and writing strands: polylines of Wavefront OBJ (`l` elements) and Weft's own binary curves
/// (.wcv). Readers check what they read like the mesh readers do: Error E01xx names the place.
///
/// A .wcv file, little endian, without padding:
///   bytes  0..7   the letters WEFTCRV1
///   bytes  8..23  four 32-bit counts: strands, vertices, coloured strands (0 or all), roots
///   then          strands x u32  vertices of each strand, at least 2; they add up to `vertices`
///                 vertices x 3 f32  x y z [m]
///                 coloured x 3 f32  linear red green blue, 0..1
///                 roots x u32  ascending indices of vertices
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "geometry/weave/thin.h"

namespace weft {

/// Reads strands; the extension (.obj or .wcv, any case) says how.
Strands read_curves(const std::filesystem::path& path);
/// Writes strands; the extension says how. OBJ keeps neither colours nor roots, .wcv keeps single precision.
void write_curves(const std::filesystem::path& path, const Strands& strands);

/// Each `l` element becomes a strand with vertices of its own; faces and the like are skipped.
Strands parse_obj_curves(std::string_view data, const std::string& name);
Strands parse_wcv(std::string_view data, const std::string& name);

}  // namespace weft
