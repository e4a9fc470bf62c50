/// GrainsBody: the stream of a source.
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

bool GrainsBody::renew(double time) {
  if (stream_.empty()) return false;
  const Source& s = *options_.source;
  const double speed = norm(s.velocity), period = s.length / speed;
  const auto due = [&](std::uint64_t k) {
    return s.from + double(k / stream_.size()) * period + stream_[k % stream_.size()].delay;
  };
  // A quarter of a spacing at a time: every new point costs a new sorting.
  const double patience = 0.25 * (options_.plane ? std::sqrt(volume_) : std::cbrt(volume_)) / speed;
  if (due(emitted_) + patience > time) return false;
  const std::uint64_t first = emitted_;
  while (due(emitted_) <= time && due(emitted_) < s.until) ++emitted_;
  if (emitted_ == first) return false;
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
