/// Names that USD allows, made from names that may hold anything.
#pragma once
#include <string>
#include <vector>

namespace weft::usd {

/// Letters, digits and underscores of ASCII, no digit first; whatever else there is becomes an underscore.
std::string valid_name(const std::string& name);
/// valid_name() of each; where two would be the same, the later ones get _2, _3, ...
std::vector<std::string> valid_names(const std::vector<std::string>& names);
/// A name for files: what a shell, a URL or an asset path reads in its own way becomes an underscore.
std::string valid_file_name(const std::string& name);

}  // namespace weft::usd
