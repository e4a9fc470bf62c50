/// Filling a shape with points. Space in the shape's own frame is cut into cells of side `spacing`, aligned
/// to the lower corner of its bounds; every sampling gives one point per cell on average, so a point's volume
/// is spacing^3. Cells are visited in bricks of 8 x 8 x 8: the distance at a brick's centre often decides all
/// of it.
#include "geometry/fill.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "exec/error.h"
#include "exec/parallel.h"
#include "geometry/poisson_tile.h"
#include "geometry/random.h"

namespace weft {

namespace {

constexpr double kMostPoints = 1e9, kMostBricks = 1e8;
constexpr std::int64_t kBrick = 8;

/// The cells that cover a shape.
struct Cells {
  Pose frame;           // of the lattice in the world
  Vec3d lower{};        // corner of cell (0, 0, 0) in that frame
  double h = 0;         // side
  std::int64_t n[3]{};  // cells per axis
  std::int64_t bricks[3]{};
  bool plane = false;

  std::size_t brick_count() const { return std::size_t(bricks[0] * bricks[1] * bricks[2]); }
};

void require_spacing(const Fill& options) {
  if (!(options.spacing > 0) || !std::isfinite(options.spacing))
    throw Error("E0122", fmt::format("points cannot be {} m apart", options.spacing), {},
                "give a positive spacing");
}

void require_sane(const Shape& shape, const Fill& options) {
  if (std::holds_alternative<Plane>(shape))
    throw Error("E0120", "a plane cannot be filled with points: it has no end", {}, "use a box instead");
  if (const auto* m = std::get_if<MeshShape>(&shape); m && !m->mesh)
    throw Error("E0123", "the mesh of the shape to be filled is missing", {}, "read a mesh first");
  require_spacing(options);
  const double v = volume(shape);
  if (!(v > 0) || !std::isfinite(v))
    throw Error("E0123", fmt::format("the shape to be filled has a volume of {} m^3", v), {},
                "give it positive sizes; a mesh must be closed with its normals outwards");
}

[[noreturn]] void too_many(double count) {
  throw Error("E0121",
              fmt::format("filling this shape takes about {:.3g} points; at most 1e9 are allowed", count), {},
              "use a larger spacing or a smaller shape (are its units metres?)");
}

/// In plane mode the lattice lies in the world's plane y = 0. A shape turned about y keeps its own axes; one
/// turned otherwise is covered by cells along the world's axes.
Cells cover(Bounds box, const Pose& pose, const Fill& options) {
  Cells cells;
  cells.h = options.spacing;
  cells.plane = options.plane;
  cells.frame = pose;
  if (options.plane) {
    const bool about_y = std::fabs(pose.rotation.rotate({{0, 1, 0}})[1]) > 1 - 1e-12;
    if (!about_y) {
      Bounds turned;
      for (int c = 0; c < 8; ++c)
        turned.add(
            pose.rotation.rotate({{c & 1 ? box.upper[0] : box.lower[0], c & 2 ? box.upper[1] : box.lower[1],
                                   c & 4 ? box.upper[2] : box.lower[2]}}));
      box = turned;
      cells.frame.rotation = Quaternion<double>::identity();
    }
    const double y = cells.frame.to_local({{pose.position[0], 0, pose.position[2]}})[1];
    box.lower[1] = y - options.spacing / 2;
    box.upper[1] = y + options.spacing / 2;
  }
  cells.lower = box.lower;
  double count = 1;
  for (int k = 0; k < 3; ++k) {
    // A box of exactly n spacings gets n cells, whatever the rounding.
    const double n = std::max(1.0, std::ceil((box.upper[k] - box.lower[k]) / options.spacing - 1e-6));
    count *= std::ceil(n / kBrick);
    if (!(count < kMostBricks)) too_many(count * 512);
    cells.n[k] = options.plane && k == 1 ? 1 : std::int64_t(n);
    cells.bricks[k] = (cells.n[k] + kBrick - 1) / kBrick;
  }
  return cells;
}

/// The points of one cell, relative to its lower corner, in units of its side.
class Sampler {
 public:
  Sampler(const Fill& options, const Cells& cells) : options_(options), random_{options.seed}, cells_(cells) {
    if (options.sampling == Sampling::poisson)
      tile_ = make_poisson_tile({{cells.n[0], cells.n[1], cells.n[2]}}, options.plane, options.seed);
  }

