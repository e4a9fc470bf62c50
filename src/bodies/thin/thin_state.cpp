/// ThinBody: measuring, drawing, saving.
#include <cmath>
#include <utility>

#include "bodies/measures.h"
#include "bodies/thin/thin_body.h"

namespace weft {

Totals ThinBody::totals() const {
  Totals t;
  const auto add = [&](double m, const PointField& x, const PointField& v, const PointField& C,
                       std::size_t i) {
    const Vec3d X = vector_at(x, i), U = vector_at(v, i);
    t.mass += m;
    t.kinetic += 0.5 * m * norm2(U);
    t.momentum += U * m;
    t.first_moment += X * m;
    t.angular_momentum += cross(X, U) * m;
    t.affine_axial += Vec3d{{C(i, 7) - C(i, 5), C(i, 2) - C(i, 6), C(i, 3) - C(i, 1)}} * m;
  };
  for (std::size_t i = 0; i < size(); ++i)
    add(vertices_.mass(i, 0), vertices_.x, vertices_.v, vertices_.C, i);
  const ThinContacts& q = contacts_;
  for (std::size_t i = 0; i < q.points.size(); ++i) {
    add(q.mass(i, 0), q.x, q.v, q.C, i);
    t.elastic += double(q.volume(i, 0)) * law_->energy(strain_of(i));
    t.volume += double(q.volume(i, 0));
  }
  bends_.add_energy(vertices_.x, t.elastic);
  return t;
}

ElementStrain ThinBody::strain_of(std::size_t i) const {
  const ThinContacts& q = contacts_;
  ElementStrain s{};
  const auto column = [i](const PointField& f, int c) {
    return Vec3d{{f(i, 3 * c), f(i, 3 * c + 1), f(i, 3 * c + 2)}};
  };
  if (q.t.components()) {
    for (int a = 0; a < law_->tangents(); ++a) s.t[a] = column(q.t, a);
  } else {
    const Vec3d x0 = vertex(q.vertex(i, 0)), e1 = vertex(q.vertex(i, 1)) - x0;
    s.t[0] = e1 * double(q.shape(i, 0));
    if (law_->tangents() == 2)
      s.t[1] = e1 * double(q.shape(i, 1)) + (vertex(q.vertex(i, 2)) - x0) * double(q.shape(i, 2));
  }
  for (int b = 0; b < law_->normals(); ++b) s.d[b] = column(q.d, b);
  if (q.warp.components()) s.warp = {{q.warp(i, 0), q.warp(i, 1)}};
  return s;
}

std::size_t ThinBody::memory_bytes() const {
  return vertices_.points.bytes() + contacts_.points.bytes() + around_.bytes() + bends_.bytes() +
         bytes_of(trial_force_) + bytes_of(diagonal_) + bytes_of(options_.triangles) +
         bytes_of(options_.counts) + bytes_of(options_.uv) + bytes_of(mesh_.rest) +
         bytes_of(mesh_.triangles) + bytes_of(mesh_.segments) + bytes_of(whole_mass_) + sharpening_.bytes();
}

template <class Of>
std::vector<double> ThinBody::averaged(Of&& of) const {
  std::vector<double> at(contacts_.points.size()), out(size());
  for (std::size_t i = 0; i < at.size(); ++i) at[i] = of(strain_of(i));
  for (std::size_t v = 0; v < size(); ++v) {
    double sum = 0;
    const auto around = around_.corners(v);
    for (const std::uint32_t c : around) sum += at[c / 4];
    out[v] = around.empty() ? 0 : sum / double(around.size());
  }
  return out;
}

std::vector<double> ThinBody::quantity(const std::string& what) const {
  struct Motion {
    const ThinVertices& at;
    Vec3d place(std::size_t i) const { return vector_at(at.x, i); }
    Vec3d velocity(std::size_t i) const { return vector_at(at.v, i); }
    Vec3d rest(std::size_t i) const { return vector_at(at.rest, i); }
    std::uint32_t id(std::size_t i) const { return at.points.id(i); }
    double mass(std::size_t i) const { return double(at.mass(i, 0)); }
  };
  if (what == "stretch")  // the largest in the mesh
    return averaged([&](const ElementStrain& s) {
      if (law_->tangents() == 1) return norm(s.t[0]);
      const double a = norm2(s.t[0]), b = norm2(s.t[1]), c = dot(s.t[0], s.t[1]);
      return std::sqrt(0.5 * (a + b) + std::sqrt(0.25 * (a - b) * (a - b) + c * c));
    });
  if (what == "contact")  // how far pressed together, 0: not at all
    return averaged([&](const ElementStrain& s) {
      double thinnest = 1;
      for (int b = 0; b < law_->normals(); ++b) thinnest = std::min(thinnest, norm(s.d[b]));
      return 1 - thinnest;
    });
  return motion_quantity(what, size(), Motion{vertices_});
}

FrameObject ThinBody::frame(const std::vector<std::string>& quantities) const {
  FrameObject f;
  f.name = name();
  f.kind = law_->tangents() == 2 ? "mesh" : "curves";
  f.look = options_.look;
  f.colour = options_.colour;
  f.radius = radius_;
  const std::size_t n = size();
  f.position.resize(n);
  f.velocity.resize(n);
  f.id.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t k = vertices_.points.id(i);
    f.id[k] = k;
    for (int a = 0; a < 3; ++a) {
      f.position[k][a] = float(vertices_.x(i, a));
      f.velocity[k][a] = float(vertices_.v(i, a));
    }
  }
  f.colours = options_.colours;
  for (const std::string& what : quantities) {
    const std::vector<double> values = quantity(what);
    if (values.empty() && n) continue;
    std::vector<float>& scalar = f.scalars[what];
    scalar.resize(n);
    for (std::size_t i = 0; i < n; ++i) scalar[vertices_.points.id(i)] = float(values[i]);
  }
  if (law_->tangents() == 2) {
    f.faces.assign(options_.triangles.size(), 3);
    for (const auto& t : options_.triangles)
      for (std::uint32_t v : t) {
        f.corners.push_back(v);
        if (!options_.uv.empty()) f.uv.push_back(options_.uv[v]);
      }
  } else {
    f.curves = unbroken();
  }
  return f;
}

