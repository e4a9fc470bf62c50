#include <fmt/format.h>

#include "held.h"
#include "scene/warnings.h"

namespace weft::python {
namespace {

/// The scene, whatever it was given as: `text` is TOML, `name` what errors call it and where files are looked for.
HeldPtr make(const std::string& text, const std::string& name, const std::vector<std::string>& set,
             const std::string& quality, const std::string& device) {
  Scene scene = parse_scene(text, name, {set, parse_quality(quality)});
  if (!device.empty()) scene.solver.device = parse_device(device);
  const py::gil_scoped_release release;
  return std::make_shared<Held>(std::make_unique<Simulation>(scene));
}

HeldPtr load(const std::string& path, const std::string& device) {
  const py::gil_scoped_release release;
  return std::make_shared<Held>(Simulation::load(path, device));
}

std::string known_names(const World& w) {
  std::string out;
  for (const auto& b : w.bodies) out += (out.empty() ? "" : ", ") + b->name();
  for (const Collider& c : w.colliders) out += (out.empty() ? "" : ", ") + c.name;
  return out;
}

py::object body_at(const HeldPtr& h, std::size_t i) {
  if (h->use().world().bodies[i]->roles().rigid) return py::cast(RigidRef{{h, i}});
  return py::cast(BodyRef{h, i});
}

py::object find(const HeldPtr& h, const std::string& name) {
  const World& w = h->use().world();
  for (std::size_t i = 0; i < w.bodies.size(); ++i)
    if (w.bodies[i]->name() == name) return body_at(h, i);
  for (std::size_t i = 0; i < w.colliders.size(); ++i)
    if (w.colliders[i].name == name) return py::cast(ColliderRef{h, i});
  throw Error("E0565", fmt::format("nothing is called '{}'", name), {}, "there are: " + known_names(w));
}

py::list all_bodies(const HeldPtr& h) {
  py::list out;
  for (std::size_t i = 0; i < h->use().world().bodies.size(); ++i) out.append(body_at(h, i));
  return out;
}

py::list all_colliders(const HeldPtr& h) {
  py::list out;
  for (std::size_t i = 0; i < h->use().world().colliders.size(); ++i) out.append(ColliderRef{h, i});
  return out;
}

void run(Held& h, std::int64_t frames) {
  if (frames < 0) throw Error("E0566", "there are no frames before this one", {}, "give a number from 0 on");
  h.go([&](Simulation& s, auto asked) { s.run(frames, asked); });
}

void run_until(Held& h, double time) {
  if (!std::isfinite(time)) throw Error("E0566", "the time to run until is not finite");
  h.go([&](Simulation& s, auto asked) { s.run_until(time, asked); });
}

py::dict stats(Held& h) {
  Simulation& s = h.use();
  const FrameStats f = s.measure();
  py::dict d;
  d["frame"] = f.frame, d["time"] = f.time, d["dt"] = f.dt, d["limit"] = f.limit;
  d["substeps"] = f.substeps, d["retries"] = f.retries, d["points"] = f.points;
  d["kinetic"] = f.totals.kinetic, d["elastic"] = f.totals.elastic, d["gravity"] = f.gravity;
  d["mass"] = f.totals.mass, d["volume"] = f.totals.volume;
  d["momentum"] = numbers(f.totals.momentum), d["angular_momentum"] = numbers(f.angular);
  d["memory"] = f.memory;
  return d;
}

/// Frame, then a column per probe.
py::tuple probe_table(Held& h) {
  const Simulation& s = h.use();
  const std::vector<std::string>& names = s.probes().columns();
  const auto& rows = s.probe_rows();
  py::array_t<double> table({py::ssize_t(rows.size()), py::ssize_t(names.size() + 1)});
  for (std::size_t r = 0; r < rows.size(); ++r) {
    table.mutable_at(r, 0) = double(rows[r].frame);
    for (std::size_t c = 0; c < names.size(); ++c) table.mutable_at(r, c + 1) = rows[r].values[c];
  }
  std::vector<std::string> columns{"frame"};
  columns.insert(columns.end(), names.begin(), names.end());
  return py::make_tuple(columns, table);
}

py::list warnings(Held& h) {
  Simulation& s = h.use();
  s.world().bring_home();
  py::list out;
  for (const Warning& w : find_warnings(s.scene(), s.world())) {
    std::string text = "[" + w.code + "] " + w.what;
    if (!w.hint.empty()) text += "\n" + w.hint;
    out.append(text);
  }
  return out;
}

}  // namespace

Simulation& Held::use() {
  if (going_)
    throw Error("E0564", "the simulation is being stepped by another thread", {},
                "wait until its step() or run() has come back");
  return *simulation;
}

double arrival(Simulation& s, const std::optional<double>& by) {
  return by ? *by : s.frame_end(s.frame() + 1);
}

void bind_simulation(py::module_& m) {
  py::class_<Held, HeldPtr>(m, "_Simulation")
      .def("__getitem__", &find)
      .def_property_readonly("bodies", &all_bodies)
      .def_property_readonly("colliders", &all_colliders)
      .def_property_readonly("time", [](Held& h) { return h.use().world().time; })
      .def_property_readonly("frame", [](Held& h) { return h.use().frame(); })
      .def_property_readonly("frame_time", [](Held& h) { return h.use().frame_end(h.use().frame() + 1); })
      .def_property_readonly("steps", [](Held& h) { return h.use().world().steps; })
      .def_property_readonly("hash", [](Held& h) { return fmt::format("{:016x}", h.use().hash()); })
      .def_property_readonly("device", [](Held& h) { return device_name(h.use().world()); })
      .def_property_readonly("note", [](Held& h) { return h.use().note(); })
      .def_property_readonly("warnings", &warnings)
      .def_property_readonly("title", [](Held& h) { return h.use().scene().title; })
      .def_property_readonly("scene_text", [](Held& h) { return write_resolved(h.use().scene()); })
      .def_property_readonly("stats", &stats)
      .def_property(
          "gravity", [](Held& h) { return numbers(h.use().world().solver.gravity); },
          [](Held& h, const Three& g) { h.use().set_gravity(vector_of(g)); })
      .def("_probe_table", &probe_table)
      .def("step", [](Held& h) { h.go([](Simulation& s, auto) { s.step(); }); })
      .def("run", &run, py::arg("frames") = 1)
      .def("run_until", &run_until, py::arg("time"))
      .def("save", [](Held& h, const std::string& path) { h.go([&](Simulation& s, auto) { s.save(path); }); })
      .def("snapshot", [](Held& h) { return h.use().capture(); });
  m.def("_make", &make, py::arg("text"), py::arg("name"), py::arg("set"), py::arg("quality"),
        py::arg("device"));
  m.def("_load", &load, py::arg("path"), py::arg("device"));
}

}  // namespace weft::python
