#include "world/implicit/mesh_level.h"

#include <algorithm>
#include <cmath>

#include "exec/loops.h"
#include "grid/kernel.h"
#include "grid/transfers.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = 256;
constexpr std::uint32_t kNone = ~std::uint32_t(0);

/// Weights along one axis for the nodes first, first + 1, ..., counted from the block's first node.
struct AxisWeights {
  int first = 0, count = 1;
  double w[4] = {1, 0, 0, 0};
};

template <int degree>
AxisWeights axis_weights(double x, double dx, int origin) {
  using K = Kernel<degree>;
  const double u = x / dx;
  AxisWeights a;
  const int base = int(std::floor(u - double(K::shift)));
  K::weights(u - base, a.w);
  a.first = base - origin, a.count = K::nodes;
  return a;
}

/// The node (x, y, z) counted from the first of an occupied block, or kNone.
std::uint32_t node_at(const std::array<std::uint32_t, 27>& around, int x, int y, int z) {
  const auto side = [](int a) { return a < 0 ? 0 : a < kBlockSide ? 1 : 2; };
  if (std::min({x, y, z}) < -kBlockSide || std::max({x, y, z}) >= 2 * kBlockSide) return kNone;
  const std::uint32_t block = around[std::size_t(side(x) * 9 + side(y) * 3 + side(z))];
  if (block == kNoBlock) return kNone;
  return block * kBlockNodes + std::uint32_t(((x & 3) << 4) + ((y & 3) << 2) + (z & 3));
}

}  // namespace

void MeshLevel::lay_out(const NodeSpace& space, const Grid& grid, std::span<Parcels* const> sets,
                        std::span<const std::unique_ptr<Body>> bodies) {
  std::size_t count = 0;
  whole_ = true;
  for (const auto& body : bodies) {
    if (!body->roles().implicit || body->own_field() || !body->size()) continue;
    const StiffMesh* mesh = body->roles().mesh;
    const auto set = mesh ? std::find(sets.begin(), sets.end(), &mesh->vertex_parcels()) : sets.end();
    if (set == sets.end()) {
      whole_ = false;
      continue;
    }
    if (meshes_.size() <= count) meshes_.emplace_back();
    Mesh& m = meshes_[count++];
    m.body = mesh;
    mesh->mesh_vertices(m.stiffness);
    find_weights(space, grid, std::size_t(set - sets.begin()), m);
  }
  meshes_.resize(count);
  weigh_by_mass(space);
}

void MeshLevel::assemble(const Step& step) {
  for (Mesh& m : meshes_) {
    m.body->mesh_stiffness(step, m.stiffness);
    whole_ &= m.factor.analyse(m.stiffness);
  }
}

/// w_ip, vertex by vertex.
void MeshLevel::find_weights(const NodeSpace& space, const Grid& grid, std::size_t set, Mesh& mesh) const {
  const Parcels& parcels = mesh.body->vertex_parcels();
  std::vector<std::uint32_t> place(grid.block_count() * kBlockNodes, kNone);
  for (std::size_t i = 0; i < space.size(); ++i) place[space.node(i)] = std::uint32_t(i);
  const double dx = grid.shape().dx;
  const bool plane = grid.shape().plane;
  const int side = grid.shape().degree + 1, most = plane ? side * side : side * side * side;
  const std::size_t n = parcels.size();
  mesh.vertex_begin.assign(n + 1, 0), mesh.nodes.resize(n * std::size_t(most));
  for (std::size_t v = 0; v <= n; ++v) mesh.vertex_begin[v] = std::uint32_t(v * std::size_t(most));
  parallel_each(grid.occupied_count(), 8, [&](std::size_t block) {
    const Range r = grid.parcels_in(set, block);
    const std::array<int, 3> origin = grid.occupied_origin(block);
    alignas(64) Real x[3][kBatch];
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const std::size_t from = i / kBatch * kBatch, lane = i - from;
      if (i == r.begin || lane == 0) parcels.positions({from, std::min(from + kBatch, n)}, x[0], x[1], x[2]);
      AxisWeights a[3];
      with_degree(grid.shape().degree, [&](auto degree) {
        for (std::size_t k = 0; k < 3; ++k)
          if (!(plane && k == 1)) a[k] = axis_weights<degree>(double(x[k][lane]), dx, origin[k]);
      });
      Weight* to = &mesh.nodes[mesh.vertex_begin[mesh.stiffness.number[i]]];
      for (int p = 0; p < a[0].count; ++p)
        for (int q = 0; q < a[1].count; ++q)
          for (int s = 0; s < a[2].count; ++s, ++to) {
            const std::uint32_t node =
                node_at(grid.around(block), a[0].first + p, a[1].first + q, a[2].first + s);
            const bool here = node != kNone && place[node] != kNone;
            *to = {here ? place[node] : 0, here ? Real(a[0].w[p] * a[1].w[q] * a[2].w[s]) : Real(0)};
          }
    }
  });
}

