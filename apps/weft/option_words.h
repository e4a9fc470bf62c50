/// An option as shells and the manual page see it: read from the same list as --help and the parser.
#pragma once
#include <string>
#include <vector>

#include "command_line.h"

namespace weft {

struct OptionWords {
  std::vector<std::string> dashed;  ///< "-o", "--output"; none for what stands without a dash
  std::string value;  ///< how its value is called: "FOLDER", "draft|normal|final"; empty for a flag
  bool value_optional = false, many = false, required = false;
  Takes takes = Takes::anything;
  std::vector<std::string> words;  ///< what a shell offers as its value
  std::string help;
};

OptionWords describe(const CommandOption& option);
/// Of a verb: with dashes (--help comes last), and without in the order in which they stand.
struct VerbWords {
  std::string name, help;
  std::vector<OptionWords> options, places;
};
VerbWords describe(const Verb& verb);
/// All that are not hidden.
std::vector<VerbWords> describe(const std::vector<Verb>& verbs);

/// Scenes that can be named without their place.
std::vector<std::string> shipped_scene_names();

// One file each.
std::string bash_completion(const std::vector<VerbWords>& verbs);
std::string zsh_completion(const std::vector<VerbWords>& verbs);
std::string fish_completion(const std::vector<VerbWords>& verbs);
std::string man_page(const std::vector<VerbWords>& verbs);

}  // namespace weft
