#include "exec/formula.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <numbers>

namespace weft {
namespace {

using F = FormulaCode;

struct Named {
  const char* name;
  F code;
  int arguments;  ///< 0: one or more, taken together two by two
};
constexpr Named kFunctions[] = {
    {"sin", F::sin, 1},     {"cos", F::cos, 1},     {"tan", F::tan, 1},     {"asin", F::asin, 1},
    {"acos", F::acos, 1},   {"atan", F::atan, 1},   {"sinh", F::sinh, 1},   {"cosh", F::cosh, 1},
    {"tanh", F::tanh, 1},   {"asinh", F::asinh, 1}, {"acosh", F::acosh, 1}, {"atanh", F::atanh, 1},
    {"exp", F::exp, 1},     {"ln", F::ln, 1},       {"log", F::ln, 1},      {"log2", F::log2, 1},
    {"log10", F::log10, 1}, {"sqrt", F::sqrt, 1},   {"abs", F::abs, 1},     {"sign", F::sign, 1},
    {"rint", F::rint, 1},   {"floor", F::floor, 1}, {"ceil", F::ceil, 1},   {"step", F::step, 1},
    {"atan2", F::atan2, 2}, {"mod", F::mod, 2},     {"min", F::min, 0},     {"max", F::max, 0},
    {"sum", F::add, 0},     {"clamp", F::clamp, 3},
};

struct Failure {
  std::string why;
};

/// By descent, as muParser binds:  ?:  ||  &&  comparisons  + -  * /  signs  ^ (from the right).
class Compiler {
 public:
  Compiler(const std::string& text, std::span<const std::string> variables)
      : text_(text), variables_(variables) {}

  std::vector<FormulaOp> compile() {
    choice();
    blanks();
    if (at_ != text_.size()) stop("something is left");
    return std::move(ops_);
  }

 private:
  [[noreturn]] void stop(const std::string& why) const {
    throw Failure{"\"" + text_ + "\": " + why + " at character " + std::to_string(at_ + 1)};
  }
  void blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  bool take(std::string_view word) {
    blanks();
    if (text_.compare(at_, word.size(), word) != 0) return false;
    at_ += word.size();
    return true;
  }
  void expect(std::string_view word) {
    if (!take(word)) stop("'" + std::string(word) + "' is missing");
  }
  /// `takes` numbers become one.
  void emit(F code, int takes, int variable = 0, double value = 0) {
    waiting_ += 1 - takes;
    if (waiting_ > kFormulaDepth) stop("it is nested too deeply");
    ops_.push_back({code, variable, value});
  }

  void choice() {
    either();
    if (!take("?")) return;
    choice();
    expect(":");
    choice();
    emit(F::choose, 3);
  }
  void either() {
    both();
    while (take("||")) both(), emit(F::either, 2);
  }
  void both() {
    comparison();
    while (take("&&")) comparison(), emit(F::both, 2);
  }
  void comparison() {
    sum();
    for (;;) {
      F code;
      if (take("<=")) code = F::at_most;
      else if (take(">=")) code = F::at_least;
      else if (take("==")) code = F::equal;
      else if (take("!=")) code = F::differs;
      else if (take("<")) code = F::less;
      else if (take(">")) code = F::greater;
      else return;
      sum();
      emit(code, 2);
    }
  }
  void sum() {
    product();
    for (;;) {
      const F code = take("+") ? F::add : take("-") ? F::subtract : F::number;
      if (code == F::number) return;
      product();
      emit(code, 2);
    }
  }
  void product() {
    sign();
    for (;;) {
      const F code = take("*") ? F::multiply : take("/") ? F::divide : F::number;
      if (code == F::number) return;
      sign();
      emit(code, 2);
    }
  }
  void sign() {
    if (take("+")) return sign();
    if (take("-")) {
      sign();
      return emit(F::negate, 1);
    }
    operand();
    if (!take("^")) return;
    sign();
    emit(F::power, 2);
  }
  void operand() {
    if (take("(")) {
      choice();
      expect(")");
      return;
    }
    if (at_ == text_.size()) stop("something is missing");
    const char c = text_[at_];
    if (std::isdigit(static_cast<unsigned char>(c)) || c == '.') return number();
    if (std::isalpha(static_cast<unsigned char>(c)) || c == '_') return name();
    stop(std::string("'") + c + "' is not known");
  }
  void number() {
    double value = 0;
    const auto r = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (r.ec != std::errc()) stop("not a number");
    at_ = std::size_t(r.ptr - text_.data());
    emit(F::number, 0, 0, value);
  }
  void name() {
    std::size_t end = at_;
    while (end < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[end])) || text_[end] == '_'))
      ++end;
    const std::string word = text_.substr(at_, end - at_);
    const auto v = std::find(variables_.begin(), variables_.end(), word);
    if (v != variables_.end()) {
      at_ = end;
      return emit(F::variable, 0, int(v - variables_.begin()));
    }
    if (word == "pi" || word == "_pi" || word == "_e") {
      at_ = end;
      return emit(F::number, 0, 0, word == "_e" ? std::numbers::e : std::numbers::pi);
    }
    for (const Named& f : kFunctions)
      if (word == f.name) {
        at_ = end;
        return call(f);
      }
    stop("'" + word + "' is not known");
  }
  void call(const Named& f) {
    expect("(");
    int n = 0;
    do {
      choice();
      if (++n > 1 && f.arguments == 0) emit(f.code, 2);
    } while (take(","));
    expect(")");
    if (f.arguments == 0) return;
    if (n != f.arguments) stop(std::string(f.name) + " wants another number of arguments");
    emit(f.code, n);
  }

  const std::string& text_;
  std::span<const std::string> variables_;
  std::size_t at_ = 0;
  int waiting_ = 0;
  std::vector<FormulaOp> ops_;
};

}  // namespace

Formula compile_formula(const std::string& text, std::span<const std::string> variables) {
  try {
    return {Compiler(text, variables).compile(), {}};
  } catch (const Failure& f) {
    return {{}, f.why};
  }
}

}  // namespace weft
