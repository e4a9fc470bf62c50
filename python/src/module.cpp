/// The extension module weft._weft; what users see is the package in python/weft/.
#include <memory>

#include "error.h"
#include "exec/threads.h"
#include "held.h"
#include "scene/explain.h"

namespace weft::python {
namespace {

std::unique_ptr<ThreadLimit>& limit() {
  static std::unique_ptr<ThreadLimit> kept;
  return kept;
}

int threads() {
  if (!limit()) limit() = std::make_unique<ThreadLimit>(0);
  return limit()->threads();
}

void set_threads(int n) {
  if (n < 0 || n > 4096) throw Error("E0566", "the number of threads must be from 0 (all cores) to 4096");
  limit().reset();
  limit() = std::make_unique<ThreadLimit>(n);
}

std::string explain(const std::string& code) {
  if (const Explanation* e = find_explanation(code)) return e->code + ": " + e->title + "\n\n" + e->text;
  throw Error("E0604", "there is no code '" + code + "'", {}, "`weft list errors` lists all");
}

}  // namespace
}  // namespace weft::python

PYBIND11_MODULE(_weft, m) {
  using namespace weft::python;
  m.attr("__version__") = WEFT_VERSION;
  m.attr("precision") = sizeof(weft::Real) == 4 ? "single" : "double";
  bind_error(m);
  bind_frame(m);
  bind_body(m);
  bind_rigid(m);
  bind_pin(m);
  bind_collider(m);
  bind_simulation(m);
  bind_run(m);
  m.def("threads", &threads, "How many threads step.");
  m.def("set_threads", &set_threads, py::arg("threads"),
        "How many threads may step, 0: all cores. Results never depend on it.");
  m.def("explain", &explain, py::arg("code"), "What an error's or a warning's code means.");
}