  template <class F>
  void points(std::int64_t i, std::int64_t j, std::int64_t k, F&& f) const {
    switch (options_.sampling) {
      case Sampling::lattice:
        f(Vec3d::filled(0.5));
        break;
      case Sampling::jittered: {
        const auto index = std::uint64_t(i + cells_.n[0] * (j + cells_.n[1] * k));
        Vec3d u = random_.uniform3(index);
        if (cells_.plane) u[1] = 0.5;
        f(u);
        break;
      }
      case Sampling::poisson:
        for (const Vec3d& u : tile_.cell(i, j, k)) f(u);
    }
  }

 private:
  Fill options_;
  Random random_;
  const Cells& cells_;
  PoissonTile tile_;
};

struct Filler {
  const LevelSet& level_set;
  const Pose& pose;
  const Cells& cells;
  const Sampler& sampler;

  double phi(const Vec3d& world) const { return level_set(pose.to_local(world)); }

  /// The world point at `u` (in cells) from the lattice's lower corner.
  Vec3d world(const Vec3d& u) const {
    Vec3d x = cells.frame.to_world(cells.lower + u * cells.h);
    if (cells.plane) x[1] = 0;
    return x;
  }

  /// Appends the points of one brick that lie inside the shape.
  void brick(std::size_t index, std::vector<Vec3d>& out) const {
    std::int64_t begin[3], end[3];
    Vec3d middle{};
    double radius2 = 0;
    for (int k = 0; k < 3; ++k) {
      begin[k] = std::int64_t(index % std::size_t(cells.bricks[k])) * kBrick;
      index /= std::size_t(cells.bricks[k]);
      end[k] = std::min(begin[k] + kBrick, cells.n[k]);
      middle[k] = 0.5 * double(begin[k] + end[k]);
      radius2 += 0.25 * double((end[k] - begin[k]) * (end[k] - begin[k]));
    }
    // |phi| at the middle beyond the brick's half diagonal: all outside or all inside.
    const double here = phi(world(middle)), radius = std::sqrt(radius2) * cells.h * (1 + 1e-9);
    if (here > radius) return;
    const bool all_inside = here < -radius;
    for (std::int64_t k = begin[2]; k < end[2]; ++k)
      for (std::int64_t j = begin[1]; j < end[1]; ++j)
        for (std::int64_t i = begin[0]; i < end[0]; ++i)
          sampler.points(i, j, k, [&](const Vec3d& u) {
            const Vec3d x = world(Vec3d{{double(i), double(j), double(k)}} + u);
            if (all_inside || phi(x) < 0) out.push_back(x);
          });
  }
};

}  // namespace

std::vector<Vec3d> fill(const Shape& shape, const Pose& pose, const Fill& options) {
  require_sane(shape, options);
  const double expected = options.plane ? 0 : volume(shape) / std::pow(options.spacing, 3);
  if (!(expected < kMostPoints)) too_many(expected);
  return fill([&](const Vec3d& x) { return signed_distance(shape, x).phi; }, bounds(shape), pose, options);
}

std::vector<Vec3d> fill(const LevelSet& level_set, const Bounds& box, const Pose& pose, const Fill& options) {
  require_spacing(options);
  const Cells cells = cover(box, pose, options);
  const Sampler sampler(options, cells);
  const Filler filler{level_set, pose, cells, sampler};
  // Bricks in chunks of fixed size, concatenated in order: the same points for any number of threads.
  constexpr std::size_t kChunk = 16;
  const std::size_t bricks = cells.brick_count();
  std::vector<std::vector<Vec3d>> part(chunk_count(bricks, kChunk));
  parallel_chunks(bricks, kChunk, [&](Range r) {
    for (std::size_t b = r.begin; b < r.end; ++b) filler.brick(b, part[r.begin / kChunk]);
  });
  std::vector<std::size_t> first(part.size());
  for (std::size_t c = 0; c < part.size(); ++c) first[c] = part[c].size();
  const std::size_t total = exclusive_scan(first);
  if (double(total) > kMostPoints) too_many(double(total));
  std::vector<Vec3d> points(total);
  parallel_for(part.size(), [&](std::size_t c) {
    std::copy(part[c].begin(), part[c].end(), points.begin() + std::ptrdiff_t(first[c]));
    part[c] = {};
  });
  return points;
}

}  // namespace weft
