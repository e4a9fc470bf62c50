/// Typed reading of one TOML table. Units, limits, choices and defaults come from its TableInfo; every
/// mistake becomes an Error with file:line:column and the line itself. `finish()` turns keys nobody asked for
/// into errors.
#pragma once
#include <toml++/toml.h>

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "math/vec.h"
#include "scene/keys/keys.h"
#include "scene/source.h"

namespace weft {

/// A parsed text and its sources; readers share it.
struct Document {
  toml::table root;
  SourceSet sources;
  std::string folder;  ///< paths in the text are relative to it; "" is the current folder
};

/// Parses a text. Throws Error E0202 with the place of a syntax error.
std::shared_ptr<Document> parse_document(std::string_view text, const std::string& name);

class TableReader {
 public:
  /// `title` is how errors call the table: `[solver]`, `[[object]] "column"`.
  TableReader(std::shared_ptr<const Document> document, const toml::table& table, const TableInfo& info,
              std::string title);

  bool has(const std::string& key) const { return table_->contains(key); }
  const std::string& title() const { return title_; }
  /// The same table, but with other keys: where one of them says what the others may be.
  void use(const TableInfo& info) { info_ = &info; }
  void retitle(std::string title) { title_ = std::move(title); }
  const Document& document() const { return *document_; }

  /// The key's value, or its default; an Error E0205 when it has neither.
  double number(const std::string& key);
  std::int64_t integer(const std::string& key);
  bool flag(const std::string& key);
  std::string word(const std::string& key);  ///< one of the key's words
  std::string text(const std::string& key);
  Vec3d vector(const std::string& key);
  /// Whatever the key's type is; nothing when it is neither written nor required and has no default.
  Value value(const std::string& key);

  /// Lists: exactly `count` items, or any number up to 100000 when count is 0.
  std::vector<double> numbers(const std::string& key, std::size_t count = 0);
  std::vector<std::string> texts(const std::string& key, std::size_t count = 0);

  /// A sub-table, and the tables of an array of tables (empty when the key is absent).
  TableReader table(const std::string& key, const TableInfo& info);
  std::vector<TableReader> tables(const std::string& key, const TableInfo& info);

  /// The raw value (nullptr when absent); counts as asked for.
  const toml::node* node(const std::string& key);
  /// Leaves a key to someone else.
  void ignore(const std::string& key) { asked_.insert(key); }

  /// Errors on keys that are unknown (E0203) or have no effect here (E0204).
  void finish() const;

  /// An error that points at the key's value, at the key, or at the table when the key is absent.
  Error error(const std::string& code, const std::string& what, const std::string& key,
              const std::string& note) const;
  Error error_at(const std::string& code, const std::string& what, const toml::node& node,
                 const std::string& note) const;
  Place place(const std::string& key) const;
  Place key_place(const std::string& key) const;

  /// The same reading for one item of a list that the caller walks itself.
  double number_of(const toml::node& node, const KeyInfo& key) const;
  Vec3d vector_of(const toml::node& node, const KeyInfo& key) const;

 private:
  const KeyInfo& info(const std::string& key) const;
  const toml::node& get(const std::string& key);  ///< the value or the default
  const toml::array& list_of(const toml::node& node, const std::string& key, std::size_t count) const;
  [[noreturn]] void wrong_type(const toml::node& node, const std::string& key,
                               const std::string& wanted) const;

  std::shared_ptr<const Document> document_;
  const toml::table* table_;
  const TableInfo* info_;
  std::string title_;
  std::set<std::string> asked_;
};

}  // namespace weft
