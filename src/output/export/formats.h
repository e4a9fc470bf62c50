/// The exporters of this folder, one file each.
#pragma once
#include "output/export/exporter.h"

namespace weft {

std::unique_ptr<Exporter> make_pc2_exporter(const ExportOptions& options);
std::unique_ptr<Exporter> make_ply_exporter(const ExportOptions& options);
std::unique_ptr<Exporter> make_obj_exporter(const ExportOptions& options);
std::unique_ptr<Exporter> make_vtp_exporter(const ExportOptions& options);
std::unique_ptr<Exporter> make_vdb_exporter(const ExportOptions& options);
std::unique_ptr<Exporter> make_npz_exporter(const ExportOptions& options);

/// A frame's file in the folder: NAME.000012.EXTENSION, as most programs expect the files of a sequence.
std::filesystem::path sequence_path(const ExportOptions& options, const std::string& name, const Frame& frame,
                                    const std::string& extension);

}  // namespace weft
