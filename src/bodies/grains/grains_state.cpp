/// GrainsBody: totals, frames, saving.
#include "bodies/grains/grains_body.h"
#include "bodies/point_motion.h"

namespace weft {

Totals GrainsBody::totals() const {
  constexpr std::size_t kChunk = 4096;
  const auto part = [&](Range r) {
    Totals t;
    std::vector<double> psi(r.size());
    law_->energies(r, views_, psi.data());
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const Vec3d x = vector_at(x_, i), v = vector_at(v_, i);
      t.kinetic += 0.5 * mass_ * norm2(v);
      t.elastic += volume_ * psi[i - r.begin];
      t.volume += volume_ * determinant_of(i);
      t.momentum += v * mass_;
      t.first_moment += x * mass_;
      t.angular_momentum += cross(x, v) * mass_;
      t.affine_axial += Vec3d{{C_(i, 7) - C_(i, 5), C_(i, 2) - C_(i, 6), C_(i, 3) - C_(i, 1)}} * mass_;
    }
    return t;
  };
  Totals sum =
      reduce_chunks(size(), kChunk, Totals{}, part, [](Totals a, const Totals& b) { return a += b; });
  sum.mass = mass();
  return sum;
}

std::size_t GrainsBody::memory_bytes() const {
  return points_.bytes() + bytes_of(limits_) + bytes_of(options_.colours) + sharpening_.bytes();
}

FrameObject GrainsBody::frame(const std::vector<std::string>& quantities) const {
  FrameObject f;
  f.name = name();
  f.kind = "points";
  f.radius = 0.5 * (options_.plane ? std::sqrt(volume_) : std::cbrt(volume_));
  f.look = options_.look;
  f.colour = options_.colour;
  const std::size_t n = size();
  f.position.resize(n);
  f.velocity.resize(n);
  f.id.resize(n);
  if (!options_.colours.empty()) f.colours.resize(n);
  // Ids count points from zero without gaps, so that point k of the file is id k.
  parallel_chunks(n, 1 << 14, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const std::uint32_t k = points_.id(i);
      f.id[k] = k;
      for (int a = 0; a < 3; ++a) {
        f.position[k][a] = float(x_(i, a));
        f.velocity[k][a] = float(v_(i, a));
      }
      if (!options_.colours.empty()) f.colours[k] = options_.colours[k % options_.colours.size()];
    }
  });
  for (const std::string& what : quantities) {
    const std::vector<double> values = quantity(what);
    if (values.empty() && n) continue;
    std::vector<float>& scalar = f.scalars[what];
    scalar.resize(n);
    for (std::size_t i = 0; i < n; ++i) scalar[points_.id(i)] = float(values[i]);
  }
  return f;
}

void GrainsBody::archive(Archive& a) {
  const std::string p = name() + "/";
  points_.archive(a, p);
  see_points();
  a.array(p + "limits", limits_);
  a.value(p + "emitted", emitted_);
}

/// The gradient of velocities around it is not known any more.
void GrainsBody::Grip::put_velocity(std::size_t i, const Vec3d& v) {
  set_vector(body.v_, i, v);
  for (int a = 0; a < body.C_.components(); ++a) body.C_(i, a) = 0;
}

void GrainsBody::Grip::hurried(std::span<const char> changed) {
  Real fastest = 0;
  for (std::size_t i = 0; i < changed.size(); ++i)
    if (changed[i]) fastest = std::max(fastest, Real(norm2(velocity_of(i))));
  if (!body.limits_.empty()) body.limits_[0].speed2 = std::max(body.limits_[0].speed2, fastest);
}

void GrainsBody::spoil(std::size_t i, const Vec3d& velocity) { set_vector(v_, i, velocity); }

}  // namespace weft
