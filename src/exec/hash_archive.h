/// An archive that remembers nothing but a 64-bit hash (XXH3) of every name, size and byte it is shown.
#pragma once
#include <cstdint>
#include <memory>

#include "exec/archive.h"

struct XXH3_state_s;

namespace weft {

class HashArchive : public Archive {
 public:
  HashArchive();
  ~HashArchive() override;
  bool reading() const override { return false; }
  void block(std::string_view name, void* data, std::size_t bytes) override;
  /// A hash stores nothing: always throws Error E0401.
  std::size_t stored_bytes(std::string_view name) const override;
  /// The hash of all blocks so far.
  std::uint64_t hash() const;

 private:
  struct Free {
    void operator()(XXH3_state_s* s) const;
  };
  std::unique_ptr<XXH3_state_s, Free> state_;
};

}  // namespace weft
