/// weft: the command line. Each verb is a file; this one names them and turns errors into text and exit codes.
#include <new>

#include "exec/error.h"
#include "verbs.h"

int main(int argc, char** argv) {
  using namespace weft;
  try {
    std::vector<Verb> verbs{verb_new(),      verb_check(), verb_run(),    verb_resume(),
                            verb_status(),   verb_view(),  verb_render(), verb_export(),
                            verb_plot(),     verb_list(),  verb_schema(), verb_explain(),
                            verb_validate(), verb_bench(), verb_diff(),   verb_verify()};
    verbs.push_back(verb_completion(verbs));
    verbs.push_back(verb_man(verbs));
    return run_command_line(argc, argv, verbs);
  } catch (const Error& e) {
    print_error(e);
    return int(e.exit);
  } catch (const std::bad_alloc&) {
    print_error(
        Error("E0422", "out of memory", {}, "use a larger dx, or a machine with more memory", Exit::memory));
    return int(Exit::memory);
  }
}
