#include "bodies/thin/held_hinges.h"

namespace weft {

HeldHinges::HeldHinges(const ThinOptions& o, std::span<const double> mass)
    : mesh_(std::make_shared<HingeMesh>(o.rest, o.triangles, o.bending, o.bending_poisson)),
      until_(o.rest.size(), -kNever),
      mass_(mass.begin(), mass.end()) {
  for (const Pin& p : o.pins)  // of whole places: what slides may turn
    if (p.axes == 7)
      for (const std::uint32_t v : p.vertices)
        until_[v] = p.release;  // the last pin that names a vertex holds it
  rebuild();
}

std::vector<char> HeldHinges::held() const {
  std::vector<char> out(until_.size());
  for (std::size_t v = 0; v < out.size(); ++v) out[v] = time_ < until_[v];
  return out;
}

void HeldHinges::rebuild() {
  matrix_ = mesh_->matrix(held());
  next_ = kNever;
  for (const double t : until_)
    if (t > time_) next_ = std::min(next_, t);
}

void HeldHinges::find_pace(std::vector<Bend>& bends) const {
  std::vector<double> inverse(mass_.size());
  const std::vector<char> fixed = held();
  for (std::size_t v = 0; v < inverse.size(); ++v)
    inverse[v] = fixed[v] || !(mass_[v] > 0) ? 0 : 1 / mass_[v];
  mesh_->find_pace(matrix_, inverse, bends);
}

void HeldHinges::begin_step(double time, std::vector<Bend>& bends) {
  if (time < next_) return;
  time_ = time;
  rebuild();
  find_pace(bends);
}

bool HeldHinges::archive(Archive& a, const std::string& prefix) {
  const double before = time_;
  a.value(prefix + "hinges time", time_);
  if (!a.reading() || time_ == before) return false;
  rebuild();
  return true;
}

}  // namespace weft
