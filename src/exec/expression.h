/// Formulas in scene files: "0.1*sin(2*pi*x)" over named variables, evaluated many times from many threads.
/// Knows + - * / ^, comparisons, && ||, `a ? b : c`, sin cos tan asin acos atan atan2 sinh cosh tanh exp ln
/// log10 sqrt abs sign floor ceil mod min max clamp, step(x) (1 when x >= 0, else 0), and the constant pi.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace weft {

class Expression {
 public:
  /// Throws Error E0220 with the text and the place of the mistake when it does not parse.
  Expression(std::string text, std::vector<std::string> variables);

  /// The value where variable k is values[k]. Safe from several threads at once.
  double operator()(std::span<const double> values) const;

  const std::string& text() const;
  const std::vector<std::string>& variables() const;

  friend bool operator==(const Expression& a, const Expression& b) {
    return a.text() == b.text() && a.variables() == b.variables();
  }

 private:
  struct Parsers;  // one parser per thread: a parser writes to itself while it evaluates
  std::shared_ptr<Parsers> parsers_;
};

}  // namespace weft
