#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <memory>

#include "exec/error.h"
#include "exec/parallel.h"
#include "output/container.h"
#include "output/container_layout.h"

namespace weft {

using namespace layout;

FileWriter::FileWriter(const std::filesystem::path& path, FileKind kind, std::uint32_t kind_version)
    : file_(path) {
  header_ = kMagic;
  append(header_, kVersion);
  append(header_, static_cast<std::uint32_t>(kind));
  append(header_, kind_version);
  header_.resize(kHeaderBytes, '\0');
  put(header_.data(), header_.size());
}

void FileWriter::put(const void* data, std::size_t bytes) {
  file_.write(data, bytes);
  written_ += bytes;
}

void FileWriter::block(std::string_view name, void* data, std::size_t bytes) {
  section(name, SectionType::bytes, data, bytes);
}

std::size_t FileWriter::stored_bytes(std::string_view name) const {
  throw Error("E0407", "a writer cannot be asked for section '" + std::string(name) + "'", {}, {},
              Exit::simulation);
}

void FileWriter::section(std::string_view name, SectionType type, const void* data, std::size_t bytes) {
  if (name.size() > kLongestName || !names_.emplace(name).second)
    throw Error("E0407",
                "section '" + std::string(name.substr(0, 80)) + "' is written twice or its name is too long",
                {}, "give each part of the state its own short name", Exit::simulation);
  Section s{type, bytes, 0, 0, written_, {}};
  const char* from = static_cast<const char*>(data);
  XXH3_state_t* hash = XXH3_createState();
  std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> guard(hash, XXH3_freeState);
  XXH3_64bits_reset(hash);
  std::array<std::string, kTogether> packed;
  const std::size_t pieces = chunk_count(bytes, kPiece);
  for (std::size_t first = 0; first < pieces; first += kTogether) {
    const std::size_t count = std::min(kTogether, pieces - first);
    parallel_for(count, [&](std::size_t i) {
      const std::size_t begin = (first + i) * kPiece, n = std::min(kPiece, bytes - begin);
      std::string& out = packed[i];
      out.resize(ZSTD_compressBound(n));
      const std::size_t got = ZSTD_compress(out.data(), out.size(), from + begin, n, 1);
      if (ZSTD_isError(got) || got >= n) out.assign(from + begin, n);  // equal size means: stored as it is
      else out.resize(got);
    });
    for (std::size_t i = 0; i < count; ++i) {
      XXH3_64bits_update(hash, packed[i].data(), packed[i].size());
      put(packed[i].data(), packed[i].size());
      s.pieces.push_back(static_cast<std::uint32_t>(packed[i].size()));
      s.stored += packed[i].size();
    }
  }
  s.hash = XXH3_64bits_digest(hash);
  sections_.emplace_back(name, std::move(s));
}

void FileWriter::commit() {
  std::string directory;
  append(directory, static_cast<std::uint64_t>(sections_.size()));
  for (const auto& [name, s] : sections_) {
    append(directory, static_cast<std::uint32_t>(name.size()));
    directory += name;
    append(directory, static_cast<std::uint32_t>(s.type));
    append(directory, s.bytes);
    append(directory, s.stored);
    append(directory, s.hash);
    for (std::uint32_t p : s.pieces) append(directory, p);
  }
  std::string footer;
  append(footer, written_);
  append(footer, static_cast<std::uint64_t>(directory.size()));
  const std::string checked = header_ + directory;
  append(footer, static_cast<std::uint64_t>(XXH3_64bits(checked.data(), checked.size())));
  append(footer, static_cast<std::uint64_t>(written_ + directory.size() + kFooterBytes));
  append(footer, static_cast<std::uint64_t>(XXH3_64bits(footer.data(), footer.size())));
  footer += kEndMagic;
  put(directory.data(), directory.size());
  put(footer.data(), footer.size());
  file_.commit();
}

}  // namespace weft
