#include "exec/hash_archive.h"

#include <xxhash.h>

#include <new>

#include "exec/error.h"

namespace weft {

HashArchive::HashArchive() : state_(XXH3_createState()) {
  if (!state_) throw std::bad_alloc();
  XXH3_64bits_reset(state_.get());
}

HashArchive::~HashArchive() = default;

void HashArchive::Free::operator()(XXH3_state_s* s) const { XXH3_freeState(s); }

void HashArchive::block(std::string_view name, void* data, std::size_t bytes) {
  // Lengths are hashed too, so that bytes cannot move from one block to the next unnoticed.
  const std::uint64_t lengths[2] = {name.size(), bytes};
  XXH3_64bits_update(state_.get(), lengths, sizeof lengths);
  XXH3_64bits_update(state_.get(), name.data(), name.size());
  if (bytes) XXH3_64bits_update(state_.get(), data, bytes);
}

std::size_t HashArchive::stored_bytes(std::string_view name) const {
  throw Error("E0401", "a hash holds no data to read back ('" + std::string(name) + "')", {},
              "this is a fault of the program; please report it", Exit::simulation);
}

std::uint64_t HashArchive::hash() const { return XXH3_64bits_digest(state_.get()); }

}  // namespace weft
