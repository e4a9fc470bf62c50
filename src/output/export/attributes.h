/// The values at a thing's vertices, named once for all formats.
#pragma once
#include <cstring>

#include "output/frame_file.h"

namespace weft {

/// A row per vertex; the memory is the object's.
struct Attribute {
  std::string name;  ///< velocity id colour radius, then the scene's quantities
  std::size_t components = 1;
  bool integer = false;        ///< std::uint32_t, else float
  const void* data = nullptr;  ///< components x vertices numbers of four bytes
  const char* row(std::size_t i) const { return static_cast<const char*>(data) + 4 * components * i; }
  float real(std::size_t i, std::size_t component) const {
    float x = 0;
    std::memcpy(&x, row(i) + 4 * component, 4);
    return x;
  }
};

/// Those the object has. A quantity with the name of another attribute, which says the same, is left out.
std::vector<Attribute> attributes_of(const FrameObject& object);
/// Texture coordinates per vertex where all corners at a vertex agree, as they do without seams; else empty.
std::vector<std::array<float, 2>> vertex_uv(const FrameObject& object);
/// The pieces of curves: pairs of vertices.
std::vector<std::array<std::uint32_t, 2>> segments_of(const FrameObject& object);

}  // namespace weft
