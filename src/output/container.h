/// The one binary container, for frames and checkpoints alike:
/// named sections of bytes, compressed and checked.
///
///   header     magic "WEFTBOX\n", container version, kind, kind's version              32 bytes
///   payload    for each section its pieces of at most 1 MiB, each zstd level 1
///              (a piece that would not shrink is stored as it is)
///   directory  for each section: name, type, bytes, stored bytes, XXH3 of stored bytes, size of each piece
///   footer     directory's place and size, XXH3 of header + directory, size of the file,
///              XXH3 of the footer, end magic                                           48 bytes
///
/// Every byte is under one of the hashes, so that a truncated or altered file is always found. Numbers are
/// little endian. Bytes depend on the contents alone, never on the number of threads.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "exec/archive.h"
#include "output/atomic_file.h"

namespace weft {

/// What a container holds.
enum class FileKind : std::uint32_t { frame = 1, checkpoint = 2, other = 3 };
/// What the bytes of a section are, for tools that look inside.
enum class SectionType : std::uint32_t { bytes = 0, text = 1, float32 = 2, float64 = 3, uint32 = 4 };

struct Section {
  SectionType type = SectionType::bytes;
  std::uint64_t bytes = 0, stored = 0;  ///< raw and compressed size
  std::uint64_t hash = 0;               ///< XXH3 of the stored bytes
  std::uint64_t offset = 0;             ///< first byte in the file
  std::vector<std::uint32_t> pieces;    ///< stored size of each piece
};

class FileWriter : public Archive {
 public:
  FileWriter(const std::filesystem::path& path, FileKind kind, std::uint32_t kind_version);
  bool reading() const override { return false; }
  void block(std::string_view name, void* data, std::size_t bytes) override;
  std::size_t stored_bytes(std::string_view name) const override;
  /// Writes one section; throws Error E0407 when the name is taken.
  void section(std::string_view name, SectionType type, const void* data, std::size_t bytes);
  void text(std::string_view name, std::string_view s) {
    section(name, SectionType::text, s.data(), s.size());
  }
  /// Finishes the file; without it nothing appears.
  void commit();

 private:
  void put(const void* data, std::size_t bytes);
  AtomicFile file_;
  std::string header_;
  std::uint64_t written_ = 0;
  std::vector<std::pair<std::string, Section>> sections_;
  std::set<std::string, std::less<>> names_;
};

/// Opens a container and checks header, directory and footer; a section's hash is checked when it is read.
/// Any bytes whatever give either a good reader or Error E0404..E0407.
class FileReader : public Archive {
 public:
  FileReader(const std::filesystem::path& path, FileKind kind);
  ~FileReader() override;
  FileReader(const FileReader&) = delete;
  FileReader& operator=(const FileReader&) = delete;
  bool reading() const override { return true; }
  void block(std::string_view name, void* data, std::size_t bytes) override;
  std::size_t stored_bytes(std::string_view name) const override;
  std::string text(std::string_view name);
  bool has(std::string_view name) const { return sections_.find(name) != sections_.end(); }
  std::uint32_t kind_version() const { return kind_version_; }
  const std::map<std::string, Section, std::less<>>& sections() const { return sections_; }
  /// Reads and checks every section.
  void check();

 private:
  const Section& find(std::string_view name) const;
  void read_at(std::uint64_t offset, void* data, std::size_t bytes) const;
  void open(FileKind kind);
  void parse_directory(const std::string& directory, std::uint64_t end);
  void unpack(std::string_view name, const Section& s, std::byte* to);
  [[noreturn]] void damaged(const std::string& what) const;

  std::filesystem::path path_;
  int file_ = -1;
  std::uint64_t size_ = 0;
  std::uint32_t kind_version_ = 0;
  std::map<std::string, Section, std::less<>> sections_;
};

}  // namespace weft
