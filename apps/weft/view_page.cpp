#include "view_page.h"

#include <cstdint>

#include "exec/error.h"

// view_page.S holds the files that viewer/build has left in the build folder; they are empty without npm.
#define WEFT_PAGE_FILE(name)                \
  extern "C" const char weft_page_##name[]; \
  extern "C" const std::uint64_t weft_page_##name##_size;
WEFT_PAGE_FILE(html)
WEFT_PAGE_FILE(css)
WEFT_PAGE_FILE(app)
WEFT_PAGE_FILE(worker)
WEFT_PAGE_FILE(missing)
#undef WEFT_PAGE_FILE

namespace weft {

namespace {

std::string_view file(const char* bytes, std::uint64_t size) { return {bytes, std::size_t(size)}; }

}  // namespace

std::vector<PageFile> page_files() {
  return {{"/", "text/html; charset=utf-8", file(weft_page_html, weft_page_html_size)},
          {"/app.css", "text/css", file(weft_page_css, weft_page_css_size)},
          {"/app.js", "text/javascript", file(weft_page_app, weft_page_app_size)},
          {"/worker.js", "text/javascript", file(weft_page_worker, weft_page_worker_size)}};
}

void require_page() {
  if (weft_page_html_size > 0) return;
  std::string why(file(weft_page_missing, weft_page_missing_size));
  throw Error("E0801", "this program was built without the viewer's page: " + why, {},
              "install Node.js and npm (apt install npm) and build again; 'weft render' and 'weft export' "
              "need neither");
}

}  // namespace weft
