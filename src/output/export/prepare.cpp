/// A frame made ready for exporters: chosen, turned, scaled.
///   x' = s T x   v' = s T v   R' = T R   with T: (x, y, z) -> (x, z, -y) when y is to be up
#include <fmt/format.h>

#include <algorithm>

#include "exec/error.h"
#include "output/export/exporter.h"
#include "scene/suggest.h"

namespace weft {

namespace {

void choose(Frame& frame, const std::vector<std::string>& names) {
  if (names.empty()) return;
  std::vector<std::string> known;
  for (const FrameObject& o : frame.objects) known.push_back(o.name);
  for (const FrameCollider& c : frame.colliders) known.push_back(c.name);
  for (const std::string& n : names)
    if (std::find(known.begin(), known.end(), n) == known.end())
      throw Error("E0418", fmt::format("there is no object '{}'", n), {},
                  suggestion_of_all(n, known, "the run has"));
  const auto unwanted = [&](const auto& thing) {
    return std::find(names.begin(), names.end(), thing.name) == names.end();
  };
  std::erase_if(frame.objects, unwanted);
  std::erase_if(frame.colliders, unwanted);
}

template <class T>
Vec3<T> turned(const Vec3<T>& v) {
  return {{v[0], v[2], -v[1]}};
}

Mat3d turned(const Mat3d& R) {
  Mat3d out;
  for (int j = 0; j < 3; ++j) {
    out(0, j) = R(0, j);
    out(1, j) = R(2, j);
    out(2, j) = -R(1, j);
  }
  return out;
}

}  // namespace

Frame prepared(Frame frame, const ExportOptions& options) {
  choose(frame, options.objects);
  const float s = float(options.scale);
  const auto place = [&](std::vector<Vec3<float>>& all) {
    if (options.y_up || s != 1)
      for (Vec3<float>& v : all) v = s * (options.y_up ? turned(v) : v);
  };
  for (FrameObject& o : frame.objects) {
    place(o.position);
    place(o.velocity);
    o.radius *= options.scale;
    for (float& r : o.radii) r *= s;
  }
  for (FrameCollider& c : frame.colliders) {
    if (options.y_up) {
      c.position = turned(c.position);
      c.rotation = turned(c.rotation);
    }
    c.position *= options.scale;
    if (c.kind != "plane") c.size *= options.scale;  // a plane's is its normal
    for (Vec3<float>& v : c.vertices) v *= s;
  }
  frame.dx *= options.scale;
  return frame;
}

}  // namespace weft
