#include "geometry/shells/quilt.h"

namespace weft {

std::uint32_t Quilt::add(const Vec3d& x) {
  mesh_.vertices.push_back(x);
  return std::uint32_t(mesh_.vertices.size() - 1);
}

Quilt::Row Quilt::add_row(std::size_t count, const std::function<Vec3d(std::size_t)>& place) {
  Row row;
  for (std::size_t i = 0; i < count; ++i) row.push_back(add(place(i)));
  return row;
}

void Quilt::band(const Row& below, const Row& above, bool closed, const Pattern& uv) {
  const std::size_t n = below.size(), quads = closed ? n : n - 1;
  for (std::size_t i = 0; i < quads; ++i) {
    const std::size_t j = (i + 1) % n;
    mesh_.quads.push_back({below[i], below[j], above[j], above[i]});
    for (const Uv& p : {uv(i, 0), uv(i + 1, 0), uv(i + 1, 1), uv(i, 1)}) mesh_.uv.push_back(p);
  }
}

void Quilt::rim(const std::string& name, const Row& vertices) {
  auto& list = mesh_.rims[name];
  list.insert(list.end(), vertices.begin(), vertices.end());
}

}  // namespace weft
