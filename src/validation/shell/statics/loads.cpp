#include "validation/shell/statics/loads.h"

#include <algorithm>

namespace weft {
namespace {

/// N_,1 and N_,2 (or N) of one place.
Vec3d sum(const Stencil& s, std::size_t column, const Points& x) {
  Vec3d r = Vec3d::zero();
  for (std::size_t k = 0; k < s.vertices.size(); ++k) r += x[s.vertices[k]] * s.weights[k][column];
  return r;
}

Mat3d cross_of(const Vec3d& w) { return {{{0, -w[2], w[1]}, {w[2], 0, -w[0]}, {-w[1], w[0], 0}}}; }

void add_block(Eigen::MatrixXd& K, std::size_t p, std::size_t q, const Mat3d& m, double w) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) K(Eigen::Index(3 * p) + i, Eigen::Index(3 * q) + j) += w * m(i, j);
}

SurfacePlace on_edge(const FaceEdge& e, double along) {
  switch (e.edge) {
    case 0:
      return {e.face, along, 0};
    case 1:
      return {e.face, 1, along};
    case 2:
      return {e.face, along, 1};
    default:
      return {e.face, 0, along};
  }
}

}  // namespace

Loads& Loads::operator+=(const Loads& other) {
  if (dead.size() < other.dead.size()) dead.resize(other.dead.size(), Vec3d::zero());
  for (std::size_t i = 0; i < other.dead.size(); ++i) dead[i] += other.dead[i];
  pressure += other.pressure;
  couples.insert(couples.end(), other.couples.begin(), other.couples.end());
  return *this;
}

Loads scaled(Loads loads, double by) {
  for (Vec3d& f : loads.dead) f *= by;
  loads.pressure *= by;
  for (Couple& c : loads.couples) c.moment *= by;
  return loads;
}

void add_point_load(const ShellModel& m, const SurfacePlace& at, const Vec3d& force, Points& dead) {
  dead.resize(m.rest().size(), Vec3d::zero());
  const LimitStencils s = limit_stencils(m.mesh(), m.rule(), {&at, 1});
  for (std::size_t k = 0; k < s[0].vertices.size(); ++k) dead[s[0].vertices[k]] += force * s[0].weights[k][0];
}

void add_area_load(const ShellModel& m, const Vec3d& load, Points& dead) {
  dead.resize(m.rest().size(), Vec3d::zero());
  m.each_place([&](const Stencil& s, double area) {
    for (std::size_t k = 0; k < s.vertices.size(); ++k)
      dead[s.vertices[k]] += load * (area * s.weights[k][0]);
  });
}

std::vector<EdgePlace> edge_places(const ShellModel& m, const std::vector<FaceEdge>& edges) {
  const GaussRule rule = gauss_rule(3);
  std::vector<EdgePlace> out;
  std::vector<SurfacePlace> where;
  for (const FaceEdge& e : edges)
    for (double at : rule.at) where.push_back(on_edge(e, at));
  const LimitStencils all = limit_stencils(m.mesh(), m.rule(), where);
  for (std::size_t i = 0; i < where.size(); ++i) {
    const std::size_t along = edges[i / rule.at.size()].edge % 2 == 0 ? 1 : 2;
    out.push_back({where[i], rule.weight[i % rule.at.size()] * norm(sum(all[i], along, m.rest()))});
  }
  return out;
}

void add_line_load(const ShellModel& m, const std::vector<FaceEdge>& edges, const Vec3d& load, Points& dead) {
  for (const EdgePlace& p : edge_places(m, edges)) add_point_load(m, p.at, load * p.length, dead);
}

void add_edge_couple(const ShellModel& m, const std::vector<FaceEdge>& edges, const Vec3d& axis,
                     double moment, std::vector<Couple>& couples) {
  const std::vector<EdgePlace> places = edge_places(m, edges);
  const std::size_t each = places.size() / std::max<std::size_t>(edges.size(), 1);
  for (std::size_t i = 0; i < places.size(); ++i)
    couples.push_back({places[i].at, edges[i / each].edge % 2 == 0 ? 1 : 0, axis, moment * places[i].length});
}

