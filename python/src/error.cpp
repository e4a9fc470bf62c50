#include "error.h"

namespace weft::python {

namespace py = pybind11;

namespace {

PyObject* g_error = nullptr;  // the class weft.Error; the module keeps it alive

constexpr const char* kDoc =
    "What went wrong in Weft.\n\n"
    "code   the error's number, for example 'E0203'; `weft explain E0203` and weft.explain('E0203') say "
    "more\n"
    "place  where: 'scene.toml:10:1', 'cube.obj:7', or ''\n"
    "hint   what to do about it, or ''";

void raise(const Error& e) {
  std::string text = "[" + e.code + "] " + e.what();
  if (!e.where.empty()) text += "\n  at " + e.where;
  if (!e.hint.empty()) text += "\n" + e.hint;
  try {
    py::object made = py::reinterpret_borrow<py::object>(g_error)(text);
    made.attr("code") = e.code;
    made.attr("place") = e.where;
    made.attr("hint") = e.hint;
    PyErr_SetObject(g_error, made.ptr());
  } catch (py::error_already_set& other) {
    other.restore();
  }
}

}  // namespace

void bind_error(py::module_& m) {
  g_error = PyErr_NewExceptionWithDoc("weft.Error", kDoc, PyExc_RuntimeError, nullptr);
  if (!g_error) throw py::error_already_set();
  py::object held = py::reinterpret_steal<py::object>(g_error);
  for (const char* name : {"code", "place", "hint"}) held.attr(name) = "";
  m.attr("Error") = held;
  held.release();
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Error& e) {
      raise(e);
    }
  });
}

}  // namespace weft::python
