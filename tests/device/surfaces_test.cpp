/// Cloth and fibres on the twin of a device meet themselves and each other as surfaces: nothing crosses, momentum is
/// kept, and the same bits come whatever the order in which pairs are visited.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "bodies/contact_surface.h"
#include "bodies/device_data.h"
#include "bodies/thin/thin.h"
#include "contact/surfaces/count.h"
#include "device/engine.h"
#include "device/surfaces/view.h"
#include "exec/memory_archive.h"
#include "materials/presets.h"
#include "world/world.h"

namespace weft {
std::unique_ptr<DeviceEngine> twin_engine();
namespace {

constexpr double kDx = 0.0075;
constexpr double kEdge = 4 * kDx;  ///< long: between its contact points the grid lets things pass

/// n by n squares; place(i, j) from where a vertex is at rest.
template <class F>
ThinOptions sheet(const std::string& name, int n, F&& place, const Vec3d& velocity, double friction = 0.3) {
  ThinOptions o;
  o.name = name;
  o.material = make_material("cloth");
  set_field(o.material, "shear", 3e4);
  set_field(o.material, "friction", friction);
  prepare_material(o.material);
  o.section = 3e-3;

  const double h = kEdge;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) {
      o.rest.push_back({{i * h, j * h, 0}});
      o.positions.push_back(place(o.rest.back()));
    }
  o.velocities = {velocity};
  const auto at = [n](int i, int j) { return std::uint32_t(j * (n + 1) + i); };
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      o.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      o.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  return o;
}
ThinOptions threads(const std::string& name, int count, int segments, const Vec3d& at, bool along_y,
                    const Vec3d& velocity) {
  ThinOptions o;
  o.name = name;
  o.material = make_material("fibre");
  set_field(o.material, "shear", 3e4);
  set_field(o.material, "friction", 0.3);
  prepare_material(o.material);
  o.section = 1e-6;
  const double h = kEdge;
  for (int s = 0; s < count; ++s) {
    for (int k = 0; k <= segments; ++k) {
      const double along = k * h, across = 0.8 * s * h;
      o.rest.push_back(at + Vec3d{{along_y ? across : along, along_y ? along : across, 0}});
    }
    o.counts.push_back(std::uint32_t(segments + 1));
  }
  o.velocities = {velocity};
  return o;
}

World world_of(const std::vector<ThinOptions>& all, bool on_device, double dt = 2e-5, bool gravity = false) {
  World w;
  w.solver.dx = kDx;
  w.solver.dt_fixed = dt;
  w.solver.gravity = gravity ? Vec3d{{0, 0, -9.81}} : Vec3d::zero();
  for (const ThinOptions& o : all) w.bodies.push_back(make_thin(o));
  if (on_device) w.step_on(twin_engine());
  for (const auto& body : w.bodies) EXPECT_EQ(body->roles().traveller->stays(), "");
  return w;
}

std::size_t crossings(const World& w) {
  SurfaceSoup soup;
  std::uint32_t object = 0;
  for (const auto& body : w.bodies) {
    const FrameObject f = body->frame({});
    const std::uint32_t first = std::uint32_t(soup.x.size());
    for (const auto& p : f.position) soup.x.push_back(p.template as<double>());
    const ContactMesh& mesh = body->roles().surface->mesh();
    for (const auto& t : mesh.triangles) {
      soup.triangles.push_back({first + t[0], first + t[1], first + t[2]});
      soup.triangle_object.push_back(object);
    }
    for (const auto& s : mesh.segments) {
      soup.segments.push_back({first + s[0], first + s[1]});
      soup.segment_object.push_back(object);
    }
    soup.parts.push_back(Part::soft);
    ++object;
  }
  return find_surface_crossings(soup).pairs();
}

struct Seen {
  std::size_t most = 0;  ///< crossings after any of the looks
  DeviceReport sum;
};
/// So many steps, with a look after every few.
Seen go(World& w, int steps, int every) {
  Seen seen;
  for (int k = 0; k < steps; k += every) {
    if (w.engine()) {
      const DeviceReport r = std::get<DeviceReport>(w.advance(1e9, std::uint64_t(every)));
      EXPECT_EQ(r.failure, "");
      seen.sum.surfaces.contacts += r.surfaces.contacts, seen.sum.surfaces.cut += r.surfaces.cut;
      seen.sum.surfaces.entangled += r.surfaces.entangled, seen.sum.surfaces.renewals += r.surfaces.renewals;
      seen.sum.surfaces.awake += r.surfaces.awake;
      w.bring_home();
    } else {
      for (int s = 0; s < every; ++s) w.step(1e9);
    }
    seen.most = std::max(seen.most, crossings(w));
  }
  return seen;
}
std::map<std::string, std::string> state_of(World& w) {
  std::map<std::string, std::string> state;
  MemoryArchive a(state, false);
  for (const auto& body : w.bodies) body->archive(a);
  return state;
}
Vec3d momentum_of(const World& w) {
  Vec3d p = Vec3d::zero();
  for (const auto& body : w.bodies) p += body->totals().momentum;
  return p;
}

/// About the origin, with the affine parts: D = dx^2/4.
Vec3d spin_of(const World& w) {
  Vec3d l = Vec3d::zero();
  for (const auto& body : w.bodies) {
    const Totals t = body->totals();
    l += t.angular_momentum + t.affine_axial * (0.25 * kDx * kDx);
  }
  return l;
}
void tell(const char* what, const World& w, const Seen& seen, const Vec3d& before) {
  std::printf(
      "%s: crossings %zu contacts %llu cut %llu given up %llu lists %llu awake %llu, momentum lost %g of "
      "%g\n",
      what, seen.most, (unsigned long long)seen.sum.surfaces.contacts,
      (unsigned long long)seen.sum.surfaces.cut, (unsigned long long)seen.sum.surfaces.entangled,
      (unsigned long long)seen.sum.surfaces.renewals, (unsigned long long)seen.sum.surfaces.awake,
      norm(momentum_of(w) - before), norm(before));
}

std::vector<ThinOptions> two_sheets(double speed, double slide = 0) {
  const auto lower = [](const Vec3d& x) { return x + Vec3d{{0, 0, 0.1 + 1e-3 * std::sin(70 * x[0])}}; };
  const auto upper = [](const Vec3d& x) {
    return Vec3d{
        {0.013 + 0.8 * x[0] - 0.6 * x[1], 0.6 * x[0] + 0.8 * x[1], 0.106 + 1e-3 * std::cos(50 * x[1])}};
  };
  return {sheet("lower", 8, lower, Vec3d::zero()), sheet("upper", 8, upper, {{slide, 0, -speed}})};
}

TEST(surfaces_on_device, two_sheets_that_hit_do_not_cross) {
  for (const double slide : {0.0, 1.5}) {
    World w = world_of(two_sheets(2, slide), true);
    const Vec3d before = momentum_of(w), spin = spin_of(w);
    const Seen seen = go(w, 2000, 100);
    tell("hit", w, seen, before);
    EXPECT_EQ(seen.most, 0u);
    EXPECT_GT(seen.sum.surfaces.contacts, 0u);
    EXPECT_EQ(seen.sum.surfaces.entangled, 0u);
    EXPECT_LT(norm(momentum_of(w) - before), 1e-4 * norm(before));
    EXPECT_LT(norm(spin_of(w) - spin), 5e-3 * norm(spin));
  }
}

/// So fast that the grid, between whose nodes edges pass, does not keep them apart.
TEST(surfaces_on_device, a_fast_sheet_is_stopped) {
  World w = world_of(two_sheets(30), true, 1e-5);
  const Vec3d before = momentum_of(w);
  const Seen seen = go(w, 2000, 20);
  tell("fast", w, seen, before);
  EXPECT_EQ(seen.most, 0u);
  EXPECT_GT(seen.sum.surfaces.contacts, 0u);
}

ThinOptions folded() {
  const double pi = 3.14159265358979;
  const auto place = [&](const Vec3d& x) {  // a flat U, its arms 20 mm apart
    const double r = 0.01, begin = 0.15, turn = (x[0] - begin) / r;
    if (turn < 0) return Vec3d{{x[0], x[1], 0.1}};
    if (turn < pi) return Vec3d{{begin + r * std::sin(turn), x[1], 0.1 + r - r * std::cos(turn)}};
    return Vec3d{{begin - (turn - pi) * r, x[1] + 0.004, 0.1 + 2 * r}};
  };
  ThinOptions o = sheet("folded", 10, place, Vec3d::zero());
  o.velocities.clear();
  for (const Vec3d& x : o.positions) o.velocities.push_back({{0, 0, x[2] > 0.11 ? -3.0 : 3.0}});
  return o;
}

TEST(surfaces_on_device, a_folded_sheet_does_not_cross_itself) {
  World w = world_of({folded()}, true);
  const Vec3d before = momentum_of(w);
  const Seen seen = go(w, 2000, 50);
  tell("folded", w, seen, before);
  EXPECT_EQ(seen.most, 0u);
  EXPECT_GT(seen.sum.surfaces.contacts, 0u);
}

TEST(surfaces_on_device, a_sheet_lies_on_one_that_is_held) {
  std::vector<ThinOptions> o = two_sheets(0.5);
  Pin hold;
  for (std::uint32_t i = 0; i < 81; ++i)
    if (i % 9 == 0 || i % 9 == 8 || i < 9 || i > 71) hold.vertices.push_back(i);
  hold.release = 1e9;
  o[0].pins = {hold};
  World w = world_of(o, true, 2e-5, true);
  const Vec3d before = momentum_of(w);
  const Seen seen = go(w, 3000, 100);
  tell("draped", w, seen, before);
  EXPECT_EQ(seen.most, 0u);
}

TEST(surfaces_on_device, threads_meet_threads_and_cloth) {
  const auto flat = [](const Vec3d& x) { return x + Vec3d{{0, 0, 0.1}}; };
  std::vector<ThinOptions> o{sheet("cloth", 8, flat, Vec3d::zero()),
                             threads("along", 7, 8, {{0.013, 0.011, 0.108}}, false, {{0, 0, -5}}),
                             threads("across", 7, 8, {{0.017, 0.014, 0.113}}, true, {{0, 0, -12}})};
  World w = world_of(o, true);
  const Vec3d before = momentum_of(w);
  const Seen seen = go(w, 2000, 50);
  tell("threads", w, seen, before);
  EXPECT_EQ(seen.most, 0u);
  EXPECT_GT(seen.sum.surfaces.contacts, 0u);
}

TEST(surfaces_on_device, a_resumed_run_has_the_same_bits) {
  World unbroken = world_of(two_sheets(4, 1), true, 0);
  std::uint64_t contacts = 0;
  const auto run = [&](World& w, double until) {
    while (w.time < until) contacts += std::get<DeviceReport>(w.advance(until, 1u << 20)).surfaces.contacts;
    w.bring_home();
  };
  run(unbroken, 3e-3);
  EXPECT_GT(contacts, 0u);
  World again = world_of(two_sheets(4, 1), true, 0);
  std::map<std::string, std::string> state;
  MemoryArchive save(state, false), back(state, true);
  unbroken.archive(save);
  again.archive(back);
  run(unbroken, 6e-3);
  run(again, 6e-3);
  EXPECT_EQ(state_of(unbroken), state_of(again));
}

TEST(surfaces_on_device, order_does_not_matter) {
  World one = world_of(two_sheets(4, 1), true), other = world_of(two_sheets(4, 1), true);
  EXPECT_GT(go(one, 600, 100).sum.surfaces.contacts, 0u);
  twin::meet_backwards = true;
  go(other, 600, 100);
  twin::meet_backwards = false;
  EXPECT_EQ(state_of(one), state_of(other));
}

/// Lists that are full: the step waits for the host, and goes on as if nothing had been.
TEST(surfaces_on_device, little_room_changes_nothing) {
  World one = world_of(two_sheets(4, 1), true, 0), other = world_of(two_sheets(4, 1), true, 0);
  go(one, 400, 100);
  twin::meet_in_little_room = true;
  EXPECT_GT(go(other, 400, 100).sum.surfaces.contacts, 0u);
  twin::meet_in_little_room = false;
  EXPECT_EQ(one.steps, other.steps);
  EXPECT_EQ(state_of(one), state_of(other));
}

/// What begins crossed is left alone there, and moves.
TEST(surfaces_on_device, what_begins_crossed_moves_on) {
  std::vector<ThinOptions> o = two_sheets(2, 1.5);
  for (std::size_t i = 0; i < o[1].positions.size(); ++i)
    o[1].positions[i][2] += 0.25 * (o[1].positions[i][0] - 0.1) - 0.006;
  World w = world_of(o, true);
  const std::size_t begin = crossings(w);
  EXPECT_GT(begin, 0u);
  const Vec3d before = momentum_of(w);
  const Seen seen = go(w, 1000, 50);
  tell("crossed", w, seen, before);
  EXPECT_LT(norm(momentum_of(w) - before), 0.1 * norm(before));
}

/// Five sheets between two that are led towards each other.
TEST(surfaces_on_device, a_stack_is_pressed) {
  std::vector<ThinOptions> o;
  for (int k = 0; k < 7; ++k) {
    const double turn = 0.3 * k, c = std::cos(turn), s = std::sin(turn);
    const auto place = [&](const Vec3d& x) {
      const Vec3d r = x - Vec3d{{0.075, 0.075, 0}};
      return Vec3d{{0.2 + c * r[0] - s * r[1], 0.2 + s * r[0] + c * r[1],
                    0.1 + 0.004 * k + 2e-4 * std::sin(60 * x[0])}};
    };
    o.push_back(sheet("sheet" + std::to_string(k), 5, place, Vec3d::zero()));
    if (k % 6) continue;
    Pin lead;
    for (std::uint32_t i = 0; i < 36; ++i) lead.vertices.push_back(i);
    lead.release = 1e9;
    lead.motion.velocity = {{0, 0, k ? -0.5 : 0.0}};
    o.back().pins = {lead};
  }
  World w = world_of(o, true);
  const Vec3d before = momentum_of(w);
  const Seen seen = go(w, 2000, 50);
  tell("stack", w, seen, before);
  EXPECT_EQ(seen.most, 0u);
  EXPECT_GT(seen.sum.surfaces.cut, 0u);
}

/// Without them it does cross: the tests above test something.
TEST(surfaces_on_device, the_grid_alone_lets_through) {
  ThinOptions o = folded();
  for (Vec3d& v : o.velocities) v *= 3;
  World with = world_of({o}, true);
  const Vec3d before = momentum_of(with);
  const Seen seen = go(with, 2000, 50);
  tell("folded fast", with, seen, before);
  EXPECT_EQ(seen.most, 0u);
  o.self_contact = false;
  World w = world_of({o}, true);
  EXPECT_GT(go(w, 2000, 50).most, 0u);
}

/// Cuts keep everything apart by themselves; momentum they keep only as long as cuts to the mean do.
TEST(surfaces_on_device, cuts_alone_let_nothing_through) {
  twin::meet_without_impulses = true;
  World hit = world_of(two_sheets(2, 1.5), true), fold = world_of({folded()}, true);
  const Vec3d before = momentum_of(hit);
  const Seen two = go(hit, 2000, 50);
  tell("cuts alone", hit, two, before);
  const Vec3d own = momentum_of(fold);
  const Seen one = go(fold, 2000, 50);
  tell("cuts alone, folded", fold, one, own);
  twin::meet_without_impulses = false;
  EXPECT_EQ(two.most, 0u);
  EXPECT_EQ(one.most, 0u);
  EXPECT_GT(two.sum.surfaces.cut, 0u);
}

/// A small sheet whose border is led through one whose border is held: impulses alone do not do.
TEST(surfaces_on_device, what_is_pressed_through_is_cut) {
  std::vector<ThinOptions> o = two_sheets(0);
  const auto small = [](const Vec3d& x) {
    return Vec3d{{0.083 + 0.4 * (0.8 * x[0] - 0.6 * x[1]), 0.06 + 0.4 * (0.6 * x[0] + 0.8 * x[1]), 0.107}};
  };
  o[1] = sheet("upper", 6, small, Vec3d::zero());
  for (Vec3d& x : o[1].rest) x *= 0.4;
  Pin hold, lead;
  for (std::uint32_t i = 0; i < 81; ++i)
    if (i % 9 == 0 || i % 9 == 8 || i < 9 || i > 71) hold.vertices.push_back(i);
  for (std::uint32_t i = 0; i < 49; ++i)
    if (i % 7 == 0 || i % 7 == 6 || i < 7 || i > 41) lead.vertices.push_back(i);
  hold.release = lead.release = 1e9;
  lead.motion.velocity = {{0, 0, -2}};
  o[0].pins = {hold}, o[1].pins = {lead};
  World w = world_of(o, true);
  const Vec3d before = momentum_of(w);
  const Seen seen = go(w, 2500, 50);
  tell("pressed", w, seen, before);
  EXPECT_EQ(seen.most, 0u);
}

TEST(surfaces_on_device, as_on_the_processor) {
  World twin = world_of(two_sheets(2, 1.5), true), cpu = world_of(two_sheets(2, 1.5), false);
  const Vec3d spin = spin_of(cpu);
  go(twin, 1000, 100);
  const Seen seen = go(cpu, 1000, 100);
  EXPECT_LT(norm(spin_of(twin) - spin), 1.1 * norm(spin_of(cpu) - spin) + 1e-5 * norm(spin));
  EXPECT_EQ(seen.most, 0u);
  for (std::size_t b = 0; b < 2; ++b) {
    const Totals p = cpu.bodies[b]->totals(), q = twin.bodies[b]->totals();
    const double m = cpu.bodies[b]->mass();
    EXPECT_LT(norm(p.momentum - q.momentum), 1e-4 * m);
  }
}

}  // namespace
}  // namespace weft
