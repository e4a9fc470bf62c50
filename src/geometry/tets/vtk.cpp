/// Legacy VTK, ASCII, DATASET UNSTRUCTURED_GRID; cells of type 10 (tetrahedra) and 24 (quadratic ones).
///   POINTS n type            { x y z }
///   CELLS n size             { count { point } }                          versions before 5
///   CELLS n size             OFFSETS type { n } CONNECTIVITY type { size }  versions from 5 on, n - 1 cells
///   CELL_TYPES n             { type }
#include <fmt/format.h>

#include "geometry/tets/tet_io.h"
#include "geometry/tets/tet_text.h"

namespace weft {
namespace {

using text::Token;

class VtkReader {
 public:
  VtkReader(std::string_view data, const std::string& name) : in_(data, name), mesh_(name) {}

  TetMesh read() {
    header();
    while (const auto token = in_.next_or_end()) {
      if (token->word == "POINTS") points();
      else if (token->word == "CELLS") cells();
      else if (token->word == "CELL_TYPES") types();
      else if (token->word == "POINT_DATA" || token->word == "CELL_DATA") break;
      else if (token->word == "METADATA") skip_metadata();
      else if (token->word == "FIELD") skip_fields();
      else
        throw Error("E0111", fmt::format("{} is not known here", text::quoted(token->word)),
                    in_.in.where(*token), "points, cells and their types are read: export the mesh again");
    }
    if (types_.size() + 1 != first_.size())
      throw Error("E0109",
                  fmt::format("there are {} cells and {} types of cells", first_.size() - 1, types_.size()),
                  in_.in.where(), "export the mesh again");
    for (std::size_t c = 0; c < types_.size(); ++c) add(c);
    return mesh_.finish();
  }

 private:
  void header() {
    const std::string_view magic = in_.in.rest_of_line();
    if (!magic.starts_with("# vtk DataFile"))
      throw Error("E0109", "the file does not begin with '# vtk DataFile'", in_.in.where(),
                  "only legacy VTK files (.vtk) are read");
    in_.in.next_line();
    in_.in.next_line();  // the title
    expect("ASCII", "save it as ASCII");
    expect("DATASET", "export the mesh again");
    expect("UNSTRUCTURED_GRID", "only unstructured grids have tetrahedra");
  }

  void expect(std::string_view word, const char* hint) {
    const Token token = in_.next("the header");
    if (token.word != word)
      throw Error("E0109", fmt::format("expected {}, found {}", text::quoted(word), text::quoted(token.word)),
                  in_.in.where(token), hint);
  }

  void points() {
    const std::size_t n = in_.count("the number of points", 6);
    in_.next("a type");
    for (std::size_t i = 0; i < n; ++i) mesh_.vertex(points_++, in_.position(), in_.in.where());
  }

  /// first_[c] .. first_[c + 1] are the points of cell c in corners_.
  void cells() {
    const std::size_t n = in_.count("the number of cells", 2), size = in_.count("the size of cells", 2);
    first_.assign(1, 0);
    corners_.clear();
    lines_.clear();
    if (n == 0) return;
    const Token token = in_.next("a cell");
    if (token.word != "OFFSETS") return cells_with_counts(token, n);
    in_.next("a type");
    first_.clear();
    for (std::size_t i = 0; i < n; ++i) {
      const std::int64_t at = in_.whole("an offset");
      if (at < 0 || std::size_t(at) > size || (!first_.empty() && std::size_t(at) < first_.back()))
        throw Error("E0108", fmt::format("{} is no possible offset", at), in_.in.where(),
                    "export the mesh again");
      first_.push_back(std::size_t(at));
    }
    if (first_.empty()) first_.push_back(0);
    expect("CONNECTIVITY", "export the mesh again");
    in_.next("a type");
    lines_.assign(n, in_.in.line());
    for (std::size_t i = 0; i < size; ++i) corners_.push_back(in_.whole("a point of a cell"));
  }

  void cells_with_counts(const Token& first, std::size_t n) {
    for (std::size_t c = 0; c < n; ++c) {
      const Token token = c ? in_.next("a cell") : first;
      const auto count = text::integer(token.word);
      if (!count || *count < 0 || std::size_t(*count) > in_.in.remaining())
        throw Error("E0108", fmt::format("{} is no number of points", text::quoted(token.word)),
                    in_.in.where(token), "export the mesh again");
      lines_.push_back(token.line);
      for (std::int64_t k = 0; k < *count; ++k) corners_.push_back(in_.whole("a point of a cell"));
      first_.push_back(corners_.size());
    }
  }

  void types() {
    const std::size_t n = in_.count("the number of types of cells", 2);
    types_.clear();
    for (std::size_t i = 0; i < n; ++i) types_.push_back(in_.whole("a type of a cell"));
  }

  /// It ends with an empty line.
  void skip_metadata() {
    while (in_.in.next_line())
      if (!in_.in.word_on_line()) return;
  }

  /// FIELD name arrays { name components tuples type { value } }
  void skip_fields() {
    in_.next("a field's name");
    const std::size_t arrays = in_.count("the number of arrays", 8);
    for (std::size_t i = 0; i < arrays; ++i) {
      in_.next("an array's name");
      const std::size_t components = in_.count("the number of components", 2);
      const std::size_t tuples = in_.count("the number of tuples", 2);
      in_.next("a type");
      if (components * tuples > in_.in.remaining())
        throw Error("E0107", "an array is longer than the file", in_.in.where(), "export the mesh again");
      in_.skip(components * tuples, "a value");
    }
  }

  void add(std::size_t c) {
    if (types_[c] != 10 && types_[c] != 24) return;
    if (first_[c + 1] - first_[c] != (types_[c] == 10 ? 4u : 10u))
      throw Error("E0110", fmt::format("tetrahedron {} has {} points", c, first_[c + 1] - first_[c]),
                  fmt::format("{}:{}", in_.in.name(), lines_[c]), "a tetrahedron has 4, a quadratic one 10");
    const std::size_t at = first_[c];
    mesh_.tetrahedron({corners_[at], corners_[at + 1], corners_[at + 2], corners_[at + 3]}, lines_[c]);
  }

  text::NumberReader in_;
  text::TetBuilder mesh_;
  std::int64_t points_ = 0;
  std::vector<std::size_t> first_{0}, lines_;
  std::vector<std::int64_t> corners_, types_;
};

}  // namespace

TetMesh parse_vtk(std::string_view data, const std::string& name) { return VtkReader(data, name).read(); }

}  // namespace weft
