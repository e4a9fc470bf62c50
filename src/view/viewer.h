/// The viewer without its socket: runs and scenes that may be looked at, and an answer to each request. What is not in its
/// lists cannot be named: no path of a request ever becomes a path of a file.
#pragma once
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "view/gallery.h"
#include "view/shown_run.h"

namespace weft {

/// A file of the page, as it is built into the program.
struct PageFile {
  std::string_view name, type, bytes;  ///< "/app.js", "text/javascript", ...
};

struct ViewerSetup {
  std::filesystem::path program;  ///< what is started to run and resume
  GalleryPlace gallery;           ///< shipped scenes; empty: none
  std::filesystem::path runs;     ///< where runs started from the gallery go, and where others are looked for
  std::vector<PageFile> page;
};

struct Question {
  std::string method, path;                  ///< "GET", "/api/run/sand.run/frame/12"
  std::map<std::string, std::string> query;  ///< decoded
};

struct Answer {
  int status = 200;
  std::string type = "application/json", body;
  bool gzipped = false;  ///< the body is
  bool keep = false;     ///< it never changes: the page's own files, pictures
};

class Viewer {
 public:
  explicit Viewer(ViewerSetup setup) : setup_(std::move(setup)) {}

  /// The key under which requests name the run.
  std::string add_run(const std::filesystem::path& folder);
  /// Starts `weft run SCENE -o FOLDER` as a child, with more arguments; returns the run's key.
  std::string start_scene(const std::filesystem::path& scene, const std::filesystem::path& folder,
                          const std::vector<std::string>& more);
  /// Never throws: what goes wrong is an answer too.
  Answer answer(const Question& question);
  /// Lets go on what was paused here, stops own children as Ctrl-C would; says which are still at it.
  void leave();
  /// Waits for the children; false when some still run after so long.
  bool wait(double seconds);

 private:
  using Parts = std::vector<std::string>;
  Answer route(const Question& question);
  Answer look(const Parts& parts, const Question& question);
  Answer act(const Parts& parts);
  Answer home();
  Answer picture(const std::string& name);
  std::shared_ptr<ShownRun> run(const std::string& key);
  std::string start_shipped(const std::string& name);
  void find_runs();

  ViewerSetup setup_;
  std::mutex mutex_;  ///< guards what follows
  std::map<std::string, std::shared_ptr<ShownRun>> runs_;
};

/// An error as the page shows it: {"code", "what", "where", "hint"}.
Answer error_answer(int status, const std::string& code, const std::string& what, const std::string& hint);

}  // namespace weft
