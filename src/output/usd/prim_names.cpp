#include "output/usd/prim_names.h"

#include <algorithm>

namespace weft::usd {

namespace {

bool is_digit(unsigned char c) { return c >= '0' && c <= '9'; }
bool is_plain(unsigned char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
/// The bytes of a UTF-8 character after the first.
bool is_continuation(unsigned char c) { return (c & 0xc0) == 0x80; }

}  // namespace

std::string valid_name(const std::string& name) {
  std::string out;
  for (const char c : name) {
    if (is_continuation(static_cast<unsigned char>(c))) continue;
    out += is_plain(static_cast<unsigned char>(c)) ? c : '_';
  }
  if (out.empty() || is_digit(static_cast<unsigned char>(out[0]))) out.insert(0, "_");
  return out;
}

std::vector<std::string> valid_names(const std::vector<std::string>& names) {
  std::vector<std::string> out;
  const auto taken = [&](const std::string& n) { return std::find(out.begin(), out.end(), n) != out.end(); };
  for (const std::string& name : names) {
    const std::string base = valid_name(name);
    std::string unique = base;
    for (int k = 2; taken(unique); ++k) unique = base + "_" + std::to_string(k);
    out.push_back(unique);
  }
  return out;
}

std::string valid_file_name(const std::string& name) {
  std::string out = name;
  for (char& c : out) {
    const auto u = static_cast<unsigned char>(c);
    if (!is_plain(u) && u < 0x80 && c != '-' && c != '.') c = '_';
  }
  if (out.empty() || out[0] == '.') out.insert(0, "_");  // not hidden, and not the folder above
  return out;
}

}  // namespace weft::usd
