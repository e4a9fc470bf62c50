/// Gmsh's own format, versions 2 and 4.1 as text. Sections stand between $Name and $EndName; nodes and
/// elements are read, others skipped.
///   2:    $Nodes     count             { number x y z }
///         $Elements  count             { number type tags { tag } { node } }
///   4.1:  $Nodes     blocks count a b  { dim tag parametric count { number } { x y z [u v w] } }
///         $Elements  blocks count a b  { dim tag type count { number { node } } }
#include <fmt/format.h>

#include "geometry/tets/tet_io.h"
#include "geometry/tets/tet_text.h"

namespace weft {
namespace {

using text::NumberReader;
using text::TetBuilder;
using text::Token;

constexpr std::int64_t kTet4 = 4, kTet10 = 11;

class GmshReader {
 public:
  GmshReader(std::string_view data, const std::string& name) : in_(data, name), mesh_(name) {}

  TetMesh read() {
    while (const auto token = in_.next_or_end()) {
      if (token->word == "$MeshFormat") format();
      else if (token->word == "$Nodes") require_format(*token), version_ < 4 ? nodes_2() : nodes_4();
      else if (token->word == "$Elements") require_format(*token), version_ < 4 ? elements_2() : elements_4();
      else if (token->word[0] == '$' && !token->word.starts_with("$End")) skip_section(*token);
      else if (token->word[0] != '$')
        throw Error("E0109", fmt::format("{} stands outside any section", text::quoted(token->word)),
                    in_.in.where(*token), "this is not a Gmsh mesh, or it was edited by hand");
    }
    if (version_ == 0)
      throw Error("E0109", "there is no $MeshFormat", in_.in.name(),
                  "this is not a Gmsh mesh: export it again");
    return mesh_.finish();
  }

 private:
  void format() {
    const Token token = in_.next("the format's version");
    const auto version = text::number(token.word);
    if (!version || !((*version >= 2 && *version < 3) || *version == 4.1))
      throw Error("E0109", fmt::format("Gmsh format {} is not read", text::quoted(token.word)),
                  in_.in.where(token), "save as version 2 ASCII or version 4 ASCII (4.1)");
    version_ = *version;
    if (in_.whole("the file's type") != 0)
      throw Error("E0109", "a binary Gmsh file is not read", in_.in.where(token), "save it as ASCII");
    in_.whole("the size of numbers");
  }

  void require_format(const Token& token) const {
    if (version_ == 0)
      throw Error("E0109", fmt::format("{} comes before $MeshFormat", token.word), in_.in.where(token),
                  "this is not a Gmsh mesh, or it was edited by hand");
  }

  void skip_section(const Token& begin) {
    const std::string end = fmt::format("$End{}", begin.word.substr(1));
    while (in_.in.next_line())
      if (const auto word = in_.in.word_on_line(); word && word->word == end) return;
    throw Error("E0107", fmt::format("the file ends before {}", text::quoted(end)), in_.in.where(begin),
                "it was cut while being copied or written: export it again");
  }

  void nodes_2() {
    const std::size_t n = in_.count("the number of nodes", 8);
    for (std::size_t i = 0; i < n; ++i) {
      const std::int64_t number = in_.whole("a node's number");
      mesh_.vertex(number, in_.position(), in_.in.where());
    }
  }

  void nodes_4() {
    const std::size_t blocks = in_.count("the number of blocks", 8);
    in_.skip(3, "the number of nodes");
    std::vector<std::int64_t> numbers;
    for (std::size_t b = 0; b < blocks; ++b) {
      const std::int64_t dimension = in_.whole("a dimension");
      in_.whole("an entity");
      const bool parametric = in_.whole("a flag") != 0;
      numbers.resize(in_.count("the number of nodes of a block", 8));
      for (std::int64_t& number : numbers) number = in_.whole("a node's number");
      for (const std::int64_t number : numbers) {
        mesh_.vertex(number, in_.position(), in_.in.where());
        for (std::int64_t k = 0; parametric && k < std::min<std::int64_t>(dimension, 3); ++k)
          in_.real("a parameter");
      }
    }
  }

  void elements_2() {
    const std::size_t n = in_.count("the number of elements", 8);
    for (std::size_t i = 0; i < n; ++i) {
      in_.whole("an element's number");
      const std::int64_t type = in_.whole("an element's type");
      in_.skip(in_.count("the number of tags", 2), "a tag");
      element(type);
    }
  }

  void elements_4() {
    const std::size_t blocks = in_.count("the number of blocks", 8);
    in_.skip(3, "the number of elements");
    for (std::size_t b = 0; b < blocks; ++b) {
      in_.skip(2, "an entity");
      const std::int64_t type = in_.whole("an element's type");
      const std::size_t n = in_.count("the number of elements of a block", 4);
      for (std::size_t i = 0; i < n; ++i) {
        in_.whole("an element's number");
        element(type);
      }
    }
  }

  /// The nodes of one element; other kinds end with their line.
  void element(std::int64_t type) {
    if (type == kTet4 || type == kTet10) {
      const std::size_t line = in_.in.line();
      std::array<std::int64_t, 4> corners{};
      for (std::int64_t& c : corners) c = in_.whole("a node of a tetrahedron");
      mesh_.tetrahedron(corners, line);
    }
    in_.in.rest_of_line();
  }

  NumberReader in_;
  TetBuilder mesh_;
  double version_ = 0;
};

}  // namespace

TetMesh parse_gmsh(std::string_view data, const std::string& name) { return GmshReader(data, name).read(); }

}  // namespace weft
