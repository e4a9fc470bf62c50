/// The one error type: what is wrong, where, and what to do about it.
/// The library throws it; programs print it.
#pragma once
#include <stdexcept>
#include <string>

namespace weft {

/// What kind of failure it is; also the exit code of the program.
enum class Exit {
  done = 0,
  bad_input = 2,
  simulation = 3,
  disk = 4,
  memory = 5,
  limit = 6,
  interrupt = 130,
  terminate = 143
};

struct Error : std::runtime_error {
  std::string code;   ///< "E0203"; `weft explain` knows each one
  std::string where;  ///< "scene.toml:10:1", "cube.obj:7", or empty
  std::string hint;   ///< what to do, one sentence; may hold several lines (a source excerpt)
  Exit exit = Exit::bad_input;

  Error(std::string code_, const std::string& what_, std::string where_ = {}, std::string hint_ = {},
        Exit exit_ = Exit::bad_input)
      : std::runtime_error(what_),
        code(std::move(code_)),
        where(std::move(where_)),
        hint(std::move(hint_)),
        exit(exit_) {}
};

}  // namespace weft
