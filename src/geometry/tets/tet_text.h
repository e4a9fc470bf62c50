/// What the readers of tetrahedra share.
#pragma once
#include <unordered_map>
#include <vector>

#include "geometry/tet_mesh.h"
#include "geometry/text.h"

namespace weft::text {

/// Numbers of a text file one after the other, whatever its lines.
class NumberReader {
 public:
  NumberReader(std::string_view data, const std::string& name) : in(data, name) {}
  Cursor in;
  char comment = 0;  ///< what begins with it is skipped to the end of its line

  /// The next word; Error E0107 at the end of the file, which came while `what` was expected.
  Token next(const char* what);
  /// The next word, or nothing at the end of the file.
  std::optional<Token> next_or_end();
  std::int64_t whole(const char* what);
  double real(const char* what);
  Vec3d position();
  /// Of items that take at least `bytes` each: Error E0108 when it is negative, E0107 when the file is too
  /// short for it.
  std::size_t count(const char* what, std::size_t bytes);
  /// Skips n words.
  void skip(std::size_t n, const char* what);
};

/// A mesh in the making: vertices by the numbers that the file gives them.
class TetBuilder {
 public:
  explicit TetBuilder(std::string name) : name_(std::move(name)) {}
  void vertex(std::int64_t number, const Vec3d& x, const std::string& where);
  /// Vertices may come later; `line` is for messages.
  void tetrahedron(const std::array<std::int64_t, 4>& numbers, std::size_t line);
  /// Checks, turns round, leaves out. Errors E0103, E0106, E0148, E0149.
  TetMesh finish() const;

 private:
  struct Corners {
    std::array<std::int64_t, 4> numbers;
    std::size_t line;
  };
  std::string name_;
  std::vector<Vec3d> vertices_;
  std::unordered_map<std::int64_t, std::uint32_t> index_;
  std::vector<Corners> tetrahedra_;
};

}  // namespace weft::text
