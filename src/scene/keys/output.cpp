/// [output].
#include <algorithm>

#include "scene/export_formats.h"
#include "scene/keys/shared_keys.h"
#include "scene/suggest.h"

namespace weft {
namespace {

std::string texts(const std::vector<std::string>& list) {
  std::vector<std::string> out;
  for (const std::string& text : list) out.push_back(quoted(text));
  return fmt::format("[{}]", fmt::join(out, ", "));
}

void check_formats(TableReader& output, const std::vector<std::string>& formats) {
  std::vector<std::string> known = {"frames"};
  known.insert(known.end(), export_formats().begin(), export_formats().end());
  for (const std::string& w : formats)
    if (std::find(known.begin(), known.end(), w) == known.end())
      throw output.error("E0211", fmt::format("'write' in [output] cannot hold '{}'", w), "write",
                         suggestion_of_all(w, known, "it may hold"));
}

}  // namespace

const Table<OutputSpec>& output_table() {
  using O = OutputSpec;
  using namespace describe;
  static const Table<O> t{
      "output",
      "[output]",
      "",
      {{{.name = "write",
         .type = KeyType::list,
         .fallback = "[\"frames\"]",
         .meaning = "what to write while running: frames (the program's own, always written), and any of usd "
                    "pc2 ply obj vtp vdb npz for other programs, in RUN/export/; see docs/formats.md"},
        [](TableReader& table, const Scene&, O& o) {
          o.write = table.texts("write");
          check_formats(table, o.write);
        },
        [](const O& o, const std::string&) { return texts(o.write); }},
       {{.name = "quantities",
         .type = KeyType::list,
         .fallback = "[\"plastic_strain\"]",
         .meaning = "values of every point kept in the frames, for pictures coloured by them and for export; "
                    "see `weft list probes`"},
        [](TableReader& table, const Scene&, O& o) { o.quantities = table.texts("quantities"); },
        [](const O& o, const std::string&) { return texts(o.quantities); }},
       key_of<O>(integer<&O::every>("every", {1, 1e6}, "write each frame, each second frame, ...")),
       key_of<O>(integer<&O::checkpoint>("checkpoint", {1, 1e6}, "frames between checkpoints")),
       key_of<O>(integer<&O::keep>("keep", {1, 1e6}, "checkpoints kept"))}};
  return t;
}

OutputSpec read_output(TableReader output, const Scene& scene) {
  OutputSpec o;
  output_table().read(output, scene, o);
  output.finish();
  return o;
}

}  // namespace weft
