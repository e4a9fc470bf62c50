#include "scene/read/table_reader.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <mutex>

#include "scene/suggest.h"
#include "scene/units.h"

namespace weft {
namespace {

constexpr std::size_t kLongestList = 100000;

Place place_of(const toml::source_region& r, int fallback_length = 1) {
  Place p;
  if (r.path) p.file = *r.path;
  p.line = int(r.begin.line);
  p.column = int(r.begin.column);
  const bool one_line = r.end.line == r.begin.line && r.end.column > r.begin.column;
  p.length = one_line ? int(r.end.column - r.begin.column) : fallback_length;
  return p;
}

std::string type_name(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "a list";
    case toml::node_type::string:
      return "a text";
    case toml::node_type::integer:
      return "a whole number";
    case toml::node_type::floating_point:
      return "a number";
    case toml::node_type::boolean:
      return "true or false";
    default:
      return "a date or time";
  }
}

/// Defaults are TOML texts; each is parsed once.
const toml::node* default_node(const std::string& text) {
  static std::mutex mutex;
  static std::map<std::string, toml::table> parsed;
  const std::lock_guard lock(mutex);
  auto found = parsed.find(text);
  if (found == parsed.end()) found = parsed.emplace(text, toml::parse("v = " + text)).first;
  return found->second.get("v");
}

}  // namespace

std::shared_ptr<Document> parse_document(std::string_view text, const std::string& name) {
  auto document = std::make_shared<Document>();
  document->sources.add(name, text);
  if (const std::size_t slash = name.rfind('/'); slash != std::string::npos)
    document->folder = name.substr(0, slash + 1);
  try {
    document->root = toml::parse(text, name);
  } catch (const toml::parse_error& e) {
    Place p = place_of(e.source());
    p.file = name;
    throw document->sources.error("E0202", fmt::format("this is not valid TOML: {}", e.description()), p,
                                  "here");
  }
  return document;
}

TableReader::TableReader(std::shared_ptr<const Document> document, const toml::table& table,
                         const TableInfo& info, std::string title)
    : document_(std::move(document)), table_(&table), info_(&info), title_(std::move(title)) {}

const KeyInfo& TableReader::info(const std::string& key) const {
  const KeyInfo* k = info_->find(key);
  if (!k)
    throw std::logic_error("the reader asks for a key that '" + info_->name + "' does not list: " + key);
  return *k;
}

const toml::node* TableReader::node(const std::string& key) {
  info(key);
  asked_.insert(key);
  return table_->get(key);
}

const toml::node& TableReader::get(const std::string& key) {
  if (const toml::node* n = node(key)) return *n;
  const KeyInfo& k = info(key);
  if (k.fallback.empty())
    throw error("E0205", fmt::format("{} needs '{}'", title_, key), key,
                fmt::format("add {} = ...: {}", key, k.meaning));
  return *default_node(k.fallback);
}

Place TableReader::key_place(const std::string& key) const {
  const auto found = table_->find(key);
  if (found == table_->end()) return place(key);
  return place_of(found->first.source(), int(key.size()));
}

Place TableReader::place(const std::string& key) const {
  if (const toml::node* n = table_->get(key)) return place_of(n->source());
  Place p = place_of(table_->source());
  if (p.line == 0 && !table_->empty())
    p = place_of(table_->begin()->second.source());  // dotted or implicit tables
  return p;
}

Error TableReader::error(const std::string& code, const std::string& what, const std::string& key,
                         const std::string& note) const {
  return document_->sources.error(code, what, place(key), note);
}

Error TableReader::error_at(const std::string& code, const std::string& what, const toml::node& node,
                            const std::string& note) const {
  return document_->sources.error(code, what, place_of(node.source()), note);
}

void TableReader::wrong_type(const toml::node& node, const std::string& key,
                             const std::string& wanted) const {
  throw error_at("E0207", fmt::format("'{}' in {} must be {}, not {}", key, title_, wanted, type_name(node)),
                 node, fmt::format("write {}", wanted));
}

double TableReader::number_of(const toml::node& node, const KeyInfo& k) const {
  const std::string wanted =
      k.unit.empty() ? "a number" : fmt::format("a number [{}] or a text with a unit", k.unit);
  double value = 0;
  if (const auto* i = node.as_integer()) {
    value = double(i->get());
  } else if (const auto* f = node.as_floating_point()) {
    value = f->get();
  } else if (const auto* s = node.as_string()) {
    try {
      value = parse_as(s->get(), k.unit);
    } catch (const UnitError& e) {
      throw error_at("E0208", fmt::format("'{}' in {}: {}", k.name, title_, e.what()), node,
                     fmt::format("write {}", wanted));
    }
  } else {
    wrong_type(node, k.name, wanted);
  }
  if (!std::isfinite(value))
    throw error_at("E0210", fmt::format("'{}' in {} is not a finite number", k.name, title_), node,
                   fmt::format("write {}", wanted));
  if (value < k.low || value > k.high)
    throw error_at("E0209", fmt::format("'{}' in {} is {:g}, out of range", k.name, title_, value), node,
                   fmt::format("must be {}", range_text(k)));
  return value == 0 ? 0 : value;  // -0 is 0
}

