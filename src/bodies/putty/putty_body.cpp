/// PuttyBody: making it, and who is near whom.
#include "bodies/putty/putty_body.h"

#include <cmath>
#include <numeric>

#include "exec/error.h"

namespace weft {
namespace {

constexpr double kSortAgain = 4;  // radii of neighbourhoods that points may move before they are sorted again

void check(const PuttyOptions& o) {
  if (o.points.empty() || !(o.spacing > 0))
    throw Error("E0527", "putty \"" + o.name + "\" has no points or no spacing", {},
                "fill it with points at a spacing above zero");
  if (o.keep_neighbours && o.material.yield_stress < kNeverYields)
    throw Error("E0526", "putty \"" + o.name + "\" keeps its neighbours but yields", {},
                "flow changes neighbours: leave out yield_stress or keep_neighbours");
}

}  // namespace

std::unique_ptr<Body> make_putty(const PuttyOptions& options) {
  check(options);
  PuttyOptions prepared = options;
  prepared.material.prepare();
  return std::make_unique<PuttyBody>(prepared);
}

PuttyBody::PuttyBody(const PuttyOptions& options)
    : OwnVertices(options.name, options.force, 0.5 * options.spacing),
      options_(options),
      volume_(std::pow(options.spacing, 3)),
      mass_(options.material.density * volume_),
      response_(near_, {options.material.mu, options.material.lambda, volume_, options.control}),
      implicit_(response_, mass_),
      surface_({x_, w_, mass_, options.spacing}) {
  identify("putty", PuttyLaw::name);
  roles_.renewal = this;
  const std::size_t n = options.points.size();
  state_.points.resize(n);
  x_ = rest_ = options.points;
  for (std::size_t i = 0; i < n; ++i) {
    const auto& list = options.velocities;
    v_[i] = list.empty() ? Vec3d::zero() : list.size() == 1 ? list[0] : list[i];
    F_[i] = Mat3d::identity();
    stretch_[i] = Real(1);
  }
  std::vector<std::uint32_t> all(n);
  std::iota(all.begin(), all.end(), 0u);
  skin_.set_vertices(std::move(all));
  pins_ = Pins(options.pins, x_);
  loads_ = BodyLoads(options.loads, x_.size());
  options_.points = {};
  options_.velocities = {};
  options_.pins = {};
  sort_points();
  find_neighbours();
  measure_speed();
}

/// Neighbours in space become neighbours in memory.
void PuttyBody::sort_points() {
  const std::vector<KeyIndex> order = compact_order(x_, options_.spacing);
  std::vector<std::uint32_t> from(order.size());
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = order[i].index;
  state_.points.reorder(from);
  w_ = v_;
  pins_.reorder(from);
  if (surface_.size()) surface_.rename(from);
  drift_ = 0;
}

bool PuttyBody::look_around() {
  if (drift_ > kSortAgain * reach() && !options_.keep_neighbours && !prepared_) {
    sort_points();
    find_neighbours();
    return true;
  }
  return find_neighbours();
}

bool PuttyBody::find_neighbours() {
  if (prepared_) return false;
  prepared_ = true;
  const bool keeps = options_.keep_neighbours;
  if (!keeps || !linked_) {
    std::vector<Mat3d> inverses(size(), Mat3d::identity());
    if (!keeps) parallel_each(size(), kPuttyChunk, [&](std::size_t i) { inverses[i] = inverse(F_[i]); });
    const std::vector<Real> none(keeps ? size() : 0, Real(1));
    near_.find({keeps ? rest_ : x_, inverses, keeps ? none : stretch_}, reach());
    linked_ = true;
  }
  if (keeps) find_gradients();
  response_.begin(F_);
  kept_.assign(keeps ? size() : 0, Quad<Real>{});
  const bool changed = surface_.find(near_, F_, reach());
  if (keeps) response_.control_force(x_, kept_);
  return changed;
}

}  // namespace weft
