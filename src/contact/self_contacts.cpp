#include "contact/self_contacts.h"

#include <cmath>

#include "exec/loops.h"
#include "grid/visit.h"
#include "materials/coulomb.h"
#include "math/definite.h"

namespace weft {
namespace {

constexpr double kFlat = 0.6;      // |sum A n| / sum A of nodes that see one surface alone
constexpr double kOpposed = 0.8;   // cosine between a normal and e
constexpr double kDeepest = 0.25;  // cells of overlap that can be contact; thicker is a part of the body
constexpr double kRecovery = 0.1;  // part of an overlap that a step may undo

struct Side {
  double mass = 0, weight = 0, place = 0;
  Vec3d momentum{{0, 0, 0}}, change{{0, 0, 0}};
};
struct Sight {
  double area = 0;
  Vec3d normal{{0, 0, 0}};
  Mat3d spread = Mat3d::zero();  ///< sum w A n n^T
  std::int32_t facing = -1;      ///< which of the nodes where parts face each other
};
struct Facing {
  Vec3d e;
  Side side[2];  ///< along e, against it
};

/// The points of a field, with what all passes need of them.
struct SurfacePass {
  OwnField& field;
  const Step& step;

  /// Calls f(set, parcel, occupied block, x, n, area, m, p) for set k's points in block j.
  template <class F>
  void in_block(std::size_t k, std::size_t j, F&& f) const {
    alignas(64) Real n[3][kBatch], area[kBatch];
    ParcelBatch batch;
    const Range in = field.grid.parcels_in(k, j);
    for (std::size_t at = in.begin / kGroup * kGroup; at < in.end; at += kBatch) {
      const Range r{at, std::min({at + kBatch, field.sets[k]->size(), in.end})};
      field.sets[k]->normals(r, n[0], n[1], n[2], area);
      field.sets[k]->load(r, step, batch);
      for (std::size_t q = std::max(in.begin, at); q < r.end; ++q) {
        const std::size_t l = q - at;
        f(*field.sets[k], q, j, Vec3d{{batch.x[0][l], batch.x[1][l], batch.x[2][l]}},
          Vec3d{{n[0][l], n[1][l], n[2][l]}}, double(area[l]), double(batch.m[l]),
          Vec3d{{batch.p[0][l], batch.p[1][l], batch.p[2][l]}});
      }
    }
  }
  /// One after the other: sums at nodes have one order.
  template <class F>
  void each(F&& f) const {
    for (std::size_t k = 0; k < field.sets.size(); ++k)
      for (std::size_t j = 0; j < field.grid.occupied_count(); ++j) in_block(k, j, f);
  }
  /// On all threads: f writes to its own point alone.
  template <class F>
  void each_by_itself(F&& f) const {
    for (std::size_t k = 0; k < field.sets.size(); ++k)
      parallel_each(field.grid.occupied_count(), 32, [&](std::size_t j) { in_block(k, j, f); });
  }
};

Vec3d principal_axis(const Mat3d& S) {
  double A[3][3], X[3][3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) A[i][j] = S(i, j);
  jacobi_eigen(A, X, 6);
  int k = 0;
  for (int i = 1; i < 3; ++i)
    if (A[i][i] > A[k][k]) k = i;
  return {{X[0][k], X[1][k], X[2][k]}};
}

int side_of(const Facing& f, const Vec3d& n) {
  const double c = dot(f.e, n);
  return c > kOpposed ? 0 : c < -kOpposed ? 1 : -1;
}

void collide(Facing& f, double friction, double dx, const SelfContactRules& rules) {
  Side &a = f.side[0], &b = f.side[1];
  if (!(a.weight > 0 && b.weight > 0 && a.mass > 0 && b.mass > 0)) return;
  const double gap = b.place / b.weight - a.place / a.weight;
  if (gap < -kDeepest * dx) return;
  const double bound = gap >= 0 ? gap / rules.dt : -std::min(rules.recovery, -kRecovery * gap / rules.dt);
  const Vec3d u = a.momentum * (1 / a.mass) - b.momentum * (1 / b.mass);
  const double u_n = dot(u, f.e), mass = a.mass * b.mass / (a.mass + b.mass);
  if (u_n <= bound) return;
  const Vec3d u_t = u - f.e * u_n;
  const double j_n = mass * (u_n - bound), slip = norm(u_t);
  Vec3d j = f.e * j_n;
  if (slip > 0) j += u_t * FrictionCone{friction * j_n}.per_speed(slip, mass * slip);
  a.change = j * (-1 / a.mass);
  b.change = j * (1 / b.mass);
}

}  // namespace

void collide_with_itself(OwnField& field, const Step& step, const SelfContactRules& rules) {
  const SurfacePass points{field, step};
  std::vector<Sight> sights(field.grid.block_count() * kBlockNodes);
  const auto sight_of = [&](const NodeNear& near) -> Sight& {
    return sights[std::size_t(near.block) * kBlockNodes + std::size_t(near.node)];
  };
  points.each([&](Parcels&, std::size_t, std::size_t j, const Vec3d& x, const Vec3d& n, double area, double,
                  const Vec3d&) {
    each_node_near(field.grid, j, x, [&](const NodeNear& near) {
      Sight& s = sight_of(near);
      const double w = near.weight * area;
      s.area += w;
      s.normal += n * w;
      s.spread += outer(n, n) * w;
    });
  });
  std::vector<Facing> facing;
  for (Sight& s : sights) {
    if (!(s.area > 0) || norm(s.normal) > kFlat * s.area) continue;
    Facing f;
    f.e = principal_axis(s.spread);
    s.facing = std::int32_t(facing.size());
    facing.push_back(f);
  }
  if (facing.empty()) return;
  points.each([&](Parcels&, std::size_t, std::size_t j, const Vec3d& x, const Vec3d& n, double area, double m,
                  const Vec3d& p) {
    each_node_near(field.grid, j, x, [&](const NodeNear& near) {
      const std::int32_t at = sight_of(near).facing;
      if (at < 0) return;
      Facing& f = facing[std::size_t(at)];
      const int k = side_of(f, n);
      if (k < 0) return;
      Side& s = f.side[k];
      const double w = near.weight * area;
      s.mass += near.weight * m;
      s.momentum += p * near.weight;
      s.weight += w;
      s.place -= w * dot(near.offset, f.e);
    });
  });
  for (Facing& f : facing) collide(f, field.body->roles().field->friction(), step.dx, rules);
  points.each_by_itself([&](Parcels& set, std::size_t q, std::size_t j, const Vec3d& x, const Vec3d& n,
                            double, double, const Vec3d&) {
    Vec3d change = Vec3d::zero();
    each_node_near(field.grid, j, x, [&](const NodeNear& near) {
      const std::int32_t at = sight_of(near).facing;
      if (at < 0) return;
      const int k = side_of(facing[std::size_t(at)], n);
      if (k >= 0) change += facing[std::size_t(at)].side[k].change * near.weight;
    });
    if (norm2(change) > 0) set.add_change(q, change);
  });
}

}  // namespace weft
