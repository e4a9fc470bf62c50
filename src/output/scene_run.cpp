#include "output/scene_run.h"

#include "scene/build/build.h"
#include "world/device_fit.h"

namespace weft {

namespace fs = std::filesystem;

namespace {

void make_absolute(std::string& path, const fs::path& folder) {
  path = fs::absolute(folder / path).lexically_normal().string();
}
void make_absolute(ShapeSpec& shape, const fs::path& folder) {
  if (MeshFile* m = std::get_if<MeshFile>(&shape)) make_absolute(m->path, folder);
}
/// A kind that names no files besides `shape`.
template <class Spec>
void make_absolute(Spec&, const fs::path&) {}
void make_absolute(SolidSpec& solid, const fs::path& folder) {
  if (ShapeSpec* s = std::get_if<ShapeSpec>(&solid.shape)) make_absolute(*s, folder);
  if (TetFile* t = std::get_if<TetFile>(&solid.shape)) make_absolute(t->path, folder);
}
void make_absolute(ThinSpec& thin, const fs::path& folder) {
  if (MeshFile* m = std::get_if<MeshFile>(&thin.shape)) make_absolute(m->path, folder);
  if (CurveFile* c = std::get_if<CurveFile>(&thin.shape)) make_absolute(c->path, folder);
  if (!thin.grows_on.mesh.empty()) make_absolute(thin.grows_on.mesh, folder);
}
void make_absolute(HairSpec& hair, const fs::path& folder) {
  if (CurveFile* c = std::get_if<CurveFile>(&hair.shape)) make_absolute(c->path, folder);
  if (!hair.grows_on.mesh.empty()) make_absolute(hair.grows_on.mesh, folder);
}
void make_absolute(ShellSpec& shell, const fs::path& folder) {
  if (MeshFile* m = std::get_if<MeshFile>(&shell.shape)) make_absolute(m->path, folder);
  if (!shell.rest) return;
  if (MeshFile* m = std::get_if<MeshFile>(&*shell.rest)) make_absolute(m->path, folder);
}

}  // namespace

Scene with_absolute_files(Scene scene) {
  for (ObjectSpec& o : scene.objects) {
    make_absolute(o.shape, scene.folder);
    std::visit([&](auto& spec) { make_absolute(spec, scene.folder); }, o.kind);
  }
  for (ColliderSpec& c : scene.colliders) {
    make_absolute(c.shape, scene.folder);
    if (c.sequence) make_absolute(c.sequence->files, scene.folder);
  }
  return scene;
}

void set_last_frame(TimeSpec& time, int last) {
  time.end = last <= time.last ? time.at(last) : (last - time.first) / time.fps;
  time.last = last;
}

Scene read_resolved(const fs::path& folder) { return read_scene((folder / "scene.resolved.toml").string()); }

Ready make_ready(const Scene& scene) {
  Ready r{build_world(scene), ProbeSet(scene.probes)};
  r.probes.bind(*r.world);
  return r;
}

Ready make_running(const Scene& scene) {
  Ready r = make_ready(scene);
  r.note = settle_device(*r.world);
  return r;
}

std::string device_name(const World& world) {
  if (!world.engine()) return "cpu";
  const std::string device = device_text(world.solver.device);
  return world.solver.device.kind == DeviceKind::gpu ? device + ": " + world.engine()->name() : device;
}

RunResult run_in_folder(const SceneRun& what, RunOptions options) {
  options.time = what.scene.time;
  options.output = what.scene.output;
  options.write_from = what.info.write_from;
  what.info.device = device_name(*what.ready.world);
  if (options.progress && !what.ready.note.empty()) options.progress->note(what.ready.note);
  return run({*what.ready.world, what.ready.probes, what.folder, what.info, what.resume}, options);
}

}  // namespace weft
