/// Work done in processes of its own, some at a time: each has its memory and its threads to itself, and one
/// that dies takes no other with it.
#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace weft {

struct Ending {
  std::string text;  ///< what the work returned
  int signal = 0;    ///< what killed it; 0: it came to its end
};

struct SideWork {
  std::vector<std::size_t> order;                ///< a permutation of 0, 1, ...: which begins first
  int jobs = 1;                                  ///< how many at a time
  std::function<std::string(std::size_t)> work;  ///< in a process of its own; must not throw
  std::function<void(std::size_t, Ending)>
      take;  ///< here, in the order 0, 1, 2, ..., as soon as they are there
};

/// Must be called while no other thread of this process is at work. When `take` throws, what still works is ended.
void side_by_side(const SideWork& what);

}  // namespace weft
