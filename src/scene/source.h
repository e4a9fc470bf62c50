/// The text a scene was read from, so that errors can show the line they speak of.
#pragma once
#include <map>
#include <string>
#include <string_view>

#include "exec/error.h"

namespace weft {

/// A place in a text; lines and columns count from 1, 0 means unknown.
struct Place {
  std::string file;
  int line = 0, column = 0;
  int length = 1;  ///< characters to underline
};

/// Texts by name: the scene file and one text for each `--set`.
class SourceSet {
 public:
  void add(std::string name, std::string_view text) {
    texts_.insert_or_assign(std::move(name), std::string(text));
  }
  /// "file:line:column".
  std::string where(const Place& place) const;
  /// The line, carets under it, and a note behind the carets; the note alone when the text is unknown.
  std::string excerpt(const Place& place, const std::string& note) const;
  /// An error that points at `place`.
  Error error(const std::string& code, const std::string& what, const Place& place,
              const std::string& note) const;

 private:
  std::map<std::string, std::string> texts_;
};

}  // namespace weft