LoadCase::LoadCase(const ShellModel& model, Loads loads) : model_(&model), loads_(std::move(loads)) {
  if (loads_.couples.empty()) return;
  couples_.resize(model.faces());
  std::vector<std::size_t> index(model.mesh().quads.size());
  for (std::size_t f = 0, i = 0; f < index.size(); ++f) index[f] = model.is_bare(f) ? 0 : i++;
  for (const Couple& c : loads_.couples) {
    const LimitStencils s = limit_stencils(model.mesh(), model.rule(), {&c.place, 1});
    CoupleAt at{c, {}};
    for (const BasisWeights& w : s[0].weights) at.weights.push_back(w[c.direction == 0 ? 1 : 2]);
    couples_[index[c.place.face]].push_back(std::move(at));
  }
}

void LoadCase::add_couple_force(const CoupleAt& c, std::span<const std::uint32_t> vertices, const Points& x,
                                Points& F) const {
  Vec3d t = Vec3d::zero();
  for (std::size_t k = 0; k < vertices.size(); ++k) t += x[vertices[k]] * c.weights[k];
  t -= c.couple.axis * dot(c.couple.axis, t);
  const Vec3d force = cross(c.couple.axis, t) * (c.couple.moment / norm2(t));
  for (std::size_t k = 0; k < vertices.size(); ++k) F[vertices[k]] += force * c.weights[k];
}

void LoadCase::add_force(const Points& x, Points& F) const {
  for (std::size_t i = 0; i < loads_.dead.size(); ++i) F[i] += loads_.dead[i];
  for (std::size_t f = 0; f < model_->faces() && follows(); ++f) {
    if (loads_.pressure != 0)
      model_->each_place_of(f, [&](const Stencil& s, double weight) {
        const Vec3d push = cross(sum(s, 1, x), sum(s, 2, x)) * (weight * loads_.pressure);
        for (std::size_t k = 0; k < s.vertices.size(); ++k) F[s.vertices[k]] += push * s.weights[k][0];
      });
    if (!couples_.empty())
      for (const CoupleAt& c : couples_[f]) add_couple_force(c, model_->vertices(f), x, F);
  }
}

void LoadCase::add_face_stiffness(const Points& x, std::size_t face, double factor,
                                  Eigen::MatrixXd& K) const {
  if (!follows()) return;
  Eigen::MatrixXd L = Eigen::MatrixXd::Zero(K.rows(), K.cols());
  if (loads_.pressure != 0)
    model_->each_place_of(face, [&](const Stencil& s, double weight) {
      // d(a_1 x a_2) = a_1 x da_2 - a_2 x da_1
      const Mat3d c1 = cross_of(sum(s, 1, x)), c2 = cross_of(sum(s, 2, x));
      for (std::size_t p = 0; p < s.vertices.size(); ++p)
        for (std::size_t q = 0; q < s.vertices.size(); ++q)
          add_block(L, p, q, c1 * s.weights[q][2] - c2 * s.weights[q][1],
                    -weight * loads_.pressure * s.weights[p][0]);
    });
  if (!couples_.empty())
    for (const CoupleAt& c : couples_[face]) {
      const auto vertices = model_->vertices(face);
      Vec3d t = Vec3d::zero();
      for (std::size_t k = 0; k < vertices.size(); ++k) t += x[vertices[k]] * c.weights[k];
      const Vec3d& b = c.couple.axis;
      const Mat3d across = Mat3d::identity() - outer(b, b);
      t = across * t;
      // d(b x t / |t|^2) = (b x dt - 2 (b x t) (t . dt) / |t|^2) / |t|^2
      const Mat3d turn = (cross_of(b) - outer(cross(b, t), t) * (2 / norm2(t))) * across * (1 / norm2(t));
      for (std::size_t p = 0; p < vertices.size(); ++p)
        for (std::size_t q = 0; q < vertices.size(); ++q)
          add_block(L, p, q, turn, -c.couple.moment * c.weights[p] * c.weights[q]);
    }
  K += (0.5 * factor) * (L + L.transpose());
}

}  // namespace weft
