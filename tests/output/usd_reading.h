/// A crate taken apart for tests, by the layout that src/output/usd/crate.h and tables.h describe.
#pragma once
#include <lz4.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace weft::usd {

template <class T>
T value_at(const std::string& bytes, std::size_t at) {
  T value;
  if (at + sizeof value > bytes.size()) throw std::runtime_error("beyond the end");
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

inline std::string unpacked(const std::string& bytes, std::size_t largest) {
  if (bytes.empty() || bytes[0] != 0) throw std::runtime_error("not one chunk");
  std::string out(largest, '\0');
  const int n = LZ4_decompress_safe(bytes.data() + 1, out.data(), int(bytes.size() - 1), int(largest));
  if (n < 0) throw std::runtime_error("not an LZ4 block");
  out.resize(std::size_t(n));
  return out;
}

inline std::vector<std::int32_t> decoded(const std::string& bytes, std::size_t count) {
  std::vector<std::int32_t> out;
  if (count == 0) return out;
  const auto common = value_at<std::int32_t>(bytes, 0);
  std::size_t next = 4 + (count + 3) / 4;
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const int code = value_at<std::uint8_t>(bytes, 4 + i / 4) >> 2 * (i % 4) & 3;
    std::int32_t step = common;
    if (code == 1) step = value_at<std::int8_t>(bytes, next), next += 1;
    if (code == 2) step = value_at<std::int16_t>(bytes, next), next += 2;
    if (code == 3) step = value_at<std::int32_t>(bytes, next), next += 4;
    number += std::uint32_t(step);
    out.push_back(std::int32_t(number));
  }
  if (next != bytes.size()) throw std::runtime_error("bytes left over");
  return out;
}

/// Goes through bytes from front to back.
struct Walk {
  const std::string& bytes;
  std::size_t at;
  std::uint64_t number() { return at += 8, value_at<std::uint64_t>(bytes, at - 8); }
  std::string text(std::size_t n) { return at += n, bytes.substr(at - n, n); }
  std::string packed_bytes(std::size_t largest) { return unpacked(text(number()), largest); }
  std::vector<std::int32_t> integers(std::size_t n) { return decoded(packed_bytes(16 + 5 * n), n); }
};

/// Every thing of a crate by its path: fields by name, kind as the number of SPECS.
struct CrateContents {
  struct Thing {
    int kind;
    std::map<std::string, std::uint64_t> fields;
  };
  std::string bytes;
  std::vector<std::string> tokens, strings;
  std::map<std::string, Thing> things;

  explicit CrateContents(std::string file) : bytes(std::move(file)) {
    if (bytes.substr(0, 8) != "PXR-USDC" || bytes.substr(8, 3) != std::string("\0\x08\0", 3))
      throw std::runtime_error("not a crate 0.8.0");
    Walk toc{bytes, value_at<std::uint64_t>(bytes, 16)};
    std::map<std::string, std::size_t> start;
    for (std::uint64_t n = toc.number(); n-- > 0;) {
      const std::string name = toc.text(16).c_str();
      start[name] = toc.number();
      if (start[name] + toc.number() > bytes.size()) throw std::runtime_error(name + " is cut off");
    }
    read_tokens({bytes, start.at("TOKENS")});
    Walk s{bytes, start.at("STRINGS")};
    for (std::uint64_t n = s.number(); n-- > 0; s.at += 4)
      strings.push_back(tokens.at(value_at<std::uint32_t>(bytes, s.at)));
    read_things({bytes, start.at("FIELDS")}, {bytes, start.at("FIELDSETS")}, {bytes, start.at("SPECS")},
                paths({bytes, start.at("PATHS")}));
  }

  /// A field of a thing, or nothing.
  std::uint64_t field(const std::string& path, const std::string& name) const {
    const auto thing = things.find(path);
    if (thing == things.end()) return 0;
    const auto at = thing->second.fields.find(name);
    return at == thing->second.fields.end() ? 0 : at->second;
  }
  /// The value of the only sample of an attribute.
  std::uint64_t sample(const std::string& path) const {
    return value_at<std::uint64_t>(bytes, (field(path, "timeSamples") & 0xffffffffffff) + 32);
  }
  template <class T>
  std::vector<T> array(std::uint64_t reference) const {
    if (!(reference >> 63)) throw std::runtime_error("not an array");
    const std::size_t at = reference & 0xffffffffffff;
    std::vector<T> out;
    if (at % 8) throw std::runtime_error("not aligned");
    const std::uint64_t n = at ? value_at<std::uint64_t>(bytes, at) : 0;
    for (std::uint64_t i = 0; i < n; ++i) out.push_back(value_at<T>(bytes, at + 8 + i * sizeof(T)));
    return out;
  }

 private:
  void read_tokens(Walk w) {
    const std::uint64_t n = w.number(), size = w.number();
    const std::string words = w.packed_bytes(size);
    for (std::size_t i = 0, at = 0; i < n; ++i, at += tokens.back().size() + 1)
      tokens.push_back(words.c_str() + at);
  }

  std::vector<std::string> paths(Walk w) const {
    const std::uint64_t n = w.number();
    if (w.number() != n) throw std::runtime_error("two numbers of paths");
    const auto index = w.integers(n), element = w.integers(n), jump = w.integers(n);
    std::vector<std::string> out(n);
    walk_paths(index, element, jump, 0, "", out);
    return out;
  }
  void walk_paths(const std::vector<std::int32_t>& index, const std::vector<std::int32_t>& element,
                  const std::vector<std::int32_t>& jump, std::size_t i, std::string parent,
                  std::vector<std::string>& out) const {
    for (;; ++i) {
      const std::string& name = tokens.at(std::size_t(std::abs(element.at(i))));
      const std::string path = i == 0 ? "/"
                                      : parent +
                                            (element[i] < 0  ? "."
                                             : parent == "/" ? ""
                                                             : "/") +
                                            name;
      out.at(std::size_t(index[i])) = path;
      if (jump[i] > 0) walk_paths(index, element, jump, i + std::size_t(jump[i]), parent, out);
      if (jump[i] == -2) return;
      if (jump[i] != 0) parent = path;
    }
  }

  void read_things(Walk f, Walk sets, Walk specs, const std::vector<std::string>& path) {
    const std::uint64_t fields = f.number();
    const auto word = f.integers(fields);
    const std::string values = f.packed_bytes(8 * fields);
    const std::uint64_t set_size = sets.number();
    const auto set = sets.integers(set_size);
    const std::uint64_t n = specs.number();
    const auto where = specs.integers(n), first = specs.integers(n), kind = specs.integers(n);
    for (std::size_t i = 0; i < n; ++i) {
      Thing& thing = things[path.at(std::size_t(where[i]))];
      thing.kind = kind[i];
      for (std::size_t k = std::size_t(first[i]); set.at(k) >= 0; ++k)
        thing.fields[tokens.at(std::size_t(word.at(std::size_t(set[k]))))] =
            value_at<std::uint64_t>(values, 8 * std::size_t(set[k]));
    }
  }
};

}  // namespace weft::usd
