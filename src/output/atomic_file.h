/// A file that appears under its name only when it is whole: bytes go to `.NAME.partial` in the same folder,
/// are synced, renamed, and the folder is synced. A failed write leaves nothing behind.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>

namespace weft {

class AtomicFile {
 public:
  /// Throws Error E0402 when the folder cannot be written.
  explicit AtomicFile(std::filesystem::path path);
  /// Removes the temporary unless committed.
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  /// Appends; throws Error E0403 (exit 4) when the disk is full or fails.
  void write(const void* data, std::size_t bytes);
  /// Replaces bytes written before.
  void overwrite(std::uint64_t at, const void* data, std::size_t bytes);
  /// Appends a copy of another file.
  void append_file(const std::filesystem::path& other);
  /// Syncs and gives the file its name.
  void commit();

 private:
  void fail(const char* doing);
  std::filesystem::path path_, partial_;
  int file_ = -1;
};

/// Writes a whole small file atomically.
void write_atomically(const std::filesystem::path& path, std::string_view text);
/// Throws Error E0402 or E0403 with errno's text: what `doing` could not be done to `path`.
[[noreturn]] void throw_disk_error(const char* doing, const std::filesystem::path& path, int error);
/// Makes the entries of a folder durable.
void sync_folder(const std::filesystem::path& folder);

}  // namespace weft
