/// Helpers that the mesh readers share: tokens with their line and column,
/// numbers, and checks on what was read.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "exec/error.h"
#include "geometry/mesh.h"

namespace weft::text {

/// One word of a text file and where it stands (both count from 1).
struct Token {
  std::string_view word;
  std::size_t line = 0, column = 0;
};

/// Walks through a text word by word; '\n', '\r\n' and '\r' all end a line.
class Cursor {
 public:
  Cursor(std::string_view data, std::string name, std::size_t line = 1)
      : data_(data), name_(std::move(name)), line_(line) {}

  /// The next word on this line, or nothing at the end of the line or of the file.
  std::optional<Token> word_on_line();
  /// The next word on this line or a later one, or nothing at the end of the file.
  std::optional<Token> word();
  /// Skips the rest of this line; false at the end of the file.
  bool next_line();
  /// The rest of this line without its end.
  std::string_view rest_of_line();

  bool at_end() const { return at_ >= data_.size(); }
  std::size_t offset() const { return at_; }
  std::size_t remaining() const { return data_.size() - at_; }
  std::size_t line() const { return line_; }
  const std::string& name() const { return name_; }
  std::string where() const;
  std::string where(const Token& token) const;

  /// A backslash before the end of a line joins it with the next (OBJ).
  void join_lines_at_backslash() { backslash_ = true; }

 private:
  bool skip_line_end();

  std::string_view data_;
  std::string name_;
  std::size_t at_ = 0, line_ = 1, line_start_ = 0;
  bool backslash_ = false;
};

/// A floating-point number, possibly nan or inf; nothing when the whole word is not one.
std::optional<double> number(std::string_view word);
/// An integer; nothing when the whole word is not one or it does not fit.
std::optional<std::int64_t> integer(std::string_view word);

/// A finite number or Error E0105 (not finite) or E0110 (not a number).
double coordinate(const Cursor& cursor, const Token& token);
/// A word shown in an error: printable, at most 40 characters.
std::string quoted(std::string_view word);

/// Error E0105 unless all coordinates are finite and within 1e9 m.
void require_finite(const Vec3d& x, const std::string& where);
/// Error E0103 without vertices, E0104 without triangles.
void require_content(std::size_t vertices, std::size_t faces, const std::string& name);

}  // namespace weft::text
