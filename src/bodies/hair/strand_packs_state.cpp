/// Strands that are held, put back, saved.
#include <cmath>
#include <string>

#include "bodies/hair/strand_packs.h"
#include "bodies/hair/transport.h"
#include "exec/parallel.h"

namespace weft {
namespace {

using P = StrandPacks::P;

Vec3d lane_of(const Vec3<P>& a, int lane) { return {{a[0][lane], a[1][lane], a[2][lane]}}; }

/// All packs' arrays of one kind as a single block of an archive.
template <class Pack, class Of>
void archive_all(Archive& a, const std::string& name, std::vector<Pack>& packs, Of&& of) {
  std::vector<Real> all;
  const auto each = [&](auto&& f) {
    for (Pack& p : packs) {
      auto& from = of(p);
      f(reinterpret_cast<Real*>(from.data()), from.size() * sizeof(from[0]) / sizeof(Real));
    }
  };
  if (!a.reading()) each([&](const Real* x, std::size_t n) { all.insert(all.end(), x, x + n); });
  a.array(name, all);
  if (!a.reading()) return;
  std::size_t at = 0;
  each([&](Real* x, std::size_t n) {
    std::copy_n(all.begin() + std::ptrdiff_t(at), n, x);
    at += n;
  });
}

}  // namespace

void StrandPacks::remember() {
  start_.resize(packs_.size());
  parallel_for(packs_.size(), [&](std::size_t p) {
    start_[p].v = packs_[p].v;
    start_[p].theta_dot = packs_[p].theta_dot;
    start_[p].own.resize(packs_[p].vertices(), Vec3<P>::zero());
    start_[p].own_theta.resize(packs_[p].vertices() - 1, P(0));
    if (stages_.empty() || stages_[p].own.empty()) return;
    start_[p].own = stages_[p].own;
    start_[p].own_theta = stages_[p].own_theta;
  });
}

void StrandPacks::restore() {
  parallel_for(start_.size(), [&](std::size_t p) {
    packs_[p].v = start_[p].v;
    packs_[p].theta_dot = start_[p].theta_dot;
  });
}

void StrandPacks::prescribe(std::size_t strand, std::size_t i, const Vec3d& v) {
  Rod<P>& rod = pack_of(strand);
  const int lane = lane_of(strand);
  rod.free_x[i].set(lane, 0);
  for (int k = 0; k < 3; ++k) rod.v[i][k].set(lane, Real(v[k]));
}

void StrandPacks::prescribe_twist(std::size_t strand, std::size_t j, const Vec3d& to, const Vec3d& m1,
                                  double dt) {
  Rod<P>& rod = pack_of(strand);
  const int lane = lane_of(strand);
  rod.free_theta[j].set(lane, 0);
  const Vec3d t = normalized(to), d = transport_director(weft::lane_of(rod.pose.d[j], lane),
                                                         weft::lane_of(rod.pose.t[j], lane), t);
  // The angle of m1 from d, less theta, by the sine and cosine of the difference.
  const double theta = double(rod.pose.theta[j][lane]), c = std::cos(theta), s = std::sin(theta);
  const double x = dot(m1, d), y = dot(m1, cross(t, d));
  rod.theta_dot[j].set(lane, Real(std::atan2(y * c - x * s, x * c + y * s) / dt));
}

void StrandPacks::release(std::size_t strand, std::size_t i) {
  pack_of(strand).free_x[i].set(lane_of(strand), 1);
}
void StrandPacks::release_twist(std::size_t strand, std::size_t j) {
  pack_of(strand).free_theta[j].set(lane_of(strand), 1);
}

Vec3d StrandPacks::director(std::size_t strand, std::size_t j) const {
  const Rod<P>& rod = packs_[where_[strand].pack];
  const int lane = lane_of(strand);
  const Vec3d d = weft::lane_of(rod.pose.d[j], lane), t = weft::lane_of(rod.pose.t[j], lane);
  const double theta = double(rod.pose.theta[j][lane]);
  return d * std::cos(theta) + cross(t, d) * std::sin(theta);
}

double StrandPacks::mass_of(std::size_t strand, std::size_t i) const {
  return double(packs_[where_[strand].pack].mass[i][lane_of(strand)]);
}
double StrandPacks::rest_length(std::size_t strand, std::size_t j) const {
  return double(packs_[where_[strand].pack].edges[j].length[lane_of(strand)]);
}

void StrandPacks::place(std::size_t strand, std::span<const Vec3d> x) {
  place_strand(pack_of(strand), lane_of(strand), x);
}

std::size_t StrandPacks::bytes() const {
  std::size_t n = bytes_of(where_);
  for (const Rod<P>& r : packs_)
    n += bytes_of(r.edges) + bytes_of(r.joints) + bytes_of(r.mass) + bytes_of(r.free_x) +
         bytes_of(r.free_theta) + bytes_of(r.v) * 2 + bytes_of(r.theta_dot) * 2 + bytes_of(r.pose.x) +
         bytes_of(r.pose.theta) + bytes_of(r.pose.t) + bytes_of(r.pose.d) + bytes_of(r.pose.m_ref);
  return n;
}

void StrandPacks::archive(Archive& a, const std::string& name, bool stages) {
  archive_all(
      a, name + "x", packs_, [](Rod<P> & r) -> auto& { return r.pose.x; });
  archive_all(
      a, name + "theta", packs_, [](Rod<P> & r) -> auto& { return r.pose.theta; });
  archive_all(
      a, name + "t", packs_, [](Rod<P> & r) -> auto& { return r.pose.t; });
  archive_all(
      a, name + "d", packs_, [](Rod<P> & r) -> auto& { return r.pose.d; });
  archive_all(
      a, name + "twist", packs_, [](Rod<P> & r) -> auto& { return r.pose.m_ref; });
  archive_all(
      a, name + "v", packs_, [](Rod<P> & r) -> auto& { return r.v; });
  archive_all(
      a, name + "theta_dot", packs_, [](Rod<P> & r) -> auto& { return r.theta_dot; });
  archive_all(
      a, name + "free_x", packs_, [](Rod<P> & r) -> auto& { return r.free_x; });
  archive_all(
      a, name + "free_theta", packs_, [](Rod<P> & r) -> auto& { return r.free_theta; });
  if (a.reading()) {
    stages_.clear();
    remember();
  }
  if (!stages) return;
  archive_all(
      a, name + "own", start_, [](Start & r) -> auto& { return r.own; });
  archive_all(
      a, name + "own_theta", start_, [](Start & r) -> auto& { return r.own_theta; });
}

}  // namespace weft
