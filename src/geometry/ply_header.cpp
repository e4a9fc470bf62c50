#include "geometry/ply_header.h"

#include <fmt/format.h>

#include <optional>

namespace weft::ply {

namespace {

using text::Cursor;
using text::Token;

constexpr std::int64_t kMostItems = 4'000'000'000;  // indices are 32-bit
const char* const kHint =
    "export the mesh again; a header is 'ply', 'format', 'element', 'property', 'end_header'";

std::optional<Type> type_named(std::string_view word) {
  if (word == "char" || word == "int8") return Type::int8;
  if (word == "uchar" || word == "uint8") return Type::uint8;
  if (word == "short" || word == "int16") return Type::int16;
  if (word == "ushort" || word == "uint16") return Type::uint16;
  if (word == "int" || word == "int32") return Type::int32;
  if (word == "uint" || word == "uint32") return Type::uint32;
  if (word == "float" || word == "float32") return Type::float32;
  if (word == "double" || word == "float64") return Type::float64;
  return std::nullopt;
}

Token expect_word(Cursor& in, const char* what) {
  if (auto token = in.word_on_line()) return *token;
  throw Error("E0109", fmt::format("the PLY header lacks {}", what), in.where(), kHint);
}

Type expect_type(Cursor& in) {
  const Token token = expect_word(in, "the type of a property");
  if (auto type = type_named(token.word)) return *type;
  throw Error("E0109", fmt::format("unknown PLY type {}", text::quoted(token.word)), in.where(token),
              "types are char uchar short ushort int uint float double, or int8 ... float64");
}

Encoding encoding(Cursor& in) {
  const Token kind = expect_word(in, "the name of its format");
  const Token version = expect_word(in, "the version of its format");
  if (version.word != "1.0")
    throw Error("E0109", fmt::format("PLY version {} is not known", text::quoted(version.word)),
                in.where(version), "only version 1.0 exists");
  if (kind.word == "ascii") return Encoding::ascii;
  if (kind.word == "binary_little_endian") return Encoding::little;
  if (kind.word == "binary_big_endian") return Encoding::big;
  throw Error("E0109", fmt::format("unknown PLY format {}", text::quoted(kind.word)), in.where(kind),
              "formats are ascii, binary_little_endian, binary_big_endian");
}

Element element(Cursor& in, const Token& keyword) {
  Element e;
  e.name = std::string(expect_word(in, "the name of an element").word);
  e.where = in.where(keyword);
  const Token token = expect_word(in, "the count of an element");
  const auto count = text::integer(token.word);
  if (!count || *count < 0 || *count > kMostItems)
    throw Error("E0108", fmt::format("{} is no possible count of elements", text::quoted(token.word)),
                in.where(token), "a count is a whole number from 0 to 4000000000; export the mesh again");
  e.count = std::uint64_t(*count);
  return e;
}

Property property(Cursor& in) {
  Property p;
  const Cursor before = in;
  const Token first = expect_word(in, "the type of a property");
  if (first.word == "list") {
    p.list = true;
    p.count_type = expect_type(in);
    if (is_real(p.count_type))
      throw Error("E0109", "the length of a PLY list cannot be a floating-point number", in.where(first),
                  kHint);
  } else {
    in = before;
  }
  p.type = expect_type(in);
  p.name = std::string(expect_word(in, "the name of a property").word);
  return p;
}

}  // namespace

std::size_t size_of(Type type) {
  switch (type) {
    case Type::int8:
    case Type::uint8:
      return 1;
    case Type::int16:
    case Type::uint16:
      return 2;
    case Type::float64:
      return 8;
    default:
      return 4;
  }
}

Header parse_header(std::string_view data, const std::string& name) {
  Cursor in(data, name);
  const auto magic = in.word_on_line();
  if (!magic || magic->word != "ply")
    throw Error("E0109", "this is not a PLY file: it does not begin with 'ply'", name + ":1:1",
                "check the file's extension");
  Header header;
  bool has_format = false;
  while (in.next_line()) {
    const auto keyword = in.word_on_line();
    if (!keyword || keyword->word == "comment" || keyword->word == "obj_info") continue;
    if (keyword->word == "end_header") {
      if (!has_format) throw Error("E0109", "the PLY header has no 'format' line", in.where(*keyword), kHint);
      in.next_line();
      header.bytes = in.offset();
      header.lines = in.line();
      return header;
    }
    if (keyword->word == "format") {
      header.encoding = encoding(in);
      has_format = true;
    } else if (keyword->word == "element") {
      header.elements.push_back(element(in, *keyword));
    } else if (keyword->word == "property" && !header.elements.empty()) {
      header.elements.back().properties.push_back(property(in));
    } else {
      throw Error("E0109",
                  fmt::format("{} does not belong in a PLY header here", text::quoted(keyword->word)),
                  in.where(*keyword), kHint);
    }
  }
  throw Error("E0107", "the PLY header ends without 'end_header'", in.where(),
              "the file is truncated; export it again");
}

}  // namespace weft::ply
