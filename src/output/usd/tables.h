/// The tables of a crate: what there is, and what it is called.
///   TOKENS      every word once; the other tables name words by index
///   STRINGS     the words that are used as strings
///   FIELDS      pairs of a word and a reference to a value
///   FIELDSETS   runs of fields, each ended by -1
///   PATHS       the tree of prims and properties, depth first
///   SPECS       path, field set and kind of each thing
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "output/usd/bytes.h"

namespace weft::usd {

enum class Kind : std::int32_t { attribute = 1, prim = 6, root = 7 };

/// 64 bits: is an array, is inlined, is compressed, 5 unused, 8 of type, 48 of payload: the value itself, or
/// where in the file it stands.
using Reference = std::uint64_t;
using Field = std::pair<std::string, Reference>;

class Tables {
 public:
  Tables();
  std::int32_t token(const std::string& text);
  std::int32_t string(const std::string& text);
  /// Adds a thing under another and says which number it has. The root comes first, then everything depth
  /// first: a prim, its attributes, its children.
  int add(Kind kind, int parent, const std::string& name, const std::vector<Field>& fields);

  struct Section {
    const char* name;
    Bytes bytes;
  };
  /// In the order in which they stand in a file.
  std::vector<Section> sections() const;

 private:
  Bytes token_section() const;
  Bytes string_section() const;
  Bytes field_section() const;
  Bytes path_section() const;
  Bytes spec_section() const;
  std::vector<std::int32_t> jumps() const;

  std::map<std::string, std::int32_t> token_index_;
  std::vector<std::string> tokens_;
  std::vector<std::int32_t> strings_;
  std::vector<std::int32_t> field_token_, field_sets_;
  std::vector<Reference> field_value_;
  std::vector<std::int32_t> parent_, element_;  // of each path; the token of an attribute's name is negative
  std::vector<std::int32_t> first_field_, kind_;
};

}  // namespace weft::usd
