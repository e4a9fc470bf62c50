/// An archive that keeps what it is shown in memory, for going back to it.
#pragma once
#include <algorithm>
#include <map>
#include <string>

#include "exec/archive.h"

namespace weft {

class MemoryArchive : public Archive {
 public:
  MemoryArchive(std::map<std::string, std::string>& store, bool reading) : store_(store), reading_(reading) {}
  bool reading() const override { return reading_; }
  void block(std::string_view name, void* data, std::size_t bytes) override {
    if (reading_) std::copy_n(store_.at(std::string(name)).data(), bytes, static_cast<char*>(data));
    else store_[std::string(name)] = std::string(static_cast<char*>(data), bytes);
  }
  std::size_t stored_bytes(std::string_view name) const override {
    return store_.at(std::string(name)).size();
  }

 private:
  std::map<std::string, std::string>& store_;
  bool reading_;
};

}  // namespace weft
