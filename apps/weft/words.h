/// Words that several verbs let a shell complete.
#pragma once
#include <string>
#include <vector>

namespace weft {

inline std::vector<std::string> quality_words() { return {"draft", "normal", "final"}; }
inline std::vector<std::string> device_words() { return {"cpu", "gpu", "auto"}; }

}  // namespace weft
