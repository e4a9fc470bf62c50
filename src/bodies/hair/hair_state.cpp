/// HairBody: measuring, drawing, saving.
#include <cmath>

#include "bodies/hair/hair_body.h"
#include "bodies/measures.h"
#include "materials/isotropic.h"

namespace weft {

Limits HairBody::limits() const {
  Limits l;
  Real gradient2 = 0, modulus = 0;
  for (const BatchLimits& b : limits_) {
    gradient2 = std::max(gradient2, b.gradient2);
    modulus = std::max(modulus, b.modulus);
  }
  l.speed = speed_;
  l.always = true;
  l.gradient = std::sqrt(double(gradient2));
  const RodLaw& law = options_.material;
  if (options_.press)
    l.wave_speed = std::sqrt(std::max(double(modulus), law.lambda + 2 * law.mu) / law.density);
  if (!options_.implicit) l.frequency = 2 / packs_.stable_step();
  return l;
}

Mat3d HairBody::strain_of(std::size_t parcel) const {
  Mat3d F;
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) F(a, b) = double(F_(parcel, 3 * a + b));
  return F;
}

double HairBody::contact_energy() const {
  if (!options_.press) return 0;
  const Hencky<double> elastic{options_.material.mu, options_.material.lambda};
  return reduce_chunks(
      size(), std::size_t(4096), 0.0,
      [&](Range r) {
        double sum = 0;
        for (std::size_t i = r.begin; i < r.end; ++i)
          sum += double(volume_(i, 0)) * elastic.energy(Principal<3, double>(strain_of(i)).s);
        return sum;
      },
      [](double a, double b) { return a + b; });
}

Totals HairBody::totals() const {
  Totals t;
  const RodTotals rods = packs_.totals();
  t.kinetic = rods.kinetic;
  t.stretch = rods.stretch;
  t.bend = rods.bend;
  t.twist = rods.twist;
  t.elastic = t.stretch + t.bend + t.twist + contact_energy();
  for (std::size_t i = 0; i < size(); ++i) {
    const double m = double(mass_[i]);
    const Vec3d x = place_[i].as<double>(), v = velocity_[i].as<double>();
    t.mass += m;
    t.momentum += v * m;
    t.angular_momentum += cross(x, v) * m;
    t.first_moment += x * m;
  }
  t.volume = t.mass / options_.material.density;
  return t;
}

std::size_t HairBody::memory_bytes() const {
  return packs_.bytes() + vertices_.bytes() + points_.bytes() + bytes_of(limits_) + smoothing_.bytes() +
         smoothing_grid_.memory_bytes();
}

std::size_t HairBody::first_bad() const {
  const std::size_t crowd = points_.first_bad();
  for (std::size_t i = 0; i < crowd; ++i) {
    const std::size_t vertex = vertex_of(i);
    Real s = 0;  // any NaN or infinity survives times zero
    for (int a = 0; a < 3; ++a) s += Real(0) * place_[vertex][a] + Real(0) * velocity_[vertex][a];
    if (!(s == Real(0))) return i;
  }
  return crowd;
}

/// Of the edges around each vertex, the mean, in flat order.
std::vector<double> HairBody::stretches() const {
  std::vector<double> out(size(), 1);
  for (std::size_t s = 0; s < options_.counts.size(); ++s) {
    const std::size_t n = options_.counts[s], first = first_[s];
    double before = 0;
    for (std::size_t j = 0; j < n; ++j) {
      double here = 0;
      if (j + 1 < n)
        here = norm((place_[first + j + 1] - place_[first + j]).as<double>()) / packs_.rest_length(s, j);
      out[first + j] = j == 0 ? here : j + 1 == n ? before : 0.5 * (before + here);
      before = here;
    }
  }
  return out;
}

std::vector<double> HairBody::quantity(const std::string& what) const {
  struct Measured {
    const HairBody& body;
    Vec3d place(std::size_t i) const { return body.place_[body.vertex_of(i)].as<double>(); }
    Vec3d velocity(std::size_t i) const { return body.velocity_[body.vertex_of(i)].as<double>(); }
    const Vec3d& rest(std::size_t i) const { return body.rest_[body.vertex_of(i)]; }
    std::uint32_t id(std::size_t i) const { return std::uint32_t(body.vertex_of(i)); }
    Real mass(std::size_t i) const { return body.mass_[body.vertex_of(i)]; }
  };
  if (std::vector<double> motion = motion_quantity(what, size(), Measured{*this}); !motion.empty())
    return motion;
  // f of the flat vertex.
  const auto each = [&](auto&& f) {
    std::vector<double> out(size());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = f(vertex_of(i));
    return out;
  };
  if (what == "stretch") {
    const std::vector<double> s = stretches();
    return each([&](std::size_t i) { return s[i]; });
  }
  if (what == "contact")  // how far pressed together, 0: not at all
    return each([&](std::size_t i) { return 1 - Principal<3, double>(strain_of(parcel_[i])).s[2]; });
  if (what == "pressure")
    return each([&](std::size_t i) {
      const std::size_t p = parcel_[i];
      return -double(tau_(p, 0) + tau_(p, 3) + tau_(p, 5)) / 3;
    });
  return {};
}

FrameObject HairBody::frame(const std::vector<std::string>& quantities) const {
  FrameObject f;
  f.name = name();
  f.kind = "curves";
  f.look = options_.look;
  f.colour = options_.colour;
  f.colours = options_.colours;
  f.radius = radius_;
  f.curves = options_.counts;
  const std::size_t n = size();
  f.position.resize(n);
  f.velocity.resize(n);
  f.id.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    f.id[i] = std::uint32_t(i);
    f.position[i] = place_[i].as<float>();
    f.velocity[i] = velocity_[i].as<float>();
  }
  for (const std::string& what : quantities) {
    const std::vector<double> values = quantity(what);
    if (values.empty() && n) continue;
    std::vector<float>& scalar = f.scalars[what];
    scalar.resize(n);
    for (std::size_t i = 0; i < n; ++i) scalar[vertex_of(i)] = float(values[i]);
  }
  return f;
}

void HairBody::archive(Archive& a) {
  const std::string p = name() + "/";
  packs_.archive(a, p + "rod.", options_.implicit);
  points_.archive_order(a, p + "vertex");
  vertices_.archive_states(a, p);
  points_.archive_states(a, p);
  a.array(p + "limits", limits_);
  if (options_.implicit) a.array(p + "touched", touched_);
  a.value(p + "speed", speed_);
  if (!a.reading()) return;
  packs_.places(place_);
  place_parcels();
}

void HairBody::spoil(std::size_t i, const Vec3d& velocity) {
  velocity_[vertex_of(i)] = velocity.as<Real>();
  packs_.set_velocities(velocity_);
  packs_.remember();
}

}  // namespace weft
