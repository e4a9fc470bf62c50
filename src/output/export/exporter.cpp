#include "output/export/exporter.h"

#include <fmt/format.h>

#include <map>

#include "exec/error.h"
#include "output/atomic_file.h"
#include "output/export/formats.h"
#include "output/run_folder.h"
#include "scene/suggest.h"

namespace weft {

namespace fs = std::filesystem;

std::unique_ptr<Exporter> make_exporter(const std::string& format, const ExportOptions& options) {
  using Make = std::unique_ptr<Exporter> (*)(const ExportOptions&);
  static const std::map<std::string, Make> makers = {{"usd", make_usd_exporter}, {"pc2", make_pc2_exporter},
                                                     {"ply", make_ply_exporter}, {"obj", make_obj_exporter},
                                                     {"vtp", make_vtp_exporter}, {"vdb", make_vdb_exporter},
                                                     {"npz", make_npz_exporter}};
  const auto found = makers.find(format);
  if (found == makers.end())
    throw Error("E0415", fmt::format("there is no format '{}'", format), {},
                suggestion_of_all(format, export_formats(), "formats"));
  std::error_code error;
  fs::create_directories(options.folder, error);
  if (error) throw_disk_error("make the folder", options.folder, error.value());
  return found->second(options);
}

fs::path sequence_path(const ExportOptions& options, const std::string& name, const Frame& frame,
                       const std::string& extension) {
  return options.folder / (name + "." + frame_name(frame.number) + extension);
}

}  // namespace weft
