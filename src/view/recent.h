/// The things used last, by name, up to so many bytes; safe for many threads.
#pragma once
#include <list>
#include <memory>
#include <mutex>
#include <string>

namespace weft {

template <class T>
class Recent {
 public:
  explicit Recent(std::size_t most) : most_(most) {}

  /// Null when it is not there.
  std::shared_ptr<const T> find(const std::string& name) {
    const std::lock_guard lock(mutex_);
    for (auto i = kept_.begin(); i != kept_.end(); ++i)
      if (i->name == name) {
        kept_.splice(kept_.begin(), kept_, i);
        return i->thing;
      }
    return nullptr;
  }
  /// The newest stays, however large.
  void keep(const std::string& name, std::shared_ptr<const T> thing, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    kept_.push_front({name, std::move(thing), bytes});
    bytes_ += bytes;
    while (kept_.size() > 1 && bytes_ > most_) {
      bytes_ -= kept_.back().bytes;
      kept_.pop_back();
    }
  }

 private:
  struct Kept {
    std::string name;
    std::shared_ptr<const T> thing;
    std::size_t bytes = 0;
  };
  std::size_t most_, bytes_ = 0;
  std::list<Kept> kept_;  ///< newest first
  std::mutex mutex_;
};

}  // namespace weft
