#include "scene/explain.h"

#include <algorithm>

namespace weft {

const std::vector<Explanation>& explanations() {
  static const std::vector<Explanation> all = [] {
    std::vector<Explanation> out = explain_files();
    for (const auto& part : {explain_scenes(), explain_running(), explain_view()})
      out.insert(out.end(), part.begin(), part.end());
    std::sort(out.begin(), out.end(),
              [](const Explanation& a, const Explanation& b) { return a.code < b.code; });
    return out;
  }();
  return all;
}

const Explanation* find_explanation(const std::string& code) {
  for (const Explanation& e : explanations())
    if (e.code == code) return &e;
  return nullptr;
}

}  // namespace weft
