/// Velocity fields that share nodes: flat faces touch where they are, whatever the grid; momentum is kept;
/// friction is Coulomb's.
#include "contact/field_contacts.h"

#include <gtest/gtest.h>

#include <cmath>

namespace weft {
namespace {

/// Points on a horizontal square, all with one velocity.
class Slab final : public Body, public Parcels, SeparateField {
 public:
  Slab(double z, double up, double side, double spacing, double mass, const Vec3d& velocity)
      : Body("slab"), mass_(mass), up_(up), velocity_(velocity) {
    const int n = int(side / spacing);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        x_.push_back({{(i + 0.5) * spacing - side / 2, (j + 0.5) * spacing - side / 2, z}});
    area_ = spacing * spacing;
    change_.resize(x_.size(), Vec3d::zero());
    roles_.field = this;
  }
  void add_sets(std::vector<Parcels*>& sets) override { sets.push_back(this); }
  double friction() const override { return 0.3; }
  double restitution() const override { return 0; }
  double trial_speed() const override { return norm(velocity_); }
  std::size_t size() const override { return x_.size(); }
  void positions(Range r, Real* x, Real* y, Real* z) const override {
    for (std::size_t i = r.begin; i < r.end; ++i)
      x[i - r.begin] = Real(x_[i][0]), y[i - r.begin] = Real(x_[i][1]), z[i - r.begin] = Real(x_[i][2]);
  }
  void normals(Range r, Real* x, Real* y, Real* z, Real* area) const override {
    for (std::size_t i = 0; i < r.size(); ++i) x[i] = y[i] = 0, z[i] = Real(up_), area[i] = Real(area_);
  }
  void reorder(std::span<const std::uint32_t> order) override {
    const auto old = x_;
    for (std::size_t i = 0; i < order.size(); ++i) x_[i] = old[order[i]];
  }
  void load(Range r, const Step&, ParcelBatch& out) const override {
    const Real m = Real(mass_ / double(size()));
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const std::size_t l = i - r.begin;
      out.m[l] = m;
      for (int a = 0; a < 3; ++a) {
        out.x[a][l] = Real(x_[i][a]);
        out.p[a][l] = m * Real(velocity_[a]);
        for (int b = 0; b < 3; ++b) out.Q[a][b][l] = out.S[a][b][l] = 0;
      }
    }
  }
  void unload(Range r, const Step&, const AnswerBatch& in) override {
    for (std::size_t i = r.begin; i < r.end; ++i)
      for (int a = 0; a < 3; ++a) change_[i][a] = double(in.v[a][i - r.begin]);
  }
  double mass() const override { return mass_; }
  Limits limits() const override { return {}; }
  Totals totals() const override { return {}; }
  std::size_t memory_bytes() const override { return 0; }
  std::size_t first_bad() const override { return size(); }
  std::vector<double> quantity(const std::string&) const override { return {}; }
  FrameObject frame(const std::vector<std::string>&) const override { return {}; }
  void archive(Archive&) override {}
  void spoil(std::size_t, const Vec3d&) override {}

  Vec3d gained() const {
    Vec3d p = Vec3d::zero();
    for (const Vec3d& c : change_) p += c * (mass_ / double(size()));
    return p;
  }
  /// Of the point nearest to the middle.
  Vec3d change_in_the_middle() const {
    std::size_t best = 0;
    for (std::size_t i = 0; i < x_.size(); ++i)
      if (std::hypot(x_[i][0], x_[i][1]) < std::hypot(x_[best][0], x_[best][1])) best = i;
    return change_[best];
  }

 private:
  double mass_, up_, area_;
  Vec3d velocity_;
  std::vector<Vec3d> x_, change_;
};

struct Meeting {
  Slab lower, upper;
  Meeting(double dx, double gap, const Vec3d& v, double heavier = 1)
      : lower(0, 1, 0.4, dx / 2, 1, Vec3d::zero()), upper(gap, -1, 0.4, dx / 2, heavier, v) {
    std::vector<std::unique_ptr<OwnField>> fields;
    Step step;
    step.dt = 1e-3;
    step.dx = dx;
    step.affine_inverse = 4 / (dx * dx);
    Grid main(GridShape{dx, 2, false});
    main.bin({});
    TransferTicks ticks;
    for (Slab* s : {&lower, &upper}) {
      fields.push_back(std::make_unique<OwnField>());
      OwnField& f = *fields.back();
      f.body = s;
      f.grid = Grid(GridShape{dx, 2, false});
      f.sets = {s};
      f.grid.bin(f.sets);
      f.grid.p2g(f.sets, step, ticks);
    }
    FieldContacts contacts(main, {}, {}, fields);
    contacts.collide({step.dt, 0.1, 0, 0, [](const Body*, const Body*) { return 0.3; }, {}});
    for (auto& f : fields) f->grid.g2p(f->sets, step, ticks);
  }
};

TEST(FieldContacts, StopsAtTheGapWhateverTheSpacing) {
  for (const double dx : {0.04, 0.02, 0.01}) {
    const double gap = 0.0005;  // within reach in 1 ms at 1 m/s
    const Meeting m(dx, gap, {{0, 0, -1}});
    const double closing = -(-1 + m.upper.change_in_the_middle()[2] - m.lower.change_in_the_middle()[2]);
    EXPECT_NEAR(closing, gap / 1e-3, 5e-3) << dx;  // a node beyond the other side's reach takes no part
  }
}

TEST(FieldContacts, LeavesAloneWhatDoesNotArrive) {
  const Meeting m(0.02, 0.01, {{0, 0, -4}});
  EXPECT_EQ(norm(m.upper.gained()), 0);
  EXPECT_EQ(norm(m.lower.gained()), 0);
}

TEST(FieldContacts, KeepsMomentum) {
  const Meeting m(0.02, 0.0, {{0.5, -0.2, -1}}, 3.5);
  EXPECT_GT(norm(m.lower.gained()), 0.1);
  EXPECT_LT(norm(m.lower.gained() + m.upper.gained()), 2e-6 * norm(m.lower.gained()));
}

TEST(FieldContacts, RubsAsCoulombSays) {
  const Meeting m(0.02, 0.0, {{2, 0, -1}});
  const Vec3d before{{2, 0, -1}};
  const Vec3d after = before + m.upper.change_in_the_middle() - m.lower.change_in_the_middle();
  EXPECT_NEAR(after[2], 0, 1e-5);
  EXPECT_NEAR(after[0], 2 - 0.3, 1e-5);
  const Meeting held(0.02, 0.0, {{0.2, 0, -1}});
  const Vec3d stuck =
      Vec3d{{0.2, 0, -1}} + held.upper.change_in_the_middle() - held.lower.change_in_the_middle();
  EXPECT_NEAR(norm(stuck), 0, 1e-5);
}

}  // namespace
}  // namespace weft
