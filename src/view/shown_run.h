/// A run folder that somebody looks at: how far it is, its frames as packets, and the process that writes it.
#pragma once
#include <memory>
#include <mutex>
#include <string>

#include "output/frame_file.h"
#include "view/child.h"
#include "view/gzip.h"
#include "view/recent.h"

namespace weft {

/// How many rows of each table, and lines of each list, the page has already.
struct Known {
  std::size_t stats = 0, probes = 0, events = 0;
};

class ShownRun {
 public:
  explicit ShownRun(std::filesystem::path folder) : folder_(std::move(folder)) {}

  const std::filesystem::path& folder() const { return folder_; }
  /// Everything but pictures, as JSON: status, what may be done, frames, new rows and events.
  std::string state(const Known& known);
  /// One word: "running", "done", "starting" before there is a run.json ...
  std::string status();

  /// Compressed packets; throw Error E0419 for a frame that is not there, E0804 for an object.
  std::string frame(std::int64_t number, const std::string& quantity);
  std::string object_shape(std::int64_t number, std::size_t object);
  std::string collider_shape(std::int64_t number, std::size_t collider);
  std::string vertex(std::int64_t number, std::size_t object, std::size_t vertex);
  /// What can be shown as colour, with titles and ranges over a few frames of the run, as JSON.
  std::string quantities();
  std::string scene_text() const;

  void pause();
  void go_on();
  void stop();
  /// Starts `program resume FOLDER`, or what `arguments` say, as a child.
  void start(const std::vector<std::string>& arguments);
  /// Lets go on what this viewer has paused, asks its own child to stop.
  void leave();
  /// Waits for the child to end; false when it still runs after so long.
  bool wait(double seconds);

 private:
  std::string path_of(std::int64_t number) const;
  std::string stamp_of(std::int64_t number) const;
  std::shared_ptr<const Frame> read(std::int64_t number);
  template <class Make>
  std::string packed(const std::string& name, Squeeze how, const Make& make);

  std::filesystem::path folder_;
  Recent<Frame> frames_{std::size_t(256) << 20};
  Recent<std::string> packets_{std::size_t(256) << 20};
  std::mutex mutex_;  ///< guards what follows
  std::unique_ptr<Child> child_;
  bool paused_here_ = false;
};

}  // namespace weft