const toml::array& TableReader::list_of(const toml::node& node, const std::string& key,
                                        std::size_t count) const {
  const toml::array* a = node.as_array();
  if (!a) wrong_type(node, key, count ? fmt::format("a list of {}", count) : "a list");
  if ((count && a->size() != count) || a->size() > kLongestList)
    throw error_at(
        "E0213", fmt::format("'{}' in {} has {} entries", key, title_, a->size()), node,
        count ? fmt::format("write exactly {}", count) : fmt::format("write at most {}", kLongestList));
  return *a;
}

Vec3d TableReader::vector_of(const toml::node& node, const KeyInfo& k) const {
  const toml::array& a = list_of(node, k.name, 3);
  return {{number_of(a[0], k), number_of(a[1], k), number_of(a[2], k)}};
}

double TableReader::number(const std::string& key) { return number_of(get(key), info(key)); }
Vec3d TableReader::vector(const std::string& key) { return vector_of(get(key), info(key)); }

std::int64_t TableReader::integer(const std::string& key) {
  const toml::node& n = get(key);
  double value = number_of(n, info(key));  // 1e3 and 10.0 are whole numbers too
  if (value != std::floor(value)) wrong_type(n, key, "a whole number");
  if (const auto* i = n.as_integer()) return i->get();
  return std::int64_t(value);
}

bool TableReader::flag(const std::string& key) {
  const toml::node& n = get(key);
  if (!n.is_boolean()) wrong_type(n, key, "true or false");
  return n.as_boolean()->get();
}

std::string TableReader::text(const std::string& key) {
  const toml::node& n = get(key);
  if (!n.is_string()) wrong_type(n, key, "a text in quotes");
  return n.as_string()->get();
}

std::string TableReader::word(const std::string& key) {
  const std::string value = text(key);
  const std::vector<std::string>& words = info(key).words;
  for (const std::string& w : words)
    if (w == value) return value;
  const std::string near = nearest_word(value, words);
  throw error("E0211", fmt::format("'{}' in {} cannot be '{}'", key, title_, value), key,
              fmt::format("{}one of: {}", near.empty() ? "" : fmt::format("did you mean '{}'? ", near),
                          fmt::join(words, " ")));
}

Value TableReader::value(const std::string& key) {
  const KeyInfo& k = info(key);
  if (!node(key) && k.fallback.empty() && !k.required) return {};
  switch (k.type) {
    case KeyType::number:
      return number(key);
    case KeyType::integer:
      return integer(key);
    case KeyType::flag:
      return flag(key);
    case KeyType::word:
      return word(key);
    case KeyType::text:
      return text(key);
    case KeyType::vector:
      return vector(key);
    default:
      throw std::logic_error("'" + key + "' is no single value");
  }
}

std::vector<double> TableReader::numbers(const std::string& key, std::size_t count) {
  std::vector<double> out;
  for (const toml::node& n : list_of(get(key), key, count)) out.push_back(number_of(n, info(key)));
  return out;
}

std::vector<std::string> TableReader::texts(const std::string& key, std::size_t count) {
  std::vector<std::string> out;
  for (const toml::node& n : list_of(get(key), key, count)) {
    if (!n.is_string()) wrong_type(n, key, "a list of texts");
    out.push_back(n.as_string()->get());
  }
  return out;
}

TableReader TableReader::table(const std::string& key, const TableInfo& sub) {
  const toml::node& n = get(key);
  if (!n.is_table()) wrong_type(n, key, fmt::format("a table {}", sub.title));
  return TableReader(document_, *n.as_table(), sub, fmt::format("'{}' of {}", key, title_));
}

std::vector<TableReader> TableReader::tables(const std::string& key, const TableInfo& sub) {
  std::vector<TableReader> out;
  const toml::node* n = node(key);
  if (!n) return out;
  if (!n->is_array()) wrong_type(*n, key, fmt::format("a list of tables, as {} writes them", sub.title));
  for (const toml::node& item : list_of(*n, key, 0)) {
    if (!item.is_table())
      wrong_type(item, key, fmt::format("a list of tables, as {} writes them", sub.title));
    out.emplace_back(document_, *item.as_table(), sub,
                     fmt::format("{} number {}", sub.title, out.size() + 1));
  }
  return out;
}

void TableReader::finish() const {
  for (const auto& [key, value] : *table_) {
    const std::string name(key.str());
    if (!info_->find(name))
      throw document_->sources.error("E0203", fmt::format("unknown key '{}' in {}", name, title_),
                                     key_place(name), suggestion(name, info_->names()));
  }
  for (const auto& [key, value] : *table_)
    if (!asked_.contains(std::string(key.str())))
      throw document_->sources.error(
          "E0204", fmt::format("'{}' has no effect in {}", std::string(key.str()), title_),
          key_place(std::string(key.str())), "remove it, or the key that stands in its place");
}

}  // namespace weft
