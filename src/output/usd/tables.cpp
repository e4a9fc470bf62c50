#include "output/usd/tables.h"

#include <numeric>

#include "output/usd/compression.h"

namespace weft::usd {

namespace {

void append_packed(Bytes& out, const Bytes& bytes) {
  append(out, std::uint64_t(bytes.size()));
  out += bytes;
}
void append_packed(Bytes& out, const std::vector<std::int32_t>& numbers) {
  append_packed(out, packed(std::span<const std::int32_t>(numbers)));
}
std::vector<std::int32_t> count_up(std::size_t n) {
  std::vector<std::int32_t> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

}  // namespace

// Token 0 is the empty one: an attribute's name could not be told from a prim's if it were token 0.
Tables::Tables() { token(""); }

// In the file a word ends where a zero is, so it ends there already.
std::int32_t Tables::token(const std::string& text) {
  const std::string word = text.c_str();
  const auto [at, is_new] = token_index_.try_emplace(word, std::int32_t(tokens_.size()));
  if (is_new) tokens_.push_back(word);
  return at->second;
}

std::int32_t Tables::string(const std::string& text) {
  strings_.push_back(token(text));
  return std::int32_t(strings_.size() - 1);
}

int Tables::add(Kind kind, int parent, const std::string& name, const std::vector<Field>& fields) {
  parent_.push_back(parent);
  const std::int32_t element = token(name);
  element_.push_back(kind == Kind::attribute ? -element : element);
  kind_.push_back(std::int32_t(kind));
  first_field_.push_back(std::int32_t(field_sets_.size()));
  for (const auto& [word, value] : fields) {
    field_sets_.push_back(std::int32_t(field_token_.size()));
    field_token_.push_back(token(word));
    field_value_.push_back(value);
  }
  field_sets_.push_back(-1);
  return int(parent_.size() - 1);
}

std::vector<Tables::Section> Tables::sections() const {
  Bytes sets;
  append(sets, std::uint64_t(field_sets_.size()));
  append_packed(sets, field_sets_);
  return {{"TOKENS", token_section()}, {"STRINGS", string_section()}, {"FIELDS", field_section()},
          {"FIELDSETS", sets},         {"PATHS", path_section()},     {"SPECS", spec_section()}};
}

Bytes Tables::token_section() const {
  Bytes words, out;
  for (const std::string& t : tokens_) words.append(t.c_str(), t.size() + 1);  // each ends with a zero
  append(out, std::uint64_t(tokens_.size()));
  append(out, std::uint64_t(words.size()));
  append_packed(out, packed(std::string_view(words)));
  return out;
}

Bytes Tables::string_section() const {
  Bytes out;
  append(out, std::uint64_t(strings_.size()));
  out += view_of(std::span(strings_));
  return out;
}

Bytes Tables::field_section() const {
  Bytes out;
  append(out, std::uint64_t(field_token_.size()));
  append_packed(out, field_token_);
  append_packed(out, packed(view_of(std::span(field_value_))));
  return out;
}

// Where to go on from each path:
//    0: to its sibling, which follows     n: to its child, which follows, and n entries on to its sibling
//   -1: to its child, which follows      -2: nowhere
std::vector<std::int32_t> Tables::jumps() const {
  const std::size_t n = parent_.size();
  std::vector<std::int32_t> out(n), next_child(n, -1);  // of those seen so far, from the end
  for (std::size_t i = n; i-- > 0;) {
    const bool child = next_child[i] >= 0;
    std::int32_t sibling = -1;
    if (parent_[i] >= 0) std::swap(sibling, next_child[std::size_t(parent_[i])]);
    if (sibling >= 0) out[i] = child ? sibling - std::int32_t(i) : 0;
    else out[i] = child ? -1 : -2;
    if (parent_[i] >= 0) next_child[std::size_t(parent_[i])] = std::int32_t(i);
  }
  return out;
}

Bytes Tables::path_section() const {
  Bytes out;
  append(out, std::uint64_t(parent_.size()));  // of all paths
  append(out, std::uint64_t(parent_.size()));  // of those that follow
  append_packed(out, count_up(parent_.size()));
  append_packed(out, element_);
  append_packed(out, jumps());
  return out;
}

Bytes Tables::spec_section() const {
  Bytes out;
  append(out, std::uint64_t(kind_.size()));
  append_packed(out, count_up(kind_.size()));
  append_packed(out, first_field_);
  append_packed(out, kind_);
  return out;
}

}  // namespace weft::usd
