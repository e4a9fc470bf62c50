/// What all Wavefront OBJ readers share: vertices, indices, and which elements may be skipped.
#pragma once
#include <vector>

#include "geometry/text.h"

namespace weft::text {

class ObjElements {
 public:
  /// `element` is what refers to vertices, for messages: "face", "curve".
  ObjElements(std::string_view data, const std::string& name, const char* element);

  Cursor in;
  std::vector<Vec3d> vertices;

  /// The rest of a line `v x y z [w]` or `v x y z r g b [a]`.
  void read_vertex(const Token& keyword);
  /// The index before the first slash, counted from 0; the others must be integers or absent.
  std::uint32_t read_index(const Token& token);
  /// Error E0111 unless the element carries nothing a simulation needs.
  void skip(const Token& keyword) const;
  /// Error E0106 when an element named a vertex that never came.
  void require_vertices() const;

 private:
  /// An element may name a vertex that comes later; it is checked at the end.
  struct Forward {
    Token token;
    std::int64_t index;
  };
  [[noreturn]] void out_of_range(const Token& token) const;

  const char* element_;
  std::vector<Forward> forward_;
};

}  // namespace weft::text
