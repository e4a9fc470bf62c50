#include "output/picture/run_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "exec/error.h"
#include "output/picture/compose.h"
#include "output/run_folder.h"
#include "output/scene_run.h"

namespace weft {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kLooks = 8;  // frames read to find where the action is

Frame frame_of(const fs::path& folder, std::int64_t n) {
  return read_frame(folder / "frames" / (frame_name(n) + ".weft"));
}

/// The first, the last and some between.
std::vector<std::int64_t> some_of(const std::vector<std::int64_t>& all) {
  if (all.size() <= kLooks) return all;
  std::vector<std::int64_t> out;
  for (std::size_t k = 0; k < kLooks; ++k) out.push_back(all[k * (all.size() - 1) / (kLooks - 1)]);
  return out;
}

/// What the action sweeps when the camera goes around it.
Bounds turned_around(const Bounds& b) {
  const Vec3d centre = (b.lower + b.upper) * 0.5, half = (b.upper - b.lower) * 0.5;
  const double r = std::hypot(half[0], half[1]) * 0.9;
  return {{{centre[0] - r, centre[1] - r, b.lower[2]}}, {{centre[0] + r, centre[1] + r, b.upper[2]}}};
}

/// Where things that stand in the air will fall to, when only the first frame is known.
Bounds with_ground(Bounds b, const Frame& f) {
  const double size = norm(b.upper - b.lower);
  for (const FrameCollider& c : f.colliders)
    if (c.kind == "plane" && (c.rotation * c.size)[2] > 0.5 * norm(c.size) &&
        c.position[2] > b.lower[2] - 4 * size)
      b.lower[2] = std::min(b.lower[2], c.position[2]);
  for (int k = 0; k < 2; ++k) {
    const double spread = 0.2 * (b.upper[k] - b.lower[k]);
    b.lower[k] -= spread;
    b.upper[k] += spread;
  }
  return b;
}

}  // namespace

PictureOptions options_of(const RenderSpec& spec) {
  PictureOptions o;
  o.width = spec.width;
  o.height = spec.height;
  o.trace.samples = spec.samples;
  o.stage.ground = spec.ground;
  o.stage.surfaces = spec.surfaces;
  o.light.sun = spec.sun.direction;
  o.light.sun_colour = linear(spec.sun.colour);
  o.light.sun_strength = spec.sun.strength;
  o.light.softness = spec.sun.softness;
  o.light.sky_strength = spec.sky;
  if (spec.background) o.light.background = light_to_show(*spec.background);
  if (spec.camera) o.camera = {spec.camera->from, spec.camera->to, spec.camera->angle};
  return o;
}

RunPictures::RunPictures(std::vector<fs::path> folders, const PictureWishes& wishes)
    : folders_(std::move(folders)), captions_(wishes.captions), turn_(wishes.turn) {
  for (std::size_t k = 0; k < folders_.size(); ++k) {
    const fs::path& folder = folders_[k];
    const std::vector<std::int64_t> here = numbered_files(folder / "frames", ".weft");
    if (here.empty())
      throw Error("E0404", fmt::format("'{}' has no frames to draw", folder.string()), folder.string(),
                  "run the scene first", Exit::disk);
    if (k == 0) frames_ = here;
    else
      std::erase_if(frames_,
                    [&](std::int64_t n) { return !std::binary_search(here.begin(), here.end(), n); });
  }
  if (frames_.empty())
    throw Error("E0404", "the runs have no frame in common", folders_[0].string(),
                "compare runs of one scene", Exit::disk);
  spec_ = read_resolved(folders_[0]).render;
  options_ = options_of(spec_);
  if (wishes.size) options_.width = (*wishes.size)[0], options_.height = (*wishes.size)[1];
  if (wishes.samples) options_.trace.samples = *wishes.samples;
  colour_.quantity = wishes.colour.empty() ? spec_.colour : wishes.colour;
  options_.stage.even = !colour_.quantity.empty();
  look_around(wishes);
}

/// Finds the action, its camera and the range of the quantity over all runs.
void RunPictures::look_around(const PictureWishes& wishes) {
  Action action;
  bool known = false;
  std::array<double, 2> range{1e300, -1e300};
  std::string quantities;
  for (const fs::path& folder : folders_)
    for (std::int64_t n : wishes.first_frame_only ? std::vector{frames_.front()} : some_of(frames_)) {
      const Frame f = frame_of(folder, n);
      action.add(f);
      if (wishes.first_frame_only) action.widen(with_ground(action.bounds(), f));
      if (colour_.quantity.empty()) continue;
      const auto [low, high] = range_of(f, colour_.quantity);
      known = known || high > low || low != 0;
      for (const FrameObject& o : f.objects) known = known || !values_of(o, colour_.quantity).empty();
      range = {std::min(range[0], low), std::max(range[1], high)};
      quantities = known_quantities(f);
    }
  if (!colour_.quantity.empty() && !known)
    throw Error("E0431", fmt::format("the frames do not hold '{}'", colour_.quantity), folders_[0].string(),
                fmt::format("they hold: {}; name others in [output] quantities and run again", quantities));
  const auto wanted = wishes.range ? wishes.range : wishes.colour.empty() ? spec_.range : std::nullopt;
  colour_.range = wanted ? *wanted : range;
  if (turn_) action.widen(turned_around(action.bounds()));
  const Bounds& b = action.bounds();
  options_.stage.action = b;
  options_.stage.floor = b.lower[2] - 0.005 * norm(b.upper - b.lower);
  if (wishes.camera) options_.camera = *wishes.camera;
  else if (!spec_.camera || wishes.find_camera)
    options_.camera = action.best_camera(double(options_.width) / options_.height);
}

std::int64_t RunPictures::still() const {
  const std::int64_t wanted = spec_.still ? *spec_.still : frames_[frames_.size() * 6 / 10];
  std::int64_t best = frames_.front();
  for (std::int64_t n : frames_)
    if (std::abs(n - wanted) < std::abs(best - wanted)) best = n;
  return best;
}

int RunPictures::width() const {
  const int n = int(folders_.size());
  return n * options_.width + (n - 1) * gap_between(options_.height);
}

Pixels RunPictures::draw_one(std::size_t run, std::int64_t n, int step) const {
  Frame frame = frame_of(folders_[run], n);
  if (!colour_.quantity.empty()) colour_by(frame, colour_);
  PictureOptions options = options_;
  if (turn_) options.camera = turned(options.camera, 2 * M_PI * step / turn_);
  Pixels p = develop(draw_picture(frame, options));
  if (run < captions_.size()) draw_caption(p, captions_[run]);
  return p;
}

Pixels RunPictures::draw(std::int64_t frame, int step) const {
  std::vector<Pixels> parts;
  for (std::size_t run = 0; run < folders_.size(); ++run) parts.push_back(draw_one(run, frame, step));
  if (!colour_.quantity.empty()) draw_legend(parts[0], colour_);
  return parts.size() == 1 ? std::move(parts[0]) : side_by_side(parts);
}

}  // namespace weft
