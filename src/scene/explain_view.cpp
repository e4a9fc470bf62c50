#include "scene/explain.h"

namespace weft {

std::vector<Explanation> explain_view() {
  return {
      {"E0801", "a program without the viewer's page",
       "The page of `weft view` is made by npm and esbuild when the program is built. Without npm everything "
       "else is built; "
       "install npm (Debian: apt install npm) and build again."},
      {"E0802", "the viewer cannot listen",
       "Another program has the port, or the address is not one of this machine. Without --port any free one "
       "is taken."},
      {"E0803", "a request without the token",
       "The viewer answers only whoever knows its token, which is part of the address that it prints and new "
       "each time."},
      {"E0804", "no such address", "The viewer has no such page, run, scene, object or vertex."},
      {"E0805", "a request that makes no sense", "It is no HTTP, or one of its numbers or names is none."},
      {"E0806", "a request of another kind", "The viewer answers GET, HEAD and POST only."},
      {"E0807", "a request that is too large",
       "No request of the viewer's page is longer than a few hundred bytes."},
      {"E0809", "a run could not be started",
       "The system refused another process. Start it in a terminal with `weft run`, and look at it with "
       "`weft view`."},
      {"W0801", "the viewer answers other machines",
       "With --host the viewer can be reached over the network: what it shows is not encrypted, and whoever "
       "learns the token can start "
       "and stop runs. Better: keep it on this machine, and reach it through ssh -L."},
  };
}

}  // namespace weft
