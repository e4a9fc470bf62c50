/// Bytes in the form of gzip, as browsers unpack them on their own (Content-Encoding: gzip).
#pragma once
#include <string>
#include <string_view>

namespace weft {

enum class Squeeze {
  fast,  ///< counts bytes only (Huffman's code): for numbers that are differences already
  small  ///< looks for repetitions too: for what is sent once, and for text
};

/// Pieces of a megabyte are compressed side by side and joined to one stream; the bytes do not depend on threads.
std::string gzip(std::string_view bytes, Squeeze how);

}  // namespace weft
