/// A zip archive of stored (not compressed) members, with the 64-bit records where a file needs them.
#pragma once
#include "output/export/buffered_file.h"

namespace weft {

class ZipFile {
 public:
  /// Sizes and places from `limit` on go to the 64-bit records; tests lower it.
  explicit ZipFile(const std::filesystem::path& path, std::uint64_t limit = 0xffffffff)
      : out_(path), limit_(limit) {}
  /// A member of `head` followed by `data`.
  void add(const std::string& name, const std::string& head, const void* data, std::size_t bytes);
  void commit();

 private:
  void put(const std::string& bytes);
  BufferedFile out_;
  std::uint64_t limit_;
  std::uint64_t written_ = 0, members_ = 0;
  std::string directory_;
};

}  // namespace weft
