/// SolidBody: measuring, drawing, saving.
#include <cmath>

#include "bodies/measures.h"
#include "bodies/solid/solid_body.h"

namespace weft {

Totals SolidBody::totals() const {
  Totals t;
  const std::vector<double>& mass = response_->tets().mass();
  for (std::size_t i = 0; i < size(); ++i) {
    const Vec3d x = vector(x_[i]), p = vector(v_[i]) * mass[i];
    t.mass += mass[i];
    t.kinetic += 0.5 * dot(p, vector(v_[i]));
    t.momentum += p;
    t.angular_momentum += cross(x, p);
    t.first_moment += x * mass[i];
  }
  const Tets& tets = response_->tets();
  for (std::size_t e = 0; e < tets.size(); ++e) {
    const TetStrain s = response_->strain(x_, e);
    t.elastic += s.energy * tets.volume(e);
    t.volume += determinant(s.F) * tets.volume(e);
  }
  return t;
}

std::size_t SolidBody::memory_bytes() const {
  return response_->tets().bytes() + bytes_of(x_) + bytes_of(v_) + bytes_of(w_) + bytes_of(rest_) +
         bytes_of(corners_) + points_.bytes() + bytes_of(surface_.vertices) + bytes_of(surface_.triangles) +
         bytes_of(surface_.mesh.vertices) + bytes_of(surface_.mesh.triangles) + bytes_of(skin_.shift) +
         bytes_of(skin_.vertices) + damping_.bytes() + (implicit_ ? implicit_->bytes() : 0);
}

std::size_t SolidBody::first_bad() const {
  for (std::size_t i = 0; i < size(); ++i)
    if (!(norm2(x_[i]) * 0 + norm2(v_[i]) * 0 == 0)) return i;
  return size();
}

template <class Of>
std::vector<double> SolidBody::averaged(Of&& of) const {
  const Tets& tets = response_->tets();
  std::vector<double> at(tets.size()), out(size());
  parallel_chunks(at.size(), 4096, [&](Range r) {
    for (std::size_t e = r.begin; e < r.end; ++e) at[e] = of(response_->strain(x_, e));
  });
  for (std::size_t i = 0; i < size(); ++i) {
    double sum = 0, volume = 0;
    for (const std::uint32_t c : tets.around().corners(i)) {
      sum += at[c / 4] * tets.volume(c / 4);
      volume += tets.volume(c / 4);
    }
    out[i] = sum / volume;
  }
  return out;
}

std::vector<double> SolidBody::material_quantity(const std::string& what) const {
  if (what == "volume_ratio") return averaged([](const TetStrain& s) { return determinant(s.F); });
  if (what == "density")
    return averaged([d = response_->density()](const TetStrain& s) { return d / determinant(s.F); });
  if (what == "pressure")
    return averaged([](const TetStrain& s) { return -trace(s.tau) / (3 * determinant(s.F)); });
  if (what == "stress")  // von Mises equivalent of the Cauchy stress
    return averaged([](const TetStrain& s) { return equivalent_stress(s.tau * (1 / determinant(s.F))); });
  if (what == "strain")  // norm of the Green-Lagrange strain
    return averaged(
        [](const TetStrain& s) { return norm((transpose(s.F) * s.F - Mat3d::identity()) * 0.5); });
  return {};
}

FrameObject SolidBody::frame(const std::vector<std::string>& quantities) const {
  FrameObject f;
  f.name = name();
  f.kind = "mesh";
  f.look = options_.look;
  f.colour = options_.colour;
  for (const std::uint32_t i : surface_.vertices) {
    const std::uint32_t id = response_->tets().id(i);
    f.id.push_back(id);
    f.position.push_back(vector(x_[i]).as<float>());
    f.velocity.push_back(vector(v_[i]).as<float>());
    if (!options_.colours.empty()) f.colours.push_back(options_.colours[id]);
  }
  for (const std::string& what : quantities) {
    const std::vector<double> values = quantity(what);
    if (values.empty()) continue;
    std::vector<float>& scalar = f.scalars[what];
    for (const std::uint32_t i : surface_.vertices) scalar.push_back(float(values[i]));
  }
  f.faces.assign(surface_.triangles.size(), 3);
  for (const auto& t : surface_.triangles) f.corners.insert(f.corners.end(), t.begin(), t.end());
  return f;
}

void SolidBody::archive(Archive& a) {
  const std::string p = name() + "/";
  a.array(p + "x", x_);
  a.array(p + "v", v_);
  points_.archive(a, p + "points");
  pins_.archive(a, p + "pins");
  damping_.archive(a, p + "spin");
  if (options_.implicit) {
    archive_touch(a, p);
    a.array(p + "own", own_);
  }
  if (!a.reading()) return;
  w_ = v_;
  respond();
  measure_speed();
}

}  // namespace weft
