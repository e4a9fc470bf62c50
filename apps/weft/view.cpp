/// weft view RUN|SCENE: a page in the browser that shows a run while it goes or afterwards.
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <memory>
#include <thread>

#include "exec/error.h"
#include "output/row_file.h"
#include "output/run_folder.h"
#include "output/scene_run.h"
#include "output/signals.h"
#include "verbs.h"
#include "view/server.h"
#include "view_page.h"

namespace weft {

namespace {

namespace fs = std::filesystem;

struct Options {
  std::string what, host = "127.0.0.1", output, scenes, quality;
  int port = 0;
  bool force = false;
};

constexpr double kPatience = 120;  ///< for a run to reach a safe place [s]

fs::path this_program() { return fs::read_symlink("/proc/self/exe"); }

GalleryPlace gallery_of(const Options& o) {
  if (o.scenes.empty()) return find_gallery();
  if (!fs::is_directory(o.scenes))
    throw Error("E0602", fmt::format("--scenes {}: there is no such folder", o.scenes), {},
                "give a folder of scenes");
  return {o.scenes, fs::path(o.scenes) / "../docs/gallery"};
}

/// A run of this very scene that is there already is shown; otherwise the scene is run.
std::string show_scene(Viewer& viewer, const Options& o) {
  const fs::path folder = o.output.empty() ? fs::path(o.what).replace_extension(".run") : fs::path(o.output);
  const std::string text = read_text(o.what);
  const std::string quality = o.quality.empty() ? "normal" : o.quality;
  if (!o.force && fs::exists(folder / "run.json") && read_text(folder / "scene.toml") == text) {
    fmt::print("{} is there already; --force runs the scene again\n", folder.string());
    return viewer.add_run(folder);
  }
  parse_scene(text, o.what,
              {{}, parse_quality(quality)});  // what is wrong with it is told here, not by the child
  RunFolder::require_free(folder, o.force);
  std::vector<std::string> more = {"--quality", quality};
  if (o.force) more.push_back("--force");
  return viewer.start_scene(o.what, folder, more);
}

std::string show(Viewer& viewer, const Options& o) {
  if (o.what.empty()) return {};
  if (fs::is_directory(o.what)) {
    read_run_info(o.what);  // says so when it is no run
    return "run=" + viewer.add_run(o.what);
  }
  return "run=" + show_scene(viewer, o);
}

/// Until INT or TERM.
void serve(ViewServer& server) {
  std::atomic<bool> ended = false;
  std::thread answering([&] {
    server.listen();
    ended = true;
  });
  const SignalGuard signals;
  while (!signals.pending() && !ended) ::usleep(100'000);
  server.stop();
  answering.join();
}

int view(const Options& o) {
  require_page();
  Viewer viewer({this_program(), gallery_of(o), fs::current_path(), page_files()});
  ViewServer server(viewer, {o.host, o.port});
  const std::string fragment = show(viewer, o);
  if (o.host != "127.0.0.1")
    print_warning(
        "W0801",
        fmt::format("the viewer answers on {}: whoever learns the token can start and stop runs", o.host),
        "without --host it answers on this machine only");
  fmt::print("{}\n", server.address(fragment));
  fmt::print("open it in a browser; Ctrl-C ends the viewer{}\n",
             o.what.empty() || fs::is_directory(o.what) ? "" : " and stops the run, resumable");
  std::fflush(stdout);
  serve(server);
  viewer.leave();
  if (!viewer.wait(kPatience))
    fmt::print("a run that was begun here is still on its way to a safe place; it ends there\n");
  return int(Exit::done);
}

}  // namespace

Verb verb_view() {
  auto o = std::make_shared<Options>();
  return {
      "view",
      "look at a run in the browser, while it goes or afterwards",
      {{"what", "run folder, or scene (TOML) to run; without it the shipped scenes are offered", &o->what},
       {"-o,--output", "run folder of a scene (default: the scene's name with .run)", &o->output},
       {"--quality", "of a scene: draft, normal or final", &o->quality},
       {"--force", "of a scene: replace a run that is there", &o->force},
       {"--port", "port to listen on (default: any that is free)", &o->port, {.range = {{0, 65535}}}},
       {"--host", "address to listen on; 127.0.0.1 is this machine only", &o->host, {.show_default = true}},
       {"--scenes", "folder of scenes to offer instead of the shipped ones", &o->scenes}},
      [o] { return view(*o); }};
}

}  // namespace weft
