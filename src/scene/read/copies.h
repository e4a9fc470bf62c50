/// copies = { }: one object written, many made.
#pragma once
#include "scene/keys/tables.h"

namespace weft {

/// The places of copies, and their names.
class CopyList {
 public:
  /// One object, under its own name.
  CopyList() = default;
  explicit CopyList(const Copies& copies);
  std::size_t count() const { return counts_[0] * counts_[1] * counts_[2]; }
  ObjectSpec of(const ObjectSpec& first, std::size_t k) const;

 private:
  std::array<std::size_t, 3> counts_{1, 1, 1};
  Copies copies_;
  bool named_ = false;
};

CopyList read_copies(TableReader& object, const Scene& scene);

}  // namespace weft
