/// Exporting sample frames, and what the tests compare them with.
#pragma once
#include <stdexcept>

#include "output/export/exporter.h"
#include "output/export_sample.h"

namespace weft {

/// Exports `frames` sample frames; what a scene might do to them in `change`.
template <class Change>
std::vector<std::string> export_sample(const std::string& format, const std::filesystem::path& folder,
                                       int frames, Change&& change) {
  ExportOptions options;
  options.folder = folder;
  options.title = "all";
  const auto exporter = make_exporter(format, options);
  for (int n = 1; n <= frames; ++n) {
    Frame f = sample_frame(n);
    change(f);
    exporter->add(prepared(f, options));
  }
  exporter->finish();
  return exporter->warnings();
}

inline std::vector<std::string> export_sample(const std::string& format, const std::filesystem::path& folder,
                                              int frames = 2) {
  return export_sample(format, folder, frames, [](Frame&) {});
}

inline const FrameObject& object(const Frame& f, const std::string& name) {
  for (const FrameObject& o : f.objects)
    if (o.name == name) return o;
  throw std::logic_error(name);
}

inline std::vector<double> flat(const std::vector<Vec3<float>>& v, int axis) {
  std::vector<double> out;
  for (const auto& x : v) out.push_back(double(x[axis]));
  return out;
}

template <class T>
std::vector<double> doubles(const std::vector<T>& v) {
  return std::vector<double>(v.begin(), v.end());
}

template <class T>
std::string bytes_of(const std::vector<T>& v) {
  return std::string(reinterpret_cast<const char*>(v.data()), v.size() * sizeof(T));
}

}  // namespace weft
