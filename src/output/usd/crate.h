/// A binary USD file ("crate", version 0.8.0).
///
///    0   bootstrap   "PXR-USDC", version, where the contents are listed
///   88   values      arrays and what does not fit in a reference, each at a multiple of 8
///        tables      TOKENS STRINGS FIELDS FIELDSETS PATHS SPECS (tables.h)
///        contents    name, start and size of each table
///
/// A file is laid out first and written from start to end afterwards, so arrays are never copied.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "output/usd/tables.h"
#include "output/usd/value.h"

namespace weft::usd {

class Crate {
 public:
  Reference value(const Value& value);
  Reference specifier(bool define);                         ///< def or over
  Reference uniform();                                      ///< does not change with time
  Reference words(const std::vector<std::string>& tokens);  ///< primChildren, properties
  Reference time_sample(double time, Reference sample);
  /// As Tables::add.
  int add(Kind kind, int parent, const std::string& name, const std::vector<Field>& fields) {
    return tables_.add(kind, parent, name, fields);
  }

  /// Lays out the tables; nothing may be added afterwards.
  void close();
  /// Of a closed crate.
  void write(const std::filesystem::path& path) const;
  /// Whether the file is there and holds just what write() would write; of a closed crate.
  bool equals(const std::filesystem::path& path) const;

 private:
  struct Piece {
    std::uint64_t start;
    Bytes head;   ///< own bytes
    Array array;  ///< bytes that follow them
  };
  std::uint64_t put(Bytes head, const Array& array = {});
  Reference put(Type type, Bytes head);
  /// Hands on the parts of the file in order, until told to stop by `false`.
  void each_part(const std::function<bool(std::string_view)>& take) const;

  Reference reference(std::monostate) { return 0; }
  Reference reference(bool value);
  Reference reference(double value);
  Reference reference(const Token& value);
  Reference reference(const Text& value);
  Reference reference(const TokenArray& value);
  Reference reference(const SubLayers& value);
  Reference reference(const SubLayerOffsets& value);
  Reference reference(const Matrix& value);
  Reference reference(const Array& value);

  Tables tables_;
  std::vector<Piece> pieces_;
  std::uint64_t end_ = 88, contents_ = 0;
};

}  // namespace weft::usd
