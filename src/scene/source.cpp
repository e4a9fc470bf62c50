#include "scene/source.h"

#include <fmt/format.h>

#include <algorithm>

namespace weft {
namespace {

std::string_view line_of(std::string_view text, int line) {
  for (int k = 1; k < line; ++k) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find('\n'));
  if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
  return text;
}

/// Control bytes must not reach a terminal; a tab is one column wide so that carets stay below their word.
std::string printable(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (static_cast<unsigned char>(c) < 32 || c == 127) c = c == '\t' ? ' ' : '?';
  return out;
}

/// Characters, not bytes, that `bytes` bytes of UTF-8 show as.
bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

std::string SourceSet::where(const Place& p) const {
  if (p.line <= 0) return p.file;
  return fmt::format("{}:{}:{}", p.file, p.line, std::max(p.column, 1));
}

std::string SourceSet::excerpt(const Place& p, const std::string& note) const {
  const auto found = texts_.find(p.file);
  if (found == texts_.end() || p.line <= 0) return note;
  std::string line = printable(line_of(found->second, p.line));
  // A very long line is cut around the place.
  constexpr int kWidth = 120;
  int column = std::max(p.column, 1) - 1, cut = 0;
  if (column > kWidth - 20) cut = column - 20;
  while (cut < int(line.size()) && cut > 0 && continues(line[cut])) --cut;
  line = line.substr(std::min<std::size_t>(cut, line.size()));
  int end = kWidth;
  while (end < int(line.size()) && continues(line[end])) ++end;
  if (end < int(line.size())) line = line.substr(0, end) + " ...";
  column -= cut;
  const int length = std::clamp(p.length, 1, std::max(1, int(line.size()) - column));
  const std::string number = std::to_string(p.line);
  return fmt::format("{} | {}\n{} | {}{}{}{}", number, line, std::string(number.size(), ' '),
                     std::string(column, ' '), std::string(length, '^'), note.empty() ? "" : " ", note);
}

Error SourceSet::error(const std::string& code, const std::string& what, const Place& p,
                       const std::string& note) const {
  return Error(code, what, where(p), excerpt(p, note));
}

}  // namespace weft
