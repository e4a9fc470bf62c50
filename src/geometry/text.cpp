#include "geometry/text.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace weft::text {

namespace {
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }
bool is_line_end(char c) { return c == '\n' || c == '\r'; }
constexpr double kFarthest = 1e9;  // [m]; beyond it squares and single precision lose all meaning
}  // namespace

bool Cursor::skip_line_end() {
  if (at_end()) return false;
  if (data_[at_] == '\r' && at_ + 1 < data_.size() && data_[at_ + 1] == '\n') ++at_;
  ++at_;
  ++line_;
  line_start_ = at_;
  return true;
}

std::optional<Token> Cursor::word_on_line() {
  while (!at_end()) {
    const bool joined =
        backslash_ && data_[at_] == '\\' && (at_ + 1 == data_.size() || is_line_end(data_[at_ + 1]));
    if (joined) {
      ++at_;
      skip_line_end();
    } else if (is_blank(data_[at_])) {
      ++at_;
    } else {
      break;
    }
  }
  if (at_end() || is_line_end(data_[at_])) return std::nullopt;
  const std::size_t begin = at_;
  while (!at_end() && !is_blank(data_[at_]) && !is_line_end(data_[at_])) ++at_;
  std::string_view w = data_.substr(begin, at_ - begin);
  // "1 2 3\" without a blank before the backslash: give the backslash back.
  if (backslash_ && w.size() > 1 && w.back() == '\\' && (at_end() || is_line_end(data_[at_]))) {
    w.remove_suffix(1);
    --at_;
  }
  return Token{w, line_, begin - line_start_ + 1};
}

std::optional<Token> Cursor::word() {
  for (;;) {
    if (auto token = word_on_line()) return token;
    if (!skip_line_end()) return std::nullopt;
  }
}

std::string_view Cursor::rest_of_line() {
  const std::size_t begin = at_;
  while (!at_end() && !is_line_end(data_[at_])) ++at_;
  return data_.substr(begin, at_ - begin);
}

bool Cursor::next_line() {
  rest_of_line();
  return skip_line_end() && !at_end();
}

std::string Cursor::where() const { return fmt::format("{}:{}:{}", name_, line_, at_ - line_start_ + 1); }
std::string Cursor::where(const Token& token) const {
  return fmt::format("{}:{}:{}", name_, token.line, token.column);
}

std::optional<double> number(std::string_view word) {
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (end != word.data() + word.size() || word.empty()) return std::nullopt;
  if (error == std::errc::result_out_of_range) {  // 1e999 or 1e-999: the sign of the exponent tells which
    const std::size_t e = word.find_first_of("eE");
    const bool tiny =
        e != std::string_view::npos
            ? word.find('-', e) != std::string_view::npos
            : word.substr(0, word.find_first_of("123456789")).find('.') != std::string_view::npos;
    return tiny ? 0.0 : INFINITY;
  }
  if (error != std::errc()) return std::nullopt;
  return value;
}

std::optional<std::int64_t> integer(std::string_view word) {
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

std::string quoted(std::string_view word) {
  std::string s = "'";
  for (char c : word.substr(0, 40)) s += (c >= 32 && c < 127) ? c : '?';
  return s + (word.size() > 40 ? "...'" : "'");
}

double coordinate(const Cursor& cursor, const Token& token) {
  const auto value = number(token.word);
  if (!value)
    throw Error("E0110", fmt::format("{} is not a number", quoted(token.word)), cursor.where(token),
                "write a coordinate as a decimal number such as 0.25 or 1e-3");
  if (!(std::fabs(*value) <= kFarthest))
    throw Error("E0105",
                fmt::format("vertex coordinate {} is not finite or beyond 1e9 m", quoted(token.word)),
                cursor.where(token), "export the mesh again; coordinates are metres");
  return *value;
}

void require_finite(const Vec3d& x, const std::string& where) {
  for (int k = 0; k < 3; ++k)
    if (!(std::fabs(x[k]) <= kFarthest))
      throw Error("E0105", fmt::format("vertex coordinate {} is not finite or beyond 1e9 m", x[k]), where,
                  "export the mesh again; coordinates are metres");
}

void require_content(std::size_t vertices, std::size_t faces, const std::string& name) {
  if (vertices == 0)
    throw Error("E0103", "the mesh is empty: it has no vertices", name,
                "check that the right object was exported");
  if (faces == 0)
    throw Error("E0104", "the mesh has no faces", name,
                "export faces too; a cloud of points cannot be used here");
}

}  // namespace weft::text
