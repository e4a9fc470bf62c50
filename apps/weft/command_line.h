/// The command line as plain data: what a verb is called, what its options fill, what it does. Only
/// command_line.cpp knows the library that parses (CLI11, five seconds of compiling per file that includes it).
#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace weft {

/// What an option fills: a bool is a flag, a vector takes many, an optional stays empty when it is not given.
using OptionValue = std::variant<bool*, int*, std::size_t*, double*, std::string*, std::filesystem::path*,
                                 std::optional<int>*, std::optional<std::string>*, std::vector<std::string>*,
                                 std::vector<std::filesystem::path>*>;

/// What a word stands for, so that a shell can complete it.
enum class Takes { anything, scene, run, folder, file };

struct OptionRules {
  bool required = false;
  bool show_default = false;  ///< the help tells it
  bool positive = false;
  bool one_each = false;  ///< of a list: one value per mention, "--set a=1 --set b=2"
  std::optional<std::pair<int, int>> values = {};       ///< how many values a mention may have
  std::optional<std::pair<double, double>> range = {};  ///< smallest and largest
  std::vector<std::string> one_of = {};                 ///< the only words allowed
  char delimiter = 0;                                   ///< splits one word into many
  Takes takes = Takes::anything;
  std::vector<std::string> words = {};  ///< what a shell offers; unlike `one_of` others may be right too
};

/// "--threads", "-o,--output", or "SCENE" for what stands without a dash.
struct CommandOption {
  std::string names, help;
  OptionValue value;
  OptionRules rules = {};
};

struct Verb {
  std::string name, help;
  std::vector<CommandOption> options;
  std::function<int()> run;  ///< returns the exit code; owns what the options fill
  bool hidden = false;       ///< from --help, the manual page and completion: for builds, not for people
};

/// Finds the verb, fills its options, runs it; returns the exit code. Prints help and version.
/// Throws Error E0601 (no such verb) and E0602 (an option that is wrong).
int run_command_line(int argc, char** argv, const std::vector<Verb>& verbs);

}  // namespace weft
