/// GrainsBody: the stream of a source.
#include <limits>

#include "bodies/grains/grains_body.h"
#include "bodies/point_motion.h"

namespace weft {

void GrainsBody::lay_stream() {
  const Source* s = options_.source.get();
  if (!s) return;
  const Vec3d along = normalized(s->velocity);
  double front = -1e300;
  for (const Vec3d& x : s->pattern) front = std::max(front, dot(along, x));
  for (const Vec3d& x : s->pattern) {
    const double behind = front - dot(along, x);
    stream_.push_back({behind / norm(s->velocity), x + along * behind});
  }
  std::stable_sort(stream_.begin(), stream_.end(),
                   [](const auto& a, const auto& b) { return a.delay < b.delay; });
}

double GrainsBody::due(std::uint64_t k) const {
  const Source& s = *options_.source;
  return s.from + double(k / stream_.size()) * (s.length / norm(s.velocity)) +
         stream_[k % stream_.size()].delay;
}

/// A quarter of a spacing at a time: every new point costs a new sorting.
double GrainsBody::due() const {
  if (stream_.empty() || due(emitted_) >= options_.source->until)
    return std::numeric_limits<double>::infinity();
  const double spacing = options_.plane ? std::sqrt(volume_) : std::cbrt(volume_);
  return due(emitted_) + 0.25 * spacing / norm(options_.source->velocity);
}

bool GrainsBody::renew(double time) {
  if (due() > time) return false;
  const Source& s = *options_.source;
  const std::uint64_t first = emitted_;
  while (due(emitted_) <= time && due(emitted_) < s.until) ++emitted_;
  const std::size_t old = size(), n = std::size_t(emitted_ - first);
  resize(old + n);
  for (std::size_t k = 0; k < n; ++k) {
    const Vec3d x = stream_[(first + k) % stream_.size()].mouth + s.velocity * (time - due(first + k));
    set_vector(x_, old + k, x);
    set_vector(v_, old + k, s.velocity);
    if (has_rest())
      for (int a = 0; a < 3; ++a) rest_(old + k, a) = x_(old + k, a);
  }
  refresh_stress({old, old + n});
  return true;
}

}  // namespace weft
