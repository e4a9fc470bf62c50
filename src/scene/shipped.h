/// What the program was shipped with: scenes, their meshes, their pictures. Found from where the program lies, so that it can be unpacked anywhere.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace weft {

/// The folder that holds scenes/: PREFIX/share/weft of an installation, the project's folder for a program that
/// lies in a build folder; empty when there is neither.
const std::filesystem::path& data_folder();
/// Its scenes, sorted.
std::vector<std::filesystem::path> shipped_scenes();
/// A scene as a person names it: a file; or else a shipped one, as "demo", "demo.toml" or "scenes/demo.toml".
/// What is neither comes back as it was given.
std::string find_scene(const std::string& given);
/// Files and folders of which those that are not here are shipped ones.
std::vector<std::string> find_shipped(std::vector<std::string> given);
/// Where a scene is simulated unless told otherwise: beside it, but a shipped one that was named without its place in
/// the folder at hand.
std::filesystem::path default_run_folder(const std::string& given);

}  // namespace weft