/// R_ip = w_ip m_p / max(m_i, sum_q w_iq m_q), and once more node by node.
void MeshLevel::weigh_by_mass(const NodeSpace& space) {
  std::vector<double> mass(space.size(), 0);
  for (const Mesh& m : meshes_)
    for (std::size_t v = 0; v + 1 < m.vertex_begin.size(); ++v)
      for (std::size_t k = m.vertex_begin[v]; k < m.vertex_begin[v + 1]; ++k)
        mass[m.nodes[k].at] += double(m.nodes[k].weight) * m.stiffness.mass[v];
  for (std::size_t i = 0; i < space.size(); ++i) mass[i] = std::max(mass[i], double(space.mass()[i]));
  for (Mesh& m : meshes_) {
    m.node_begin.assign(space.size() + 1, 0);
    for (std::size_t v = 0; v + 1 < m.vertex_begin.size(); ++v)
      for (std::size_t k = m.vertex_begin[v]; k < m.vertex_begin[v + 1]; ++k) {
        Weight& w = m.nodes[k];
        w.weight = Real(double(w.weight) * m.stiffness.mass[v] / mass[w.at]);
        if (m.stiffness.held[v]) w.weight = 0;
        ++m.node_begin[w.at + 1];
      }
    for (std::size_t i = 0; i < space.size(); ++i) m.node_begin[i + 1] += m.node_begin[i];
    m.vertices.resize(m.nodes.size());
    std::vector<std::uint32_t> next(m.node_begin.begin(), m.node_begin.end() - 1);
    for (std::size_t v = 0; v + 1 < m.vertex_begin.size(); ++v)
      for (std::size_t k = m.vertex_begin[v]; k < m.vertex_begin[v + 1]; ++k)
        m.vertices[next[m.nodes[k].at]++] = {std::uint32_t(v), m.nodes[k].weight};
  }
}

/// What holds nodes is shared out among the vertices that they see.
void MeshLevel::factorise(std::span<const Held> held) {
  for (Mesh& m : meshes_) {
    m.extra.clear();
    if (!held.empty()) m.extra.assign(m.stiffness.mass.size(), Mat3d::zero());
    for (const auto& [i, K] : held)
      for (std::size_t k = m.node_begin[i]; k < m.node_begin[i + 1]; ++k)
        m.extra[m.vertices[k].at] += K * double(m.vertices[k].weight);
    m.factor.factorise(m.stiffness, m.extra);
  }
}

void MeshLevel::add_correction(const NodeVector& r, NodeVector& z) {
  for (Mesh& m : meshes_) {
    if (!m.factor.sound()) continue;
    m.x.resize(m.stiffness.mass.size());
    parallel_each(m.x.size(), kChunk, [&](std::size_t v) {
      Vec3d sum = Vec3d::zero();
      for (std::size_t k = m.vertex_begin[v]; k < m.vertex_begin[v + 1]; ++k)
        sum += at(r, m.nodes[k].at) * double(m.nodes[k].weight);
      m.x[v] = sum;
    });
    m.factor.solve(m.x);
    parallel_each(m.node_begin.size() - 1, kChunk, [&](std::size_t i) {
      Vec3d sum = Vec3d::zero();
      for (std::size_t k = m.node_begin[i]; k < m.node_begin[i + 1]; ++k)
        sum += m.x[m.vertices[k].at] * double(m.vertices[k].weight);
      for (std::size_t a = 0; a < 3; ++a) z[3 * i + a] += Real(sum[int(a)]);
    });
  }
}

}  // namespace weft
