/// The layout is PKWARE's APPNOTE 6.3: for each member a local header and its bytes, then the central
/// directory that repeats the headers, then the end record. A 32-bit field that is full holds ff ff ff ff and
/// the number stands in the 64-bit extra field. No dates: the same arrays give the same file.
#include "output/export/zip.h"

#include <zlib.h>

#include <algorithm>

namespace weft {

namespace {

constexpr std::uint16_t kUtf8 = 1 << 11;
constexpr std::uint16_t kFirstDay = 0x21;  ///< 1 January 1980
constexpr std::uint16_t kPlain = 20, kBig = 45;

template <class T>
void append(std::string& s, T x) {
  s.append(reinterpret_cast<const char*>(&x), sizeof x);
}

std::uint32_t checksum(std::uint32_t crc, const void* data, std::size_t bytes) {
  if (bytes == 0) return crc;  // an empty array may have no address, at which zlib would begin anew
  return std::uint32_t(::crc32_z(crc, static_cast<const Bytef*>(data), bytes));
}

/// The 64-bit extra field of a member, or nothing.
std::string extra_field(std::initializer_list<std::uint64_t> values) {
  std::string s;
  if (values.size() == 0) return s;
  append(s, std::uint16_t(1));
  append(s, std::uint16_t(8 * values.size()));
  for (const std::uint64_t v : values) append(s, v);
  return s;
}

/// What a local header and the directory have in common.
std::string common(std::uint32_t crc, std::uint64_t size, std::size_t name, std::size_t extra, bool big) {
  const std::uint32_t shown = big ? 0xffffffff : std::uint32_t(size);
  std::string s;
  append(s, big ? kBig : kPlain);
  append(s, kUtf8);
  append(s, std::uint16_t(0));  // stored
  append(s, std::uint16_t(0));
  append(s, kFirstDay);
  append(s, crc);
  append(s, shown);
  append(s, shown);
  append(s, std::uint16_t(name));
  append(s, std::uint16_t(extra));
  return s;
}

}  // namespace

void ZipFile::put(const std::string& bytes) {
  out_.text(bytes);
  written_ += bytes.size();
}

void ZipFile::add(const std::string& name, const std::string& head, const void* data, std::size_t bytes) {
  const std::uint64_t size = head.size() + bytes, at = written_;
  const std::uint32_t crc = checksum(checksum(0, head.data(), head.size()), data, bytes);
  const bool big = size >= limit_ || at >= limit_;
  const std::string local = big ? extra_field({size, size}) : "";
  put("PK\3\4" + common(crc, size, name.size(), local.size(), big) + name + local + head);
  out_.write(data, bytes);
  written_ += bytes;
  const std::string central = big ? extra_field({size, size, at}) : "";
  directory_ += "PK\1\2";
  append(directory_, kBig);
  directory_ += common(crc, size, name.size(), central.size(), big);
  directory_.append(8, '\0');  // comment, disk and attributes
  append(directory_, std::uint16_t(0));
  append(directory_, big ? 0xffffffffu : std::uint32_t(at));
  directory_ += name + central;
  ++members_;
}

void ZipFile::commit() {
  const std::uint64_t at = written_, size = directory_.size();
  const bool big = at >= limit_ || size >= limit_ || members_ >= std::min<std::uint64_t>(limit_, 0xffff);
  std::string end = directory_;
  if (big) {
    end += "PK\6\6";
    append(end, std::uint64_t(44));
    append(end, kBig);
    append(end, kBig);
    append(end, std::uint64_t(0));  // both disks
    for (const std::uint64_t v : {members_, members_, size, at}) append(end, v);
    end += "PK\6\7";
    append(end, std::uint32_t(0));
    append(end, at + size);
    append(end, std::uint32_t(1));
  }
  end += "PK\5\6";
  append(end, std::uint32_t(0));
  for (int k = 0; k < 2; ++k) append(end, big ? std::uint16_t(0xffff) : std::uint16_t(members_));
  append(end, big ? 0xffffffffu : std::uint32_t(size));
  append(end, big ? 0xffffffffu : std::uint32_t(at));
  append(end, std::uint16_t(0));
  out_.text(end);
  out_.commit();
}

}  // namespace weft
