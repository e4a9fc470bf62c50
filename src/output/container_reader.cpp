#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <memory>

#include "exec/error.h"
#include "exec/parallel.h"
#include "output/container.h"
#include "output/container_layout.h"

namespace weft {

using namespace layout;

namespace {

/// Takes numbers off the front of a piece of text; `good` turns false instead of reading past the end.
struct Cursor {
  std::string_view left;
  bool good = true;
  template <class T>
  T take() {
    T v{};
    if (left.size() < sizeof(T)) {
      good = false;
      return v;
    }
    std::memcpy(&v, left.data(), sizeof(T));
    left.remove_prefix(sizeof(T));
    return v;
  }
  std::string take_text(std::size_t n) {
    if (left.size() < n) {
      good = false;
      return {};
    }
    std::string s(left.substr(0, n));
    left.remove_prefix(n);
    return s;
  }
};

std::uint64_t machine_memory() {
  return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(::sysconf(_SC_PAGE_SIZE));
}

}  // namespace

FileReader::FileReader(const std::filesystem::path& path, FileKind kind) : path_(path) {
  file_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file_ < 0)
    throw Error("E0404", "cannot open '" + path.string() + "': " + std::strerror(errno), path.string(),
                "check the name; 'weft verify RUN' lists what a run folder lacks", Exit::disk);
  try {
    open(kind);
  } catch (...) {
    ::close(file_);
    throw;
  }
}

FileReader::~FileReader() { ::close(file_); }

void FileReader::damaged(const std::string& what) const {
  throw Error("E0405", "'" + path_.string() + "' is damaged: " + what, path_.string(),
              "the file cannot be used; 'weft resume' falls back to the checkpoint before it, frames can be "
              "computed again",
              Exit::disk);
}

void FileReader::read_at(std::uint64_t offset, void* data, std::size_t bytes) const {
  char* to = static_cast<char*>(data);
  while (bytes) {
    const ssize_t n = ::pread(file_, to, bytes, static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) damaged(n < 0 ? std::strerror(errno) : "it ends early");
    to += n;
    offset += static_cast<std::uint64_t>(n);
    bytes -= static_cast<std::size_t>(n);
  }
}

void FileReader::open(FileKind kind) {
  struct stat info {};
  if (::fstat(file_, &info) != 0 || !S_ISREG(info.st_mode)) damaged("it is not a plain file");
  size_ = static_cast<std::uint64_t>(info.st_size);
  if (size_ < kHeaderBytes + kFooterBytes) damaged("it is too short to be a Weft file");
  std::string header(kHeaderBytes, '\0'), footer(kFooterBytes, '\0');
  read_at(0, header.data(), header.size());
  read_at(size_ - kFooterBytes, footer.data(), footer.size());
  if (!std::string_view(header).starts_with(kMagic)) damaged("it does not begin like a Weft file");
  if (!std::string_view(footer).ends_with(kEndMagic)) damaged("its end is missing; it was cut short");

  Cursor f{footer};
  const auto at = f.take<std::uint64_t>(), length = f.take<std::uint64_t>(), hash = f.take<std::uint64_t>(),
             whole = f.take<std::uint64_t>(), own = f.take<std::uint64_t>();
  if (own != XXH3_64bits(footer.data(), 32)) damaged("its footer does not match its hash");
  if (whole != size_ || at < kHeaderBytes || at > size_ - kFooterBytes || length != size_ - kFooterBytes - at)
    damaged("its size is not the one it was written with");
  std::string checked = header;
  checked.resize(kHeaderBytes + length);
  read_at(at, checked.data() + kHeaderBytes, length);
  if (hash != XXH3_64bits(checked.data(), checked.size())) damaged("its directory does not match its hash");

  Cursor h{std::string_view(header).substr(kMagic.size())};
  const auto version = h.take<std::uint32_t>(), stored_kind = h.take<std::uint32_t>();
  kind_version_ = h.take<std::uint32_t>();
  if (version != kVersion)
    throw Error("E0406",
                "'" + path_.string() + "' is written in container version " + std::to_string(version) +
                    "; this program reads version " + std::to_string(kVersion),
                path_.string(), "use the version of the program that wrote it (run.json names it)",
                Exit::disk);
  if (stored_kind != static_cast<std::uint32_t>(kind))
    damaged(kind == FileKind::frame ? "it is not a frame" : "it is not a checkpoint");
  parse_directory(checked.substr(kHeaderBytes), at);
}

