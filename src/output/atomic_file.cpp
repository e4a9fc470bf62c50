#include "output/atomic_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <vector>

#include "exec/error.h"

namespace weft {

namespace fs = std::filesystem;

void throw_disk_error(const char* doing, const fs::path& path, int error) {
  const std::string what =
      std::string("cannot ") + doing + " '" + path.string() + "': " + std::strerror(error);
  if (error == ENOSPC || error == EDQUOT || error == EFBIG || error == EIO)
    throw Error("E0403", what, path.string(),
                "make room on the disk, then continue with 'weft resume'; nothing half written is left",
                Exit::disk);
  throw Error("E0402", what, path.string(), "check that the folder exists and may be written", Exit::disk);
}

void sync_folder(const fs::path& folder) {
  const fs::path f = folder.empty() ? fs::path(".") : folder;
  const int d = ::open(f.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (d < 0) return;  // a folder that may be written but not read: its rename is done, only not yet durable
  ::fsync(d);
  ::close(d);
}

AtomicFile::AtomicFile(fs::path path) : path_(std::move(path)) {
  partial_ = path_.parent_path() / ("." + path_.filename().string() + ".partial");
  file_ = ::open(partial_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file_ < 0) throw_disk_error("create", partial_, errno);
}

AtomicFile::~AtomicFile() {
  if (file_ < 0) return;
  ::close(file_);
  ::unlink(partial_.c_str());
}

void AtomicFile::fail(const char* doing) {
  const int error = errno;
  ::close(file_);
  file_ = -1;
  ::unlink(partial_.c_str());
  throw_disk_error(doing, path_, error);
}

void AtomicFile::write(const void* data, std::size_t bytes) {
  const char* at = static_cast<const char*>(data);
  while (bytes) {
    const ssize_t n = ::write(file_, at, bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail("write");
    at += n;
    bytes -= static_cast<std::size_t>(n);
  }
}

void AtomicFile::overwrite(std::uint64_t at, const void* data, std::size_t bytes) {
  const ssize_t n = ::pwrite(file_, data, bytes, off_t(at));
  if (n >= 0 && std::size_t(n) != bytes) errno = ENOSPC;
  if (n < 0 || std::size_t(n) != bytes) fail("write");
}

void AtomicFile::append_file(const fs::path& other) {
  std::ifstream in(other, std::ios::binary);
  std::vector<char> piece(1 << 20);
  while (in) {
    in.read(piece.data(), std::streamsize(piece.size()));
    write(piece.data(), std::size_t(in.gcount()));
  }
  if (!in.eof()) throw_disk_error("read", other, EIO);
}

void AtomicFile::commit() {
  if (::fsync(file_) != 0) fail("write");
  if (::rename(partial_.c_str(), path_.c_str()) != 0) fail("rename");
  ::close(file_);
  file_ = -1;
  sync_folder(path_.parent_path());
}

void write_atomically(const fs::path& path, std::string_view text) {
  AtomicFile f(path);
  f.write(text.data(), text.size());
  f.commit();
}

}  // namespace weft
