/// Errors and warnings as people read them.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <sstream>

#include "exec/error.h"
#include "verbs.h"

namespace weft {
namespace {

bool colours() {
  static const bool yes = isatty(2) && !std::getenv("NO_COLOR");
  return yes;
}

std::string paint(const char* code, const std::string& text) {
  return colours() ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
}

/// "10 | frction = 0.3" and the carets below it are shown as they are; plain sentences are introduced.
bool is_excerpt(const std::string& hint) {
  const std::size_t bar = hint.find(" | ");
  return bar != std::string::npos && hint.find_first_not_of(" 0123456789") == bar + 1;
}

void print(const std::string& head, const std::string& what, const std::string& where,
           const std::string& hint) {
  std::ostringstream out;
  out << head << ": " << what << "\n";
  if (!where.empty()) out << "  --> " << where << "\n";
  if (!hint.empty()) {
    std::istringstream lines(hint);
    const bool excerpt = is_excerpt(hint);
    std::string line;
    for (int n = 0; std::getline(lines, line); ++n)
      out << (excerpt ? "" : n == 0 ? "  help: " : "        ") << line << "\n";
  }
  std::cerr << out.str();
}

}  // namespace

void print_error(const Error& e) {
  print(paint("1;31", fmt::format("error[{}]", e.code)), e.what(), e.where, e.hint);
}

void print_warning(const std::string& code, const std::string& what, const std::string& hint) {
  print(paint("1;33", fmt::format("warning[{}]", code)), what, {}, hint);
}

}  // namespace weft
