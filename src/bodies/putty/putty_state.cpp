/// PuttyBody: measuring, drawing, saving.
#include <cmath>

#include "bodies/measures.h"
#include "bodies/putty/putty_body.h"
#include "math/svd.h"

namespace weft {

PuttyBody::Response PuttyBody::respond(std::size_t i) const {
  const PuttyLaw& law = options_.material;
  Mat3d U, V;
  Vec3d s;
  svd(F_[i], U, s, V);
  const double sum = s[0] + s[1] + s[2] - 3;
  Response out{Mat3d::zero(), 0.5 * law.lambda * sum * sum};
  for (int k = 0; k < 3; ++k) {
    const double P = 2 * law.mu * (s[k] - 1) + law.lambda * sum;
    out.tau += outer(U.column(k), U.column(k)) * (P * s[k]);
    out.energy += law.mu * (s[k] - 1) * (s[k] - 1);
  }
  return out;
}

Totals PuttyBody::totals() const {
  const auto part = [&](Range r) {
    Totals t;
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const Vec3d p = v_[i] * mass_;
      t.mass += mass_;
      t.kinetic += 0.5 * dot(p, v_[i]);
      t.momentum += p;
      t.angular_momentum += cross(x_[i], p);
      t.first_moment += x_[i] * mass_;
      t.elastic += volume_ * respond(i).energy;
      t.volume += volume_ * determinant(F_[i]);
    }
    return t;
  };
  return reduce_chunks(size(), 512, Totals{}, part, [](Totals a, const Totals& b) { return a += b; });
}

std::size_t PuttyBody::memory_bytes() const {
  return state_.points.bytes() + bytes_of(skin_.shift) + bytes_of(skin_.vertices) + near_.bytes() +
         response_.bytes() + implicit_.bytes() + surface_.bytes() + bytes_of(u_) + bytes_of(kept_);
}

std::size_t PuttyBody::first_bad() const { return state_.points.first_bad(); }

std::vector<double> PuttyBody::material_quantity(const std::string& what) const {
  const auto each = [&](auto&& f) {
    std::vector<double> out(size());
    parallel_chunks(out.size(), 1024, [&](Range r) {
      for (std::size_t i = r.begin; i < r.end; ++i) out[i] = f(i);
    });
    return out;
  };
  if (what == "plastic_strain") return hardened_;
  if (what == "volume_ratio") return each([&](std::size_t i) { return determinant(F_[i]); });
  if (what == "density")
    return each([&](std::size_t i) { return options_.material.density / determinant(F_[i]); });
  if (what == "pressure")
    return each([&](std::size_t i) { return -trace(respond(i).tau) / (3 * determinant(F_[i])); });
  if (what == "stress")  // von Mises equivalent of the Cauchy stress
    return each([&](std::size_t i) { return equivalent_stress(respond(i).tau * (1 / determinant(F_[i]))); });
  if (what == "strain")  // norm of the Green-Lagrange strain, elastic part
    return each([&](std::size_t i) { return norm((transpose(F_[i]) * F_[i] - Mat3d::identity()) * 0.5); });
  if (what == "surface") return each([&](std::size_t i) { return surface_.on(i) ? 1.0 : 0.0; });
  return {};
}

FrameObject PuttyBody::frame(const std::vector<std::string>& quantities) const {
  FrameObject f;
  f.name = name();
  f.kind = "points";
  f.look = options_.look;
  f.colour = options_.colour;
  f.radius = 0.5 * options_.spacing;
  f.position.resize(size());
  f.velocity.resize(size());
  f.id.resize(size());
  for (std::size_t i = 0; i < size(); ++i) {
    const std::uint32_t k = vertex_id(i);
    f.id[k] = k;
    f.position[k] = x_[i].as<float>();
    f.velocity[k] = v_[i].as<float>();
  }
  for (const std::string& what : quantities) {
    const std::vector<double> values = quantity(what);
    if (values.empty()) continue;
    std::vector<float>& scalar = f.scalars[what];
    scalar.resize(size());
    for (std::size_t i = 0; i < size(); ++i) scalar[vertex_id(i)] = float(values[i]);
  }
  return f;
}

void PuttyBody::archive(Archive& a) {
  const std::string p = name() + "/";
  state_.points.archive(a, p);
  a.value(p + "drift", drift_);
  if (options_.implicit) archive_touch(a, p);
  surface_.archive(a, p + "surface");
  pins_.archive(a, p + "pins");
  if (!a.reading()) return;
  w_ = v_;
  prepared_ = linked_ = tried_ = false;
  measure_speed();
}

}  // namespace weft
