#include "exec/expression.h"

#include <fmt/format.h>
#include <muParser.h>
#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "exec/error.h"

namespace weft {
namespace {

constexpr std::size_t kLongest = 2000;  // characters; the parser nests on the stack
constexpr std::size_t kDeepest = 100;   // open parentheses and prefix signs

double step(double x) { return x >= 0 ? 1 : 0; }
double clamp(double x, double low, double high) { return std::min(std::max(x, low), high); }
double floor_of(double x) { return std::floor(x); }
double ceil_of(double x) { return std::ceil(x); }
double mod(double x, double y) { return x - y * std::floor(x / y); }

/// One parser with the storage its variables point to.
struct Parser {
  mu::Parser parser;
  std::vector<double> values;

  Parser(const std::string& text, const std::vector<std::string>& variables) : values(variables.size()) {
    parser.DefineConst("pi", std::numbers::pi);
    parser.DefineFun("step", step);
    parser.DefineFun("clamp", clamp);
    parser.DefineFun("floor", floor_of);
    parser.DefineFun("ceil", ceil_of);
    parser.DefineFun("mod", mod);
    for (std::size_t k = 0; k < variables.size(); ++k) parser.DefineVar(variables[k], &values[k]);
    parser.SetExpr(text);
  }
};

[[noreturn]] void fail(const std::string& text, std::size_t position, const std::string& why,
                       const std::vector<std::string>& variables) {
  position = std::min(position, text.size());
  throw Error("E0220", fmt::format("cannot read the expression '{}': {}", text, why), {},
              fmt::format("    {}\n    {}^ character {}; it may use {} and pi", text,
                          std::string(position, ' '), position + 1, fmt::join(variables, " ")));
}

/// "x = 3" would assign to a variable; only the comparisons == != <= >= may hold an equals sign.
std::size_t find_assignment(const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '=') continue;
    if (i + 1 < text.size() && text[i + 1] == '=') {
      ++i;
      continue;
    }
    if (i == 0 || (text[i - 1] != '!' && text[i - 1] != '<' && text[i - 1] != '>')) return i;
  }
  return std::string::npos;
}

}  // namespace

struct Expression::Parsers {
  std::string text;
  std::vector<std::string> variables;
  tbb::enumerable_thread_specific<Parser> local;

  Parsers(std::string text_, std::vector<std::string> variables_)
      : text(std::move(text_)),
        variables(std::move(variables_)),
        local([this] { return Parser(text, variables); }) {}
};

Expression::Expression(std::string text, std::vector<std::string> variables) {
  if (text.size() > kLongest)
    fail(text.substr(0, 40) + "...", 0, fmt::format("it is longer than {} characters", kLongest), variables);
  for (std::size_t i = 0; i < text.size(); ++i)
    if (static_cast<unsigned char>(text[i]) >= 127 || static_cast<unsigned char>(text[i]) < 32 ||
        text[i] == '"')
      fail(text, i, "unexpected character", variables);
  if (std::size_t(std::count(text.begin(), text.end(), '(')) > kDeepest)
    fail(text, 0, "too many parentheses", variables);
  if (std::size_t at = find_assignment(text); at != std::string::npos)
    fail(text, at, "'=' assigns; write '==' to compare", variables);
  parsers_ = std::make_shared<Parsers>(std::move(text), std::move(variables));
  const Parsers& p = *parsers_;
  try {
    Parser& mine = parsers_->local.local();
    mine.parser.Eval();
    if (mine.parser.GetNumResults() != 1)
      fail(p.text, p.text.find(','), "it has more than one value", p.variables);
  } catch (const mu::ParserError& e) {
    const bool known = e.GetPos() >= 0;
    fail(p.text, known ? std::size_t(e.GetPos()) : 0, e.GetMsg(), p.variables);
  }
}

double Expression::operator()(std::span<const double> values) const {
  Parser& mine = parsers_->local.local();
  if (values.size() != mine.values.size())
    throw Error("E0221", fmt::format("the expression '{}' wants {} values, not {}", parsers_->text,
                                     mine.values.size(), values.size()));
  std::copy(values.begin(), values.end(), mine.values.begin());
  try {
    return mine.parser.Eval();
  } catch (const mu::ParserError& e) {
    throw Error("E0222", fmt::format("cannot evaluate the expression '{}': {}", parsers_->text, e.GetMsg()));
  }
}

const std::string& Expression::text() const { return parsers_->text; }
const std::vector<std::string>& Expression::variables() const { return parsers_->variables; }

}  // namespace weft
