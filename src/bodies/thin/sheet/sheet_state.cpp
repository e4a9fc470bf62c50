/// SheetBody: measuring, drawing, saving.
#include <cmath>
#include <utility>

#include "bodies/thin/sheet/sheet_body.h"

namespace weft {

Totals SheetBody::totals() const {
  Totals t;
  for (std::size_t i = 0; i < size(); ++i) {
    const Vec3d x = vector(x_[i]), p = vector(v_[i]) * vertex_mass(i);
    t.mass += vertex_mass(i);
    t.kinetic += 0.5 * dot(p, vector(v_[i]));
    t.momentum += p;
    t.angular_momentum += cross(x, p);
    t.first_moment += x * vertex_mass(i);
  }
  for (std::size_t e = 0; e < elements_.size(); ++e) t.volume += elements_.volume(e);
  t.stretch = elements_.energy(x_);
  t.bend = bends_.energy(x_);
  t.elastic = t.stretch + t.bend;
  return t;
}

std::size_t SheetBody::memory_bytes() const {
  return bytes_of(x_) + bytes_of(v_) + bytes_of(w_) + bytes_of(rest_) + elements_.bytes() + bends_.bytes() +
         points_.bytes() + (solve_ ? solve_->bytes() : 0) + bytes_of(free_) + bytes_of(given_now_) +
         bytes_of(given_before_) + bytes_of(given_next_) + bytes_of(skin_.shift) + bytes_of(skin_.vertices) +
         bytes_of(mesh_.triangles) + bytes_of(mesh_.segments) + bytes_of(mesh_.rest) +
         bytes_of(options_.triangles) + bytes_of(options_.counts) + bytes_of(options_.uv);
}

std::size_t SheetBody::first_bad() const {
  for (std::size_t i = 0; i < size(); ++i)
    if (!(norm2(x_[i]) * 0 + norm2(v_[i]) * 0 == 0)) return i;
  return size();
}

template <class Of>
std::vector<double> SheetBody::averaged(Of&& of) const {
  std::vector<double> at(elements_.size()), out(size());
  parallel_each(at.size(), 4096, [&](std::size_t e) { at[e] = of(elements_.strain(x_, e)); });
  for (std::size_t i = 0; i < size(); ++i) {
    double sum = 0, volume = 0;
    for (const std::uint32_t c : elements_.around().corners(i)) {
      sum += at[c / 4] * elements_.volume(c / 4);
      volume += elements_.volume(c / 4);
    }
    out[i] = volume > 0 ? sum / volume : 1;
  }
  return out;
}

std::vector<double> SheetBody::material_quantity(const std::string& what) const {
  if (what == "stretch")  // the largest in the mesh
    return averaged([&](const ElementStrain& s) {
      if (law_->tangents() == 1) return norm(s.t[0]);
      const double a = norm2(s.t[0]), b = norm2(s.t[1]), c = dot(s.t[0], s.t[1]);
      return std::sqrt(0.5 * (a + b) + std::hypot(0.5 * (a - b), c));
    });
  return {};
}

FrameObject SheetBody::frame(const std::vector<std::string>& quantities) const {
  FrameObject f;
  f.name = name();
  f.kind = law_->tangents() == 2 ? "mesh" : "curves";
  f.look = options_.look;
  f.colour = options_.colour;
  f.radius = radius_;
  for (std::size_t i = 0; i < size(); ++i) {
    f.id.push_back(std::uint32_t(i));
    f.position.push_back(vector(x_[i]).as<float>());
    f.velocity.push_back(vector(v_[i]).as<float>());
  }
  f.colours = options_.colours;
  for (const std::string& what : quantities) {
    const std::vector<double> values = quantity(what);
    if (!values.empty()) f.scalars[what].assign(values.begin(), values.end());
  }
  if (law_->tangents() == 1) {
    f.curves = unbroken();
    return f;
  }
  f.faces.assign(options_.triangles.size(), 3);
  for (const auto& t : options_.triangles)
    for (const std::uint32_t v : t) {
      f.corners.push_back(v);
      if (!options_.uv.empty()) f.uv.push_back(options_.uv[v]);
    }
  return f;
}

/// The strands as they are: a broken segment ends one and begins the next.
std::vector<std::uint32_t> SheetBody::unbroken() const {
  std::vector<std::uint32_t> counts;
  std::size_t segment = 0;
  for (const std::uint32_t count : options_.counts) {
    std::uint32_t length = 1;
    for (std::uint32_t k = 0; k + 1 < count; ++k, ++segment) {
      if (elements_.volume(segment) == 0) counts.push_back(std::exchange(length, 0));
      ++length;
    }
    counts.push_back(length);
  }
  return counts;
}

void SheetBody::archive(Archive& a) {
  const std::string p = name() + "/";
  a.array(p + "x", x_);
  a.array(p + "v", v_);
  elements_.archive(a, p);
  bends_.archive(a, p);
  points_.archive(a, p + "points");
  pins_.archive(a, p + "pins");
  if (options_.implicit) {
    a.array(p + "given", given_before_);
    a.array(p + "given next", given_next_);
    a.value(p + "given dt", given_dt_);
    archive_touch(a, p);
    a.array(p + "own", own_);
  }
  if (!a.reading()) return;
  w_ = v_;
  respond();
  measure_speed();
}

}  // namespace weft
