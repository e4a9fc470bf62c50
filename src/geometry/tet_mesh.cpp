#include "geometry/tet_mesh.h"

#include <algorithm>

#include "exec/parallel.h"

namespace weft {
namespace {

/// Corners of the four faces, counter-clockwise seen from outside; face k lies opposite corner k.
constexpr int kFaces[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

std::array<std::uint32_t, 3> face_of(const TetMesh& mesh, std::size_t face) {
  const auto& t = mesh.tetrahedra[face / 4];
  const int* c = kFaces[face % 4];
  return {t[std::size_t(c[0])], t[std::size_t(c[1])], t[std::size_t(c[2])]};
}

/// A face without its direction; the smallest corner is known from where it is kept.
struct Rest {
  std::uint32_t middle, largest, face;
  bool same(const Rest& b) const { return middle == b.middle && largest == b.largest; }
  bool operator<(const Rest& b) const {
    if (middle != b.middle) return middle < b.middle;
    return largest != b.largest ? largest < b.largest : face < b.face;
  }
};

}  // namespace

std::vector<std::array<std::uint32_t, 3>> boundary_faces(const TetMesh& mesh) {
  // All faces in lists by their smallest corner: first[v] .. first[v + 1] are those of vertex v.
  const std::size_t faces = 4 * mesh.tetrahedra.size();
  std::vector<std::size_t> first(mesh.vertices.size() + 1, 0);
  for (std::size_t f = 0; f < faces; ++f) ++first[std::ranges::min(face_of(mesh, f))];
  exclusive_scan(first);
  std::vector<Rest> rest(faces);
  std::vector<std::size_t> fill(first.begin(), first.end());
  for (std::size_t f = 0; f < faces; ++f) {
    auto c = face_of(mesh, f);
    std::sort(c.begin(), c.end());
    rest[fill[c[0]]++] = {c[1], c[2], std::uint32_t(f)};
  }
  std::vector<char> alone(faces, 0);
  parallel_chunks(mesh.vertices.size(), 4096, [&](Range r) {
    for (std::size_t v = r.begin; v < r.end; ++v) {
      const auto begin = rest.begin() + std::ptrdiff_t(first[v]);
      const auto end = rest.begin() + std::ptrdiff_t(first[v + 1]);
      std::sort(begin, end);
      for (auto i = begin; i != end; ++i)
        alone[i->face] = (i == begin || !i->same(i[-1])) && (i + 1 == end || !i->same(i[1]));
    }
  });
  std::vector<std::array<std::uint32_t, 3>> out;
  for (std::size_t f = 0; f < faces; ++f)
    if (alone[f]) out.push_back(face_of(mesh, f));
  return out;
}

double volume(const TetMesh& mesh) {
  const auto part = [&](Range r) {
    double six = 0;
    for (std::size_t e = r.begin; e < r.end; ++e) {
      const auto& t = mesh.tetrahedra[e];
      const Vec3d& x = mesh.vertices[t[0]];
      six += dot(mesh.vertices[t[1]] - x, cross(mesh.vertices[t[2]] - x, mesh.vertices[t[3]] - x));
    }
    return six;
  };
  return reduce_chunks(mesh.tetrahedra.size(), 4096, 0.0, part, [](double a, double b) { return a + b; }) / 6;
}

}  // namespace weft
