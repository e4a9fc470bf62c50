/// Series expressions: calls of series functions are found and replaced by numbers, innermost first; what is
/// left is arithmetic for Expression.
#include "world/series.h"

#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <set>

#include "exec/error.h"
#include "exec/expression.h"
#include "world/series_functions.h"
#include "world/series_table.h"

namespace weft {
namespace {

bool starts_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; }

/// The end of the name that starts at i.
std::size_t name_end(const std::string& s, std::size_t i) {
  while (i < s.size() && in_name(s[i])) ++i;
  return i;
}

/// The index of the parenthesis that closes the one at `open`.
std::size_t closing(const std::string& s, std::size_t open) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = open; i < s.size(); ++i) {
    if (s[i] == '"') quoted = !quoted;
    if (quoted) continue;
    if (s[i] == '(') ++depth;
    if (s[i] == ')' && --depth == 0) return i;
  }
  throw Error("E0701", fmt::format("a parenthesis is never closed in '{}'", s));
}

/// Arguments between parentheses, split at commas of the outermost level.
std::vector<std::string> split_arguments(const std::string& s) {
  std::vector<std::string> parts(1);
  int depth = 0;
  bool quoted = false;
  for (char c : s) {
    if (c == '"') quoted = !quoted;
    if (!quoted && c == '(') ++depth;
    if (!quoted && c == ')') --depth;
    if (c == ',' && depth == 0 && !quoted) parts.emplace_back();
    else parts.back() += c;
  }
  return parts;
}

std::string trimmed(const std::string& s) {
  const auto a = s.find_first_not_of(' '), b = s.find_last_not_of(' ');
  return a == std::string::npos ? "" : s.substr(a, b - a + 1);
}

std::string unquoted(const std::string& s, const std::string& function) {
  const std::string t = trimmed(s);
  if (t.size() < 2 || t.front() != '"' || t.back() != '"')
    throw Error("E0702", fmt::format("{} wants a name in quotes, not {}", function, t));
  return t.substr(1, t.size() - 2);
}

/// Where a column lives.
struct Column {
  const Series* run;
  const std::vector<double>* values;
};

class Evaluator {
 public:
  explicit Evaluator(const SeriesScope& scope) : scope_(scope) {}

  double number(const std::string& text) const {
    const std::string plain = reduce(text);
    std::vector<std::string> names;
    std::vector<double> values;
    for (const auto& [name, value] : scope_.constants) names.push_back(name), values.push_back(value);
    for (const std::string& name : names_in(plain))
      if (find(name).run)
        throw Error("E0703", fmt::format("'{}' is a series where a number is wanted", name), {},
                    "take one value of it: last(" + name + "), max(" + name + "), at(" + name + ", t), ...");
    return Expression(plain, names)(values);
  }

 private:
  /// The column called `name` ("probe" or "run.probe"); run is null when there is none.
  Column find(const std::string& name) const {
    const auto dot = name.find('.');
    if (dot == std::string::npos) {
      if (scope_.constants.count(name)) return {nullptr, nullptr};
      for (const auto& [run, series] : scope_.runs) {
        const auto it = series.find(name);
        if (it == series.end()) continue;
        if (scope_.runs.size() > 1)
          throw Error("E0704", fmt::format("'{}' is in several runs", name), {},
                      "say which: " + run + "." + name);
        return {&series, &it->second};
      }
      return {nullptr, nullptr};
    }
    const auto run = scope_.runs.find(name.substr(0, dot));
    if (run == scope_.runs.end()) return {nullptr, nullptr};
    const auto it = run->second.find(name.substr(dot + 1));
    if (it == run->second.end()) return {nullptr, nullptr};
    return {&run->second, &it->second};
  }

  /// Names in a text that are not calls of functions.
  static std::set<std::string> names_in(const std::string& s) {
    std::set<std::string> names;
    for (std::size_t i = 0; i < s.size(); ++i) {
      if (std::isdigit(static_cast<unsigned char>(s[i]))) {  // skip numbers: 1e5 holds no name
        while (i < s.size() &&
               (in_name(s[i]) || ((s[i] == '-' || s[i] == '+') && (s[i - 1] == 'e' || s[i - 1] == 'E'))))
          ++i;
      }
      if (i >= s.size() || !starts_name(s[i])) continue;
      const std::size_t end = name_end(s, i);
      if (end >= s.size() || s[end] != '(') names.insert(s.substr(i, end - i));
      i = end;
    }
    return names;
  }

  bool mentions_series(const std::string& s) const {
    for (const std::string& name : names_in(s))
      if (find(name).run) return true;
    return false;
  }

