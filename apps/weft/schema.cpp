/// weft schema: a JSON Schema of scenes, for editors.
#include "scene/keys/schema.h"

#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <memory>

#include "exec/error.h"
#include "verbs.h"

namespace weft {

Verb verb_schema() {
  auto file = std::make_shared<std::string>();
  return {"schema",
          "a JSON Schema of scenes: editors complete and check them by it (docs/editors.md)",
          {{"-o,--output", "file; default: the terminal", file.get()}},
          [file] {
            const std::string text = schema_json();
            if (file->empty()) {
              std::cout << text << std::flush;
              return 0;
            }
            std::ofstream out(*file, std::ios::binary);
            out << text << std::flush;
            if (!out)
              throw Error("E0605", fmt::format("cannot write '{}'", *file), {},
                          "check the folder and its permissions", Exit::disk);
            fmt::print("wrote {0}; first line of a scene in the same folder: #:schema ./{0}\n", *file);
            return 0;
          }};
}

}  // namespace weft
