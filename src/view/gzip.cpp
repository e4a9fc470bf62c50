#include "view/gzip.h"

#include <zlib.h>

#include <new>
#include <vector>

#include "exec/parallel.h"

namespace weft {

namespace {

constexpr std::size_t kPiece = std::size_t(1) << 20;

/// One piece as blocks of a raw deflate stream; all but the last end at a whole byte, so that they can be joined.
std::string deflated(std::string_view piece, Squeeze how, bool last) {
  z_stream z{};
  const bool fast = how == Squeeze::fast;
  if (::deflateInit2(&z, fast ? 1 : 6, Z_DEFLATED, -15, 8, fast ? Z_HUFFMAN_ONLY : Z_DEFAULT_STRATEGY) !=
      Z_OK)
    throw std::bad_alloc();
  std::string out(::deflateBound(&z, uLong(piece.size())) + 16, '\0');
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
  z.avail_in = uInt(piece.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = uInt(out.size());
  ::deflate(&z, last ? Z_FINISH : Z_FULL_FLUSH);
  out.resize(z.total_out);
  ::deflateEnd(&z);
  return out;
}

void put_little_endian(std::string& out, std::uint32_t v) {
  for (int k = 0; k < 4; ++k) out += char(v >> (8 * k) & 0xff);
}

}  // namespace

std::string gzip(std::string_view bytes, Squeeze how) {
  const std::size_t count = bytes.empty() ? 1 : (bytes.size() + kPiece - 1) / kPiece;
  struct Piece {
    std::string packed;
    uLong check = 0;
    std::size_t size = 0;
  };
  std::vector<Piece> pieces(count);
  parallel_chunks(count, 1, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const std::string_view part = bytes.substr(i * kPiece, kPiece);
      pieces[i] = {deflated(part, how, i + 1 == count),
                   ::crc32(0, reinterpret_cast<const Bytef*>(part.data()), uInt(part.size())), part.size()};
    }
  });
  std::string out("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);  // no name, no time: the same bytes every time
  uLong check = ::crc32(0, nullptr, 0);
  for (const Piece& p : pieces) {
    out += p.packed;
    check = ::crc32_combine(check, p.check, z_off_t(p.size));
  }
  put_little_endian(out, std::uint32_t(check));
  put_little_endian(out, std::uint32_t(bytes.size()));
  return out;
}

}  // namespace weft
