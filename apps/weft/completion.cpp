/// weft completion SHELL, weft man: what shells and `man` read, from the list of verbs. Builds run them and install what they print.
#include <iostream>
#include <memory>

#include "exec/error.h"
#include "option_words.h"
#include "scene/suggest.h"
#include "verbs.h"

namespace weft {
namespace {

struct Shell {
  const char* name;
  std::string (*text)(const std::vector<VerbWords>&);
};
constexpr Shell kShells[] = {{"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}};

std::string text_for(const std::string& shell, const std::vector<VerbWords>& verbs) {
  std::vector<std::string> known;
  for (const Shell& s : kShells) {
    if (shell == s.name) return s.text(verbs);
    known.push_back(s.name);
  }
  throw Error("E0604", "there is no completion for '" + shell + "'", {}, suggestion(shell, known));
}

}  // namespace

Verb verb_completion(const std::vector<Verb>& verbs) {
  auto shell = std::make_shared<std::string>();
  return {"completion",
          "what a shell needs to complete words after weft",
          {{"SHELL", "bash, zsh or fish", shell.get(), {.required = true}}},
          [shell, all = describe(verbs)] {
            std::cout << text_for(*shell, all);
            return 0;
          },
          true};
}

Verb verb_man(const std::vector<Verb>& verbs) {
  return {"man",
          "the manual page, for man -l -",
          {},
          [all = describe(verbs)] {
            std::cout << man_page(all);
            return 0;
          },
          true};
}

}  // namespace weft
