/// ThinBody: its vertices, elements and bends, and who meets whom.
#include <cmath>
#include <numbers>

#include "bodies/thin/rest_element.h"
#include "bodies/thin/thin_body.h"

namespace weft {
namespace {

/// The sum over the corners of what they have in f, times the barycentric place.
template <int corners>
Vec3d weighted(const PointField& f, const std::uint32_t* c, const Vec3d& place) {
  Vec3d sum = Vec3d::zero();
#pragma GCC unroll 3
  for (int k = 0; k < 3; ++k)
#pragma GCC unroll 3
    for (int a = 0; a < corners; ++a) sum[k] += place[a] * double(f(c[a], k));
  return sum;
}

}  // namespace

ThinBody::ThinBody(const ThinOptions& options, std::unique_ptr<ThinLaw> law)
    : Body(options.name),
      law_(std::move(law)),
      options_(options),
      contacts_(options, *law_),
      sharpening_(options.sharpen) {
  identify(law_->tangents() == 2 || law_->normals() == 1 ? "cloth" : "fibre", law_->name());
  roles_.implicit = this;
  roles_.traveller = this;
  roles_.mesh = this;
  if (sharpening_.acts()) roles_.sharpening = &sharpening_;
  sharpening_.add({*this, vertices_.v, vertices_.C, &vertices_.mass, &pins_});
  if (touches()) sharpening_.add({contact_points_, contacts_.v, contacts_.C, &contacts_.mass});
  roles_.surfaces[0] = &surface_;
  if (touches()) roles_.surfaces[1] = &contact_points_;
  const std::vector<Vec3d>& now = options.positions.empty() ? options.rest : options.positions;
  const bool triangles = law_->tangents() == 2;
  make_vertices(options, now);
  radius_ =
      triangles || options.plane ? 0.5 * options.section : std::sqrt(options.section / std::numbers::pi);
  make_elements(options);
  pins_ = Pins(options.pins, now);
  loads_ = BodyLoads(options.loads, now.size());
  if (options.bending > 0 && triangles) {
    std::vector<double> mass(size());
    for (std::size_t i = 0; i < size(); ++i) mass[i] = double(vertices_.mass(i, 0));
    bends_ = Bends(HeldHinges(options, mass));
  } else if (options.bending > 0) {
    bends_ = Bends(make_rods(options.rest, options.counts, options.bending));
  }
  connect();
  make_geometry(options);
  respond_all();
  for (std::size_t i = 0; i < size(); ++i) total_mass_ += double(vertices_.mass(i, 0));
  if (touches())
    for (std::size_t i = 0; i < contacts_.points.size(); ++i) total_mass_ += double(contacts_.mass(i, 0));
  options_.rest = {};
  options_.positions = {};
  options_.velocities = {};
  options_.pins = {};
}

void ThinBody::make_vertices(const ThinOptions& options, const std::vector<Vec3d>& now) {
  const std::size_t n = options.rest.size();
  vertices_.points.resize(n);
  limits_.resize(chunk_count(n, kBatch));
  for (std::size_t i = 0; i < n; ++i) {
    const auto& list = options.velocities;
    const Vec3d v = list.empty() ? Vec3d::zero() : list.size() == 1 ? list[0] : list[i];
    set_vector(vertices_.x, i, now[i]);
    set_vector(vertices_.v, i, v);
    set_vector(vertices_.rest, i, options.rest[i]);
    BatchMotion& l = limits_[i / kBatch];
    l.speed2 = std::max(l.speed2, Real(norm2(v)));
  }
}

/// An element as it stands at time 0.
struct ThinBody::NewElement : RestElement {
  const std::uint32_t* c;
  Mat3d axes;
  double volume = 0, mass = 0;  ///< of each of its contact points

  NewElement(const ThinOptions& o, const std::uint32_t* corner, int corners)
      : RestElement(o, corner, corners),
        c(corner),
        axes(element_frame(o.positions.empty() ? o.rest : o.positions, c, corners, o.plane)) {}
};

void ThinBody::make_elements(const ThinOptions& options) {
  const int corners = law_->corners();
  const std::vector<Vec3d> places = places_in_element(corners, options.contact_points);
  const std::vector<std::uint32_t> all = element_corners(options, corners);
  const std::size_t n = all.size() / std::size_t(corners) * places.size();
  contacts_.points.resize(n);
  contact_limits_.resize(chunk_count(n, kBatch));
  std::size_t i = 0;
  for (std::size_t e = 0; e < all.size(); e += std::size_t(corners)) {
    NewElement element(options, &all[e], corners);
    const double share = law_->density() * element.V / (corners + (touches() ? 1 : 0));
    for (int a = 0; a < corners; ++a) vertices_.mass(element.c[a], 0) += Real(share);
    element.volume = element.V / double(places.size());
    element.mass = touches() ? share / double(places.size()) : 0;
    for (const Vec3d& place : places) add_contact(element, place, i++);
  }
  contacts_.repeat_last();
}

void ThinBody::add_contact(const NewElement& element, const Vec3d& place, std::size_t i) {
  const int corners = law_->corners(), tangents = law_->tangents();
  ThinContacts& q = contacts_;
  for (int a = 0; a < corners; ++a) q.corner.data()[i * std::size_t(corners) + std::size_t(a)] = element.c[a];
  for (int k = 0; k < q.shape.components(); ++k) q.shape(i, k) = Real(element.B[k]);
  q.volume(i, 0) = Real(element.volume);
  q.mass(i, 0) = Real(element.mass);
  for (int k = 0; k < q.d.components(); ++k) q.d(i, k) = Real(element.axes(k % 3, tangents + k / 3));
  for (int k = 0; k < q.t.components(); ++k) q.t(i, k) = Real(element.axes(k % 3, k / 3));
  for (int a = 0; a < q.place.components(); ++a) q.place(i, a) = Real(place[a]);
  for (int k = 0; k < q.warp.components(); ++k) q.warp(i, k) = Real(element.warp[k]);
  set_vector(
      q.v, i,
      corners == 3 ? weighted<3>(vertices_.v, element.c, place) : weighted<2>(vertices_.v, element.c, place));
}

void ThinBody::connect() {
  const std::uint32_t* corner = contacts_.corner.data();
  const std::size_t corners = std::size_t(law_->corners());
  around_.build(size(), contacts_.points.size(), law_->corners(),
                [=](std::size_t e, int a) { return corner[e * corners + std::size_t(a)]; });
  bends_.connect(size());
}

void ThinBody::reorder(std::span<const std::uint32_t> order) {
  std::vector<std::uint32_t> now(order.size());
  parallel_chunks(order.size(), std::size_t(1) << 14, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) now[order[i]] = std::uint32_t(i);
  });
  vertices_.points.reorder(order);
  pins_.reorder(order);
  std::uint32_t* corner = contacts_.corner.data();
  parallel_chunks(contacts_.points.size() * std::size_t(law_->corners()), std::size_t(1) << 15, [&](Range r) {
    for (std::size_t k = r.begin; k < r.end; ++k) corner[k] = now[corner[k]];
  });
  around_.reorder_vertices(order);
  bends_.reorder_vertices(order, now);
}

void ThinBody::reorder_contacts(std::span<const std::uint32_t> order) {
  std::vector<std::uint32_t> now(order.size());
  parallel_chunks(order.size(), std::size_t(1) << 14, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) now[order[i]] = std::uint32_t(i);
  });
  contacts_.points.reorder(order);
  around_.renumber_elements(now);
}

}  // namespace weft