void FileReader::parse_directory(const std::string& directory, std::uint64_t end) {
  Cursor c{directory};
  const auto count = c.take<std::uint64_t>();
  std::uint64_t offset = kHeaderBytes, total = 0;
  for (std::uint64_t i = 0; i < count && c.good; ++i) {
    const auto length = c.take<std::uint32_t>();
    if (length > kLongestName) damaged("a section's name is too long");
    std::string name = c.take_text(length);
    Section s;
    s.type = static_cast<SectionType>(c.take<std::uint32_t>());
    s.bytes = c.take<std::uint64_t>();
    s.stored = c.take<std::uint64_t>();
    s.hash = c.take<std::uint64_t>();
    s.offset = offset;
    // The table of pieces bounds the size: four bytes of this file for each MiB claimed.
    const std::uint64_t pieces = s.bytes / kPiece + (s.bytes % kPiece != 0);
    if (!c.good || pieces > c.left.size() / 4 || s.stored > end - offset)
      damaged("section '" + name + "' is larger than the file");
    std::uint64_t stored = 0;
    s.pieces.reserve(pieces);
    for (std::uint64_t p = 0; p < pieces; ++p) {
      s.pieces.push_back(c.take<std::uint32_t>());
      const std::uint64_t raw = std::min<std::uint64_t>(kPiece, s.bytes - p * kPiece);
      if (s.pieces.back() == 0 || s.pieces.back() > raw)
        damaged("section '" + name + "' has a piece of impossible size");
      stored += s.pieces.back();
    }
    if (stored != s.stored) damaged("section '" + name + "' does not add up");
    offset += s.stored;
    total += s.bytes;
    if (!sections_.emplace(std::move(name), std::move(s)).second) damaged("it has two sections of one name");
  }
  if (!c.good || !c.left.empty() || offset != end) damaged("its directory does not add up");
  if (total > machine_memory())
    throw Error("E0405",
                "'" + path_.string() + "' needs " + std::to_string(total >> 20) +
                    " MiB of memory, more than this machine has",
                path_.string(), "open it on a machine with more memory", Exit::memory);
}

const Section& FileReader::find(std::string_view name) const {
  const auto it = sections_.find(name);
  if (it == sections_.end())
    throw Error("E0407", "'" + path_.string() + "' has no part '" + std::string(name) + "'", path_.string(),
                "it was written by another version of the program or for another scene", Exit::disk);
  return it->second;
}

std::size_t FileReader::stored_bytes(std::string_view name) const { return find(name).bytes; }

void FileReader::block(std::string_view name, void* data, std::size_t bytes) {
  const Section& s = find(name);
  if (s.bytes != bytes)
    throw Error("E0407",
                "part '" + std::string(name) + "' of '" + path_.string() + "' holds " +
                    std::to_string(s.bytes) + " bytes where " + std::to_string(bytes) + " are expected",
                path_.string(), "it was written by another version of the program or for another scene",
                Exit::disk);
  unpack(name, s, static_cast<std::byte*>(data));
}

void FileReader::unpack(std::string_view name, const Section& s, std::byte* to) {
  std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> hash(XXH3_createState(), XXH3_freeState);
  XXH3_64bits_reset(hash.get());
  std::string packed;
  std::uint64_t at = s.offset;
  std::atomic<bool> good = true;
  for (std::size_t first = 0; first < s.pieces.size(); first += kTogether) {
    const std::size_t count = std::min(kTogether, s.pieces.size() - first);
    std::size_t begin[kTogether + 1] = {0};
    for (std::size_t i = 0; i < count; ++i) begin[i + 1] = begin[i] + s.pieces[first + i];
    packed.resize(begin[count]);
    read_at(at, packed.data(), packed.size());
    at += packed.size();
    XXH3_64bits_update(hash.get(), packed.data(), packed.size());
    parallel_for(count, [&](std::size_t i) {
      const std::size_t out = (first + i) * kPiece, n = std::min<std::size_t>(kPiece, s.bytes - out),
                        stored = begin[i + 1] - begin[i];
      if (stored == n) std::memcpy(to + out, packed.data() + begin[i], n);
      else if (ZSTD_decompress(to + out, n, packed.data() + begin[i], stored) != n) good = false;
    });
    if (!good) break;
  }
  if (!good || XXH3_64bits_digest(hash.get()) != s.hash)
    damaged("part '" + std::string(name) + "' does not match its hash");
}

std::string FileReader::text(std::string_view name) {
  std::string s(stored_bytes(name), '\0');
  block(name, s.data(), s.size());
  return s;
}

void FileReader::check() {
  std::vector<std::byte> buffer;
  for (const auto& [name, s] : sections_) {
    buffer.resize(s.bytes);
    unpack(name, s, buffer.data());
  }
}

}  // namespace weft
