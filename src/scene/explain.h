/// What each error and warning code means, for `weft explain`.
/// A test checks that every code in the source is here.
#pragma once
#include <string>
#include <vector>

namespace weft {

struct Explanation {
  std::string code;   ///< "E0203"
  std::string title;  ///< one line
  std::string text;   ///< what happened, why it matters, what to do
};

/// All of them, sorted by code.
const std::vector<Explanation>& explanations();
/// The one with this code, or nullptr.
const Explanation* find_explanation(const std::string& code);

/// The parts explanations() is made of.
std::vector<Explanation> explain_files();    ///< E01xx, E03xx, E04xx
std::vector<Explanation> explain_scenes();   ///< E02xx, W02xx, E06xx
std::vector<Explanation> explain_running();  ///< E05xx, W05xx, E07xx
std::vector<Explanation> explain_view();     ///< E08xx, W08xx

}  // namespace weft
