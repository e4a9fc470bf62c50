/// "did you mean": the nearest of the known words.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// Letters to insert, delete, replace or swap to make one word from the other.
int edit_distance(std::string_view a, std::string_view b);
/// The nearest known word, or empty when none is near.
std::string nearest_word(std::string_view word, const std::vector<std::string>& known);
/// "did you mean 'x'?" when something is near, else "known: a b c".
std::string suggestion(std::string_view word, const std::vector<std::string>& known);

/// "did you mean 'x'? " when something is near, and in any case "TITLE: a, b, c".
std::string suggestion_of_all(std::string_view word, const std::vector<std::string>& known,
                              const std::string& title);

}  // namespace weft
