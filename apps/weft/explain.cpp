/// weft explain CODE: what an error or warning means and what to do.
#include "scene/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <sstream>

#include "exec/error.h"
#include "scene/suggest.h"
#include "verbs.h"

namespace weft {
namespace {

/// Lines of at most 80 characters.
std::string wrapped(const std::string& text) {
  std::istringstream words(text);
  std::string out, word;
  for (std::size_t column = 0; words >> word; column += word.size() + 1) {
    if (column + word.size() > 80) {
      out += "\n";
      column = 0;
    } else if (column > 0) {
      out += " ";
    }
    out += word;
  }
  return out;
}

void explain(std::string code) {
  std::transform(code.begin(), code.end(), code.begin(), [](unsigned char c) { return std::toupper(c); });
  const Explanation* e = find_explanation(code);
  if (!e) {
    std::vector<std::string> codes;
    for (const Explanation& known : explanations()) codes.push_back(known.code);
    const std::string near = nearest_word(code, codes);
    throw Error(
        "E0604", fmt::format("there is no code '{}'", code), {},
        (near.empty() ? "" : fmt::format("did you mean '{}'? ", near)) + "`weft list errors` lists all");
  }
  std::cout << e->code << ": " << e->title << "\n\n" << wrapped(e->text) << "\n";
}

}  // namespace

Verb verb_explain() {
  auto code = std::make_shared<std::string>();
  std::vector<std::string> codes;
  for (const Explanation& e : explanations()) codes.push_back(e.code);
  return {"explain",
          "What an error or warning code means",
          {{"CODE", "such as E0203", code.get(), {.required = true, .words = codes}}},
          [code] {
            explain(*code);
            return 0;
          }};
}

}  // namespace weft
