/// ShellSheet: measuring, drawing, saving.
#include "bodies/shell/shell_measure.h"
#include "bodies/shell/shell_sheet.h"

namespace weft {

/// What is measured of faces is measured where ShellState has its control points.
void ShellSheet::show() {
  parallel_each(size(), 4096, [&](std::size_t i) {
    s_.put(i, vector(x_[i]));
    set_vector(s_.control.v, i, vector(v_[i]));
  });
}

Totals ShellSheet::totals() const {
  Totals t;
  for (std::size_t i = 0; i < size(); ++i) {
    const Vec3d x = vector(x_[i]), p = vector(v_[i]) * vertex_mass(i);
    t.mass += vertex_mass(i);
    t.kinetic += 0.5 * dot(p, vector(v_[i]));
    t.momentum += p;
    t.angular_momentum += cross(x, p);
    t.first_moment += x * vertex_mass(i);
  }
  t.volume = total_mass_ / law_->density();
  t.elastic = ShellMeasure(s_, *law_).bending_energy();
  return t;
}

std::size_t ShellSheet::memory_bytes() const {
  return bytes_of(x_) + bytes_of(v_) + bytes_of(w_) + bytes_of(rest_) + bytes_of(shift_) + s_.bytes() +
         forces_.bytes() + points_.bytes() + bytes_of(mass_of_) + bytes_of(surface_mass_) +
         bytes_of(surface_x_) + bytes_of(surface_w_) + bytes_of(mesh_.triangles) + bytes_of(mesh_.rest) +
         bytes_of(mesh_.movers) + bytes_of(mesh_.mover_begin);
}

std::size_t ShellSheet::first_bad() const {
  for (std::size_t i = 0; i < size(); ++i)
    if (!(norm2(x_[i]) * 0 + norm2(v_[i]) * 0 == 0)) return i;
  return size();
}

std::vector<double> ShellSheet::material_quantity(const std::string& what) const {
  return ShellMeasure(s_, *law_).quantity(what);
}

/// What others meet: points of the limit surface, flat between them. Control points would show it where it is not.
FrameObject ShellSheet::frame(const std::vector<std::string>& quantities) const {
  FrameObject f = ShellMeasure(s_, *law_).frame(name(), quantities);
  f.smooth = false;
  const VertexLimits& l = s_.vertex_limits;
  for (std::size_t k = 0; k < f.position.size(); ++k) {
    Vec3d x = Vec3d::zero(), v = Vec3d::zero();
    for (std::uint32_t i = l.begin[k]; i < l.begin[k + 1]; ++i) {
      x += vector(x_[l.vertices[i]]) * l.weights[i];
      v += vector(v_[l.vertices[i]]) * l.weights[i];
    }
    for (int a = 0; a < 3; ++a) f.position[k][a] = float(x[a]), f.velocity[k][a] = float(v[a]);
  }
  return f;
}

void ShellSheet::archive(Archive& a) {
  const std::string p = name() + "/";
  a.array(p + "x", x_);
  a.array(p + "v", v_);
  s_.face.points.archive_states(a, p + "faces.");
  forces_.archive(a, p + "faces.");
  a.value(p + "pressure", s_.pressure);
  a.value(p + "speeds", speeds_);
  points_.archive(a, p + "points");
  pins_.archive(a, p + "pins");
  s_.patches.ties.archive(a, p + "ties");
  if (!a.reading()) return;
  w_ = v_;
  show();
  measure_speed();
}

}  // namespace weft
