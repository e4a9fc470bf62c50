/// Run folders: made like `weft run`, and what is in them.
#include <fmt/format.h>

#include "exec/threads.h"
#include "held.h"
#include "output/row_file.h"

namespace weft::python {
namespace {

/// Runs a scene into a folder; returns run.json's status.
std::string run_scene(const std::string& text, const std::string& name, const std::vector<std::string>& set,
                      const std::string& quality, const std::string& device, const std::string& path,
                      const std::optional<int>& frames, bool force) {
  RunResult result;
  {
    const py::gil_scoped_release release;
    Scene scene = with_absolute_files(parse_scene(text, name, {set, parse_quality(quality)}));
    if (!device.empty()) scene.solver.device = parse_device(device);
    if (frames) set_last_frame(scene.time, *frames);
    RunInfo info = describe_program();
    info.scene = name;
    info.write_from = info.first = info.frame = scene.time.first;
    info.last = scene.time.last;
    info.fps = scene.time.fps;
    RunFolder::require_free(path, force);
    Ready ready = make_running(scene);
    ready.world->board();
    RunFolder folder = RunFolder::create(path, {text, write_resolved(scene), force});
    result = run_in_folder({scene, ready, folder, info, false}, {});
  }
  if (result.exit == Exit::interrupt) {
    PyErr_SetNone(PyExc_KeyboardInterrupt);
    throw py::error_already_set();
  }
  if (result.exit != Exit::done)
    throw Error(result.code, result.reason, path, "`weft status` tells more of the run", result.exit);
  return result.status;
}

py::dict info(const std::string& path) {
  const RunInfo i = read_run_info(path);
  py::dict d;
  d["version"] = i.version, d["status"] = i.status, d["reason"] = i.reason, d["device"] = i.device;
  d["first"] = i.first, d["last"] = i.last, d["frame"] = i.frame, d["fps"] = i.fps;
  d["time"] = i.time, d["steps"] = i.steps, d["points"] = i.points, d["seconds"] = i.seconds;
  d["being_written"] = is_being_written(path);
  return d;
}

}  // namespace

void bind_run(py::module_& m) {
  m.def("_run", &run_scene);
  m.def("_run_info", &info);
  m.def("_frame_numbers", [](const std::string& path) {
    return numbered_files(std::filesystem::path(path) / "frames", ".weft");
  });
}

}  // namespace weft::python
