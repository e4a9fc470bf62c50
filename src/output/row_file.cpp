#include "output/row_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "exec/error.h"
#include "output/atomic_file.h"

namespace weft {

std::string read_text(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream s;
  if (in) s << in.rdbuf();
  if (!in || std::filesystem::is_directory(path))
    throw Error("E0404", "cannot read '" + path.string() + "'", path.string(),
                "check the name and the permissions", Exit::disk);
  return s.str();
}

RowFile::RowFile(std::filesystem::path path, std::string_view header)
    : path_(std::move(path)), header_lines_(!header.empty()) {
  if (std::filesystem::exists(path_)) {
    const std::string text = read_text(path_);
    const auto lines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
    rows_ = lines > header_lines_ ? lines - header_lines_ : 0;
    if (!text.empty() && text.back() != '\n') write_atomically(path_, text.substr(0, text.rfind('\n') + 1));
    if (lines < header_lines_) write_atomically(path_, std::string(header) + "\n");
  } else {
    write_atomically(path_, header_lines_ ? std::string(header) + "\n" : std::string());
  }
  open();
}

RowFile::~RowFile() { ::close(file_); }

void RowFile::open() {
  file_ = ::open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (file_ < 0) throw_disk_error("open", path_, errno);
}

void RowFile::add(std::string_view row) {
  std::string line(row);
  line += '\n';
  std::string_view left = line;
  while (!left.empty()) {
    const ssize_t n = ::write(file_, left.data(), left.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw_disk_error("write", path_, errno);
    left.remove_prefix(static_cast<std::size_t>(n));
  }
  ++rows_;
}

void RowFile::sync() {
  if (::fsync(file_) != 0) throw_disk_error("write", path_, errno);
}

void RowFile::cut_back(std::uint64_t rows) {
  const std::string text = read_text(path_);
  std::size_t end = 0;
  for (std::uint64_t i = 0; i < rows + header_lines_; ++i) {
    const std::size_t next = text.find('\n', end);
    if (next == std::string::npos)
      throw Error("E0411", "'" + path_.string() + "' has fewer lines than the checkpoint knows of",
                  path_.string(), "it was changed by hand; restore it, or start the run again with --force",
                  Exit::disk);
    end = next + 1;
  }
  rows_ = rows;
  if (end == text.size()) return;
  ::close(file_);
  write_atomically(path_, std::string_view(text).substr(0, end));
  open();
}

}  // namespace weft