/// The strands as they are: a broken segment ends one and begins the next.
std::vector<std::uint32_t> ThinBody::unbroken() const {
  if (!(options_.tear > 0)) return options_.counts;
  const std::size_t places = std::max<std::size_t>(1, std::size_t(options_.contact_points));
  std::vector<char> broken(contacts_.points.size() / places, 0);
  for (std::size_t i = 0; i < contacts_.points.size(); ++i)
    if (contacts_.volume(i, 0) == Real(0)) broken[contacts_.points.id(i) / places] = 1;
  std::vector<std::uint32_t> counts;
  std::size_t segment = 0;
  for (std::uint32_t count : options_.counts) {
    std::uint32_t length = 1;
    for (std::uint32_t k = 0; k + 1 < count; ++k, ++segment) {
      if (broken[segment]) counts.push_back(std::exchange(length, 0));
      ++length;
    }
    counts.push_back(length);
  }
  return counts;
}

void ThinBody::archive(Archive& a) {
  const std::string p = name() + "/";
  vertices_.points.archive(a, p);
  contacts_.points.archive(a, p + "contact.");
  bends_.archive(a, p);
  pins_.archive(a, p + "pins");
  a.array(p + "limits", limits_);
  a.array(p + "contact.limits", contact_limits_);
  a.value(p + "stiffness", stiffness_);
  a.value(p + "bend_frequency", bend_frequency2_);
  a.value(p + "dx", dx_);
  if (!a.reading()) return;
  moving_ = false;
  connect();
}

}  // namespace weft
