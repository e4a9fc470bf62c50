#include "output/usd/crate.h"

#include <fstream>

#include "output/atomic_file.h"

namespace weft::usd {

namespace {

constexpr Reference is_array = Reference(1) << 63, is_inlined = Reference(1) << 62;

Reference refer(Type type, std::uint64_t payload) { return Reference(type) << 48 | payload; }
Reference inlined(Type type, std::uint32_t payload) { return is_inlined | refer(type, payload); }

std::uint64_t aligned(std::uint64_t n) { return (n + 7) / 8 * 8; }

Bytes counted(std::uint64_t count) {
  Bytes out;
  append(out, count);
  return out;
}

}  // namespace

std::uint64_t Crate::put(Bytes head, const Array& array) {
  const std::uint64_t start = aligned(end_);
  end_ = start + head.size() + array.bytes.size();
  pieces_.push_back({start, std::move(head), array});
  return start;
}

Reference Crate::put(Type type, Bytes head) { return refer(type, put(std::move(head))); }

Reference Crate::value(const Value& value) {
  return std::visit([this](const auto& v) { return reference(v); }, value);
}
Reference Crate::specifier(bool define) { return inlined(Type::specifier, define ? 0 : 1); }
Reference Crate::uniform() { return inlined(Type::variability, 1); }

Reference Crate::words(const std::vector<std::string>& tokens) {
  Bytes out = counted(tokens.size());
  for (const std::string& t : tokens) append(out, tables_.token(t));
  return put(Type::token_vector, std::move(out));
}

// Two values, times and samples, each behind its distance from the field that says so; both distances are 8.
Reference Crate::time_sample(double time, Reference sample) {
  Bytes times = counted(1);
  append(times, time);
  Bytes out;
  append(out, std::int64_t(8));
  append(out, put(Type::double_vector, std::move(times)));
  append(out, std::int64_t(8));
  append(out, std::uint64_t(1));
  append(out, sample);
  return put(Type::time_samples, std::move(out));
}

Reference Crate::reference(bool value) { return inlined(Type::boolean, value); }

// A double that is a float, too, is inlined as one.
Reference Crate::reference(double value) {
  if (const float f = float(value); double(f) == value)
    return inlined(Type::float64, std::bit_cast<std::uint32_t>(f));
  Bytes out;
  append(out, value);
  return put(Type::float64, std::move(out));
}

Reference Crate::reference(const Token& value) {
  return inlined(Type::token, std::uint32_t(tables_.token(value.text)));
}
Reference Crate::reference(const Text& value) {
  return inlined(Type::string, std::uint32_t(tables_.string(value.text)));
}

Reference Crate::reference(const TokenArray& value) {
  Bytes out = counted(value.tokens.size());
  for (const std::string& t : value.tokens) append(out, tables_.token(t));
  return is_array | put(Type::token, std::move(out));
}

Reference Crate::reference(const SubLayers& value) {
  Bytes out = counted(value.paths.size());
  for (const std::string& p : value.paths) append(out, tables_.string(p));
  return put(Type::string_vector, std::move(out));
}

Reference Crate::reference(const SubLayerOffsets& value) {
  Bytes out = counted(value.count);
  for (std::size_t i = 0; i < value.count; ++i) append(out, 0.0), append(out, 1.0);  // offset, scale
  return put(Type::layer_offset_vector, std::move(out));
}

Reference Crate::reference(const Matrix& value) {
  Bytes out;
  append(out, value);
  return put(Type::matrix4d, std::move(out));
}

// An empty array has no place.
Reference Crate::reference(const Array& value) {
  return is_array | refer(value.type, value.count ? put(counted(value.count), value) : 0);
}

void Crate::close() {
  Bytes contents;
  const std::vector<Tables::Section> sections = tables_.sections();
  append(contents, std::uint64_t(sections.size()));
  for (const auto& [name, bytes] : sections) {
    char padded[16] = {};
    std::strncpy(padded, name, sizeof padded - 1);
    append(contents, padded);
    append(contents, put(bytes));
    append(contents, std::uint64_t(bytes.size()));
  }
  contents_ = put(std::move(contents));
}

void Crate::each_part(const std::function<bool(std::string_view)>& take) const {
  Bytes bootstrap("PXR-USDC\0\x08\0\0\0\0\0\0", 16);  // version 0.8.0
  append(bootstrap, contents_);
  bootstrap.resize(88, '\0');
  bool more = take(bootstrap);
  std::uint64_t at = bootstrap.size();
  for (auto p = pieces_.begin(); p != pieces_.end() && more; ++p) {
    const Bytes gap(p->start - at, '\0');
    more = take(gap) && take(p->head) && take(view_of(p->array.bytes));
    at = p->start + p->head.size() + p->array.bytes.size();
  }
}

void Crate::write(const std::filesystem::path& path) const {
  AtomicFile file(path);
  each_part([&](std::string_view part) { return file.write(part.data(), part.size()), true; });
  file.commit();
}

bool Crate::equals(const std::filesystem::path& path) const {
  std::error_code error;
  if (std::filesystem::file_size(path, error) != end_ || error) return false;
  std::ifstream file(path, std::ios::binary);
  bool same = true;
  Bytes there;
  each_part([&](std::string_view part) {
    there.resize(part.size());
    file.read(there.data(), std::streamsize(part.size()));
    return same = bool(file) && there == part;
  });
  return same;
}

}  // namespace weft::usd