  /// The text with every call of a series function replaced by its number.
  std::string reduce(const std::string& text) const {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
      const bool fresh = i == 0 || !in_name(text[i - 1]);
      if (!fresh || !starts_name(text[i])) {
        out += text[i++];
        continue;
      }
      const std::size_t end = name_end(text, i);
      const std::string name = text.substr(i, end - i);
      if (end >= text.size() || text[end] != '(') {
        out += name;
        i = end;
        continue;
      }
      const std::size_t close = closing(text, end);
      out += call(name, split_arguments(text.substr(end + 1, close - end - 1)));
      i = close + 1;
    }
    return out;
  }

  std::string call(const std::string& name, std::vector<std::string> arguments) const {
    if (name == "rms_error" || name == "max_error") return text_of(table_error(name, arguments));
    for (std::string& a : arguments) a = reduce(a);
    bool series_later = false;
    for (std::size_t i = 1; i < arguments.size(); ++i)
      series_later = series_later || mentions_series(arguments[i]);
    const bool known = is_series_function(name), scalar_too = name == "min" || name == "max" || name == "sum";
    const bool elementwise =
        scalar_too && (series_later || arguments.size() == 2 || !mentions_series(arguments[0]));
    if (!known || elementwise) return name + "(" + fmt::format("{}", fmt::join(arguments, ",")) + ")";
    if (std::string wanted = wrong_arguments(name, arguments.size() - 1); !wanted.empty())
      throw Error("E0702", fmt::format("{} wants {}", name, wanted));
    std::vector<double> numbers;
    for (std::size_t i = 1; i < arguments.size(); ++i) numbers.push_back(number(arguments[i]));
    return text_of(reduce_series(name, samples(arguments[0]), numbers));
  }

  /// A number that reads back exactly, in parentheses because it may be negative.
  static std::string text_of(double v) { return std::isfinite(v) ? fmt::format("({:.17g})", v) : "(0/0)"; }

  /// Values of arithmetic on the columns of one run, a row each.
  Samples samples(const std::string& text) const {
    std::string plain = text;
    std::vector<std::string> names;
    std::vector<const std::vector<double>*> columns;
    const Series* run = nullptr;
    for (const std::string& name : names_in(text)) {
      const Column c = find(name);
      if (!c.run) {
        if (name == "pi" || scope_.constants.count(name)) continue;
        throw Error("E0705", fmt::format("there is no series '{}'", name), {}, "known: " + known());
      }
      if (run && run != c.run)
        throw Error("E0704", fmt::format("'{}' mixes series of two runs", text), {},
                    "reduce each of them to a number first");
      run = c.run;
      names.push_back(name);
      columns.push_back(c.values);
    }
    if (!run) throw Error("E0703", fmt::format("'{}' holds no series", text), {}, "known: " + known());
    std::vector<std::string> variables;
    for (std::size_t k = 0; k < names.size(); ++k) {
      variables.push_back(fmt::format("series_{}_", k));
      plain = renamed(plain, names[k], variables.back());
    }
    std::vector<double> values(names.size());
    for (const auto& [name, value] : scope_.constants) variables.push_back(name), values.push_back(value);
    const Expression expression(plain, variables);
    const auto& time = run->at("time");
    Samples s;
    for (std::size_t row = 0; row < time.size(); ++row) {
      for (std::size_t k = 0; k < columns.size(); ++k) values[k] = (*columns[k])[row];
      const double v = expression(values);
      if (std::isfinite(v)) s.time.push_back(time[row]), s.value.push_back(v);
    }
    return s;
  }

  static std::string renamed(const std::string& text, const std::string& from, const std::string& to) {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
      const std::size_t end = name_end(text, i);
      if (end == i) {
        out += text[i++];
        continue;
      }
      const std::string word = text.substr(i, end - i);
      out += word == from ? to : word;
      i = end;
    }
    return out;
  }

  double table_error(const std::string& name, const std::vector<std::string>& a) const {
    if (a.size() != 5)
      throw Error("E0702",
                  name + " wants a series, the series it is a function of, a file and two column names");
    const Samples value = samples(reduce(a[0])), at = samples(reduce(a[1]));
    const std::string file = unquoted(a[2], name);
    const auto x = read_column(scope_.folder + "/" + file, unquoted(a[3], name));
    const auto y = read_column(scope_.folder + "/" + file, unquoted(a[4], name));
    return relative_table_error({at.value, value.value}, {x, y}, name == "max_error");
  }

  std::string known() const {
    std::string all;
    for (const auto& [run, series] : scope_.runs)
      for (const auto& [column, values] : series)
        all += (all.empty() ? "" : " ") + (scope_.runs.size() > 1 ? run + "." : "") + column;
    return all;
  }

  const SeriesScope& scope_;
};

}  // namespace

double evaluate(const std::string& text, const SeriesScope& scope) { return Evaluator(scope).number(text); }

}  // namespace weft
